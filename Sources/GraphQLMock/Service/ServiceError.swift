import Foundation

indirect enum ServiceError: Error, Sendable, Hashable, CustomStringConvertible {
  case serviceIsGone
  case downloadTask
  case webSocketTask(String)
  case outsideScope
  case testHasEnded(String)
  /// A run of `withResponseVariants` was stopped. Requests that the client sends afterward are of no interest.
  case runWasStopped
  case unusableLaunchPlan(String)

  var description: String {
    switch self {
    case .serviceIsGone:
      "The MockGraphQLService of this session was deallocated; keep the service as long as the "
        + "session, for example in a property of the test."
    case .outsideScope:
      """
      MockGraphQLService.current was read outside the scope of a test.
        If the test has no scope, add `.graphQL(...)` to it or to its suite. In XCTest, override \
      `invokeTest`, which puts `setUp` into the scope, too:
          override func invokeTest() { withMockGraphQLService(...) { super.invokeTest() } }
        If it has one: `Task.detached`, a dispatch queue, a callback, and a stored property of an \
      XCTestCase don't inherit it. Read `MockGraphQLService.current` in the test itself, and pass on the \
      service or its session; make the property a `lazy var`.
        If the test made a service, for example by `MockGraphQLService(for: self)`, give the client the \
      session of that service.
      """
    case .testHasEnded(let name):
      "This request belongs to the test \(name), which has ended. Let the test await its requests. A client "
        + "that is `static`, or shared by tests, keeps using the service of the test that made it."
        + (Self.isOfSwiftTesting(name)
          ? ""
          : " In XCTest a scope ends with the closure of `withMockGraphQLService`: put it around "
            + "`super.invokeTest()`.")
    case .runWasStopped: "This run of `withResponseVariants` was stopped, because it didn't end."
    case .unusableLaunchPlan(let message): message
    case .webSocketTask(let host):
      "A WebSocket task to \(host) can't be answered, because no URLProtocol can carry one. Give the "
        + "client `service.sockets.webSocketTask(with:)` instead, let it connect to a server on 127.0.0.1, or "
        + "let it through with `unhandled: .passThrough`."
    case .downloadTask:
      "A download task can't be mocked on this platform, where Foundation crashes on it "
        + "(swift-corelibs-foundation#3367); use a data task."
    }
  }

  /// Returns whether a test belongs to Swift Testing, whose test names end with parentheses.
  static func isOfSwiftTesting(_ test: String) -> Bool { test.hasSuffix(")") }

  var urlError: URLError { .mock(.resourceUnavailable, message: description) }
}
