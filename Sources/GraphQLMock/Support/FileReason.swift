import Foundation

extension Error {
  /// Why a file can't be read or written, in the words of the system: Foundation has numbers for most.
  var fileReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let system = underlying.map { $0 as NSError }
    guard let system, system.domain == NSPOSIXErrorDomain else { return localizedDescription }
    return NSError(domain: NSPOSIXErrorDomain, code: system.code).localizedFailureReason
      ?? localizedDescription
  }
}
