// The names of a table's operations, for messages that look for one that is nearly right.

struct OperationNames: Sendable {
  /// In alphabetical order.
  let sorted: [String]
  private let sketches: [NameSketch]

  /// - Parameter sorted: The names in alphabetical order.
  init(_ sorted: [String]) {
    self.sorted = sorted
    sketches = sorted.map(NameSketch.init)
  }

  /// The names that look most like another one, without that itself, in alphabetical order.
  func nearest(to name: String, atMost limit: Int) -> [String] {
    var others = (names: sorted, sketches: sketches)
    if let own = sorted.firstIndex(of: name) {
      others.names.remove(at: own)
      others.sketches.remove(at: own)
    }
    return NameSketch.nearest(to: name, among: others.sketches, atMost: limit)
      .map { others.names[$0] }
  }
}
