// What one writes first, and does not compile: see `MockResponse+Hints`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

extension RequestHandler {
  @available(
    *, unavailable,
    message: "write .operation(.named(name), variables: [\"id\": .string(id)], .data([…]).delay(…))"
  )
  @_disfavoredOverload
  public static func operation(
    _ name: String? = nil, document: String? = nil, variables: Any? = nil,
    _ answers: MockResponse..., data: Any? = nil, delay: Duration? = nil,
    answer: ((OperationRequest) async throws -> MockResponse?)? = nil
  ) -> RequestHandler { .operation(.never) }

  @available(
    *, unavailable,
    message: "write .query(.named(name), variables: [\"id\": .string(id)], .data([…]).delay(…))"
  )
  @_disfavoredOverload
  public static func query(
    _ name: String?, document: String? = nil, variables: Any? = nil, _ answers: MockResponse...,
    data: Any? = nil, delay: Duration? = nil,
    answer: ((OperationRequest) async throws -> MockResponse?)? = nil
  ) -> RequestHandler { .operation(.never) }

  @available(
    *, unavailable,
    message: "write .mutation(.named(name), variables: [\"id\": .string(id)], .data([…]).delay(…))"
  )
  @_disfavoredOverload
  public static func mutation(
    _ name: String?, document: String? = nil, variables: Any? = nil, _ answers: MockResponse...,
    data: Any? = nil, delay: Duration? = nil,
    answer: ((OperationRequest) async throws -> MockResponse?)? = nil
  ) -> RequestHandler { .operation(.never) }

  @available(
    *, unavailable,
    message: "write .subscription(.named(name), variables: [\"id\": .string(id)], .events([…]))"
  )
  @_disfavoredOverload
  public static func subscription(
    _ name: String?, document: String? = nil, variables: Any? = nil, _ answers: MockResponse...,
    data: Any? = nil, delay: Duration? = nil,
    answer: ((OperationRequest) async throws -> MockResponse?)? = nil
  ) -> RequestHandler { .operation(.never) }

  @available(*, unavailable, message: "write .http(\"/path\", host: \"a.example\", .status(200))")
  @_disfavoredOverload
  public static func http(
    _ url: URL, method: String? = nil, _ answers: MockResponse...
  ) -> RequestHandler { .operation(.never) }

  @available(*, unavailable, message: "write .http(\"/path\", method: \"GET\", .status(200))")
  public static func get(_ path: Any, _ all: MockResponse...) -> RequestHandler { .http(.never) }

  @available(*, unavailable, message: "write .http(\"/path\", method: \"POST\", .status(200))")
  public static func post(_ path: Any, _ all: MockResponse...) -> RequestHandler { .http(.never) }

  @available(*, unavailable, message: "a table comes behind the handlers: fixtures: \"Shop\"")
  public static func fixtures(_ table: Any) -> RequestHandler { .operation(.never) }
}

extension VariableMatch {
  @available(*, unavailable, message: "MockJSON takes .string(id), .number(n), .value(encodable)")
  @_disfavoredOverload
  public static func exactly(_ variables: Any?) -> VariableMatch { [:] }
}
