import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ReceivedRequest: Sendable {
  indirect enum Interpretation: Sendable {
    case operation(OperationRequest)
    /// `asking` is the operation of a persisted query whose hash isn't known yet.
    case malformed(MalformedRequestError, asking: OperationRequest? = nil)
    /// Each entry may be malformed on its own.
    case batch([ReceivedRequest])
    /// The error says why a request that looks like GraphQL isn't.
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
  /// Includes an operation whose persisted-query hash is unknown.
  var operations: [OperationRequest] {
    switch content {
    case .operation(let value): [value]
    case .malformed(_, let missed): missed.map { [$0] } ?? []
    case .batch(let entries): entries.flatMap(\.operations)
    case .plain: []
    }
  }
  var entries: [ReceivedRequest]? { if case .batch(let value) = content { value } else { nil } }

  /// - Parameter endpoints: If it's empty, the content decides whether the request is GraphQL.
  init(
    _ request: URLRequest, body: Result<RequestBody.Received, BodyReadingError>,
    endpoints: [Endpoint],
    documents: DocumentCache, persisted: PersistedQueryLookup? = nil
  ) {
    // An unreadable body is an error at any URL.
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
    _ request: URLRequest, body: Result<RequestBody.Received, BodyReadingError>,
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

  init(_ request: URLRequest, _ content: Interpretation, entryBytes: Data? = nil) {
    urlRequest = request
    self.content = content
    self.entryBytes = entryBytes
  }

  init(_ request: URLRequest, _ operation: OperationRequest?) {
    self.init(request, operation.map { .operation($0) } ?? .plain())
  }

  /// A stream can be read only once.
  private static func attach(
    _ body: Result<RequestBody.Received, BodyReadingError>, to request: URLRequest
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

  /// An entry of a batch is sent to the real service on its own.
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
