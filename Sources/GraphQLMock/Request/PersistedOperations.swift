/// Finds the documents of requests that name one.
struct PersistedOperations: Sendable {
  let support: PersistedQuerySupport
  let documents: PersistedDocuments?
  let queries: Locked<PersistedQueries>

  /// Returns the document that a request contains or names, or nil to match the request by its operation name.
  func document(
    of parameters: RequestParameters
  ) -> Result<ContiguousArray<UInt8>?, PersistedQueries.Failure> {
    switch parameters.persistedQueryHash {
    case .success(let hash)?: return document(of: parameters, hash: hash)
    case .failure(let error)?:
      // An unsupported hash doesn't matter if the document was sent.
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
  ) -> Result<ContiguousArray<UInt8>?, PersistedQueries.Failure> {
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
    default:
      guard SHA256Hash.isHexadecimal(hash) else {
        return .failure(.invalidHash(length: hash.utf8.count))
      }
      let known = queries.withLock { $0.document(of: hash.lowercased()) }
      return known.map { .success($0) } ?? .failure(.notFound)
    }
  }

  /// - Parameter document: A document that was parsed and executed.
  func register(_ document: ContiguousArray<UInt8>, of parameters: RequestParameters) {
    guard support != .notSupported, parameters.query != nil,
      case .success(let hash)? = parameters.persistedQueryHash
    else { return }
    queries.withLock { $0.register(document, as: hash.lowercased()) }
  }
}
