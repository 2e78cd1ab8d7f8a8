public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A GraphQL request with its operation and variables.
///
/// A handler's closure receives an operation request, and a received request has one in ``ReceivedRequest/operation``.
public struct OperationRequest: Sendable, Changeable {
  /// The HTTP request, whose body is in `httpBody` even if it was sent as a stream.
  public let urlRequest: URLRequest
  /// The uploaded files (GraphQL multipart request specification), sorted by their keys in `map`.
  public let files: [UploadedFile]

  /// The objects of the service that received the request, which the closure of a handler can read and change.
  ///
  /// ```swift
  /// .mutation("RenameTodo") { request in
  ///   request.objects["Todo", request.variables["id"]]["title"] = request.variables["title"]
  ///   return .generated
  /// }
  /// ```
  public var objects: ServiceObjects { ServiceObjects(store) }

  /// The service's objects, or nil for a request that no service has received.
  var store: (any ObjectStore)?
  private let storage: Storage
  /// Whether the request has an unknown hash instead of a document. The journal doesn't count it as an operation.
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

  /// Creates an operation request from an HTTP request (GraphQL over HTTP, "Request").
  ///
  /// If the body is a stream, it's read to the end. Afterward, the body is in `httpBody` of ``urlRequest``.
  package init(_ request: URLRequest) throws(MalformedRequestError) {
    let incoming = IncomingRequest(
      request, body: RequestBody(of: request, task: nil).read(for: request), isGraphQL: true,
      documents: .shared)
    guard let operation = incoming.operation else {
      throw incoming.malformedError ?? MalformedRequestError(.missingQuery)
    }
    self = operation
  }

  /// The document, or `nil` for a persisted operation whose document isn't known.
  public var document: String? {
    storage.parameters.query.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The `operationName` parameter, or `nil` if it's missing, null or empty.
  package var operationName: String? { storage.parameters.selectedName }

  var hasEmptyName: Bool { storage.parameters.operationName?.isEmpty == true }

  /// The name of the operation in the document, or `nil` for an anonymous operation.
  ///
  /// For a persisted operation whose document isn't known, the name is the `operationName` parameter.
  public var name: String? {
    if let selected = storage.selected { return selected.operation.name }
    return storage.parameters.selectedName
  }

  /// The type of the operation, or `nil` for a persisted operation whose document isn't known.
  public var type: OperationType? { storage.selected?.operation.type }

  /// The variables as the client sent them, or `[:]` if they're missing or null.
  public var variables: MockJSON { storage.variables }

  /// The bytes of the `variables` parameter, or `nil` if it's missing.
  public var rawVariables: Data? { storage.parameters.variables?.copied }

  /// The `extensions` parameter, or `[:]` if it's missing or null.
  public var extensions: MockJSON { RequestParameters.object(storage.parameters.extensions) }

  /// The key that identifies the operation, or `nil` for a persisted operation whose document isn't known.
  public var matchKey: MatchKey? { storage.selected?.key }

  /// The variables, with default values from the document for missing variables (GraphQL, section 6.1.2).
  var coercedVariables: MockJSON { storage.coercedVariables }

  /// The unparsed JSON text of the variables, or nil if the variables are missing or null.
  var variablesText: Data? { storage.variablesText }

  var variablesSize: Int { variablesText?.count ?? 0 }

  func selects(rootField name: String) -> Bool {
    storage.selected?.hasDirectives == true
      ? selection.contains { Bytes.areEqual($0.name, name) }
      : storage.selected?.rootFields.contains { Bytes.areEqual($0, name) } == true
  }

  func defines(variable name: String) -> Bool {
    storage.selected.map { $0.document.defines(variable: name, of: $0.operation) } ?? false
  }

  var identifiers: [(member: BodyError.Member, value: String)] { storage.parameters.identifiers }

  /// The operation with its parsed document, or nil for a persisted operation whose document isn't known.
  var selectedOperation: SelectedOperation? { storage.selected }

  /// All copies of a request share this object, so the variables are parsed only once.
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
      known.withLock { $0.variables.orStoring(RequestParameters.object(parameters.variables)) }
    }

    var coercedVariables: MockJSON {
      if let all = known.withLock({ $0.filledIn }) { return all }
      let all = selected?.fillingIn(variables) ?? variables
      known.withLock { $0.filledIn = all }
      return all
    }
  }

  /// Returns a copy of the request without long variables and extensions and without uploaded files, to save memory.
  func keeping(_ request: URLRequest, bodyLimit: Int) -> OperationRequest {
    OperationRequest(
      request, parameters: storage.parameters.keeping(limit: bodyLimit),
      selected: storage.selected, files: files.map(\.withoutBytes)
    ).changing { ($0.store, $0.isPersistedQueryMiss) = (store, isPersistedQueryMiss) }
  }

  /// The identifier or hash of a document that isn't known, or nil if the request has a document or no identifier.
  var unknownIdentifier: String? {
    guard selectedOperation == nil else { return nil }
    return identifiers.first?.value ?? extensions["persistedQuery"]["sha256Hash"].string
  }

  var title: String {
    let type = type?.rawValue ?? "operation"
    if name == nil, let identifier = unknownIdentifier {
      return "operation with the identifier \(identifier.nameLiteral)"
    }
    return name.map { "\(type) \($0.nameLiteral)" } ?? "anonymous \(type)"
  }
}
