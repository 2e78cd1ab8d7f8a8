/// A value that files and the environment refer to by name; later versions may have more.
protocol NamedValue: Hashable, Sendable {
  var rawValue: String { get }
  static var allCases: [Self] { get }
}

extension NamedValue {
  init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }
}
