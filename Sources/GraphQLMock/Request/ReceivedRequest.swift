// A request once its body is read: an operation or several, a malformed request of GraphQL, or plain HTTP.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ReceivedRequest: Sendable {
  /// What an HTTP request holds.
  indirect enum Content: Sendable {
    case operation(OperationRequest)
    /// The operation is one that a persisted query asks for by a hash that isn't known yet.
    case malformed(MalformedRequestError, asking: OperationRequest? = nil)
    /// The entries of a batch, each of which may be malformed for itself.
    case batch([ReceivedRequest])
    /// Nothing of GraphQL; the error says why, where it looks like it.
    case plain(MalformedRequestError? = nil)
  }

  /// The request with its body in `httpBody`.
  let urlRequest: URLRequest
  private let content: Content
  /// The entry of a batch as it was sent; nil for a request that is no such entry.
  private let entryBytes: Data?

  var operation: OperationRequest? {
    if case .operation(let value) = content { value } else { nil }
  }
  var malformed: MalformedRequestError? {
    if case .malformed(let value, _) = content { value } else { nil }
  }
  /// Why plain HTTP that looks like GraphQL is none; nil for all else.
  var resemblance: MalformedRequestError? {
    if case .plain(let value) = content { value } else { nil }
  }
  var isGraphQL: Bool { if case .plain = content { false } else { true } }
  /// The operation, or those of a batch; also one that is asked for by an unknown hash.
  var operations: [OperationRequest] {
    switch content {
    case .operation(let value): [value]
    case .malformed(_, let missed): missed.map { [$0] } ?? []
    case .batch(let entries): entries.flatMap(\.operations)
    case .plain: []
    }
  }
  /// The requests of a batch; nil for a request that is none.
  var entries: [ReceivedRequest]? { if case .batch(let value) = content { value } else { nil } }

  /// Reads a request.
  /// - Parameters:
  ///   - body: What was read of the body; a ``ReceivedBody`` of bytes that are at hand is decoded here.
  ///   - endpoints: Where GraphQL requests go; with none stated, the content of a request decides.
  ///   - documents: What remembers documents.
  ///   - persisted: What knows the documents that are named by identifiers.
  init(
    _ request: URLRequest, body: Result<ReceivedBody, BodyReadingError>, endpoints: [Endpoint],
    documents: DocumentCache, persisted: PersistedOperations? = nil
  ) {
    // What can't be read is not said to be plain HTTP, wherever it goes.
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

  /// Reads a request.
  /// - Parameter isKnownToBeGraphQL: Whether it can't be plain HTTP, whatever it holds.
  init(
    _ request: URLRequest, body: Result<ReceivedBody, BodyReadingError>, isKnownToBeGraphQL: Bool,
    documents: DocumentCache, persisted: PersistedOperations? = nil
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

  init(_ request: URLRequest, _ content: Content, entryBytes: Data? = nil) {
    urlRequest = request
    self.content = content
    self.entryBytes = entryBytes
  }

  /// A request that was read before.
  init(_ request: URLRequest, _ operation: OperationRequest?) {
    self.init(request, operation.map { .operation($0) } ?? .plain())
  }

  /// Whoever reads a stream keeps what was in it.
  private static func attach(
    _ body: Result<ReceivedBody, BodyReadingError>, to request: URLRequest
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

  /// The value of a header field, whatever the case of its name.
  func header(_ name: String) -> String? { urlRequest.value(ofHeader: name) }

  /// The body, or that part of it which an entry of a batch is.
  var ownBody: Data { entryBytes ?? urlRequest.httpBody ?? Data() }

  /// The request as it goes to the real service: an entry of a batch goes alone.
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
