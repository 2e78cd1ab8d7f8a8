public import Foundation

/// The response of a handler, which is a GraphQL response, another HTTP response, or a network error.
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
    /// A GraphQL response, which is a request error if it has no data (GraphQL, section 7.1).
    case graphQL(data: MockJSON?, errors: [MockResponseError], extensions: MockJSON?)
    case json(MockJSON)
    /// JSON with values of the request (see `FixtureTemplate`), which `RequestExecution.fill` replaces by `json`.
    case template(MockJSON)
    /// Bytes, of the JSON type that the client accepts if the content type is nil.
    case bytes(Data, contentType: String?)
    case file(path: String, contentType: String?, near: String? = nil)
    case empty
    case failure(any Error)
    case fixture(String)
    case never
    case passThrough
    case incremental(IncrementalResponse)
    case events(EventScript)
    case parts(RecordedStream)

    var isPassThrough: Bool { if case .passThrough = self { true } else { false } }
  }

  enum Completion: Sendable {
    /// The data has field names instead of aliases. A missing field is sent as null.
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

  // `applied(to:)` copies what modifiers set to a fixture, and `ResponseForm` writes it, so both need new properties.
  var content: Content { didSet { encoded = ResponseWriter.EncodedBody() } }
  /// The encoded content, which the writer makes once for all requests that get this response.
  private(set) var encoded = ResponseWriter.EncodedBody()
  var statusCode: Int?
  var isNonHTTP = false
  var headerFields = HeaderFields()
  var delay: Duration?
  /// Whether the response comes from a fixture (a response file), which is validated more strictly.
  var isFixture = false
  var fixtureName: String?
  var completion: Completion?
  /// The time between the parts of a response with `@defer` or `@stream`, or nil to send it whole.
  var deferral: Duration?
  var deferralError: String?
  var faults: MockResponse.BodyFaults?
  var delaySpread: RandomDelay?

  func delay(forRequest requestID: Int, event: Int = 0) -> Duration? {
    delay ?? delaySpread?.draw(requestID, event: event)
  }
  /// A closure that changes the response of the real service.
  var change: ResponseClosure<SentResponse, MockResponse>?

  init(_ content: Content, status: Int? = nil) {
    self.content = content
    statusCode = status
  }

  mutating func setJSON(_ json: MockJSON, encoded: Data) {
    content = .json(json)
    self.encoded = ResponseWriter.EncodedBody(encoded)
  }

  // MARK: GraphQL responses

  /// Returns a GraphQL response with data and optional execution errors (GraphQL, section 7.1).
  /// - Parameters:
  ///   - data: The `data` member, as a JSON literal.
  ///   - errors: The `errors` member, left out if empty.
  ///   - extensions: The `extensions` member, or nil to leave it out.
  public static func data(
    _ data: MockJSON, errors: [MockResponseError] = [], extensions: MockJSON? = nil
  ) -> MockResponse {
    MockResponse(.graphQL(data: data, errors: errors, extensions: extensions))
  }

  /// An overload that the compiler tries only if nothing else fits, so that its error names the fix.
  @available(
    *, unavailable, message: "Wrap Swift values: .string(name), .number(count), .value(encodable)"
  )
  public static func data(_ data: [String: Any?]) -> MockResponse { .never }

  /// An overload that the compiler tries only if nothing else fits, so that its error names the fix.
  @available(*, unavailable, message: "Write .data(encoding: value), or .string(name) in a literal")
  public static func data(_ value: some Encodable) -> MockResponse { .never }

  /// Returns a GraphQL response with a Swift value as data.
  ///
  /// ```swift
  /// .data(encoding: ViewerData(viewer: .init(name: "Ada")))
  /// ```
  /// - Parameters:
  ///   - value: The value to encode as `data`. The request fails with a handler error if the encoding fails.
  ///   - encoder: The encoder for the value.
  public static func data(
    encoding value: some Encodable, encoder: JSONEncoder = JSONEncoder()
  ) -> MockResponse {
    do {
      return data(try MockJSON(parsing: encoder.encode(value)))
    } catch {
      return MockResponse(.failure(ResponseWritingError.unencodable("\(error)")))
    }
  }

  /// Returns a GraphQL response with one execution error and null data (GraphQL, section 7.1 "Execution Errors").
  ///
  /// The HTTP status is 200, or 294 if the service's ``SpecificationEdition`` requires it.
  /// - Parameters:
  ///   - message: The description of the error.
  ///   - code: The `code` member of `extensions`, or nil to leave it out.
  ///   - path: The response keys and list indices that lead to the field with the error, or nil to omit it.
  ///   - extensions: The other members of `extensions`, or nil to leave them out.
  public static func error(
    _ message: String, code: String? = nil, path: MockJSON? = nil, extensions: MockJSON? = nil
  ) -> MockResponse {
    errors([MockResponseError(message, code: code, path: path, extensions: extensions)])
  }

  /// Returns a GraphQL response with execution errors and null data (GraphQL, section 7.1 "Execution Errors").
  /// - Parameter errors: One or more errors.
  public static func errors(_ errors: [MockResponseError]) -> MockResponse {
    data(nil, errors: errors)
  }

  /// Returns a GraphQL response with one request error and no data (GraphQL, section 7.1 "Request Errors").
  ///
  /// The HTTP status depends on the media type of the response and on the service's ``SpecificationEdition``.
  /// - Parameters:
  ///   - message: The description of the error.
  ///   - code: The `code` member of `extensions`, or nil to leave it out.
  ///   - extensions: The other members of `extensions`, or nil to leave them out.
  public static func requestError(
    _ message: String, code: String? = nil, extensions: MockJSON? = nil
  ) -> MockResponse {
    requestErrors([MockResponseError(message, code: code, extensions: extensions)])
  }

  /// Returns a GraphQL response with request errors and no data (GraphQL, section 7.1 "Request Errors").
  /// - Parameter errors: One or more errors.
  public static func requestErrors(_ errors: [MockResponseError]) -> MockResponse {
    MockResponse(.graphQL(data: nil, errors: errors, extensions: nil))
  }

  /// Returns a response from a fixture, which is a file in one of the service's fixture tables.
  /// - Parameter name: The name of the file without `.json` and without the number in a sequence. For example,
  ///   `Feed.page1` names `Feed.page1.json`, and `Feed` names the sequence `Feed.1.json` and `Feed.2.json`.
  public static func fixture(_ name: String) -> MockResponse { MockResponse(.fixture(name)) }

  // MARK: Any other response

  /// Returns a response with a status code and an empty body.
  ///
  /// Apollo iOS 2 reports the empty body instead of the status. To test its handling of the status, write
  /// `.text("Service Unavailable").status(503)`.
  /// - Parameters:
  ///   - code: The status code, 100 to 599 (RFC 9110, section 15). The request fails with any other code.
  ///   - headers: The header fields.
  public static func status(_ code: Int, headers: HeaderFields = [:]) -> MockResponse {
    MockResponse(.empty, status: code).changing { $0.headerFields = headers }
  }

  /// Returns a response whose body is the given JSON value.
  public static func json(_ json: MockJSON) -> MockResponse { MockResponse(.json(json)) }

  /// Returns a JSON response whose body is sent exactly as given, even if it isn't well-formed JSON.
  public static func rawJSON(_ text: String) -> MockResponse {
    MockResponse(.bytes(Data(text.utf8), contentType: nil))
  }

  /// Returns a response whose body is the given text in UTF-8.
  public static func text(
    _ text: String, contentType: String = "text/plain; charset=utf-8"
  ) -> MockResponse {
    MockResponse(.bytes(Data(text.utf8), contentType: contentType))
  }

  /// Returns a response whose body is the given bytes.
  public static func bytes(
    _ bytes: Data, contentType: String = "application/octet-stream"
  ) -> MockResponse {
    MockResponse(.bytes(bytes, contentType: contentType))
  }

  /// Returns a response whose body is the contents of a file, which is read again for each request.
  /// - Parameters:
  ///   - path: The path of the file, such as `Covers/7.png`. A relative path is searched like the name of a fixture
  ///     table, also next to `Fixtures`, and then in the working folder. If there's no such file, the request fails.
  ///   - contentType: The media type, or nil to send a file with the extension `.json` as JSON and others as bytes.
  ///   - filePath: The path of your source file, from whose folder the search begins.
  public static func file(
    _ path: String, contentType: String? = nil, filePath: String = #filePath
  ) -> MockResponse {
    MockResponse(.file(path: path, contentType: contentType, near: filePath))
  }

  /// Returns a network error instead of a response.
  /// - Parameter code: The error code, such as `.timedOut` or `.notConnectedToInternet`.
  public static func networkError(_ code: URLError.Code) -> MockResponse {
    MockResponse(.failure(URLError(code)))
  }

  /// Returns an error instead of a response.
  /// - Parameter error: The error, sent unchanged. An `NSError` of the domain `NSURLErrorDomain` counts as a `URLError`.
  public static func networkError(_ error: any Error) -> MockResponse {
    MockResponse(.failure(URLError(carrying: error)))
  }

  /// A response that never arrives.
  ///
  /// The request is pending until the client cancels it or times out, or until the service ends.
  public static var never: MockResponse { MockResponse(.never) }

  /// The response of the real network.
  ///
  /// The request is sent unchanged, and redirects are followed. If the client cancels its request, the real request
  /// is canceled too. A status and header fields that you set replace those of the real response.
  public static var passThrough: MockResponse { MockResponse(.passThrough) }

  /// Returns the response of the real network after a closure has changed it.
  ///
  /// ```swift
  /// .passThrough { response in
  ///   var data = try #require(response.json?["data"].object)
  ///   data["price"] = nil as MockJSON
  ///   return .data(.object(data), errors: ["No price"])
  /// }
  /// ```
  /// An error that the closure throws has the same effect as an error from a handler's closure.
  /// - Parameter change: A closure that returns the response to send, without ``never``, ``passThrough`` and events.
  public static func passThrough(
    _ change: @escaping @Sendable (SentResponse) async throws -> MockResponse
  ) -> MockResponse {
    passThrough.changing { $0.change = .async(change) }
  }

  /// Returns the response of the real network after a synchronous closure, which may block, has changed it.
  public static func passThrough(
    _ change: @escaping @Sendable (SentResponse) throws -> MockResponse
  ) -> MockResponse {
    passThrough.changing { $0.change = .sync(change) }
  }

  // MARK: Changes

  /// Returns the response with another status code.
  /// - Parameter code: The status code, 100 to 599 (RFC 9110, section 15). The request fails with any other code.
  public func status(_ code: Int) -> MockResponse { changing { $0.statusCode = code } }

  /// Returns the response with an additional header field.
  ///
  /// ```swift
  /// .data(["viewer": nil]).header("Set-Cookie", "session=1; Secure", "theme=dark")
  /// ```
  /// - Parameters:
  ///   - name: The name of the field. Existing fields with this name are replaced, ignoring case.
  ///   - values: The value of the field. Several values create several fields with the same name.
  public func header(_ name: String, _ values: String...) -> MockResponse { header(name, values) }

  /// The response as a `URLResponse` that isn't an `HTTPURLResponse`.
  ///
  /// This response tests the code of an app that handles a response without HTTP. The client receives the body, but
  /// no status and no header fields. Streams, batches, ``passThrough`` and
  /// ``MockGraphQLService/respond(to:)`` still have HTTP responses.
  public var nonHTTP: MockResponse { changing { $0.isNonHTTP = true } }

  func header(_ name: String, _ values: [String]) -> MockResponse {
    changing {
      $0.headerFields = headerFields.removing([name])
      for value in values { $0.headerFields.add(name, value) }
    }
  }

  /// Returns the response with a delay.
  /// - Parameter delay: The delay, measured by the service's clock. A negative value counts as zero.
  public func delay(_ delay: Duration) -> MockResponse {
    changing {
      $0.delay = delay
      $0.delaySpread = nil
    }
  }

  var asFixture: MockResponse { changing { $0.isFixture = true } }

  func asFixture(named name: String) -> MockResponse {
    asFixture.changing { $0.fixtureName = name }
  }

  /// Returns a fixture with everything but the content that this response states.
  func applied(to fixture: MockResponse) -> MockResponse {
    fixture.changing {
      $0.statusCode = statusCode ?? $0.statusCode
      $0.headerFields = $0.headerFields.setting(headerFields)
      $0.isNonHTTP = isNonHTTP || $0.isNonHTTP
      if delay != nil || delaySpread != nil { ($0.delay, $0.delaySpread) = (delay, delaySpread) }
      $0.completion = completion ?? $0.completion
      $0.deferral = deferral ?? $0.deferral
      $0.deferralError = deferralError ?? $0.deferralError
      $0.faults = faults ?? $0.faults
    }
  }

  /// Returns a response of the real service with the status and header fields that this response states.
  func applied(to relayed: SentResponse) throws(ResponseWritingError) -> SentResponse {
    try checkHead()
    let response = SentResponse(
      status: statusCode ?? relayed.status, headers: relayed.headers.setting(headerFields),
      body: relayed.body, url: relayed.url)
    try response.checkDelivery()
    return response
  }
}
