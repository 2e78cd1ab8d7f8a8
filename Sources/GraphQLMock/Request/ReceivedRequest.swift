// A request once its body is read: an operation, a malformed request of GraphQL, or plain HTTP.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ReceivedRequest: Sendable {
  private enum Kind {
    case operation(OperationRequest)
    case malformed(MalformedRequestError)
    case plain
  }

  /// The request with its body in `httpBody`.
  let urlRequest: URLRequest
  private let kind: Kind

  var operation: OperationRequest? { if case .operation(let value) = kind { value } else { nil } }
  var malformed: MalformedRequestError? {
    if case .malformed(let value) = kind { value } else { nil }
  }
  var isGraphQL: Bool { if case .plain = kind { false } else { true } }
  var operations: [OperationRequest] { operation.map { [$0] } ?? [] }

  /// Reads a request.
  /// - Parameters:
  ///   - body: What was read of the body; a ``ReceivedBody`` of bytes that are at hand is decoded here.
  ///   - endpoints: Where GraphQL requests go; with none stated, the content of a request decides.
  ///   - documents: What remembers documents.
  init(
    _ request: URLRequest, body: Result<ReceivedBody, BodyReadingError>, endpoints: [Endpoint],
    documents: DocumentCache
  ) {
    urlRequest = Self.attach(body, to: request)
    if endpoints.isEmpty || endpoints.contains(where: { $0.matches(request.url) }) {
      kind = Self.read(
        urlRequest, body: body, isKnownToBeGraphQL: !endpoints.isEmpty, documents: documents)
    } else {
      kind = .plain
    }
  }

  /// Reads a request.
  /// - Parameter isKnownToBeGraphQL: Whether it can't be plain HTTP, whatever it holds.
  init(
    _ request: URLRequest, body: Result<ReceivedBody, BodyReadingError>, isKnownToBeGraphQL: Bool,
    documents: DocumentCache
  ) {
    urlRequest = Self.attach(body, to: request)
    kind = Self.read(
      urlRequest, body: body, isKnownToBeGraphQL: isKnownToBeGraphQL, documents: documents)
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

  // MARK: The forms of a request

  private static func read(
    _ request: URLRequest, body: Result<ReceivedBody, BodyReadingError>, isKnownToBeGraphQL: Bool,
    documents: DocumentCache
  ) -> Kind {
    let received: ReceivedBody
    switch body {
    case .success(let body): received = body
    case .failure(let error): return .malformed(MalformedRequestError(.unreadableBody(error)))
    }
    let parameters: Result<DecodedRequest, MalformedRequestError>?
    if received.data.isEmpty {
      parameters = decodeQueryItems(of: request, isKnownToBeGraphQL: isKnownToBeGraphQL)
    } else {
      parameters = decode(received, of: request, isKnownToBeGraphQL: isKnownToBeGraphQL)
    }
    guard let parameters else { return .plain }
    switch parameters.flatMap({ operation($0, of: request, documents) }) {
    case .success(let operation): return .operation(operation)
    case .failure(let malformed): return .malformed(malformed)
    }
  }

  /// Decodes a body; nil if it is none of GraphQL's.
  private static func decode(
    _ body: ReceivedBody, of request: URLRequest, isKnownToBeGraphQL: Bool
  ) -> Result<DecodedRequest, MalformedRequestError>? {
    let type = request.mediaType
    let bytes = body.data
    if type == "application/graphql" {
      var parameters = DecodedRequest()
      parameters.query = .text(ContiguousArray(bytes))
      return .success(parameters)
    }
    if type == "multipart/form-data" {
      let field = request.value(forHTTPHeaderField: "Content-Type") ?? ""
      if let operations = MultipartForm(bytes, contentType: field)?
        .content(of: "operations", in: bytes)
      {
        return decodeJSON(
          ReceivedBody(operations), isKnownToBeGraphQL: isKnownToBeGraphQL, isJSON: true)
      }
    }
    guard isKnownToBeGraphQL || type == nil || type?.isJSON == true else { return nil }
    return decodeJSON(body, isKnownToBeGraphQL: isKnownToBeGraphQL, isJSON: type != nil)
  }

  private static func decodeJSON(
    _ body: ReceivedBody, isKnownToBeGraphQL: Bool, isJSON: Bool
  ) -> Result<DecodedRequest, MalformedRequestError>? {
    switch body.decoded ?? BodyDecoder.decode(body.data) {
    case .success(.request(let parameters)):
      guard isKnownToBeGraphQL || parameters.query.bytes != nil || parameters.isPersisted else {
        return nil
      }
      return .success(parameters)
    case .success(.batch(let batch)):
      guard isKnownToBeGraphQL || isBatch(batch.bytes) else { return nil }
      return .failure(MalformedRequestError(.batch))
    case .failure(let error):
      guard isKnownToBeGraphQL || error.mayBeGraphQL(body.data, isJSON: isJSON) else { return nil }
      return .failure(MalformedRequestError(.body(error)))
    }
  }

  /// Whether every element of an array is a request of GraphQL.
  private static func isBatch(_ bytes: ContiguousArray<UInt8>) -> Bool {
    guard case .success(let json) = JSONParser.parse(bytes), let elements = json.array else {
      return false
    }
    return !elements.isEmpty
      && elements.allSatisfy {
        $0["query"].string != nil || $0["documentId"].string != nil
          || !$0["extensions"]["persistedQuery"].isNull
      }
  }

  /// Decodes the query of the URL; nil if it is none of GraphQL's.
  private static func decodeQueryItems(
    of request: URLRequest, isKnownToBeGraphQL: Bool
  ) -> Result<DecodedRequest, MalformedRequestError>? {
    let items = QueryItems(request.url)
    var parameters = DecodedRequest()
    var problem: MalformedRequestError.Reason?
    for member in BodyMember.allCases {
      let values = items.values(of: member.rawValue)
      guard let value = values.first else { continue }
      if values.count > 1, member.isStandard { problem = problem ?? .duplicateQueryItem(member) }
      if let error = parameters.set(member, to: value) { problem = problem ?? error }
    }
    guard isKnownToBeGraphQL || parameters.query.bytes != nil || parameters.isPersisted else {
      return nil
    }
    if let problem { return .failure(MalformedRequestError(problem)) }
    return .success(parameters)
  }

  // MARK: From parameters to an operation

  private static func operation(
    _ parameters: DecodedRequest, of request: URLRequest, _ documents: DocumentCache
  ) -> Result<OperationRequest, MalformedRequestError> {
    let method = request.httpMethod ?? "GET"
    guard method == "POST" || method == "GET" else {
      return .failure(MalformedRequestError(.method(method)))
    }
    guard let query = parameters.query.bytes else {
      guard parameters.isPersisted else { return .failure(MalformedRequestError(.missingQuery)) }
      return .success(OperationRequest(request, parameters: parameters, selected: nil))
    }
    switch documents.outcome(for: query, operationName: parameters.selectedName) {
    case .success(let selected):
      if selected.operation.type == .mutation, method == "GET" {
        return .failure(MalformedRequestError(.mutationOverGET))
      }
      return .success(OperationRequest(request, parameters: parameters, selected: selected))
    case .failure(.syntax(let error)):
      return .failure(MalformedRequestError(.document(error)))
    case .failure(.selection(let error)):
      return .failure(MalformedRequestError(.selection(error)))
    }
  }
}

extension DecodedRequest {
  /// Takes a query item in the place of a member of the body.
  fileprivate mutating func set(
    _ member: BodyMember, to value: String
  ) -> MalformedRequestError.Reason? {
    let bytes = ContiguousArray(value.utf8)
    switch member {
    case .query: query = .text(bytes)
    case .operationName: operationName = .text(bytes)
    case .documentID: documentID = .text(bytes)
    case .id: id = .text(bytes)
    case .docID: docID = .text(bytes)
    case .variables, .extensions:
      let object: RawObject
      do {
        let json = try MockJSON(parsing: value)
        if json.isNull {
          object = .null
        } else if json.members != nil {
          object = .object(RawText(bytes))
        } else {
          return .queryItemType(member)
        }
      } catch {
        return .queryItem(member, error)
      }
      if member == .variables { variables = object } else { extensions = object }
    }
    return nil
  }
}

extension BodyError {
  /// Whether a body with this error is meant for GraphQL, when no endpoint says so: it is, or is
  /// said to be, JSON, and not the JSON of something else.
  fileprivate func mayBeGraphQL(_ body: Data, isJSON: Bool) -> Bool {
    switch problem {
    case .empty: false
    case .notAnObject: false
    case .wrongType(let member, _), .duplicate(let member):
      member == .query || member == .documentID || body.contains(Data("\"query\"".utf8))
    case .json: isJSON || body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "[")
    }
  }
}

extension Data {
  fileprivate func contains(_ bytes: Data) -> Bool { range(of: bytes) != nil }
}

extension URLRequest {
  /// Whether the body is worth decoding as JSON while it is read.
  var mayHaveJSONBody: Bool {
    mediaType != "application/graphql" && mediaType != "multipart/form-data"
  }

  /// The media type of the body in lower case, without parameters; nil if none is stated.
  fileprivate var mediaType: String? {
    guard let field = value(forHTTPHeaderField: "Content-Type") else { return nil }
    // As all clients write it.
    if field == "application/json" { return field }
    let type = field.prefix { $0 != ";" }.trimmingASCIIWhitespace().lowercased()
    return type.isEmpty ? nil : type
  }
}

extension String {
  fileprivate var isJSON: Bool { self == "application/json" || hasSuffix("+json") }
}
