// The requests of automatic persisted queries, and their results, as in Apollo Server:
//   {hash}            -> the error PersistedQueryNotFound, after which the client also sends the document
//   {hash, document}  -> the document is remembered, or the request fails if the hash isn't that of the document
//   {hash}            -> the document is found

import Foundation

struct PersistedQueryLookup: Sendable {
  let support: PersistedQuerySupport
  let documents: PersistedDocuments?
  let queries: Locked<Store>

  /// Returns the document that the request contains or identifies, or nil to match the request by name.
  func document(of parameters: RequestParameters) -> Result<ContiguousArray<UInt8>?, Failure> {
    switch parameters.persistedQueryHash {
    case .success(let hash)?: return document(of: parameters, hash: hash)
    case .failure(let error)?:
      // A service without persisted queries ignores a malformed hash if the request has a document.
      if parameters.query != nil, support == .notSupported { break }
      return .failure(error)
    case nil: break
    }
    return .success(parameters.query ?? identifiedDocument(of: parameters))
  }

  /// Returns the document whose identifier is in `documentId`, `doc_id` or `id`.
  func identifiedDocument(of parameters: RequestParameters) -> ContiguousArray<UInt8>? {
    guard let documents else { return nil }
    return parameters.identifiers.lazy.compactMap { documents.document(of: $0.value) }.first
  }

  private func document(
    of parameters: RequestParameters, hash: String
  ) -> Result<ContiguousArray<UInt8>?, Failure> {
    // Like Apollo Server, a service whose documents have no other identifiers requires the version.
    if support == .supported, documents == nil,
      RequestParameters.object(parameters.extensions)["persistedQuery"]["version"].isNull
    {
      return .failure(.unsupportedVersion("none"))
    }
    if let query = parameters.query {
      guard support == .supported else { return .success(query) }
      let computed = SHA256Hash.hexadecimal(of: query)
      // Apollo Server compares the case, too.
      guard Bytes.areEqual(documents == nil ? hash : hash.lowercased(), computed) else {
        return .failure(.hashMismatch(stated: hash, computed: computed))
      }
      return .success(query)
    }
    if let document = documents?.document(of: hash) ?? identifiedDocument(of: parameters) {
      return .success(document)
    }
    switch support {
    case .notSupported: return .failure(.notSupported)
    case .matchByName: return .success(queries.withLock { $0.document(of: hash) })
    case .supported:
      guard SHA256Hash.isHexadecimal(hash) else {
        return .failure(.invalidHash(length: hash.utf8.count))
      }
      let known = queries.withLock { $0.document(of: hash) }
      return known.map { .success($0) } ?? .failure(.notFound)
    }
  }

  /// Remembers the document of a request with a hash. It must be valid, and have passed `document(of:)`.
  func register(_ document: ContiguousArray<UInt8>, of parameters: RequestParameters) {
    guard support != .notSupported, parameters.query != nil,
      case .success(let hash)? = parameters.persistedQueryHash
    else { return }
    queries.withLock { $0.register(document, as: hash) }
  }

  /// The documents of a service by their hash, of which the oldest are forgotten first.
  struct Store: Sendable {
    static let countLimit = 1_000
    static let byteLimit = 16 << 20

    private var documents: [ByteKey: ContiguousArray<UInt8>] = [:]
    private var order: [ByteKey] = []
    private var byteCount = 0

    func document(of hash: String) -> ContiguousArray<UInt8>? { documents[ByteKey(hash.utf8)] }

    mutating func register(_ document: ContiguousArray<UInt8>, as hash: String) {
      let hash = ByteKey(hash.utf8)
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
    /// A member of `extensions.persistedQuery`, or the extension itself if `member` is nil, has the wrong type.
    case wrongType(member: String?)

    /// Whether the server's response is expected, because the client then sends the query.
    var isExpected: Bool { self == .notFound || self == .notSupported }

    /// The message in `errors[].message`, by which clients recognize an unknown hash.
    var message: String {
      switch self {
      case .notFound: "PersistedQueryNotFound"
      case .notSupported: "PersistedQueryNotSupported"
      case .hashMismatch: "provided sha does not match query"
      case .unsupportedVersion: "Unsupported persisted query version"
      case .invalidHash, .wrongType: "Invalid extensions"
      }
    }

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
      case .wrongType(let member?): "\"extensions.persistedQuery.\(member)\" must be a string."
      }
    }
  }
}

extension RequestParameters {
  /// The hash in `extensions.persistedQuery` as the client sent it, or nil without that extension.
  var persistedQueryHash: Result<String, PersistedQueryLookup.Failure>? {
    // A name with escape sequences may be this one.
    guard let extensions,
      extensions.contains(UInt8(ascii: "\\"))
        || extensions.range(of: Data("persistedQuery".utf8)) != nil
    else { return nil }
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
