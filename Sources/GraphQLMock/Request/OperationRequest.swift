public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A GraphQL request with its operation and variables.
///
/// Closures of handlers receive it. ``MockExchange/request`` returns the request of an exchange.
public struct OperationRequest: Sendable {
  /// The HTTP request, whose body is in `httpBody` even if it was sent as a stream.
  public let urlRequest: URLRequest
  /// The files of an upload, sorted by the bytes of their names in its `map` (GraphQL multipart request specification).
  public let files: [UploadedFile]

  private let storage: Storage
  /// Whether the request is the first of a persisted-query handshake, with a hash that isn't known yet.
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

  /// A body stream is read to its end; afterwards, only ``urlRequest`` has its bytes (GraphQL over HTTP, "Request").
  /// - Parameter task: The task of the `URLProtocol`, which is the only way to the body of an upload task on Linux.
  package init(_ request: URLRequest, task: URLSessionTask? = nil) throws(MalformedRequestError) {
    let received = ReceivedRequest(
      request, body: RequestBody(of: request, task: task).read(for: request),
      isKnownToBeGraphQL: true, documents: .shared)
    if let malformed = received.malformed { throw malformed }
    if received.entries != nil { throw MalformedRequestError(.batch) }
    guard let operation = received.operation else { throw MalformedRequestError(.missingQuery) }
    self = operation
  }

  /// The document, or `nil` for a persisted operation whose document isn't known.
  public var document: String? {
    storage.parameters.query.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The `operationName` parameter, or `nil` if it's missing, null or empty.
  package var operationName: String? { storage.parameters.selectedName }

  /// The name in the document, or `nil` for an anonymous operation.
  ///
  /// For a persisted operation whose document isn't known, it's the `operationName` parameter.
  public var name: String? {
    if let selected = storage.selected { return selected.operation.name }
    return storage.parameters.selectedName
  }

  /// The type of the operation, or `nil` for a persisted operation whose document isn't known.
  public var type: OperationType? { storage.selected?.operation.type }

  /// The variables as sent, or `[:]` if they're missing or null.
  public var variables: MockJSON { storage.variables }

  /// The bytes of the `variables` parameter, or `nil` if it's missing.
  public var rawVariables: Data? { storage.parameters.variables?.copied }

  /// The `extensions` parameter, or `[:]` if it's missing or null.
  public var extensions: MockJSON { RequestParameters.object(storage.parameters.extensions) }

  /// The key that identifies the operation, or `nil` for a persisted operation whose document isn't known.
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
