// The text of a recording. What a service sent stands there in its order and spelling, a value a line,
// with a note of the spacing, so that a replay is the same byte for byte, and a changed value is one
// changed line.
//
//   {
//     "recorded": {
//       "salt": "Checkout",
//       "version": 3
//     },
//     "redacted": {
//       "request.variables.password": "name"
//     },
//     "request": {
//       …
//     },
//     "response": {
//       "body": {
//         …
//       },
//       "headers": {
//         "Content-Type": "application/json"
//       },
//       "spacing": "compact",
//       "status": 200
//     }
//   }

import Foundation

struct RecordingFile: Sendable {
  /// Everything but the response.
  let head: [String: MockJSON]
  let status: Int
  let headers: [String: String]
  /// The body without secrets.
  let body: Data
  /// The names of members whose values stay as they are in the file.
  let volatile: Set<String>
  /// The body in parts, where it is one of several results.
  var stream: RecordedStream?
  /// Why there was no response; nil if there was one.
  var failure: URLError.Code?

  /// The text of the file.
  /// - Parameter old: What the file holds now.
  func text(replacing old: Data?) throws(MockJSONEncodingError) -> Data {
    if let failure {
      return Data(try assemble([("failure", ContiguousArray(failure.fixture.description.utf8))]))
    }
    if let stream {
      return Data(try assemble(RecordedParts.texts(of: stream, replacing: old, keeping: volatile)))
    }
    let bytes = ContiguousArray(body)
    // What is not well-formed, has repeated members or nests too deep for the levels around is kept as text.
    if bytes.has(oneOf: "{[", at: 0), let spacing = JSONSpacing(of: bytes),
      case let members = VolatileMembers(named: volatile, in: old),
      case let kept = members.kept(in: bytes, at: Self.bodyPath),
      Self.canStand(kept, within: Self.levelsAround)
    {
      return Data(try assemble([("body", kept), ("spacing", JSONWriter.quoted(spacing.name))]))
    }
    guard let text = String(data: body, encoding: .utf8) else {
      return Data(try assemble([("base64", JSONWriter.quoted(body.base64EncodedString()))]))
    }
    if text.isEmpty { return Data(try assemble([])) }
    return Data(try assemble([(headers.areOfJSON ? "rawJSON" : "body", JSONWriter.quoted(text))]))
  }

  /// How many objects of the file stand around the body.
  private static let levelsAround = 2

  private static let bodyPath = JSONPath([.member("response"), .member("body")])

  /// Whether a text can stand in a file: it is JSON with no member twice, and room for the levels around it.
  static func canStand(_ json: ContiguousArray<UInt8>, within levels: Int) -> Bool {
    guard case .success(let value) = JSONParser.parse(json, repeatedMembers: .areErrors) else {
      return false
    }
    return Int(value.depth) + levels <= NestingLimit.depth
  }

  private func assemble(
    _ content: [(name: String, text: ContiguousArray<UInt8>)]
  ) throws(MockJSONEncodingError) -> ContiguousArray<UInt8> {
    var members = content
    if !headers.isEmpty {
      let json = MockJSON.object(headers.mapValues { .string($0) })
      members.append(("headers", try JSONWriter.write(json, layout: .compact)))
    }
    if failure == nil { members.append(("status", ContiguousArray(String(status).utf8))) }
    var file = [(name: "response", text: JSONWriter.object(members))]
    for (name, value) in head { file.append((name, try JSONWriter.write(value, layout: .compact))) }
    return JSONSpacing(.indented).applied(to: JSONWriter.object(file)) + "\n".utf8
  }
}

// Members that have another value each time, and keep the one that a recording has.

struct VolatileMembers: Sendable {
  private let names: Set<String>
  /// What the file holds now; nil if there is none, or no JSON.
  private let file: ContiguousArray<UInt8>?

  init(named names: Set<String>, in file: Data?) {
    self.names = names
    let text = ContiguousArray(file ?? Data())
    self.file = names.isEmpty || !JSONTokenizer.accepts(text.span) ? nil : text
  }

  /// A text with the values that the file has under volatile names, where they are of one kind.
  /// - Parameter path: Where the text stands in the file.
  func kept(in text: ContiguousArray<UInt8>, at path: JSONPath) -> ContiguousArray<UInt8> {
    guard let file, JSONTokenizer.accepts(text.span) else { return text }
    return kept(in: text, in: JSONPlaces(of: path, in: file.span).range)
  }

  /// Where the values of a member of all elements of a list stand in the file.
  func ranges(of name: String, inElementsOf path: JSONPath) -> [Range<Int>?] {
    file.map { JSONPlaces.ranges(of: name, inElementsOf: path, in: $0) } ?? []
  }

  /// - Parameter range: Where the text stands in the file.
  func kept(in text: ContiguousArray<UInt8>, in range: Range<Int>?) -> ContiguousArray<UInt8> {
    guard let file, let range else { return text }
    let before = ContiguousArray(file[range])
    var known: [[JSONPath.Component]: Range<Int>] = [:]
    for (path, range) in volatile(in: before) { known[path] = range }
    var result = ContiguousArray<UInt8>()
    var copied = 0
    for (path, range) in volatile(in: text) {
      guard let other = known[path],
        JSONKind(firstByte: before[other.lowerBound]) == JSONKind(firstByte: text[range.lowerBound])
      else { continue }
      result += text[copied..<range.lowerBound]
      result += before[other]
      copied = range.upperBound
    }
    return result + text[copied...]
  }

  /// Where the values stand that have one of the names, but for those inside of others.
  private func volatile(
    in text: ContiguousArray<UInt8>
  ) -> [(path: [JSONPath.Component], range: Range<Int>)] {
    var walk = JSONWalk()
    var values: [(path: [JSONPath.Component], range: Range<Int>)] = []
    while true {
      let token = walk.next(text.span)
      if token == .needsMore || token == .failed { return values }
      guard token.beginsValue, case .member(let name)? = walk.path.last, names.contains(name),
        let range = walk.skip(text.span)
      else { continue }
      values.append((walk.path, range))
    }
  }
}

extension Data {
  /// Writes a file that was not there, and its folder: others see the whole of it or nothing.
  ///
  /// `write(to:options:)` waits until the disk has it as well, for milliseconds; a recording can be made
  /// again.
  /// - Returns: whether there was none: no process replaces what another has just written.
  func writeNewFile(_ file: URL) throws -> Bool {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Named so that what is abandoned is found.
    let name = Recording.temporaryPrefix + UUID().uuidString
    let temporary = folder.appendingPathComponent(name, isDirectory: false).path
    defer { _ = unlink(temporary) }
    if (try? writeWithoutWaiting(temporary)) != nil {
      if link(temporary, file.path) == 0 { return true }
      if errno == EEXIST, (try? Data(contentsOf: file)) != nil { return false }
    }
    // Where there are no links, what is there can't be read, or to tell why it can't be written.
    try write(to: file, options: .atomic)
    return true
  }

  private func writeWithoutWaiting(_ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: self)
    try handle.close()
  }
}
