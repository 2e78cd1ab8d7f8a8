public import Foundation

/// What a handler answers: a GraphQL response, any other HTTP response, or an error of the network.
///
/// ```swift
/// .data(["viewer": ["name": "Ada"]])
/// .error("No stock", path: ["product"])
/// .requestError("Not allowed")
/// .data(["hero": nil], errors: ["Lost"]).delay(.milliseconds(200))
/// .status(503)
/// .networkError(.timedOut)
/// ```
public struct MockResponse: Sendable, Changeable {
  enum Content: Sendable {
    /// The members of a response map (section 7.1); without data it's a request error.
    case graphQL(data: MockJSON?, errors: [MockResponseError], extensions: MockJSON?)
    case json(MockJSON)
    case template(MockJSON)
    case bytes(Data, contentType: String?)
    case file(path: String, contentType: String?)
    case empty
    case failure(any Error)
    case fixture(String)
    case never
    case passThrough
    case incremental(IncrementalResponse)
    case events(EventScript)
    case parts(RecordedStream)
  }

  enum Completion: Sendable {
    /// Data by field names, sent under response keys; missing fields are null.
    case byFields(warns: Bool)
    case generated(GeneratedOverrides, byFields: Bool = false)

    var isByFields: Bool {
      switch self {
      case .byFields: true
      case .generated(_, let byFields): byFields
      }
    }
    var isGenerated: Bool { if case .generated = self { true } else { false } }
  }

  var content: Content { didSet { encoded = EncodedBody() } }
  private(set) var encoded = EncodedBody()
  var statusCode: Int?
  var headerFields: [String: String] = [:]
  var delay: Duration?
  /// Fixtures are validated against the request.
  var isFixture = false
  var fixtureName: String?
  var completion: Completion?
  /// The interval between parts that the document's directives divide; nil sends the response whole.
  var deferral: Duration?
  var faults: MockResponse.BodyFaults?
  var delaySpread: RandomDelay?

  func delay(inExchange exchangeID: Int, event: Int = 0) -> Duration? {
    delay ?? delaySpread?.draw(exchangeID, event: event)
  }
  /// Changes the response of the real service.
  var change: AnswerClosure<ExchangeResponse, MockResponse>?

  init(_ content: Content, status: Int? = nil) {
    self.content = content
    statusCode = status
  }

  mutating func state(_ json: MockJSON, encoded: Data) {
    content = .json(json)
    self.encoded = EncodedBody(encoded)
  }
}

// MARK: GraphQL responses

extension MockResponse {
  /// A GraphQL response with data, and with execution errors if there are any (GraphQL, section 7.1).
  /// - Parameters:
  ///   - data: The `data` member, as a literal of JSON.
  ///   - errors: The `errors` member; it is left out when empty.
  ///   - extensions: The `extensions` member; nil leaves it out.
  public static func data(
    _ data: MockJSON, errors: [MockResponseError] = [], extensions: MockJSON? = nil
  ) -> MockResponse {
    MockResponse(.graphQL(data: data, errors: errors, extensions: extensions))
  }

  /// A GraphQL response whose data is a Swift value.
  ///
  /// ```swift
  /// .data(encoding: ViewerData(viewer: .init(name: "Ada")))
  /// ```
  /// - Parameters:
  ///   - value: The `data` member. A value that can't be encoded makes the request fail and is
  ///     reported as a handler error.
  ///   - encoder: What encodes it.
  public static func data(
    encoding value: some Encodable, encoder: JSONEncoder = JSONEncoder()
  ) -> MockResponse {
    do {
      let json = try MockJSON(parsing: encoder.encode(value))
      return MockResponse(.graphQL(data: json, errors: [], extensions: nil))
    } catch {
      return MockResponse(.failure(ResponseWritingError.unencodable("\(error)")))
    }
  }

  /// A GraphQL response with one execution error, and data of null (GraphQL, section 7.1 "Execution
  /// Errors").
  ///
  /// Its status is 200, or 294 where the service's edition says so.
  /// - Parameters:
  ///   - message: The description of the error.
  ///   - code: The member `code` of its `extensions`; nil leaves it out.
  ///   - path: The response keys and list indices that lead to the field; nil leaves it out.
  ///   - extensions: The other members of its `extensions`; nil leaves them out.
  public static func error(
    _ message: String, code: String? = nil, path: MockJSON? = nil, extensions: MockJSON? = nil
  ) -> MockResponse {
    errors([MockResponseError(message, code: code, path: path, extensions: extensions)])
  }

  /// A GraphQL response with execution errors, and data of null (GraphQL, section 7.1 "Execution Errors").
  /// - Parameter errors: The errors, at least one.
  public static func errors(_ errors: [MockResponseError]) -> MockResponse {
    data(nil, errors: errors)
  }

  /// A GraphQL response to a request that is not executed: one request error, and no data (GraphQL,
  /// section 7.1 "Request Errors").
  ///
  /// Its status is that of the media type and of the service's edition.
  /// - Parameters:
  ///   - message: The description of the error.
  ///   - code: The member `code` of its `extensions`; nil leaves it out.
  ///   - extensions: The other members of its `extensions`; nil leaves them out.
  public static func requestError(
    _ message: String, code: String? = nil, extensions: MockJSON? = nil
  ) -> MockResponse {
    requestErrors([MockResponseError(message, code: code, extensions: extensions)])
  }

  /// A GraphQL response to a request that is not executed: request errors, and no data (GraphQL,
  /// section 7.1 "Request Errors").
  /// - Parameter errors: The errors, at least one.
  public static func requestErrors(_ errors: [MockResponseError]) -> MockResponse {
    MockResponse(.graphQL(data: nil, errors: errors, extensions: nil))
  }

  /// The fixture of that name in the service's fixture tables.
  /// - Parameter name: The file's name without `.json` and without the position in a sequence:
  ///   `Feed.page1`, and `Feed` for `Feed.1.json` and `Feed.2.json`.
  public static func fixture(_ name: String) -> MockResponse {
    MockResponse(.fixture(name))
  }
}

// MARK: Any other response

extension MockResponse {
  /// A response with an empty body.
  ///
  /// Clients that look for a body first, such as Apollo iOS 2, report its absence in the place of the
  /// status. For those write `.text("Service Unavailable").status(503)`.
  /// - Parameters:
  ///   - code: The status code, 100 to 599 (RFC 9110, section 15). With any other the request fails, and
  ///     that is reported.
  ///   - headers: The header fields.
  public static func status(_ code: Int, headers: [String: String] = [:]) -> MockResponse {
    MockResponse(.empty, status: code).changing { $0.headerFields = headers }
  }

  /// Any JSON as the whole body.
  /// - Parameter json: The body, as a literal of JSON.
  public static func json(_ json: MockJSON) -> MockResponse { MockResponse(.json(json)) }

  /// A body of JSON that is sent as it is written, well-formed or not.
  /// - Parameter text: The body's text.
  public static func rawJSON(_ text: String) -> MockResponse {
    MockResponse(.bytes(Data(text.utf8), contentType: nil))
  }

  /// A body of text.
  /// - Parameters:
  ///   - text: The body's text, sent as UTF-8.
  ///   - contentType: The media type.
  public static func text(
    _ text: String, contentType: String = "text/plain; charset=utf-8"
  ) -> MockResponse {
    MockResponse(.bytes(Data(text.utf8), contentType: contentType))
  }

  /// A body of bytes.
  /// - Parameters:
  ///   - bytes: The body.
  ///   - contentType: The media type.
  public static func bytes(
    _ bytes: Data, contentType: String = "application/octet-stream"
  ) -> MockResponse {
    MockResponse(.bytes(bytes, contentType: contentType))
  }

  /// A file as the body, read at each request.
  /// - Parameters:
  ///   - path: The file's path. A file that can't be read makes the request fail and is reported.
  ///   - contentType: The media type; nil takes JSON for `.json`, and bytes otherwise.
  public static func file(_ path: String, contentType: String? = nil) -> MockResponse {
    MockResponse(.file(path: path, contentType: contentType))
  }

  /// An error of the network instead of a response.
  /// - Parameter code: The code, such as `.timedOut` or `.notConnectedToInternet`.
  public static func networkError(_ code: URLError.Code) -> MockResponse {
    MockResponse(.failure(URLError(code)))
  }

  /// An error instead of a response.
  ///
  /// A `URLError` reaches the client as it is; another error arrives as
  /// `URLError(.cannotParseResponse)` with that error underneath, and is reported.
  /// - Parameter error: The error.
  public static func networkError(_ error: any Error) -> MockResponse {
    MockResponse(.failure(error))
  }

  /// No answer, until the client's time is up, or it gives up, or the service ends.
  public static var never: MockResponse { MockResponse(.never) }

  /// The response of the real network.
  ///
  /// The request is sent on as it is, with its body, and redirects are followed. It is cancelled when
  /// the client gives up. Status and header fields that are set here replace the real ones.
  public static var passThrough: MockResponse { MockResponse(.passThrough) }

  /// The response of the real network, changed by a closure.
  ///
  /// ```swift
  /// .passThrough { response in
  ///   var data = try #require(response.json?["data"].object)
  ///   data["price"] = nil as MockJSON
  ///   return .data(.object(data), errors: ["No price"])
  /// }
  /// ```
  /// The request is sent on as for ``passThrough``. An error that the closure throws is treated as one
  /// of a handler's closure.
  /// - Parameter change: Gives the response to send in the place of the real one; it can't be ``never``,
  ///   ``passThrough`` or events.
  public static func passThrough(
    _ change: @escaping @Sendable (ExchangeResponse) async throws -> MockResponse
  ) -> MockResponse {
    passThrough.changing { $0.change = .asynchronous(change) }
  }

  /// The response of the real network, changed by a synchronous closure; it may block.
  /// - Parameter change: Gives the response to send in the place of the real one.
  public static func passThrough(
    _ change: @escaping @Sendable (ExchangeResponse) throws -> MockResponse
  ) -> MockResponse {
    passThrough.changing { $0.change = .synchronous(change) }
  }
}

// MARK: Changes

extension MockResponse {
  /// The same response with another status code.
  /// - Parameter code: The status code, 100 to 599 (RFC 9110, section 15). With any other the request
  ///   fails, and that is reported.
  public func status(_ code: Int) -> MockResponse {
    changing { $0.statusCode = code }
  }

  /// The same response with one more header field.
  /// - Parameters:
  ///   - name: The field's name. A field of that name is replaced, whatever its case.
  ///   - value: The field's value.
  public func header(_ name: String, _ value: String) -> MockResponse {
    changing { $0.headerFields = headerFields.settingHeaders([name: value]) }
  }

  /// The same response, sent later.
  /// - Parameter delay: The time that passes before it is sent, by the service's clock; what is negative
  ///   counts as zero.
  public func delay(_ delay: Duration) -> MockResponse {
    changing {
      $0.delay = delay
      $0.delaySpread = nil
    }
  }

  var asFixture: MockResponse {
    changing { $0.isFixture = true }
  }

  func asFixture(named name: String) -> MockResponse {
    asFixture.changing { $0.fixtureName = name }
  }

  func applied(to fixture: MockResponse) -> MockResponse {
    fixture.changing {
      $0.statusCode = statusCode ?? $0.statusCode
      $0.headerFields = $0.headerFields.settingHeaders(headerFields)
      $0.delay = delay ?? $0.delay
      $0.completion = completion ?? $0.completion
      $0.deferral = deferral ?? $0.deferral
      $0.faults = faults ?? $0.faults
      $0.delaySpread = delaySpread ?? $0.delaySpread
    }
  }

  func applied(
    to relayed: ExchangeResponse
  ) throws(ResponseWritingError) -> ExchangeResponse {
    try checkHead()
    let response = ExchangeResponse(
      status: statusCode ?? relayed.status, headers: relayed.headers.settingHeaders(headerFields),
      body: relayed.body, url: relayed.url)
    try response.checkDelivery()
    return response
  }
}
