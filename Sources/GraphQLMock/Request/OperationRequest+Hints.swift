extension OperationRequest {
  /// Not here: see ``urlRequest``.
  @available(
    *, unavailable, message: "write urlRequest.value(forHTTPHeaderField: \"Authorization\")"
  )
  public var headers: [String: String] { [:] }
}
