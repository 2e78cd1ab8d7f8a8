import Foundation

extension URLError {
  static func mock(
    _ code: URLError.Code, message: String, underlying: (any Error)? = nil
  ) -> URLError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    return URLError(code, userInfo: info)
  }
}
