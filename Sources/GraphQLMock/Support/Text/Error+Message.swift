package import Foundation

extension Error {
  /// The operating system's description of a file error, because Foundation's description is often only a number.
  package var fileReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let system = underlying.map { $0 as NSError }
    guard let system, system.domain == NSPOSIXErrorDomain else { return localizedDescription }
    return NSError(domain: NSPOSIXErrorDomain, code: system.code).localizedFailureReason
      ?? localizedDescription
  }

  /// `as? URLError` finds no `NSError` on Linux, even one of URLError's domain.
  var asURLError: URLError? {
    if let error = self as? URLError { return error }
    let error = self as NSError
    return error.domain == NSURLErrorDomain ? URLError(_nsError: error) : nil
  }
}

extension LocalizedError where Self: CustomStringConvertible {
  package var errorDescription: String? { description }
}

extension DecodingError {
  /// The case, the context, and the expected type or the missing key, followed by a space.
  package var parts: (name: String, context: Context, subject: String) {
    switch self {
    case .typeMismatch(let type, let context): ("typeMismatch", context, "\(type) ")
    case .valueNotFound(let type, let context): ("valueNotFound", context, "\(type) ")
    case .keyNotFound(let key, let context): ("keyNotFound", context, "\(key.stringValue) ")
    case .dataCorrupted(let context): ("dataCorrupted", context, "")
    @unknown default: ("unknown", Context(codingPath: [], debugDescription: "\(self)"), "")
    }
  }
}

extension URLError {
  private static let carriedKey = "GraphQLMock.error"

  /// Creates a `URLError`, or an error that stands for another error until the client receives that.
  init(carrying error: any Error) {
    let info: [String: Any] = [
      Self.carriedKey: error, NSLocalizedDescriptionKey: error.localizedDescription,
    ]
    self = error.asURLError ?? URLError(.unknown, userInfo: info)
  }

  /// The error that the client receives, such as an `NSError` that a handler has thrown.
  var carried: any Error { userInfo[Self.carriedKey] as? any Error ?? self }

  var title: String {
    let error = carried as NSError
    return "\(error.domain == NSURLErrorDomain ? "URLError" : error.domain) \(error.code)"
  }

  static func mock(
    _ code: URLError.Code, message: String, underlying: (any Error)? = nil
  ) -> URLError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    return URLError(code, userInfo: info)
  }
}
