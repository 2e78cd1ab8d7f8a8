import Foundation

extension Error {
  /// The system's own words, because Foundation often has only an error number.
  package var fileReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let system = underlying.map { $0 as NSError }
    guard let system, system.domain == NSPOSIXErrorDomain else { return localizedDescription }
    return NSError(domain: NSPOSIXErrorDomain, code: system.code).localizedFailureReason
      ?? localizedDescription
  }
}
