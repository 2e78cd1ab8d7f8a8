import Foundation

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
