import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ReceivedRequest: Sendable {
  indirect enum Interpretation: Sendable {
    case operation(OperationRequest)
    /// A malformed request, and, for a persisted query with an unknown hash, the operation that it asks for.
    case malformed(MalformedRequestError, asking: OperationRequest? = nil)
    /// A batch of requests, each of which may be malformed although the others aren't.
    case batch([ReceivedRequest])
    /// A plain HTTP request, with an error that explains why it isn't GraphQL if it resembles a GraphQL request.
    case plain(MalformedRequestError? = nil)
  }

  let urlRequest: URLRequest
  private let content: Interpretation
  private let entryBytes: Data?

  var operation: OperationRequest? {
    if case .operation(let value) = content { value } else { nil }
  }
  var malformed: MalformedRequestError? {
    if case .malformed(let value, _) = content { value } else { nil }
  }
  var resemblance: MalformedRequestError? {
    if case .plain(let value) = content { value } else { nil }
  }
  var isGraphQL: Bool { if case .plain = content { false } else { true } }
  /// The operations of the request, including that of a persisted query whose hash isn't known yet.
  var operations: [OperationRequest] {
    switch content {
    case .operation(let value): [value]
    case .malformed(_, let missed): missed.map { [$0] } ?? []
    case .batch(let entries): entries.flatMap(\.operations)
    case .plain: []
    }
  }
  var entries: [ReceivedRequest]? { if case .batch(let value) = content { value } else { nil } }

  /// - Parameter endpoints: The URLs for GraphQL requests. Without any, the content of a request decides.
  init(
    _ request: URLRequest, body: Result<RequestBody.Received, RequestBody.ReadingError>,
    endpoints: [Endpoint],
    documents: DocumentCache, persisted: PersistedQueryLookup? = nil
  ) {
    // A body that can't be read is an error, whether or not the request was sent to an endpoint.
    if case .success = body, !endpoints.isEmpty,
      !endpoints.contains(where: { $0.matches(request.url) })
    {
      self.init(Self.attach(body, to: request), .plain())
    } else {
      self.init(
        request, body: body, isKnownToBeGraphQL: !endpoints.isEmpty, documents: documents,
        persisted: persisted)
    }
  }

  init(
    _ request: URLRequest, body: Result<RequestBody.Received, RequestBody.ReadingError>,
    isKnownToBeGraphQL: Bool,
    documents: DocumentCache, persisted: PersistedQueryLookup? = nil
  ) {
    let request = Self.attach(body, to: request)
    switch body {
    case .failure(let error):
      self.init(request, .malformed(MalformedRequestError(.unreadableBody(error))))
    case .success(let body):
      let decoder = RequestDecoder(
        request: request, isKnownToBeGraphQL: isKnownToBeGraphQL, documents: documents,
        persisted: persisted)
      self.init(request, decoder.decode(body))
    }
  }

  init(reading request: URLRequest, bytes: Data? = nil, documents: DocumentCache = .shared) {
    let body = RequestBody.Received(bytes ?? request.httpBody ?? Data())
    self.init(request, body: .success(body), endpoints: [], documents: documents)
  }

  init(_ request: URLRequest, _ content: Interpretation, entryBytes: Data? = nil) {
    urlRequest = request
    self.content = content
    self.entryBytes = entryBytes
  }

  init(_ request: URLRequest, _ operation: OperationRequest?) {
    self.init(request, operation.map { .operation($0) } ?? .plain())
  }

  /// Returns the request with its body in `httpBody`, because a body stream can be read only once.
  private static func attach(
    _ body: Result<RequestBody.Received, RequestBody.ReadingError>, to request: URLRequest
  ) -> URLRequest {
    guard request.httpBody == nil, case .success(let body) = body, !body.data.isEmpty else {
      return request
    }
    var request = request
    request.httpBody = body.data
    return request
  }

  var url: URL? { urlRequest.url }
  var method: String { urlRequest.httpMethod ?? "GET" }

  func header(_ name: String) -> String? { urlRequest.value(ofHeader: name) }

  /// The request to send to the real service, which gets each entry of a batch as a separate request.
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
