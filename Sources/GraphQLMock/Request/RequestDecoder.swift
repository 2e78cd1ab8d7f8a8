import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RequestDecoder: Sendable {
  private typealias Interpretation = IncomingRequest.Interpretation

  let request: URLRequest
  let isKnownToBeGraphQL: Bool
  let documents: DocumentCache
  /// Remembers the documents of decoded requests. It's nil outside of a service.
  let persisted: PersistedQueryLookup?

  private var method: String { request.httpMethod ?? "GET" }
  /// Whether GraphQL over HTTP has the method, whose case counts (RFC 9110, section 9.1).
  private var isTransport: Bool { method == "POST" || method == "GET" }
  private var methodError: MalformedRequestError { MalformedRequestError(.method(method)) }

  func decode(_ body: RequestBody.Received) -> IncomingRequest.Interpretation {
    if isKnownToBeGraphQL, !isTransport { return .malformed(methodError) }
    let content = content(of: body)
    if isTransport { return content }
    // Other methods don't transport GraphQL. If the request resembles it otherwise, the error names the method.
    guard case .plain(let error) = content else { return .plain(methodError) }
    return .plain(error?.bodyIsUnparsable == true ? nil : error)
  }

  private func content(of body: RequestBody.Received) -> Interpretation {
    if body.data.isEmpty { return content(ofItems: QueryItems(request.url), isForm: false) }
    let type = request.mediaType
    let mistyped = type.flatMap { mistypedJSON(body.data, $0) }
    guard isKnownToBeGraphQL || type == nil || type?.isOfGraphQL == true else {
      return .plain(mistyped)
    }
    if let coding = request.contentCoding {
      let error = MalformedRequestError(.contentCoding(coding))
      return type?.hasPrefix("application/graphql") == true
        ? .malformed(error) : malformedOrPlain(error)
    }
    if let mistyped, type?.isOfGraphQL == true { return malformedOrPlain(mistyped) }
    switch type {
    case "application/graphql":
      var (parameters, problem) = RequestParameters.read(QueryItems(request.url))
      if let problem { return .malformed(MalformedRequestError(problem)) }
      parameters.query = ContiguousArray(body.data)
      return content(of: parameters, isCertain: true)
    case "multipart/form-data": return decodeUpload(body.data)
    case "application/x-www-form-urlencoded":
      let form = QueryItems(form: String(decoding: body.data, as: UTF8.self))
      return content(ofItems: form, isForm: true)
    case let type?:
      guard type.isJSON else { return .malformed(MalformedRequestError(.mediaType(type))) }
      return decodeJSON(body, isJSON: true)
    case nil: return decodeJSON(body, isJSON: false)
    }
  }

  /// Returns whether this is a GraphQL request. A lone `documentId` may be of any service, unless this one has documents.
  private func isWanted(_ parameters: RequestParameters) -> Bool {
    isKnownToBeGraphQL || parameters.query != nil
      || parameters.isPersisted && (persisted?.documents != nil || parameters.hasCompanions)
      || persisted?.identifiedDocument(of: parameters) != nil
  }

  /// Returns the error of a GraphQL request in JSON whose `Content-Type` has another media type.
  private func mistypedJSON(_ body: Data, _ type: String) -> MalformedRequestError? {
    let start = body.startIndex + body.span.endOfWhitespace(from: 0)
    guard !type.isJSON, start < body.endIndex, body[start].isOne(of: "{[") else { return nil }
    // Without `persisted`, no document is registered.
    let decoder = RequestDecoder(
      request: request, isKnownToBeGraphQL: false, documents: documents, persisted: nil)
    if case .plain = decoder.decodeJSON(.init(data: body), isJSON: false) { return nil }
    return MalformedRequestError(.mistypedJSON(type))
  }

  private func decodeJSON(_ body: RequestBody.Received, isJSON: Bool) -> Interpretation {
    switch body.decoded ?? JSONBodyDecoder.decode(body.data) {
    case .success(let parameters?): return isWanted(parameters) ? content(of: parameters) : .plain()
    case .success(nil): return decodeBatch(body.data, of: body.data, nil)
    case .failure(let error):
      // The first bytes of UTF-16, UTF-32 (RFC 4627, section 3) and gzip never occur at the start of JSON in UTF-8.
      let first = body.data.prefix(4)
      let other = first.firstIndex { $0 == 0 || $0 == 0x1F || $0 >= 0xFE }
      let encoding = other.map { BodyError(problem: .encoding, offset: $0 - first.startIndex) }
      return unread(encoding ?? error, in: body.data, isJSON: isJSON)
    }
  }

  /// A request with a malformed body is treated as GraphQL if it was sent to an endpoint or has a document.
  private func unread(_ error: BodyError, in body: Data, isJSON: Bool) -> Interpretation {
    let malformed = MalformedRequestError(.body(error))
    switch error.problem {
    case _ where isKnownToBeGraphQL: return .malformed(malformed)
    case .wrongType(let member, _), .duplicate(let member):
      guard let text = (try? MockJSON(parsing: body))?["query"].string else {
        return .plain(member == .query ? malformed : nil)
      }
      return isDocument(ContiguousArray(text.utf8), nil) ? .malformed(malformed) : .plain(malformed)
    case .json where body.first?.isOne(of: "{[") == true: return .plain(malformed)
    case .json, .encoding: return isJSON ? .plain(malformed) : .plain()
    case .empty, .notAnObject: return .plain()
    }
  }

  private func malformedOrPlain(_ error: MalformedRequestError) -> Interpretation {
    isKnownToBeGraphQL ? .malformed(error) : .plain(error)
  }

  private func isDocument(_ query: ContiguousArray<UInt8>, _ operationName: String?) -> Bool {
    switch documents.outcome(for: query, operationName: operationName) {
    case .success, .failure(.selection): true
    case .failure(.syntax): false
    }
  }

  private func decodeBatch(_ batch: Data, of body: Data, _ upload: UploadForm?) -> Interpretation {
    let bytes = Self.entries(ofBatch: batch)
    guard !bytes.isEmpty else {
      return isKnownToBeGraphQL ? .malformed(MalformedRequestError(.emptyBatch)) : .plain()
    }
    let entries = bytes.map { Self.decodeEntry($0, of: body) }
    if !isKnownToBeGraphQL, let other = plain(entries, bytes) { return other }
    guard bytes.count <= Self.batchLimit else {
      return .malformed(MalformedRequestError(.batchTooLong(limit: Self.batchLimit)))
    }
    var files = [[UploadedFile]](repeating: [], count: entries.count)
    let requests = entries.map { try? $0.get() }
    do throws(UploadForm.Failure) {
      files = try upload?.files(for: requests, isBatch: true, of: body) ?? files
    } catch {
      return .malformed(MalformedRequestError(.upload(error)))
    }
    return .batch(
      entries.enumerated().map { index, entry in
        let content: Interpretation =
          switch entry {
          case .success(let parameters):
            self.content(of: parameters, files: files[index], isCertain: true)
          case .failure(let error): .malformed(error)
          }
        return IncomingRequest(request, content, entryBytes: bytes[index])
      })
  }

  /// Returns nil for a batch, in which at least one entry must be a GraphQL request whose document can be parsed.
  private func plain(
    _ entries: [Result<RequestParameters, MalformedRequestError>], _ bytes: [Data]
  ) -> Interpretation? {
    var error: MalformedRequestError?
    for (entry, bytes) in zip(entries, bytes) {
      switch entry {
      case .success(let parameters):
        guard isWanted(parameters) else { continue }
        if hasDocument(parameters) { return nil }
        error = error ?? syntaxError(of: parameters)
      case .failure(let failure):
        guard case .body(let problem) = failure.reason else { continue }
        if case .malformed = unread(problem, in: bytes, isJSON: false) { return nil }
      }
    }
    return .plain(error)
  }

  static let batchLimit = 1_000

  /// Returns the requests of a batch as slices of the body, up to the first one beyond ``batchLimit``.
  static func entries(ofBatch batch: Data) -> [Data] {
    let text = batch.span
    var walk = JSONWalk()
    guard walk.next(text) == .beginArray else { return [] }
    var entries: [Data] = []
    while entries.count <= batchLimit, ![.endArray, .needsMore, .failed].contains(walk.next(text)),
      let range = walk.skip(text)
    {
      entries.append(batch.slice(range))
    }
    return entries
  }

  private static func decodeEntry(
    _ bytes: Data, of body: Data
  ) -> Result<RequestParameters, MalformedRequestError> {
    decodePart(bytes, of: body).flatMap { parameters in
      if let parameters { return .success(parameters) }
      let error = BodyError(problem: .notAnObject(found: .array), offset: 0)
      return .failure(MalformedRequestError(.body(error.inside(bytes, of: body))))
    }
  }

  private static func decodePart(
    _ bytes: Data, of body: Data
  ) -> Result<RequestParameters?, MalformedRequestError> {
    JSONBodyDecoder.decode(bytes).mapError {
      MalformedRequestError(.body($0.inside(bytes, of: body)))
    }
  }

  private func decodeUpload(_ body: Data) -> Interpretation {
    let form = MultipartForm(body, contentType: request.value(ofHeader: "Content-Type") ?? "")
    let name = ContiguousArray(#"name="operations""#.utf8)
    guard
      isKnownToBeGraphQL || form.parts.contains(where: { $0.name == "operations" })
        || form.error != nil && body.span.firstIndex(of: name.span, from: 0) != nil
    else { return .plain() }
    let upload: UploadForm
    do throws(UploadForm.Failure) {
      upload = try UploadForm.read(form, of: body)
    } catch {
      let malformed = MalformedRequestError(.upload(error))
      return error.isTooLarge ? .malformed(malformed) : malformedOrPlain(malformed)
    }
    let operations = body.slice(upload.operations)
    switch Self.decodePart(operations, of: body) {
    case .failure(let error): return malformedOrPlain(error)
    case .success(let parameters?):
      guard isKnownToBeGraphQL || hasDocument(parameters) else {
        return .plain(syntaxError(of: parameters))
      }
      do throws(UploadForm.Failure) {
        let files = try upload.files(for: [parameters], isBatch: false, of: body)
        return content(of: parameters, files: files.first ?? [])
      } catch {
        return .malformed(MalformedRequestError(.upload(error)))
      }
    case .success(nil): return decodeBatch(operations, of: body, upload)
    }
  }

  private func content(ofItems items: QueryItems, isForm: Bool) -> Interpretation {
    let (parameters, problem) = RequestParameters.read(items)
    guard isWanted(parameters) else { return .plain() }
    guard isKnownToBeGraphQL || hasDocument(parameters) else {
      return .plain(isForm ? nil : syntaxError(of: parameters))
    }
    if let problem { return .malformed(MalformedRequestError(problem)) }
    return content(of: parameters)
  }

  /// Returns whether the document can be parsed. It may also be missing, or be identified by a hash.
  private func hasDocument(_ parameters: RequestParameters) -> Bool {
    guard let query = parameters.query, !parameters.isPersisted else { return true }
    return isDocument(query, parameters.selectedName)
  }

  private func syntaxError(of parameters: RequestParameters) -> MalformedRequestError? {
    guard let query = parameters.query,
      case .failure(.syntax(let error)) = documents.outcome(
        for: query, operationName: parameters.selectedName)
    else { return nil }
    return MalformedRequestError(.document(error, shown: error.withoutStrings(of: query)))
  }

  /// - Parameter isCertain: Whether the request is GraphQL even if its document can't be parsed.
  private func content(
    of parameters: RequestParameters, files: [UploadedFile] = [], isCertain: Bool = false
  ) -> Interpretation {
    do throws(MalformedRequestError) {
      return .operation(try operation(parameters, files))
    } catch {
      // Without an endpoint, only a document that can be parsed distinguishes a GraphQL request from other JSON.
      guard isKnownToBeGraphQL || isCertain || hasDocument(parameters) else { return .plain(error) }
      if error.isError { return .malformed(error) }
      var asked = OperationRequest(request, parameters: parameters, selected: nil, files: files)
      asked.isPersistedQueryMiss = true
      return .malformed(error, asking: asked)
    }
  }

  private func operation(
    _ parameters: RequestParameters, _ files: [UploadedFile]
  ) throws(MalformedRequestError) -> OperationRequest {
    // Other methods register no document.
    guard isTransport else { throw methodError }
    let document = try (persisted?.document(of: parameters) ?? .success(parameters.query))
      .mapError { MalformedRequestError(.persistedQuery($0)) }.get()
    guard let document else {
      guard parameters.isPersisted || !parameters.identifiers.isEmpty else {
        let isEmpty = method == "POST" && request.httpBody?.isEmpty != false
        let error = BodyError(problem: .empty, offset: 0)
        throw MalformedRequestError(isEmpty ? .body(error) : .missingQuery)
      }
      return OperationRequest(request, parameters: parameters, selected: nil, files: files)
    }
    switch documents.outcome(for: document, operationName: parameters.selectedName) {
    case .success(let selected):
      if selected.operation.type == .mutation, method == "GET" {
        throw MalformedRequestError(.mutationOverGET)
      }
      persisted?.register(document, of: parameters)
      var parameters = parameters
      // If the request has only the identifier of a document, the document is added to its parameters.
      if parameters.query == nil { parameters.query = document }
      return OperationRequest(request, parameters: parameters, selected: selected, files: files)
    case .failure(.syntax(let error)):
      throw MalformedRequestError(.document(error, shown: error.withoutStrings(of: document)))
    case .failure(.selection(let error)):
      throw MalformedRequestError(.selection(error, in: document))
    }
  }
}

extension BodyError {
  /// Returns the error with its offset in the whole body, of which `part` must be a slice.
  fileprivate func inside(_ part: Data, of body: Data) -> BodyError {
    BodyError(problem: problem, offset: offset + part.startIndex - body.startIndex)
  }
}

extension URLRequest {
  var mayHaveJSONBody: Bool { (mediaType.map(\.isJSON) ?? true) && contentCoding == nil }

  /// The value of the `Content-Encoding` header field, or nil if the body isn't encoded (RFC 9110, section 8.4).
  fileprivate var contentCoding: String? {
    guard let field = value(ofHeader: "Content-Encoding") else { return nil }
    let names = field.split(separator: ",").map { $0.trimmingASCIIWhitespace().lowercased() }
    return names.allSatisfy { $0.isEmpty || $0 == "identity" } ? nil : field
  }

  fileprivate var mediaType: String? {
    guard let field = value(ofHeader: "Content-Type") else { return nil }
    if field == "application/json" { return field }
    let type = field.prefix { $0 != ";" }.trimmingASCIIWhitespace().lowercased()
    return type.isEmpty ? nil : type
  }
}

extension String {
  fileprivate var isJSON: Bool { self == "application/json" || hasSuffix("+json") }

  /// Whether the media type is one of those in the `detail` of `MalformedRequestError.Reason.mediaType`.
  fileprivate var isOfGraphQL: Bool {
    isJSON || self == "application/graphql" || self == "multipart/form-data"
      || self == "application/x-www-form-urlencoded"
  }
}
