/// What a "Did you mean" lists, chosen and sorted as the reference implementation does.
enum ValidationSuggestions {
  /// The options that are similar to a name, the most similar first (suggestionList).
  static func similar(to input: String, among options: some Sequence<String>) -> [String] {
    let distance = LexicalDistance(to: input)
    // floor(length * 0.4) + 1
    let threshold = input.utf16.count * 2 / 5 + 1
    var found: [(name: String, distance: Int)] = []
    for option in options {
      if let distance = distance.measure(option, limit: threshold) {
        found.append((option, distance))
      }
    }
    return found.ordered {
      $0.distance == $1.distance ? naturallyPrecedes($0.name, $1.name) : $0.distance < $1.distance
    }.map(\.name)
  }

  /// Sorts as JavaScript sorts what is short: the run at the beginning stays, the rest is inserted.
  ///
  /// The reference implementation orders types by a relation with cycles, so that the result depends
  /// on the algorithm.
  static func sortByInsertion<Element>(
    _ elements: inout [Element], precedes: (Element, Element) -> Bool
  ) {
    guard elements.count > 1 else { return }
    var run = 2
    if precedes(elements[1], elements[0]) {
      while run < elements.count, precedes(elements[run], elements[run - 1]) { run += 1 }
      elements[..<run].reverse()
    } else {
      while run < elements.count, !precedes(elements[run], elements[run - 1]) { run += 1 }
    }
    for index in run..<elements.count {
      let element = elements.remove(at: index)
      var low = 0
      var high = index
      while low < high {
        let middle = (low + high) / 2
        if precedes(element, elements[middle]) { high = middle } else { low = middle + 1 }
      }
      elements.insert(element, at: low)
    }
  }

  /// Whether a name stands before another when runs of digits count as numbers (naturalCompare).
  static func naturallyPrecedes(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var leftIndex = 0
    var rightIndex = 0
    while leftIndex < left.count, rightIndex < right.count {
      if left[leftIndex].isDigit, right[rightIndex].isDigit {
        let leftNumber = readNumber(left, &leftIndex)
        let rightNumber = readNumber(right, &rightIndex)
        if leftNumber != rightNumber { return leftNumber < rightNumber }
      } else {
        if left[leftIndex] != right[rightIndex] { return left[leftIndex] < right[rightIndex] }
        leftIndex += 1
        rightIndex += 1
      }
    }
    return left.count < right.count
  }

  /// A leading zero is a number of its own.
  private static func readNumber(_ text: [UInt8], _ index: inout Int) -> Double {
    var number = 0.0
    repeat {
      number = number * 10 + Double(text[index] & 0x0F)
      index += 1
    } while index < text.count && text[index].isDigit && number > 0
    return number
  }
}

/// The number of letters to insert, delete, replace or swap with their neighbour, where a name that
/// differs in case only is at the distance 1.
struct LexicalDistance {
  private let input: String
  private let lowercased: [UInt8]

  init(to input: String) {
    self.input = input
    lowercased = Self.lowercased(input)
  }

  /// The distance; nil if it is above the limit.
  func measure(_ option: String, limit: Int) -> Int? {
    if input == option { return 0 }
    var long = Self.lowercased(option)
    var short = lowercased
    if long == short { return 1 }
    if long.count < short.count { swap(&long, &short) }
    if long.count - short.count > limit { return nil }

    var beforeLast = [Int](repeating: 0, count: short.count + 1)
    var last = Array(0...short.count)
    var current = last
    for row in 1...long.count {
      current[0] = row
      var smallest = row
      for column in 0..<short.count {
        let cost = long[row - 1] == short[column] ? 0 : 1
        var cell = min(last[column + 1] + 1, current[column] + 1, last[column] + cost)
        if row > 1, column > 0, long[row - 1] == short[column - 1],
          long[row - 2] == short[column]
        {
          cell = min(cell, beforeLast[column - 1] + 1)
        }
        smallest = min(smallest, cell)
        current[column + 1] = cell
      }
      if smallest > limit { return nil }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[short.count] <= limit ? last[short.count] : nil
  }

  private static func lowercased(_ name: String) -> [UInt8] { name.utf8.map(\.asciiLowercased) }
}
