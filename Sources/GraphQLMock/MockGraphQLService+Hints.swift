// What one writes first, and does not compile: see `MockResponse+Hints`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension MockGraphQLService {
  @available(*, unavailable, message: "write makeSession(), and keep what it returns")
  public var session: URLSession { makeSession() }

  @available(*, unavailable, message: "a name in a variable is .named(name)")
  @_disfavoredOverload
  public func exchanges(named name: String, type: OperationType? = nil) -> [MockExchange] { [] }

  @available(*, unavailable, message: "write named: .named(name), within: .seconds(2)")
  @_disfavoredOverload @discardableResult public func waitForExchanges(
    named name: Any, count: Int = 1, within limit: Any? = nil, timeout: Any? = nil
  ) async throws -> [MockExchange] { [] }
}
