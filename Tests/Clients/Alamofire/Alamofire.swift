// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The part of Alamofire 5.12 that recipes use: its names and signatures.

open class Session: @unchecked Sendable {
  public convenience init(configuration: URLSessionConfiguration = .default) { self.init() }

  init() {}
}
