/// The treatment of invalid requests and answers.
///
/// It applies to requests with ``ServiceOptions/requestValidation`` (GraphQL, sections 5 and 6.1.2), and to answers
/// with ``ServiceOptions/responseValidation``.
public enum ValidationMode: String, Sendable, CaseIterable {
  /// The test fails, and the client receives the validation errors of an invalid request, or an error instead of an
  /// answer.
  case fail
  /// The request is answered, and the exchange has warnings.
  case warn
  /// The request is answered without validation.
  case off
}
