// The standard sort adds about 5 KB of code for each element type. This sort is slower but adds less.

extension Sequence {
  func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return orderedPositions(elements.count) { precedes(elements[$0], elements[$1]) }
      .map { elements[$0] }
  }
}

extension Sequence<String> {
  func ordered() -> [String] { ordered(by: <) }
}

extension Dictionary where Key: Comparable {
  func orderedByKey() -> [(key: Key, value: Value)] { ordered { $0.key < $1.key } }
}

@inline(never)
private func orderedPositions(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
  Array(0..<count).sorted(by: precedes)
}
