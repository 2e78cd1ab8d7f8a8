// A request once its body is read: an operation or several, a malformed request of GraphQL, or plain HTTP.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ReceivedRequest: Sendable {
  private enum Kind {
    case operation(OperationRequest)
    case malformed(MalformedRequestError)
    case batch([ReceivedRequest])
    /// The error says why it is not GraphQL, where it looks like it.
    case plain(MalformedRequestError?)
  }

  /// The request with its body in `httpBody`.
  let urlRequest: URLRequest
  private let kind: Kind
  /// The entry of a batch as it was sent; nil for a request that is no such entry.
  private let entryBytes: Data?

  var operation: OperationRequest? { if case .operation(let value) = kind { value } else { nil } }
  var malformed: MalformedRequestError? {
    if case .malformed(let value) = kind { value } else { nil }
  }
  /// Why plain HTTP that looks like GraphQL is none; nil for all else.
  var resemblance: MalformedRequestError? {
    if case .plain(let value) = kind { value } else { nil }
  }
  var isGraphQL: Bool { if case .plain = kind { false } else { true } }
  var operations: [OperationRequest] { operation.map { [$0] } ?? [] }
  /// The requests of a batch; nil for a request that is none.
  var entries: [ReceivedRequest]? { if case .batch(let value) = kind { value } else { nil } }

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
      self.init(Self.attach(body, to: request), .plain(nil))
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
    let received: ReceivedBody
    switch body {
    case .success(let body): received = body
    case .failure(let error):
      self.init(request, .malformed(MalformedRequestError(.unreadableBody(error))))
      return
    }
    let decoder = RequestDecoder(
      request: request, isKnownToBeGraphQL: isKnownToBeGraphQL, documents: documents,
      persisted: persisted)
    switch decoder.decode(received) {
    case .plain(let error): self.init(request, .plain(error))
    case .malformed(let error): self.init(request, .malformed(error))
    case .request(let entry): self.init(request, Self.kind(entry, of: request, decoder))
    case .batch(let entries):
      self.init(
        request,
        .batch(
          entries.map { bytes, entry in
            switch entry {
            case .success(let entry):
              ReceivedRequest(request, Self.kind(entry, of: request, decoder), entryBytes: bytes)
            case .failure(let error):
              ReceivedRequest(request, .malformed(error), entryBytes: bytes)
            }
          }))
    }
  }

  private init(_ request: URLRequest, _ kind: Kind, entryBytes: Data? = nil) {
    urlRequest = request
    self.kind = kind
    self.entryBytes = entryBytes
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

  // MARK: From parameters to an operation

  private static func kind(
    _ entry: RequestDecoder.Entry, of request: URLRequest, _ decoder: RequestDecoder
  ) -> Kind {
    switch operation(entry, of: request, decoder.documents, decoder.persisted) {
    case .success(let operation): .operation(operation)
    case .failure(let malformed):
      // Without an endpoint, only a document tells GraphQL from anything else.
      decoder.isKnownToBeGraphQL || entry.isCertain || decoder.hasDocument(entry.parameters)
        ? .malformed(malformed) : .plain(malformed)
    }
  }

  private static func operation(
    _ entry: RequestDecoder.Entry, of request: URLRequest, _ documents: DocumentCache,
    _ persisted: PersistedOperations?
  ) -> Result<OperationRequest, MalformedRequestError> {
    let method = request.httpMethod ?? "GET"
    guard method == "POST" || method == "GET" else {
      return .failure(MalformedRequestError(.method(method)))
    }
    let parameters = entry.parameters
    let query: ContiguousArray<UInt8>?
    switch persisted?.document(of: parameters) ?? .success(parameters.query) {
    case .success(let document): query = document
    case .failure(let error): return .failure(MalformedRequestError(.persistedQuery(error)))
    }
    guard let query else {
      guard parameters.isPersisted || parameters.isNamedOtherwise else {
        return .failure(MalformedRequestError(.missingQuery))
      }
      return .success(
        OperationRequest(request, parameters: parameters, selected: nil, files: entry.files))
    }
    switch documents.outcome(for: query, operationName: parameters.selectedName) {
    case .success(let selected):
      if selected.operation.type == .mutation, method == "GET" {
        return .failure(MalformedRequestError(.mutationOverGET))
      }
      persisted?.register(query, of: parameters)
      return .success(
        OperationRequest(
          request, parameters: parameters.completed(with: query), selected: selected,
          files: entry.files))
    case .failure(.syntax(let error)):
      return .failure(MalformedRequestError(.document(error)))
    case .failure(.selection(let error)):
      return .failure(MalformedRequestError(.selection(error)))
    }
  }
}

extension RequestParameters {
  /// The parameters with the document that they only name.
  fileprivate func completed(with document: ContiguousArray<UInt8>) -> RequestParameters {
    guard query == nil else { return self }
    var parameters = self
    parameters.query = document
    return parameters
  }
}
