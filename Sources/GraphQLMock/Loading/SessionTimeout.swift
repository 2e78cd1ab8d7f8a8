import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// What `timeoutInterval` is where nobody has set it.
  private static let defaultTimeout: TimeInterval = 60

  /// How long the client waits, in seconds: the request's own time, or else that of its session.
  ///
  /// With swift-corelibs-foundation a session does not see to its `timeoutIntervalForRequest` itself,
  /// nor tell a task of it; the session is read from the task, by name. Where that has changed, the
  /// request's time counts.
  func timeout(of task: URLSessionTask?) -> TimeInterval {
    #if canImport(FoundationNetworking)
      if timeoutInterval == Self.defaultTimeout, let task,
        let session = Mirror(reflecting: task).inherited("session") as? URLSession
      {
        return session.configuration.timeoutIntervalForRequest
      }
    #endif
    return timeoutInterval
  }
}
