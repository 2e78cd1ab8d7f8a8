// Values of the request inside a fixture, so that one fixture serves many requests:
//
//   {"$variable": "input.id"}                          the variable, or a member inside it
//   {"$forEach": "ids", "$value": {"id": {"$item": ""}}}   a list with an element for each of a list
//   {"$item": "name"}                                  the element, or a member inside it

enum FixtureTemplate {
  enum Fault: Error, Sendable, Hashable {
    /// Neither the variables nor the document of the request know the name.
    case unknownVariable(String)
    case notAList(String)
    /// The lists of the request make it larger than ``FixtureTemplate/sizeLimit``.
    case tooLarge
  }

  /// How many bytes a template may come to, roughly, once it is filled in.
  ///
  /// Lists inside lists multiply: a few bytes of a request could else fill the memory.
  static let sizeLimit = 16_777_216

  /// What is wrong with the templates of a fixture as they are written, with the path.
  enum FormFault: Error, Sendable, Hashable {
    case unknownKey(JSONPath, String)
    case notAString(JSONPath, String)
    case itemOutside(JSONPath)
    case missingValue(JSONPath)
  }

  static let variable = "$variable"
  static let forEach = "$forEach"
  static let value = "$value"
  static let item = "$item"

  /// Whether there are templates, all of them well-formed.
  static func check(_ json: MockJSON, at path: JSONPath) throws(FormFault) -> Bool {
    try check(json, at: path, isInList: false)
  }

  private static func check(
    _ json: MockJSON, at path: JSONPath, isInList: Bool
  ) throws(FormFault) -> Bool {
    var found = false
    if let elements = json.array {
      for (index, element) in elements.enumerated() {
        if try check(element, at: path.appending(.element(index)), isInList: isInList) {
          found = true
        }
      }
      return found
    }
    guard let members = json.members else { return false }
    let isTemplate = members.contains { $0.name.hasPrefix("$") }
    for member in members {
      let inner = path.appending(.member(member.name))
      guard isTemplate else {
        if try check(member.value, at: inner, isInList: isInList) { found = true }
        continue
      }
      switch member.name {
      case value where json.hasMember(forEach):
        _ = try check(member.value, at: inner, isInList: true)
        continue
      case variable where members.count == 1: break
      case item where members.count == 1:
        guard isInList else { throw .itemOutside(inner) }
      case forEach where members.count == 2:
        guard json.hasMember(value) else { throw .missingValue(path) }
      case forEach where members.count == 1: throw .missingValue(path)
      default: throw .unknownKey(inner, member.name)
      }
      guard member.value.string != nil else { throw .notAString(inner, member.name) }
    }
    return found || isTemplate
  }

  /// The variables that templates ask for, with their places.
  static func variables(
    in json: MockJSON, at path: JSONPath
  ) -> [(name: String, path: JSONPath)] {
    if let elements = json.array {
      return elements.enumerated().flatMap { index, element in
        variables(in: element, at: path.appending(.element(index)))
      }
    }
    return (json.members.map(Array.init) ?? []).flatMap {
      member -> [(name: String, path: JSONPath)] in
      let inner = path.appending(.member(member.name))
      if member.name == variable || member.name == forEach, let text = member.value.string {
        return [(String(text.prefix { $0 != "." }), inner)]
      }
      return variables(in: member.value, at: inner)
    }
  }
}

extension FixtureTemplate.Fault {
  /// The whole message.
  /// - Parameter fixture: What messages call the fixture; nil if that is not known.
  func message(in fixture: String?) -> String {
    let fixture = fixture.map { "The fixture \($0)" } ?? "The fixture"
    return switch self {
    case .unknownVariable(let name):
      "\(fixture) asks for the variable \"\(name)\", which the request does not have."
    case .notAList(let name):
      "\(fixture) asks for each element of \"\(name)\", which is no list in the request."
    case .tooLarge:
      """
      \(fixture) would be larger than \(FixtureTemplate.sizeLimit) bytes with the lists of the \
      request in it.
      """
    }
  }
}
