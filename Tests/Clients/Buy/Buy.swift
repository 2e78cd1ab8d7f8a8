// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The part of Shopify's Buy 2026.4 that recipes use: its names and signatures.

public enum Graph {
  public class Client {
    public init(
      shopDomain: String, apiKey: String,
      session: URLSession = URLSession(configuration: URLSessionConfiguration.default),
      locale: Locale? = nil
    ) {}
  }
}
