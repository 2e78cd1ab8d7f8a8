// In an upload, the part `operations` contains the GraphQL request, and the part `map` assigns the files to
// variables (GraphQL multipart request specification).

import Foundation

struct UploadForm: Sendable {
  struct Failure: Error, Sendable, Hashable {
    // If the JavaScript package `graphql-upload` has the same check, the message has the words of that package, and
    // `detail` says more in the test's message. The status of the response is 413 if `isTooLarge` is true, or else 400.
    let message: String
    let detail: String?
    let isTooLarge: Bool

    init(_ message: String, _ detail: String? = nil, isTooLarge: Bool = false) {
      self.message = message
      self.detail = detail
      self.isTooLarge = isTooLarge
    }
  }

  let operations: Range<Int>
  let files: [(key: String, part: MultipartPart, paths: [String])]

  static func read(_ form: MultipartForm, of body: Data) throws(Failure) -> UploadForm {
    var positions: [ByteKey: Int] = [:]
    for (position, part) in form.parts.enumerated() {
      guard part.isFormData, let name = part.name else {
        throw Failure(
          "Part \(position) of the form has no Content-Disposition with form-data and a name")
      }
      guard positions.updateValue(position, forKey: ByteKey(name.utf8)) == nil else {
        throw Failure("The multipart field \(name.quoted) appears twice in the form")
      }
    }
    if let error = form.error { throw error }
    func position(of name: String) throws(Failure) -> Int {
      if let position = positions[ByteKey(name.utf8)] { return position }
      throw Failure("Missing multipart field \(name.quoted)")
    }
    let (operations, map) = (try position(of: "operations"), try position(of: "map"))
    guard operations < map else {
      throw Failure("Misordered multipart fields; \"map\" should follow \"operations\"")
    }
    let entries = try entries(of: ContiguousArray(body.slice(form.parts[map].content)))
    let files = try entries.map { key, paths throws(Failure) in
      guard let position = positions[ByteKey(key.utf8)] else {
        throw Failure(
          "File missing in the request",
          "\"map\" names the part \(key.quoted), which the form does not have.")
      }
      guard position > map else {
        throw Failure(
          "Misordered multipart fields; files should follow \"map\"",
          "The part \(key.quoted) comes before \"map\".")
      }
      return (key, form.parts[position], paths)
    }
    return UploadForm(operations: form.parts[operations].content, files: files)
  }

  private static func entries(
    of map: ContiguousArray<UInt8>
  ) throws(Failure) -> [(key: String, paths: [String])] {
    // If `map` contains a name twice, the last list is used, because `JSON.parse` in JavaScript does the same.
    let json = try JSONParser.parse(map).mapError {
      Failure("Invalid JSON in the \"map\" multipart field", "\"map\" is not valid JSON: \($0)")
    }.get()
    func wrongType(_ detail: String, at place: String = "") -> Failure {
      Failure("Invalid type for the \"map\" multipart field\(place)", detail)
    }
    guard let members = json.members else {
      let kind = json.kind ?? .null
      throw wrongType("\"map\" must be an object, found \(kind.rawValue).")
    }
    return try members.map { member throws(Failure) in
      let key = member.name.quoted
      let entry = " entry key \(key) array"
      guard let list = member.value.array else {
        throw wrongType("The value of \(key) in \"map\" must be a list of paths.", at: entry)
      }
      let paths = try list.enumerated().map { index, element throws(Failure) in
        if let path = element.string { return path }
        throw wrongType(
          "Element \(index) of \(key) in \"map\" must be a path such as \"variables.file\".",
          at: "\(entry) index \"\(index)\" value")
      }
      return (member.name, paths)
    }
  }

  /// Returns the files of each entry, of which invalid ones are nil.
  /// - Parameter isBatch: Whether paths start with an index (`0.variables.file`).
  func files(
    for entries: [RequestParameters?], isBatch: Bool, of body: Data
  ) throws(Failure) -> [[UploadedFile]] {
    let variables = entries.map { $0.map { RequestParameters.object($0.variables) } ?? .null }
    var result = [[UploadedFile]](repeating: [], count: entries.count)
    var known: Set<ByteKey> = []
    for file in files {
      var paths: [Int: [String]] = [:]
      for path in file.paths {
        guard let (entry, inner) = split(path, isBatch: isBatch), variables.indices.contains(entry),
          let value = variables[entry].value(atFilePath: inner)
        else {
          throw Failure(
            "Invalid object path for the \"map\" multipart field entry key "
              + "\(file.key.quoted) value \(path.quoted)",
            "\"operations\" has no value at \(path.quoted); it must have null there.")
        }
        guard value.isNull else {
          throw Failure("The value at \(path.quoted) must be null where a file belongs")
        }
        guard known.insert(ByteKey(path.utf8)).inserted else {
          throw Failure("Two files of \"map\" belong at \(path.quoted)")
        }
        paths[entry, default: []].append(String(inner))
      }
      let content = body.slice(file.part.content)
      for (entry, paths) in paths {
        result[entry].append(
          UploadedFile(
            filename: file.part.fileName, contentType: file.part.contentType, paths: paths,
            content: content))
      }
    }
    return result
  }

  private func split(_ path: String, isBatch: Bool) -> (Int, Substring)? {
    guard isBatch else { return (0, path[...]) }
    let number = path.prefix { $0 != "." }
    guard let entry = Int(number), entry >= 0, String(entry) == number else { return nil }
    return (entry, path.dropFirst(number.count + 1))
  }
}

extension MockJSON {
  /// - Parameter path: A path such as `variables.files.0`, whose first name stands for this value.
  fileprivate func value(atFilePath path: Substring) -> MockJSON? {
    let names = path.split(separator: ".", omittingEmptySubsequences: false)
    guard names.first == "variables", names.count > 1 else { return nil }
    var value = self
    for name in names.dropFirst() {
      let index = Int(name).flatMap { String($0) == name ? MockJSON.number($0) : nil }
      let step = value.array == nil ? .string(String(name)) : index ?? .null
      guard let next = value.value(atPathStep: step) else { return nil }
      value = next
    }
    return value
  }
}
