import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct IncomingRequest: Sendable {
  enum Interpretation: Sendable {
    case operation(OperationRequest)
    /// A malformed request. For an unknown hash of a persisted query, `asking` is the operation without its document.
    case malformed(MalformedRequestError, asking: OperationRequest? = nil)
    case batch([IncomingRequest])
    /// A plain HTTP request. If it resembles a GraphQL request, the error explains why it isn't one.
    case plain(MalformedRequestError? = nil)
  }

  let urlRequest: URLRequest
  private let content: Interpretation
  /// The JSON text of an entry of a batch, as a slice of the body, or nil for other requests.
  private let entryBytes: Data?

  var operation: OperationRequest? {
    if case .operation(let value) = content { value } else { nil }
  }
  /// The reason why a request that is meant for GraphQL can't be answered.
  var malformedError: MalformedRequestError? {
    if case .malformed(let value, _) = content { value } else { nil }
  }
  /// The reason why a request counts as plain HTTP although it resembles a GraphQL request. It may still be answered.
  var reasonNotGraphQL: MalformedRequestError? {
    if case .plain(let value) = content { value } else { nil }
  }
  var isGraphQL: Bool { if case .plain = content { false } else { true } }
  /// The operations in the request, including an operation with the unknown hash of a persisted query.
  var operations: [OperationRequest] {
    switch content {
    case .operation(let value): [value]
    case .malformed(_, let missed): missed.map { [$0] } ?? []
    case .batch(let entries): entries.flatMap(\.operations)
    case .plain: []
    }
  }
  var entries: [IncomingRequest]? { if case .batch(let value) = content { value } else { nil } }

  /// A request whose body can't be read is malformed, even if the request wasn't sent to an endpoint.
  /// - Parameter isGraphQL: Whether the URL is for GraphQL requests, or nil to detect GraphQL by the content.
  init(
    _ request: URLRequest, body: Result<RequestBody.Received, RequestBody.ReadingError>,
    isGraphQL: Bool?, documents: DocumentCache, persisted: PersistedQueryLookup? = nil
  ) {
    switch body {
    case .failure(let error):
      self.init(request, .malformed(MalformedRequestError(.unreadableBody(error))))
    case .success(let body):
      var request = request
      // A body stream can be read only once.
      if request.httpBody == nil, !body.data.isEmpty { request.httpBody = body.data }
      let decoder = RequestDecoder(
        request: request, isKnownToBeGraphQL: isGraphQL == true, documents: documents,
        persisted: persisted)
      self.init(request, isGraphQL == false ? .plain() : decoder.decode(body))
    }
  }

  init(reading request: URLRequest, bytes: Data? = nil, documents: DocumentCache = .shared) {
    let body = RequestBody.Received(data: bytes ?? request.httpBody ?? Data())
    self.init(request, body: .success(body), isGraphQL: nil, documents: documents)
  }

  init(_ request: URLRequest, _ content: Interpretation, entryBytes: Data? = nil) {
    urlRequest = request
    self.content = content
    self.entryBytes = entryBytes
  }

  /// Returns the request with operations whose `objects` are those of a service, for the closures of handlers.
  func withObjects(of store: any ObjectStore) -> IncomingRequest {
    func withObjects(_ operation: OperationRequest) -> OperationRequest {
      operation.changing { $0.store = store }
    }
    let content: Interpretation =
      switch content {
      case .operation(let value): .operation(withObjects(value))
      case .malformed(let error, let asking): .malformed(error, asking: asking.map(withObjects))
      case .batch(let entries): .batch(entries.map { $0.withObjects(of: store) })
      case .plain: content
      }
    return IncomingRequest(urlRequest, content, entryBytes: entryBytes)
  }

  init(_ request: URLRequest, _ operation: OperationRequest?) {
    self.init(request, operation.map { .operation($0) } ?? .plain())
  }

  var url: URL? { urlRequest.url }
  var method: String { urlRequest.httpMethod ?? "GET" }

  func header(_ name: String) -> String? { urlRequest.value(ofHeader: name) }

  /// Whether the request is an entry of a batch with files, which a JSON request can't contain.
  var isEntryWithFiles: Bool { entryBytes != nil && operation?.files.isEmpty == false }

  /// The request to send to the real service, unless `isEntryWithFiles`. The requests of a batch are sent separately.
  var requestToSendOn: URLRequest {
    guard let entryBytes else { return urlRequest }
    var request = urlRequest
    request.httpBody = entryBytes.copied
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(nil, forHTTPHeaderField: "Content-Encoding")
    request.setValue(nil, forHTTPHeaderField: "Content-Length")
    return request
  }
}
