// In the core, the standard sort would add about 5 KB of code for each element type. This sort is slower but adds less.

extension Sequence {
  /// Returns the elements in order, in which equal elements keep their order.
  func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return orderedPositions(elements.count) { precedes(elements[$0], elements[$1]) }
      .map { elements[$0] }
  }
}

extension Sequence<String> {
  /// Returns the texts in Unicode's order, which is the same in every locale.
  func ordered() -> [String] { ordered(by: <) }
}

extension Dictionary where Key: Comparable {
  func orderedByKey() -> [(key: Key, value: Value)] { ordered { $0.key < $1.key } }
}

@inline(never)
private func orderedPositions(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
  // The standard sort is stable, although its documentation doesn't guarantee it. `SortingTests` would notice.
  Array(0..<count).sorted(by: precedes)
}
