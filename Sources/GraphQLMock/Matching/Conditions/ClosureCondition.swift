/// The closures of `.where { … }`. They run after all other conditions match, and never while a lock is held.
struct ClosureCondition: RequestCondition {
  var closures: [@Sendable (OperationRequest) -> Bool] = []

  var clause: String? { "that a closure accepts" }

  func matches(_ request: IncomingRequest) -> Bool {
    let asked = request.operation ?? OperationRequest(withoutOperation: request.urlRequest)
    return closures.allSatisfy { $0(asked) }
  }

  func difference(from request: IncomingRequest, _ mask: RequestMask) -> MatchDifference? {
    MatchDifference("its closure returned false for the request")
  }

  func distance(to request: IncomingRequest) -> Int { MatchDistance.variable }
}

extension RequestHandler {
  /// Returns a copy of the handler that matches only requests that a closure accepts.
  ///
  /// ```swift
  /// .query("Search", .data(["search": []])).where { request in
  ///   request.variables["text"].string?.isEmpty == true
  /// }
  /// ```
  /// For a condition on one variable, prefer `variables:`, because messages then show the value that differs. For
  /// plain HTTP, the request has no document and no variables; its URL and body are in its `urlRequest`.
  /// - Parameter accepts: A closure that returns true to accept the request. It runs once for a request, after all
  ///   other conditions match, on any thread.
  public func `where`(
    _ accepts: @escaping @Sendable (_ request: OperationRequest) -> Bool
  ) -> RequestHandler {
    changing { $0.closure = ClosureCondition(closures: ($0.closure?.closures ?? []) + [accepts]) }
  }
}
