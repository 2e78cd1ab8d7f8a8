// The names of a table's operations, for messages that look for one that is nearly right.

struct OperationNames: Sendable {
  /// In alphabetical order.
  let sorted: [String]

  /// - Parameter sorted: The names in alphabetical order.
  init(_ sorted: [String]) { self.sorted = sorted }

  /// The names that look most like another one, without that itself, in alphabetical order.
  func nearest(to name: String, atMost limit: Int) -> [String] {
    EditDistance.alike(name, among: sorted.filter { $0 != name }, atMost: limit).ordered()
  }
}
