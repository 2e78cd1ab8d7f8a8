/// An error that the body of `withAnswerVariants` throws for answers that the real service never sends.
///
/// ```swift
/// let order = try await shop.order()
/// if order.isPaid, order.payments.isEmpty { throw AnswerVariantSkip("A paid order has a payment.") }
/// ```
/// A run with changed answers that throws this error doesn't fail, and ``AnswerVariantReport/skippedRuns`` counts it.
public struct AnswerVariantSkip: Error, Sendable {
  let reason: String

  /// Creates an error that skips a run of the body for a reason, under which the report counts the run.
  public init(_ reason: String = "The body of the test skipped it.") { self.reason = reason }
}
