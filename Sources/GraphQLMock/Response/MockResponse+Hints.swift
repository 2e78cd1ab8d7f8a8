// What one writes first, and does not compile: the compiler finds it here, and says how it is written.
// It takes nothing of this where anything else fits, so that it costs no time, and is no API.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension MockResponse {
  @available(
    *, unavailable,
    message: "MockJSON takes .string(name), .number(n), .value(encodable); or .data(encoding: all)"
  )
  @_disfavoredOverload
  public static func data(
    _ data: Any?, errors: [MockResponseError] = [], extensions: Any? = nil
  ) -> MockResponse { .never }

  @available(*, unavailable, message: "MockJSON takes .string(name), .number(n), .value(encodable)")
  @_disfavoredOverload
  public static func data(fields: Any?) -> MockResponse { .never }

  @available(*, unavailable, message: "MockJSON takes .string(name), .number(n), .value(encodable)")
  @_disfavoredOverload
  public static func json(_ json: Any?) -> MockResponse { .never }

  @available(*, unavailable, message: "the network's are .networkError(.timedOut)")
  @_disfavoredOverload
  public static func error(_ error: any Error) -> MockResponse { .never }

  @available(*, unavailable, message: "write .networkError(.timedOut)")
  public static func failure(_ error: any Error) -> MockResponse { .never }

  @available(*, unavailable, message: "the status comes behind: .data([…]).status(500)")
  @_disfavoredOverload
  public static func status(_ code: Int, _ body: MockResponse) -> MockResponse { .never }

  @available(*, unavailable, message: "the data comes first: .data([…]).status(500)")
  @_disfavoredOverload
  public func data(_ data: Any?) -> MockResponse { self }

  @available(*, unavailable, message: "write .delay(.seconds(1)), .delay(.milliseconds(200))")
  @_disfavoredOverload
  public func delay(_ seconds: Double) -> MockResponse { self }

  @available(*, unavailable, message: "write method: \"POST\"")
  public static var POST: MockResponse { .never }
}
