public import Foundation

/// The documents that requests can refer to by an identifier.
///
/// ```swift
/// let documents = try PersistedDocuments(contentsOf: manifest)
/// let service = MockGraphQLService(.viewer, options: ServiceOptions(documents: documents))
/// ```
/// A request can have the identifier in `documentId` (GraphQL over HTTP, appendix "Persisted Documents"), `id`,
/// `doc_id` or `extensions.persistedQuery`. Such a request is matched like a request that contains the document.
public struct PersistedDocuments: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  let texts: [ByteKey: String]

  init(_ pairs: some Sequence<(identifier: String, text: String)>) {
    texts = Dictionary(pairs.lazy.map { (ByteKey($0.utf8), $1) }) { $1 }
  }

  /// Creates persisted documents from a dictionary.
  /// - Parameter documents: The documents, with their identifiers as keys.
  public init(_ documents: [String: String]) { self.init(documents.lazy.map { ($0, $1) }) }

  /// Creates persisted documents from a dictionary literal, where the last of repeated identifiers is used.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.lazy.map { ($0, $1) })
  }

  /// Reads persisted documents from a manifest.
  ///
  /// The format can be Apollo's `apollo-persisted-query-manifest`, or a JSON object with identifiers as keys and
  /// documents as values, such as Relay's `persisted_queries.json` or Apollo's older operation identifiers.
  /// - Throws: An error that describes the problem in the manifest.
  public init(manifest: Data) throws { self.init(try Self.read(manifest)) }

  static func read(_ manifest: Data) throws(ManifestError) -> [(identifier: String, text: String)] {
    let json = try JSONParser.parse(ContiguousArray(manifest), repeatedMembers: .areErrors)
      .mapError { ManifestError("\($0)") }.get()
    guard let members = json.members else { throw ManifestError("it must be a JSON object.") }
    let format = json["format"]
    if format == "apollo-persisted-query-manifest" { return try Self.apollo(json) }
    if json["operations"].array != nil {
      let found = format.string?.debugDescription ?? "none"
      throw ManifestError(
        "its \"format\" must be \"apollo-persisted-query-manifest\", found \(found).")
    }
    return try members.map { member throws(ManifestError) in
      guard let text = member.value.string ?? member.value["source"].string else {
        throw ManifestError("\(member.name.debugDescription) must be a string.")
      }
      try check(text, of: member.value, member.name.debugDescription)
      return (member.name, text)
    }
  }

  private static func check(
    _ text: String, of entry: MockJSON, _ place: String
  ) throws(ManifestError) {
    // The name of a plain string is null. A request then selects one of several operations by `operationName`.
    let document = try Document.parse(text).mapError { error in
      ManifestError("the document of \(place), at \(error.line):\(error.column): \(error.message)")
    }.get()
    let selection = document.selectOperation(named: entry["name"].string)
    if case .failure(let error) = selection, error != .operationNameMissing {
      throw ManifestError("the document of \(place) can't be used: \(error.description)")
    }
  }

  /// Reads persisted documents from a manifest file in one of the formats of ``init(manifest:)``.
  /// - Throws: An error that describes the problem in the manifest, or why the file can't be read.
  public init(contentsOf file: URL) throws {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: file)
    } catch {
      throw ManifestError("\(file.path) can't be read: \(error.fileReason)")
    }
    try self.init(manifest: bytes)
  }

  private static func apollo(
    _ json: MockJSON
  ) throws(ManifestError) -> [(identifier: String, text: String)] {
    guard json["version"] == 1 else {
      throw ManifestError("its \"version\" must be 1, found \(json["version"]).")
    }
    guard let operations = json["operations"].array else {
      throw ManifestError("\"operations\" must be a list.")
    }
    var places: [ByteKey: Int] = [:]
    return try operations.enumerated().map { index, operation throws(ManifestError) in
      guard let identifier = operation["id"].string, let body = operation["body"].string else {
        let member = operation["id"].string == nil ? "id" : "body"
        throw ManifestError("operations[\(index)].\(member) must be a string.")
      }
      if let other = places.updateValue(index, forKey: ByteKey(identifier.utf8)) {
        throw ManifestError(
          "operations[\(other)] and operations[\(index)] have the same id, \(identifier.quoted).")
      }
      try check(body, of: operation, "operations[\(index)]")
      return (identifier, body)
    }
  }

  func document(of identifier: String) -> ContiguousArray<UInt8>? {
    // A client may send a hash with the prefix `sha256:`, which some manifests leave out.
    let hash = identifier.trimmingPrefix("sha256:")
    let text = texts[ByteKey(identifier.utf8)] ?? texts[ByteKey(hash.utf8)]
    return text.map { ContiguousArray($0.utf8) }
  }

  package struct ManifestError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    private let reason: String

    init(_ reason: String) { self.reason = reason }

    package var description: String {
      "The manifest of persisted documents can't be used: \(reason)"
    }
  }
}
