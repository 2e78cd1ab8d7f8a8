import Foundation

struct ResponseWriter: Sendable {
  let mediaType: ResponseMediaType
  let edition: SpecificationEdition

  func outcome(to response: MockResponse) throws(ResponseWritingError) -> RequestOutcome? {
    switch response.content {
    case .graphQL(let data, let errors, let extensions):
      let body = try response.encoded.bytes { () throws(ResponseWritingError) in
        try Self.encode(Self.responseMap(data: data, errors: errors, extensions: extensions))
      }
      var (status, type) = (200, mediaType)
      if data == nil {
        status = edition.invalidRequestStatus(for: mediaType)
        type = edition.mediaType(ofRequestError: response.statusCode ?? status, for: mediaType)
      } else if !errors.isEmpty {
        status = edition.partialDataStatus(for: mediaType)
      }
      return try write(response, default: status, contentType: type.contentType, body: body)
    case .json(let json), .template(let json):
      return try write(
        response, default: status(of: json), contentType: mediaType.contentType,
        body: response.encoded.bytes { () throws(ResponseWritingError) in try Self.encode(json) })
    case .bytes(let bytes, let contentType):
      return try write(
        response, default: 200, contentType: contentType ?? mediaType.contentType, body: bytes)
    case .file(let path, let contentType, _):
      let usual = path.hasSuffix(".json") ? mediaType.contentType : "application/octet-stream"
      let bytes: Data
      do {
        bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      } catch {
        throw .unreadableFile(path: path, reason: error.fileReason)
      }
      return try write(response, default: 200, contentType: contentType ?? usual, body: bytes)
    case .empty: return try write(response, default: 200, contentType: nil, body: Data())
    case .failure(let error as URLError): return .failure(error)
    case .failure(let error):
      throw error as? ResponseWritingError ?? .thrown(String(describing: error))
    // A service replaces the names of its fixtures before.
    case .fixture(let name): throw .unknownFixture(name: name, tables: [])
    case .incremental(let incremental):
      let whole = try incremental.whole()
      return try write(
        response, default: status(of: whole), contentType: mediaType.contentType,
        body: Self.encode(whole))
    case .parts(let stream):
      return try write(response, default: 200, contentType: nil, body: stream.body)
    case .never, .passThrough, .events: return nil
    }
  }

  /// Returns a response in a format of streams: its head, or all of it with the given body.
  func head(
    of response: MockResponse, _ format: StreamFormat, body: Data = Data()
  ) throws(ResponseWritingError) -> SentResponse {
    let outcome = try write(response, default: 200, contentType: format.contentType, body: body)
    return outcome.response ?? SentResponse(status: 200, headers: [:], body: Data())
  }

  func event(_ response: MockResponse) throws(ResponseWritingError) -> Data {
    switch response.content {
    case .graphQL, .json, .template, .bytes, .fixture:
      return try outcome(to: response)?.response?.body ?? Data()
    case .events, .incremental, .parts: throw .noEvent("another response in parts")
    case .failure: throw .noEvent("a failure")
    case .file, .empty, .never, .passThrough: throw .noEvent("an HTTP response")
    }
  }

  static func responseMap(
    data: MockJSON?, errors: [MockResponseError], extensions: MockJSON?
  ) -> MockJSON {
    var members: [String: MockJSON] = [:]
    if let data { members["data"] = data }
    if !errors.isEmpty { members["errors"] = .array(errors.map(\.json)) }
    if let extensions { members["extensions"] = extensions }
    return .object(members)
  }

  /// Returns the HTTP status for a JSON body of the test, which is never treated as a request error.
  private func status(of json: MockJSON) -> Int {
    json.has("data") && json["errors"].array?.isEmpty == false
      ? edition.partialDataStatus(for: mediaType) : 200
  }

  private func write(
    _ response: MockResponse, default status: Int, contentType: String?, body: Data
  ) throws(ResponseWritingError) -> RequestOutcome {
    try response.checkHead()
    var headers = response.headerFields
    if let contentType, headers["Content-Type"] == nil { headers.add("Content-Type", contentType) }
    var written = SentResponse(status: response.statusCode ?? status, headers: headers, body: body)
    written.isNonHTTP = response.isNonHTTP
    try written.checkDelivery()
    return .response(written)
  }

  static func encode(_ json: MockJSON) throws(ResponseWritingError) -> Data {
    do {
      return try json.encoded()
    } catch {
      throw .unencodable("\(error)")
    }
  }

  /// The encoded bytes of a response, which all of its copies share, so that encoding happens only once.
  final class EncodedBody: Sendable {
    private let known: OnceValue<Result<Data, ResponseWritingError>>
    /// A number that is unique in the process, for use as a key in caches.
    let number = EncodedBody.lastNumber.withLock { $0.next() }
    private static let lastNumber = Locked(0)

    init(_ bytes: Data? = nil) { known = OnceValue(bytes.map { .success($0) }) }

    var isKnown: Bool { known.made != nil }

    /// Other threads wait for the end of `encode`, so it must not call closures of a test.
    func bytes(
      _ encode: () throws(ResponseWritingError) -> Data
    ) throws(ResponseWritingError) -> Data {
      try known.value { Result(catching: encode) }.get()
    }
  }
}

extension MockResponse {
  func checkHead() throws(ResponseWritingError) {
    if let statusCode, !(100...599).contains(statusCode) { throw .invalidStatus(statusCode) }
    if let count = faults?.end?.count, count < 0 { throw .negativeByteCount(count) }
    guard !headerFields.isEmpty else { return }
    for (name, value) in headerFields {
      let isToken = !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
      if !isToken { throw .invalidFieldName(name) }
      // RFC 9110, section 5.5, forbids CR, LF and NUL.
      let isBroken = value.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0x00 }
      if isBroken { throw .invalidFieldValue(name: name) }
    }
  }
}

extension SentResponse {
  /// Returns the test's response with the header fields and the URL of this one, which it replaces.
  func changed(to own: SentResponse) throws(ResponseWritingError) -> SentResponse {
    // Fields such as `Content-Length` and `ETag` describe the original body, so they're left out.
    let ofBody = headers.map { $0.name }.filter { $0.lowercased().hasPrefix("content-") }
    let kept = headers.removing(ofBody + ["ETag"])
    var changed = SentResponse(
      status: own.status, headers: kept.setting(own.headers), body: own.body, url: url)
    changed.isNonHTTP = own.isNonHTTP
    try changed.checkDelivery()
    return changed
  }

  func checkDelivery() throws(ResponseWritingError) {
    #if canImport(FoundationNetworking)
      if status == 401, headers["WWW-Authenticate"]?.hasBasicChallenge == true { throw .challenge }
    #endif
  }
}

extension String {
  /// Whether Foundation finds the authentication scheme Basic in this header value, even inside quotes.
  fileprivate var hasBasicChallenge: Bool {
    utf8.split(separator: UInt8(ascii: ",")).contains { challenge in
      challenge.drop { $0 == 0x20 || $0 == 0x09 }.prefix(while: \.isTokenCharacter)
        .elementsEqual("basic".utf8) { $0.asciiLowercased == $1 }
    }
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is valid in a token of HTTP (RFC 9110, section 5.6.2).
  fileprivate var isTokenCharacter: Bool { isLetter || isDigit || isOne(of: "!#$%&'*+-.^_`|~") }
}
