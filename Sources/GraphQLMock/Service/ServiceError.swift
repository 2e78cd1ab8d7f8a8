// Errors at the client that no request and no handler is to blame for, and their wording.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum ServiceError: Sendable, Hashable {
  case serviceIsGone
  case downloadTask
  case outsideScope
  case testHasEnded(String)
  case unusableLaunchPlan(String)

  var message: String {
    switch self {
    case .serviceIsGone:
      """
      The MockGraphQLService of this session is gone; keep the MockGraphQLService in a property.
      """
    case .outsideScope:
      "There is no mock service here: add `.graphQL(...)` to the test."
    case .testHasEnded(let name):
      "This request belongs to the test \(name), which has ended."
    case .unusableLaunchPlan(let message): message
    case .downloadTask:
      """
      A download task can't be mocked on this platform, where Foundation crashes on it \
      (swift-corelibs-foundation#3367); use a data task.
      """
    }
  }

  var urlError: URLError { .mock(.resourceUnavailable, message: message) }
}

extension URLError {
  /// An error of the URL loading system that carries a message of ours.
  static func mock(
    _ code: URLError.Code, message: String, underlying: (any Error)? = nil
  ) -> URLError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    return URLError(code, userInfo: info)
  }
}
