/// An error that the body of `withResponseVariants` throws for responses that the real service never sends.
///
/// ```swift
/// let order = try await shop.order()
/// if order.isPaid, order.payments.isEmpty { throw ResponseVariantSkip("A paid order has a payment.") }
/// ```
/// A run with changed responses that throws this error doesn't fail, and ``ResponseVariantReport/skippedRuns`` counts it.
public struct ResponseVariantSkip: Error, Sendable {
  let reason: String

  /// Creates an error that skips a run of the body for a reason, under which the report counts the run.
  public init(_ reason: String = "The body of the test skipped it.") { self.reason = reason }
}
