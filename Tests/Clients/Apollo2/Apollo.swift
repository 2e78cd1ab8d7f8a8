// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ApolloAPI
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The part of Apollo 2.4 that recipes use: its names and signatures.

public final class ApolloStore: Sendable {
  public init() {}
}

public protocol InterceptorProvider: Sendable {}
public protocol NetworkTransport: AnyObject, Sendable {}
public protocol ApolloURLSession: Sendable {}

extension URLSession: ApolloURLSession {}

public struct DefaultInterceptorProvider: InterceptorProvider {
  public static let shared = DefaultInterceptorProvider()
}

public final class RequestChainNetworkTransport: NetworkTransport {
  public init(
    urlSession: any ApolloURLSession, interceptorProvider: any InterceptorProvider,
    store: ApolloStore, endpointURL: URL
  ) {}
}

public final class ApolloClient: Sendable {
  public init(networkTransport: any NetworkTransport, store: ApolloStore) {}
}

@_spi(Internal) public final class JSONSerializationFormat {
  public class func serialize(value: any JSONEncodable) throws -> Data { Data() }
  public class func serialize(value: JSONObject) throws -> Data { Data() }
}

extension RootSelectionSet {
  @_disfavoredOverload
  public init(data: [String: Any], variables: GraphQLOperation.Variables? = nil) async throws {
    try await self.init(data: JSONObject(), variables: variables)
  }

  public init(data: JSONObject, variables: GraphQLOperation.Variables? = nil) async throws {
    throw CancellationError()
  }
}
