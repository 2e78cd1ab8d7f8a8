// Automatic persisted queries, as in Apollo Server.
//
// ```
// {hash}            -> PersistedQueryNotFound   the client sends the document next
// {hash, document}  -> registered, executed     or refused: the hash is another document's
// {hash}            -> the document
// ```

import Foundation

struct PersistedQueries: Sendable {
  /// The oldest document is forgotten first; its client then sends it again.
  static let countLimit = 1_000
  static let byteLimit = 16 << 20

  private var documents: [String: ContiguousArray<UInt8>] = [:]
  private var order: [String] = []
  private var byteCount = 0

  func document(of hash: String) -> ContiguousArray<UInt8>? { documents[hash] }

  mutating func register(_ document: ContiguousArray<UInt8>, as hash: String) {
    guard documents[hash] == nil, document.count <= Self.byteLimit else { return }
    while documents.count >= Self.countLimit || byteCount + document.count > Self.byteLimit {
      byteCount -= documents.removeValue(forKey: order.removeFirst())?.count ?? 0
    }
    documents[hash] = document
    order.append(hash)
    byteCount += document.count
  }

  mutating func removeAll() { self = PersistedQueries() }
}

extension RequestParameters {
  /// The hash as it was sent; nil without `extensions.persistedQuery`.
  var persistedQueryHash: Result<String, PersistedQueries.Failure>? {
    guard let extensions, extensions.mayName("persistedQuery") else { return nil }
    let member = Self.object(extensions)["persistedQuery"]
    guard !member.isNull else { return nil }
    guard member.isObject else { return .failure(.wrongType(member: nil)) }
    let version = member["version"]
    guard version.isNull || version == 1 else {
      return .failure(.unsupportedVersion(String(describing: version)))
    }
    guard let hash = member["sha256Hash"].string else {
      return .failure(.wrongType(member: "sha256Hash"))
    }
    return .success(hash)
  }
}

extension PersistedQueries {
  indirect enum Failure: Error, Sendable, Hashable {
    case notFound
    case notSupported
    case hashMismatch(stated: String, computed: String)
    case invalidHash(length: Int)
    case unsupportedVersion(String)
    /// Nil means `persistedQuery` itself.
    case wrongType(member: String?)

    /// Whether this is a step of the protocol rather than an error of the client.
    var isExpected: Bool { self == .notFound || self == .notSupported }

    /// Clients recognize a miss by `errors[].message`.
    var message: String {
      switch self {
      case .notFound: "PersistedQueryNotFound"
      case .notSupported: "PersistedQueryNotSupported"
      case .hashMismatch: "provided sha does not match query"
      case .unsupportedVersion: "Unsupported persisted query version"
      case .invalidHash, .wrongType: "Invalid extensions"
      }
    }

    /// Some clients read `errors[].extensions.code`.
    var code: String? {
      switch self {
      case .notFound: "PERSISTED_QUERY_NOT_FOUND"
      case .notSupported: "PERSISTED_QUERY_NOT_SUPPORTED"
      case .hashMismatch, .invalidHash, .unsupportedVersion, .wrongType: nil
      }
    }

    var detail: String? {
      switch self {
      case .notFound, .notSupported: nil
      case .hashMismatch(let stated, let computed):
        "\"extensions.persistedQuery.sha256Hash\" is \(stated.quoted), "
          + "but the SHA-256 of \"query\" is \"\(computed)\"."
      case .invalidHash(let length):
        "\"extensions.persistedQuery.sha256Hash\" must be 64 hexadecimal digits, "
          + "found a text of \(length) bytes."
      case .unsupportedVersion(let version):
        "\"extensions.persistedQuery.version\" must be 1, found \(version.prefix(80))."
      case .wrongType(member: nil): "\"extensions.persistedQuery\" must be an object."
      case .wrongType(let member?):
        "\"extensions.persistedQuery.\(member)\" must be a string."
      }
    }
  }
}

extension Data {
  /// Whether the JSON may contain that name, maybe escaped; saves most requests from being parsed.
  fileprivate func mayName(_ name: String) -> Bool {
    contains(UInt8(ascii: "\\")) || range(of: Data(name.utf8)) != nil
  }
}
