// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ApolloAPI
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The part of Apollo 1.25 that recipes use: its names and signatures.

public class ApolloStore {
  public init() {}
}

public protocol InterceptorProvider {}
public protocol NetworkTransport: AnyObject {}

open class URLSessionClient {
  public init(
    sessionConfiguration: URLSessionConfiguration = .default,
    callbackQueue: OperationQueue? = .main, sessionDescription: String? = nil
  ) {}
}

open class DefaultInterceptorProvider: InterceptorProvider {
  public init(
    client: URLSessionClient = URLSessionClient(), shouldInvalidateClientOnDeinit: Bool = true,
    store: ApolloStore
  ) {}
}

open class RequestChainNetworkTransport: NetworkTransport {
  public init(interceptorProvider: any InterceptorProvider, endpointURL: URL) {}
}

public class ApolloClient {
  public init(networkTransport: any NetworkTransport, store: ApolloStore) {}
}

public final class JSONSerializationFormat {
  public class func serialize(value: any JSONEncodable) throws -> Data { Data() }
  public class func serialize(value: JSONObject) throws -> Data { Data() }
}

extension RootSelectionSet {
  @_disfavoredOverload
  public init(data: [String: Any], variables: GraphQLOperation.Variables? = nil) throws {
    try self.init(data: JSONObject(), variables: variables)
  }

  public init(data: JSONObject, variables: GraphQLOperation.Variables? = nil) throws {
    throw CancellationError()
  }
}
