public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request to a GraphQL service: which operation a client asks for, and with which variables.
///
/// Closures of handlers get it, and ``MockExchange/request`` is one.
public struct OperationRequest: Sendable {
  /// The HTTP request, with its body readable in `httpBody`, also where it came as a stream.
  public let urlRequest: URLRequest
  /// The files of an upload, in the order of the names that its `map` has for them; the variables are
  /// null in their places (GraphQL multipart request specification).
  public let files: [UploadedFile]

  private let storage: Storage
  /// Whether the request names its document by a hash that isn't known yet: the first of a persisted-query handshake.
  package var isPersistedQueryMiss = false

  init(
    _ urlRequest: URLRequest, parameters: RequestParameters, selected: SelectedOperation?,
    files: [UploadedFile] = []
  ) {
    self.urlRequest = urlRequest
    self.files = files
    storage = Storage(parameters: parameters, selected: selected)
  }

  init(withoutOperation urlRequest: URLRequest) {
    self.init(urlRequest, parameters: RequestParameters(), selected: nil)
  }

  /// Reads the operation out of an HTTP request.
  ///
  /// The parameters are taken from a JSON body, from the part `operations` of a multipart form, from a
  /// body of type `application/graphql` or `application/x-www-form-urlencoded` or, where there is no
  /// body, from the query of the URL (GraphQL over HTTP, "Request"). A body stream is read to its end
  /// and can't be read again; ``urlRequest`` has the bytes.
  /// - Parameters:
  ///   - request: The request, as a `URLProtocol` gets it.
  ///   - task: The task of the `URLProtocol`. On Linux the body of an upload task is found there only.
  /// - Throws: ``MalformedRequestError`` when a GraphQL service would refuse the request.
  package init(_ request: URLRequest, task: URLSessionTask? = nil) throws(MalformedRequestError) {
    let received = ReceivedRequest(
      request, body: RequestBody(of: request, task: task).read(for: request),
      isKnownToBeGraphQL: true, documents: .shared)
    if let malformed = received.malformed { throw malformed }
    if received.entries != nil { throw MalformedRequestError(.batch) }
    guard let operation = received.operation else { throw MalformedRequestError(.missingQuery) }
    self = operation
  }

  /// The document, as it was sent or, for a persisted operation, as the service knows it; nil where
  /// it does not.
  public var document: String? {
    storage.parameters.query.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The `operationName` parameter; nil when it is absent, null or empty.
  package var operationName: String? { storage.parameters.selectedName }

  /// The operation's own name, which handlers match; nil for an anonymous operation.
  ///
  /// For a persisted operation whose document isn't known, it is the `operationName` parameter.
  public var name: String? {
    if let selected = storage.selected { return selected.operation.name }
    return storage.parameters.selectedName
  }

  /// The type of the operation; nil for a persisted operation whose document is not known.
  public var type: OperationType? { storage.selected?.operation.type }

  /// The variables as they were sent; `[:]` when they are absent or null.
  public var variables: MockJSON { storage.variables }

  /// The bytes of the `variables` parameter; nil when it is absent, `null` when it is null.
  public var rawVariables: Data? { storage.parameters.variables?.copied }

  /// The `extensions` parameter; `[:]` when it is absent or null.
  public var extensions: MockJSON { RequestParameters.object(storage.parameters.extensions) }

  /// What the operation is compared by; nil for a persisted operation whose document is not known.
  public var matchKey: MatchKey? { storage.selected?.key }

  /// The variables with the document's defaults for missing ones (section 6.1.2 "Coercing Variable Values").
  var coercedVariables: MockJSON { storage.coercedVariables }

  /// Available without parsing; nil if the variables are absent or null.
  var variablesText: Data? { storage.variablesText }

  var variablesSize: Int { variablesText?.count ?? 0 }

  func selects(rootField name: String) -> Bool {
    (storage.selected?.rootFields ?? []).contains { $0.utf8.elementsEqual(name.utf8) }
  }

  /// The `documentId` parameter, not the hash in `extensions`.
  var documentID: String? { storage.parameters.documentID }

  var identifiers: [(member: BodyError.Member, value: String)] {
    let parameters = storage.parameters
    return [
      (BodyError.Member.documentID, parameters.documentID), (.id, parameters.id),
      (.docID, parameters.docID),
    ].compactMap { member, text in text.map { (member, $0) } }
  }

  /// Nil if a persisted operation's document is unknown.
  var selectedOperation: SelectedOperation? { storage.selected }
}

extension OperationRequest {
  /// Shared by copies, and parsed on first use.
  private final class Storage: Sendable {
    let parameters: RequestParameters
    let selected: SelectedOperation?
    let variablesText: Data?

    private let known = Locked<(variables: MockJSON?, filledIn: MockJSON?)>((nil, nil))

    init(parameters: RequestParameters, selected: SelectedOperation?) {
      self.parameters = parameters
      self.selected = selected
      variablesText = parameters.variables?.isNullText == true ? nil : parameters.variables
    }

    var variables: MockJSON {
      known.withLock { known in
        if let variables = known.variables { return variables }
        let variables = RequestParameters.object(parameters.variables)
        known.variables = variables
        return variables
      }
    }

    var coercedVariables: MockJSON {
      if let all = known.withLock({ $0.filledIn }) { return all }
      let all = selected?.fillingIn(variables) ?? variables
      known.withLock { $0.filledIn = all }
      return all
    }
  }
}

extension OperationRequest {
  /// Returns a copy for the journal, which must not keep long variables or extensions in memory.
  func keeping(_ request: URLRequest, bodyLimit: Int) -> OperationRequest {
    OperationRequest(
      request, parameters: storage.parameters.keeping(limit: bodyLimit),
      selected: storage.selected, files: files.map(\.withoutBytes))
  }

  var unknownIdentifier: String? {
    guard selectedOperation == nil else { return nil }
    return identifiers.first?.value ?? extensions["persistedQuery"]["sha256Hash"].string
  }

  var title: String {
    let type = type?.rawValue ?? "operation"
    if name == nil, let identifier = unknownIdentifier {
      return
        "operation with the identifier \(identifier.shortened(to: String.nameLimit).swiftLiteral)"
    }
    return name.map { "\(type) \($0.shortened(to: String.nameLimit).swiftLiteral)" }
      ?? "anonymous \(type)"
  }
}
