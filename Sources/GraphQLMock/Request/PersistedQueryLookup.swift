// The requests of automatic persisted queries, and the results of looking up their documents, as in Apollo Server:
//   {hash}            -> the error PersistedQueryNotFound, after which the client also sends the document
//   {hash, document}  -> the document is remembered, or the request fails if the hash isn't that of the document
//   {hash}            -> the document is found

import Foundation

struct PersistedQueryLookup: Sendable {
  let support: PersistedQuerySupport
  let documents: PersistedDocuments?
  let queries: Locked<PersistedQueryLookup.Store>

  // Returns the document that the request contains or refers to. Returns nil if the document isn't known, so that
  // the request is matched by its operation name.
  func document(
    of parameters: RequestParameters
  ) -> Result<ContiguousArray<UInt8>?, PersistedQueryLookup.Failure> {
    switch parameters.persistedQueryHash {
    case .success(let hash)?: return document(of: parameters, hash: hash)
    case .failure(let error)?:
      // If the service doesn't support persisted queries, a malformed hash is ignored in a request with a document.
      if parameters.query != nil, support == .notSupported { break }
      return .failure(error)
    case nil: break
    }
    if let query = parameters.query { return .success(query) }
    return .success(namedDocument(of: parameters))
  }

  func namedDocument(of parameters: RequestParameters) -> ContiguousArray<UInt8>? {
    guard let documents else { return nil }
    return [parameters.documentID, parameters.docID, parameters.id].lazy
      .compactMap { $0.flatMap(documents.document(of:)) }.first
  }

  private func document(
    of parameters: RequestParameters, hash: String
  ) -> Result<ContiguousArray<UInt8>?, PersistedQueryLookup.Failure> {
    if let query = parameters.query {
      guard support == .supported else { return .success(query) }
      let computed = SHA256Hash.hexadecimal(of: query)
      guard Bytes.areEqual(hash.lowercased(), computed) else {
        return .failure(.hashMismatch(stated: hash, computed: computed))
      }
      return .success(query)
    }
    if let document = documents?.document(of: hash) ?? namedDocument(of: parameters) {
      return .success(document)
    }
    switch support {
    case .notSupported: return .failure(.notSupported)
    case .matchByName: return .success(queries.withLock { $0.document(of: hash.lowercased()) })
    case .supported:
      guard SHA256Hash.isHexadecimal(hash) else {
        return .failure(.invalidHash(length: hash.utf8.count))
      }
      let known = queries.withLock { $0.document(of: hash.lowercased()) }
      return known.map { .success($0) } ?? .failure(.notFound)
    }
  }

  // Remembers a document under the hash in its request. The document must have been parsed without an error.
  func register(_ document: ContiguousArray<UInt8>, of parameters: RequestParameters) {
    guard support != .notSupported, parameters.query != nil,
      case .success(let hash)? = parameters.persistedQueryHash
    else { return }
    queries.withLock { $0.register(document, as: hash.lowercased()) }
  }
}

extension RequestParameters {
  /// The hash in `extensions.persistedQuery` as the client sent it, or nil if the request doesn't have the
  /// extension.
  var persistedQueryHash: Result<String, PersistedQueryLookup.Failure>? {
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

extension PersistedQueryLookup {
  struct Store: Sendable {
    // The maximum number of documents. Beyond that, the oldest document is removed, and its client must send it
    // again.
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
  }

  indirect enum Failure: Error, Sendable, Hashable {
    case notFound
    case notSupported
    case hashMismatch(stated: String, computed: String)
    case invalidHash(length: Int)
    case unsupportedVersion(String)
    // A member of `extensions.persistedQuery` has the wrong type. If `member` is nil, the extension itself isn't an
    // object.
    case wrongType(member: String?)

    // A Boolean value that indicates whether the failure is a normal step of the protocol. Other failures are
    // errors of the client.
    var isExpected: Bool { self == .notFound || self == .notSupported }

    /// The error message in `errors[].message`, from which clients learn, for example, that the service doesn't
    /// know a hash.
    var message: String {
      switch self {
      case .notFound: "PersistedQueryNotFound"
      case .notSupported: "PersistedQueryNotSupported"
      case .hashMismatch: "provided sha does not match query"
      case .unsupportedVersion: "Unsupported persisted query version"
      case .invalidHash, .wrongType: "Invalid extensions"
      }
    }

    /// The code in `errors[].extensions.code`, which some clients read.
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
          + "found a string of \(length) bytes."
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
  // Returns false if the JSON text certainly contains no member with this name, so that most requests needn't be
  // parsed. A backslash may be part of an escaped name.
  fileprivate func mayName(_ name: String) -> Bool {
    contains(UInt8(ascii: "\\")) || range(of: Data(name.utf8)) != nil
  }
}
