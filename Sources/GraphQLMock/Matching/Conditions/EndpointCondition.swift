public import Foundation

struct EndpointCondition: RequestCondition {
  let endpoint: Endpoint

  var clause: String? { "to \(endpoint.url.absoluteString)" }

  func matches(_ request: IncomingRequest) -> Bool { endpoint.matches(request.url) }

  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference? {
    endpoint.difference(from: request.url, showing: mask.part).map {
      MatchDifference("it only handles requests to \(endpoint.url.absoluteString), but \($0)")
    }
  }

  static let field: FormField<RequestHandler> = .conditions("endpoint") { conditions in
    conditions.last.map { .string($0.endpoint.url.absoluteString) }
  } read: { value in
    try value.url().map { [EndpointCondition(endpoint: Endpoint(url: $0))] }
  }
}

extension RequestHandler {
  /// Returns a copy of the handler that matches only requests to a URL.
  ///
  /// The query of the URL is ignored. If you call the method twice, only the second URL is used.
  public func `where`(endpoint url: URL) -> RequestHandler {
    replacing(by: EndpointCondition(endpoint: Endpoint(url: url)))
  }
}
