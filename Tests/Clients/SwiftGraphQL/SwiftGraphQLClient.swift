// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The part of SwiftGraphQL 5.1.2 that recipes use: its names and signatures.

public protocol FetchSession {}

extension URLSession: FetchSession {}

public protocol Exchange {}

public class FetchExchange: Exchange {
  public init(session: any FetchSession = URLSession.shared) {}
}

public class ClientConfiguration {
  public init() {}
}

public class Client {
  public init(
    request: URLRequest, exchanges: [any Exchange],
    config: ClientConfiguration = ClientConfiguration()
  ) {}
}
