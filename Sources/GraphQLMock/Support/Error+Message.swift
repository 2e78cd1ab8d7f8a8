import Foundation

extension Error {
  /// The operating system's description of a file error, because Foundation's description is often only a number.
  package var fileReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let system = underlying.map { $0 as NSError }
    guard let system, system.domain == NSPOSIXErrorDomain else { return localizedDescription }
    return NSError(domain: NSPOSIXErrorDomain, code: system.code).localizedFailureReason
      ?? localizedDescription
  }
}

extension URLError {
  static func mock(
    _ code: URLError.Code, message: String, underlying: (any Error)? = nil
  ) -> URLError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    return URLError(code, userInfo: info)
  }
}
