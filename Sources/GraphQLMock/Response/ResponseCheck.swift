// Holds the data of a response against the selection set of its operation, without a schema: every
// response key that is certainly selected must be there, and no key that is not selected at all.

/// One point in which data and document do not agree.
struct ResponseProblem: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A selected key is not in the data.
    case missing(String)
    /// A key of the data is not selected.
    case notSelected(String)
    /// A field with a selection set has neither an object, nor null, nor a list of these.
    case notAnObject
  }

  let kind: Kind
  /// Where the object stands in the response.
  let path: JSONPath
  /// Where the selection stands in the document, in bytes; nil for a key that is not selected.
  let offset: Int?
}

extension ResponseProblem {
  /// The whole message, with the position in the document of the request.
  func description(in document: Document) -> String {
    description(selectedAt: document.selectionPosition(offset), in: "the query")
  }

  /// The whole message.
  /// - Parameters:
  ///   - position: Where the selection stands, such as `query line 3, column 5`.
  ///   - document: What messages call the document.
  func description(selectedAt position: String, in document: String) -> String {
    switch kind {
    case .missing(let key): return "\(path) has no \"\(key)\", selected at \(position)"
    case .notSelected("data") where path == "data":
      return "data has another \"data\" in it: leave that out, and give what it holds"
    case .notSelected(let key):
      return "\(path) has \"\(key)\", which \(document) does not select"
    case .notAnObject:
      return "\(path) must be an object, a list of objects or null: fields of it are selected at "
        + position
    }
  }
}

extension Document {
  /// Where a selection stands, as messages say it.
  /// - Parameter offset: The offset in bytes; nil stands for the document as a whole.
  func selectionPosition(_ offset: Int?) -> String {
    guard let offset else { return "the query" }
    let position = TextPosition(of: offset, in: bytes.span)
    return "query line \(position.line), column \(position.column)"
  }
}

struct ResponseCheck: Sendable {
  /// How many problems are enough.
  static let limit = 50

  private var fields: SelectedFields
  private var problems: [ResponseProblem] = []
  /// What is still to be checked, the next last: neither data nor documents are followed by recursion.
  private var pending: [Step] = []

  private struct Step {
    let value: MockJSON
    let group: Int
    let path: JSONPath
  }

  /// Checks the data of a response, in time that grows with document and data and not with their
  /// product.
  /// - Parameters:
  ///   - variables: The variables, for `@skip` and `@include`; one that is absent leaves them open.
  static func problems(
    in data: MockJSON, for operation: OperationOutline, of document: Document,
    variables: MockJSON = [:], at path: JSONPath = "data"
  ) -> [ResponseProblem] {
    let fields = SelectedFields(of: operation, in: document, variables: variables)
    var check = ResponseCheck(fields: fields)
    check.pending = [Step(value: data, group: SelectedFields.root, path: path)]
    while check.problems.count < limit, let step = check.pending.popLast() { check.check(step) }
    return check.problems
  }

  private init(fields: SelectedFields) { self.fields = fields }

  private mutating func report(_ kind: ResponseProblem.Kind, _ path: JSONPath, _ node: Int?) {
    guard problems.count < Self.limit else { return }
    problems.append(
      ResponseProblem(
        kind: kind, path: path, offset: node.map { Int(fields.document.nodes[$0].start) }))
  }

  private mutating func check(_ step: Step) {
    guard !step.value.isNull else { return }
    if let elements = step.value.array {
      for (index, element) in elements.enumerated().reversed() {
        pending.append(
          Step(value: element, group: step.group, path: step.path.appending(.element(index))))
      }
      return
    }
    guard let members = step.value.members else {
      return report(.notAnObject, step.path, fields.firstField(of: step.group))
    }
    // A template stands for a value that only a request has.
    if members.contains(where: { $0.name.hasPrefix("$") }) {
      guard step.value.hasMember("$value") else { return }
      return pending.append(
        Step(
          value: step.value["$value"], group: step.group,
          path: step.path.appending(.member("$value"))))
    }
    let selection = fields.selection(of: step.group, typeName: step.value["__typename"].string)
    for key in selection.certain where problems.count < Self.limit && members[key] == nil {
      report(.missing(key), step.path, selection.fields[key]?.nodes.first.map(fields.keyNode))
    }
    var steps: [(position: Int, step: Step)] = []
    for member in members {
      guard let selected = selection.fields[member.name] else {
        // Clients add `__typename` on their own.
        if selection.isComplete, member.name != "__typename" {
          report(.notSelected(member.name), step.path, nil)
        }
        continue
      }
      guard let group = selected.group else { continue }
      steps.append(
        (
          selected.position,
          Step(
            value: member.value, group: group, path: step.path.appending(.member(member.name)))
        ))
    }
    pending += steps.ordered { $0.position > $1.position }.map(\.step)
  }
}
