/// A mode that determines what happens to invalid requests and answers.
///
/// You set it for requests in ``ServiceOptions/requestValidation``, and for answers in
/// ``ServiceOptions/responseValidation``.
public enum ValidationMode: String, Sendable, CaseIterable {
  /// The test fails, and the client receives the validation errors, or an error instead of an invalid answer.
  case fail
  /// The request is answered, and the journal has warnings.
  case warn
  /// The request is answered without validation.
  case off
}
