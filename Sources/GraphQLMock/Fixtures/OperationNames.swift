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
    // One more, for the name itself may be among them.
    let found = NameSketch.nearest(to: name, among: sketches, atMost: limit + 1)
      .map { sorted[$0] }
    if let own = found.firstIndex(of: name) {
      return found.enumerated().filter { $0.offset != own }.map(\.element)
    }
    guard found.count > limit else { return found }
    return NameSketch.nearest(to: name, among: sketches, atMost: limit).map { sorted[$0] }
  }
}
