extension Duration {
  /// The duration in nanoseconds, but 0 if it's negative, and `UInt64.max` if it's too long.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = product.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return overflow || carry ? .max : sum
  }

  /// Used for numbers from outside, such as those in a file. Larger numbers would trap when they're converted or added.
  init?(readSeconds seconds: Double) {
    // This condition is also false for NaN.
    guard seconds.magnitude < 1e15 else { return nil }
    self = .seconds(seconds)
  }

  package var text: String {
    let seconds = seconds
    return seconds.rounded() == seconds ? "\(components.seconds) s" : "\(seconds) s"
  }

  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
