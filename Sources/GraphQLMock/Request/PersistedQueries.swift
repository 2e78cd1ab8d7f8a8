// Automatic persisted queries, as Apollo Server has them, and their state: which documents clients have
// registered. Pure: no I/O, no lock.
//
// ```
// {hash}            -> PersistedQueryNotFound   the client sends the document next
// {hash, document}  -> registered, executed     or refused: the hash is another document's
// {hash}            -> the document
// ```

import Foundation

struct PersistedQueries: Sendable {
  /// How many documents are remembered; the oldest is forgotten first, and asked for again.
  static let countLimit = 1_000
  /// How many bytes of documents are remembered.
  static let byteLimit = 16 << 20

  private var documents: [String: ContiguousArray<UInt8>] = [:]
  /// The hashes in the order of registration.
  private var order: [String] = []
  private var byteCount = 0

  /// The document of a hash that was registered.
  func document(of hash: String) -> ContiguousArray<UInt8>? { documents[hash] }

  /// Remembers a document under its hash.
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
  /// The hash in `extensions.persistedQuery`, as it was sent; nil where there is no such member.
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
  /// What a service answers to a request whose persisted query it can't execute.
  indirect enum Failure: Error, Sendable, Hashable {
    /// The hash is not known: the client is to send the document.
    case notFound
    /// The service has no persisted queries: the client is to send the document.
    case notSupported
    case hashMismatch(stated: String, computed: String)
    /// What stands in place of the hash can be none.
    case invalidHash(length: Int)
    case unsupportedVersion(String)
    /// A member of another type; nil for `persistedQuery` itself.
    case wrongType(member: String?)

    /// Whether it is a step of the protocol, and no error of the client.
    var isExpected: Bool { self == .notFound || self == .notSupported }

    /// What a GraphQL service puts into `errors[].message`: clients recognise a miss by it.
    var message: String {
      switch self {
      case .notFound: "PersistedQueryNotFound"
      case .notSupported: "PersistedQueryNotSupported"
      case .hashMismatch: "provided sha does not match query"
      case .unsupportedVersion: "Unsupported persisted query version"
      case .invalidHash, .wrongType: "Invalid extensions"
      }
    }

    /// `errors[].extensions.code`, which some clients go by.
    var code: String? {
      switch self {
      case .notFound: "PERSISTED_QUERY_NOT_FOUND"
      case .notSupported: "PERSISTED_QUERY_NOT_SUPPORTED"
      case .hashMismatch, .invalidHash, .unsupportedVersion, .wrongType: nil
      }
    }

    /// The exact error; nil where the message says all.
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
  /// Whether a member of that name may be inside: the name stands there, or an escape does.
  ///
  /// Most requests of some clients have extensions, and few are worth parsing for this.
  fileprivate func mayName(_ name: String) -> Bool {
    contains(UInt8(ascii: "\\")) || range(of: Data(name.utf8)) != nil
  }
}
