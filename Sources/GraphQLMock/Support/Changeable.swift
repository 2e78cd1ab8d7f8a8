/// A value of which a copy is made that differs in one thing.
protocol Changeable {}

extension Changeable {
  /// The same value, changed.
  func changing(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
