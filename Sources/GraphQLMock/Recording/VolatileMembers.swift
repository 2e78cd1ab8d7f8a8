// Members that have another value each time, and keep the one that a recording has.

import Foundation

struct VolatileMembers: Sendable {
  private let names: Set<String>
  /// What the file holds now; nil if there is none, or no JSON.
  private let file: ContiguousArray<UInt8>?

  init(named names: Set<String>, in file: Data?) {
    self.names = names
    self.file = names.isEmpty ? nil : file.map { ContiguousArray($0) }.flatMap(Self.json)
  }

  private static func json(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    JSONTokenizer.accepts(text.span) ? text : nil
  }

  /// A text with the values that the file has under volatile names, where they are of one kind.
  /// - Parameter path: Where the text stands in the file.
  func kept(in text: ContiguousArray<UInt8>, at path: JSONPath) -> ContiguousArray<UInt8> {
    guard let file else { return text }
    return kept(in: text, in: JSONPlaces(of: path, in: file.span).range)
  }

  /// Where the values of a member of all elements of a list stand in the file.
  func ranges(of name: String, inElementsOf path: JSONPath) -> [Range<Int>?] {
    file.map { JSONPlaces.ranges(of: name, inElementsOf: path, in: $0) } ?? []
  }

  /// - Parameter range: Where the text stands in the file.
  func kept(in text: ContiguousArray<UInt8>, in range: Range<Int>?) -> ContiguousArray<UInt8> {
    guard let file, let range else { return text }
    let before = ContiguousArray(file[range])
    var known: [[JSONPath.Component]: Range<Int>] = [:]
    for (path, range) in volatile(in: before) { known[path] = range }
    var result = ContiguousArray<UInt8>()
    var copied = 0
    for (path, range) in volatile(in: text) {
      guard let other = known[path],
        JSONKind(firstByte: before[other.lowerBound]) == JSONKind(firstByte: text[range.lowerBound])
      else { continue }
      result += text[copied..<range.lowerBound]
      result += before[other]
      copied = range.upperBound
    }
    return result + text[copied...]
  }

  /// Where the values stand that have one of the names, but for those inside of others.
  private func volatile(
    in text: ContiguousArray<UInt8>
  ) -> [(path: [JSONPath.Component], range: Range<Int>)] {
    var walk = JSONWalk()
    var values: [(path: [JSONPath.Component], range: Range<Int>)] = []
    while true {
      let token = walk.next(text.span)
      if token == .needsMore || token == .failed { return values }
      guard token.beginsValue, case .member(let name)? = walk.path.last, names.contains(name),
        let range = walk.skip(text.span)
      else { continue }
      values.append((walk.path, range))
    }
  }
}
