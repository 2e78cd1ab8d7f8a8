public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request to a GraphQL service: which operation a client asks for, and with which variables.
///
/// Handlers and the journal give it; with a `URLProtocol` of your own you make one yourself:
///
/// ```swift
/// let operation = try OperationRequest(request, task: task)
/// if operation.name == "Viewer" { … }
/// ```
public struct OperationRequest: Sendable {
  /// The HTTP request, with its body readable in `httpBody`, also where it came as a stream.
  public let urlRequest: URLRequest
  /// The files of an upload, in the order of the names that its `map` has for them; the variables are
  /// null in their places (GraphQL multipart request specification).
  public let files: [UploadedFile]

  private let content: OperationContent

  init(
    _ urlRequest: URLRequest, parameters: DecodedRequest, selected: SelectedOperation?,
    files: [UploadedFile] = []
  ) {
    self.urlRequest = urlRequest
    self.files = files
    content = OperationContent(parameters: parameters, selected: selected)
  }

  /// What stands for a request without an operation.
  init(withoutOperation urlRequest: URLRequest) {
    self.init(urlRequest, parameters: DecodedRequest(), selected: nil)
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
  public init(_ request: URLRequest, task: URLSessionTask? = nil) throws(MalformedRequestError) {
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
    content.parameters.query.string
  }

  /// The `operationName` parameter; nil when it is absent, null or empty.
  public var operationName: String? { content.parameters.selectedName }

  /// The operation's own name, which handlers match; nil for an anonymous operation.
  ///
  /// For a persisted operation whose document is not known, it is ``operationName``.
  public var name: String? {
    if let selected = content.selected { return selected.operation.name }
    return content.parameters.selectedName
  }

  /// The type of the operation; nil for a persisted operation whose document is not known.
  public var type: OperationType? { content.selected?.operation.type }

  /// The variables as they were sent; `[:]` when they are absent or null.
  public var variables: MockJSON { content.variables }

  /// The bytes of the `variables` parameter; nil when it is absent, `null` when it is null.
  public var rawVariables: Data? { Self.data(content.parameters.variables) }

  /// The `extensions` parameter; `[:]` when it is absent or null.
  public var extensions: MockJSON { content.parameters.extensions.json }

  /// The bytes of the `extensions` parameter; nil when it is absent, `null` when it is null.
  var rawExtensions: Data? { Self.data(content.parameters.extensions) }

  /// What the operation is compared by; nil for a persisted operation whose document is not known.
  public var matchKey: MatchKey? { content.selected?.key }

  /// The variables with the document's defaults in the place of absent ones (GraphQL, section 6.1.2
  /// "Coercing Variable Values").
  var coercedVariables: MockJSON { content.coercedVariables }

  /// How many bytes the variables have; they need not be parsed for that.
  var variablesSize: Int { content.parameters.variables.text?.count ?? 0 }

  /// What the text of the variables is looked up by; nil where it is too long to be worth it.
  var variablesDigest: Digest128? {
    guard let text = content.parameters.variables.text else { return Digest128(high: 0, low: 0) }
    return text.count <= Self.digestedVariables ? text.digest : nil
  }

  private static let digestedVariables = 65_536

  /// Whether a field of this name stands at the root of the operation.
  func selects(rootField name: String) -> Bool {
    (content.selected?.rootFields ?? []).contains { $0.utf8.elementsEqual(name.utf8) }
  }

  /// The identifier of a persisted operation, where it stands beside `extensions`.
  var documentID: String? { content.parameters.documentID.string }

  /// The members of the body by which the operation names its document, with their values.
  var identifiers: [(member: BodyMember, value: String)] {
    let parameters = content.parameters
    return [
      (BodyMember.documentID, parameters.documentID), (.id, parameters.id),
      (.docID, parameters.docID),
    ].compactMap { member, text in text.string.map { (member, $0) } }
  }

  /// The operation in its document; nil for a persisted operation.
  var selectedOperation: SelectedOperation? { content.selected }

  private static func data(_ object: DecodedRequest.RawObject) -> Data? {
    switch object {
    case .absent: nil
    case .null: Data("null".utf8)
    case .object(let text): text.data
    }
  }
}

/// What requests share when they are copied, parsed when somebody looks.
private final class OperationContent: Sendable {
  let parameters: DecodedRequest
  let selected: SelectedOperation?

  private let parsedVariables = Locked<MockJSON?>(nil)

  init(parameters: DecodedRequest, selected: SelectedOperation?) {
    self.parameters = parameters
    self.selected = selected
  }

  var variables: MockJSON {
    parsedVariables.withLock { known in
      if let known { return known }
      let variables = parameters.variables.json
      known = variables
      return variables
    }
  }

  var coercedVariables: MockJSON {
    selected?.fillingIn(variables) ?? variables
  }
}

extension OperationRequest {
  /// The operation as a journal keeps it, which must not keep a long body alive.
  /// - Parameters:
  ///   - request: The request as the journal keeps it.
  ///   - bodyLimit: How many bytes of variables and of extensions are kept; longer ones are left out.
  func keeping(_ request: URLRequest, bodyLimit: Int) -> OperationRequest {
    var parameters = content.parameters
    parameters.variables = parameters.variables.keeping(limit: bodyLimit)
    parameters.extensions = parameters.extensions.keeping(limit: bodyLimit)
    return OperationRequest(
      request, parameters: parameters, selected: content.selected,
      files: files.map(\.withoutBytes))
  }
}

extension DecodedRequest.RawObject {
  /// A copy that does not share the body's memory; nothing where it would be too long.
  fileprivate func keeping(limit: Int) -> DecodedRequest.RawObject {
    guard let text else { return self }
    return text.count > limit ? .absent : .object(RawText(text.bytes))
  }
}

extension OperationRequest {
  /// Type and name, such as `query "Viewer"`.
  var title: String {
    let type = type?.rawValue ?? "operation"
    return name.map { "\(type) \($0.shortened(to: String.nameLimit).swiftLiteral)" }
      ?? "anonymous \(type)"
  }
}

extension DecodedRequest {
  /// The `operationName`, which is as good as absent when it is empty.
  var selectedName: String? {
    guard let name = operationName.string, !name.isEmpty else { return nil }
    return name
  }

  /// Whether the request names a persisted document, known to the service by an identifier.
  var isPersisted: Bool {
    documentID.bytes != nil || !extensions.json["persistedQuery"].isNull
  }

  /// Whether it names one as older clients do, by members that other JSON has too.
  var isNamedOtherwise: Bool { id.bytes != nil || docID.bytes != nil }
}
