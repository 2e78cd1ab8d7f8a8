/// A mode that determines how a service handles invalid requests or responses.
///
/// You set the mode for requests in ``ServiceOptions/requestValidation``, and the mode for responses in
/// ``ServiceOptions/responseValidation``.
public enum ValidationMode: String, Sendable, CaseIterable {
  /// The test fails, and the client receives an error instead of the response.
  case fail
  /// The client receives the response, and the service's journal of requests contains a warning.
  case warn
  /// The service skips the validation.
  case off
}
