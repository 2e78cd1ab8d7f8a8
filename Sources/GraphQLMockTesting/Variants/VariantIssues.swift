import GraphQLMock

/// Decides what happens to the failed expectations of the body of `withResponseVariants`.
protocol VariantIssues: Sendable {
  /// Returns false if issues can't be held back, so that the first failed expectation ends the search.
  var canHoldBack: Bool { get }
  /// Forgets the failed expectations so far, and sets what happens to those that follow.
  func reset(to mode: VariantIssueMode)
  /// Returns the failed expectations since `reset`, each with its location first. It's called once for each run.
  func take() -> [String]
  func report(_ issue: ScopeIssue)
}

enum VariantIssueMode: Sendable {
  case report
  /// Holds issues back, because a run with fewer changes may fail in the same way.
  case holdBack
  case reportAdding(String)
}
