// From an HTTP request to the parameters of GraphQL, in whichever form they travel. Pure.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RequestDecoder: Sendable {
  /// One request of GraphQL: a whole HTTP request, or an entry of a batch.
  struct Entry: Sendable {
    var parameters: DecodedRequest
    var files: [UploadedFile] = []
  }

  /// What an HTTP request holds.
  enum Content: Sendable {
    /// Nothing of GraphQL.
    case plain
    case malformed(MalformedRequestError)
    case request(Entry)
    /// The entries of a batch with their bytes, each of which may have a fault of its own.
    case batch([(bytes: Data, entry: Result<Entry, MalformedRequestError>)])
  }

  /// How many bytes may come out of a compressed body: 64 MiB.
  static let decompressedLimit = 64 << 20

  let request: URLRequest
  /// Whether the request can't be plain HTTP, whatever it holds.
  let isKnownToBeGraphQL: Bool
  let documents: DocumentCache
  /// What knows the documents that are named by identifiers; nil where none are.
  let persisted: PersistedOperations?

  /// Decodes a request.
  func decode(_ body: ReceivedBody) -> Content {
    if body.data.isEmpty {
      return content(ofItems: QueryItems(request.url), isForm: false)
    }
    let type = request.mediaType
    guard isKnownToBeGraphQL || type == nil || type?.isReadable == true else { return .plain }
    guard let coding = request.contentCoding else { return decode(body, of: type) }
    do throws(MalformedRequestError) {
      return decode(try decompress(body, coding), of: type)
    } catch {
      return isKnownToBeGraphQL || type?.isJSON == true ? .malformed(error) : .plain
    }
  }

  private func decode(_ body: ReceivedBody, of type: String?) -> Content {
    switch type {
    case "application/graphql": return decodeDocument(body.data)
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

  /// Undoes the codings of a body, the last of which was applied last (RFC 9110, section 8.4).
  private func decompress(
    _ body: ReceivedBody, _ field: String
  ) throws(MalformedRequestError) -> ReceivedBody {
    var data = body.data
    for name in field.split(separator: ",").reversed() {
      let name = name.trimmingASCIIWhitespace()
      guard let coding = ContentCoding(name) else {
        throw MalformedRequestError(.contentCoding(name))
      }
      do throws(InflateError) {
        data = try coding.decode(data, limit: Self.decompressedLimit)
      } catch {
        throw MalformedRequestError(.compression(name, error))
      }
    }
    return ReceivedBody(data)
  }

  private func isWanted(_ parameters: DecodedRequest) -> Bool {
    isKnownToBeGraphQL || parameters.query.bytes != nil || parameters.isPersisted
      || persisted?.namedDocument(of: parameters) != nil
  }

  // MARK: JSON

  private func decodeJSON(_ body: ReceivedBody, isJSON: Bool) -> Content {
    switch body.decoded ?? BodyDecoder.decode(body.data) {
    case .success(.request(let parameters)):
      return isWanted(parameters) ? .request(Entry(parameters: parameters)) : .plain
    case .success(.batch(let batch)):
      return decodeBatch(batch.slice, of: body.data)
    case .failure(let error):
      if let form = UnicodeForm(of: body.data) {
        return decodeJSON(body.data, in: form, isJSON: isJSON)
      }
      guard isKnownToBeGraphQL || error.mayBeGraphQL(body.data, isJSON: isJSON) else {
        return .plain
      }
      return .malformed(MalformedRequestError(.body(error)))
    }
  }

  private func decodeJSON(_ data: Data, in form: UnicodeForm, isJSON: Bool) -> Content {
    switch form.decode(data) {
    // A text that begins with a zero is in no other form once more.
    case .success(let text) where UnicodeForm(of: text) == nil:
      return decodeJSON(ReceivedBody(text), isJSON: isJSON)
    case .success: return malformed(.encoding(form.name), at: 0, isJSON: isJSON)
    case .failure(let fault):
      return malformed(.encoding(form.name), at: fault.offset, isJSON: isJSON)
    }
  }

  private func malformed(_ problem: BodyError.Problem, at offset: Int, isJSON: Bool) -> Content {
    guard isKnownToBeGraphQL || isJSON else { return .plain }
    return .malformed(MalformedRequestError(.body(BodyError(problem: problem, offset: offset))))
  }

  private func decodeBatch(_ batch: Data, of body: Data) -> Content {
    guard let bytes = BatchEntries.split(batch) else {
      return isKnownToBeGraphQL
        ? .malformed(MalformedRequestError(.batchTooLong(limit: BatchEntries.limit))) : .plain
    }
    guard !bytes.isEmpty else {
      return isKnownToBeGraphQL ? .malformed(MalformedRequestError(.emptyBatch)) : .plain
    }
    let entries = bytes.map { bytes in (bytes, Self.decodeEntry(bytes, of: body)) }
    if !isKnownToBeGraphQL {
      // Without an endpoint every entry has to look like a request.
      for (_, entry) in entries {
        guard case .success(let entry) = entry, isWanted(entry.parameters) else { return .plain }
      }
    }
    return .batch(entries)
  }

  private static func decodeEntry(
    _ bytes: Data, of body: Data
  ) -> Result<Entry, MalformedRequestError> {
    switch BodyDecoder.decode(bytes) {
    case .success(.request(let parameters)): return .success(Entry(parameters: parameters))
    case .success(.batch):
      let error = BodyError(problem: .notAnObject(found: .array), offset: 0)
      return .failure(MalformedRequestError(.body(error.inside(bytes, of: body))))
    case .failure(let error):
      return .failure(MalformedRequestError(.body(error.inside(bytes, of: body))))
    }
  }

  // MARK: Uploads

  private func decodeUpload(_ body: Data) -> Content {
    let form = MultipartForm(
      body, contentType: request.value(forHTTPHeaderField: "Content-Type") ?? "")
    guard isKnownToBeGraphQL || form.parts.contains(where: { $0.name == "operations" }) else {
      return .plain
    }
    let upload: UploadForm
    switch UploadForm.read(form, of: body) {
    case .success(let value): upload = value
    case .failure(let error): return .malformed(MalformedRequestError(.upload(error)))
    }
    let operations = RawText(upload.operations, of: body).slice
    switch BodyDecoder.decode(operations) {
    case .failure(let error):
      return .malformed(MalformedRequestError(.body(error.inside(operations, of: body))))
    case .success(.request(let parameters)):
      switch upload.files(for: [parameters], isBatch: false, of: body) {
      case .success(let files):
        return .request(Entry(parameters: parameters, files: files.first ?? []))
      case .failure(let error): return .malformed(MalformedRequestError(.upload(error)))
      }
    case .success(.batch(let batch)):
      return decodeBatch(batch.slice, of: body, upload)
    }
  }

  private func decodeBatch(_ batch: Data, of body: Data, _ upload: UploadForm) -> Content {
    guard case .batch(var entries) = knowingGraphQL.decodeBatch(batch, of: body) else {
      return knowingGraphQL.decodeBatch(batch, of: body)
    }
    let requests = entries.map { try? $0.entry.get().parameters }
    switch upload.files(for: requests, isBatch: true, of: body) {
    case .failure(let error): return .malformed(MalformedRequestError(.upload(error)))
    case .success(let files):
      for (index, files) in files.enumerated() {
        entries[index].entry = entries[index].entry.map { entry in
          Entry(parameters: entry.parameters, files: files)
        }
      }
      return .batch(entries)
    }
  }

  /// The same for a request that is known to be one of GraphQL.
  private var knowingGraphQL: RequestDecoder {
    RequestDecoder(
      request: request, isKnownToBeGraphQL: true, documents: documents, persisted: persisted)
  }

  // MARK: Items and documents

  /// A body that is the document; all else stands in the URL.
  private func decodeDocument(_ body: Data) -> Content {
    var (parameters, problem) = DecodedRequest.read(QueryItems(request.url))
    if let problem { return .malformed(MalformedRequestError(problem)) }
    parameters.query = .text(ContiguousArray(body))
    return .request(Entry(parameters: parameters))
  }

  /// The query of the URL, or a body in its form.
  /// - Parameter isForm: Whether it is a form of HTML, which may well be a search for something.
  private func content(ofItems items: QueryItems, isForm: Bool) -> Content {
    let (parameters, problem) = DecodedRequest.read(items)
    guard isWanted(parameters), isKnownToBeGraphQL || !isForm || hasDocument(parameters) else {
      return .plain
    }
    if let problem { return .malformed(MalformedRequestError(problem)) }
    return .request(Entry(parameters: parameters))
  }

  private func hasDocument(_ parameters: DecodedRequest) -> Bool {
    guard let query = parameters.query.bytes else { return true }
    switch documents.outcome(for: query, operationName: parameters.selectedName) {
    case .success, .failure(.selection): return true
    case .failure(.syntax): return false
    }
  }
}

extension DecodedRequest {
  /// Takes the items of a URL or a form as parameters.
  /// - Returns: what could be taken, and the first problem.
  fileprivate static func read(
    _ items: QueryItems
  ) -> (DecodedRequest, MalformedRequestError.Reason?) {
    var parameters = DecodedRequest()
    var problem: MalformedRequestError.Reason?
    for member in BodyMember.allCases {
      let values = items.values(of: member.rawValue)
      guard let value = values.first else { continue }
      if values.count > 1, member.isStandard { problem = problem ?? .duplicateQueryItem(member) }
      if let found = parameters.set(member, to: value) { problem = problem ?? found }
    }
    return (parameters, problem)
  }

  /// Takes a query item in the place of a member of the body.
  private mutating func set(
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
  /// The error as one of the whole body, of which a part was decoded.
  fileprivate func inside(_ part: Data, of body: Data) -> BodyError {
    BodyError(problem: problem, offset: offset + part.startIndex - body.startIndex)
  }

  /// Whether a body with this error is meant for GraphQL, when no endpoint says so: it is, or is
  /// said to be, JSON, and not the JSON of something else.
  fileprivate func mayBeGraphQL(_ body: Data, isJSON: Bool) -> Bool {
    switch problem {
    case .empty, .encoding: false
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
    (mediaType.map(\.isJSON) ?? true) && contentCoding == nil
  }

  /// The codings of the body; nil where it is as it is.
  var contentCoding: String? {
    guard let field = value(forHTTPHeaderField: "Content-Encoding"), !field.isEmpty else {
      return nil
    }
    return field
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

  /// Whether a body of this type may hold a request of GraphQL.
  fileprivate var isReadable: Bool {
    isJSON || self == "application/graphql" || self == "multipart/form-data"
      || self == "application/x-www-form-urlencoded"
  }
}
