/// What happens to a request or an answer that is not as it should be.
///
/// That is a request that isn't valid (``ServiceOptions/requestValidation``; GraphQL, sections 5 and 6.1.2), and an
/// answer that doesn't fit (``ServiceOptions/responseValidation``). Each option has a default of its own.
public enum ValidationMode: String, Sendable, CaseIterable {
  /// The test fails.
  ///
  /// A request that is not valid gets the errors that the service gives, and one with an answer that does
  /// not fit gets an error.
  case fail
  /// It is answered, and the exchange has warnings.
  case warn
  /// It is answered, and nothing is validated.
  case off
}
