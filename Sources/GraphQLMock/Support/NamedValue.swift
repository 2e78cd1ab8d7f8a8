/// A value that files, and the environment, know by a name; later versions may have more of them.
protocol NamedValue: Hashable, Sendable {
  /// The name of the value, as files have it.
  var rawValue: String { get }
  /// All values that there are in this version.
  static var allCases: [Self] { get }
}

extension NamedValue {
  /// Finds the value with this name; nil if there is none.
  init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }
}
