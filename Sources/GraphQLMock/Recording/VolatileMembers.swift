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
    return kept(in: text, in: JSONLocator.range(of: path, in: file))
  }

  /// Where the values of a member of all elements of a list stand in the file.
  func ranges(of name: String, inElementsOf path: JSONPath) -> [Range<Int>?] {
    file.map { JSONLocator.ranges(of: name, inElementsOf: path, in: $0) } ?? []
  }

  /// - Parameter range: Where the text stands in the file.
  func kept(in text: ContiguousArray<UInt8>, in range: Range<Int>?) -> ContiguousArray<UInt8> {
    guard let file, let range else { return text }
    let before = ContiguousArray(file[range])
    var known: [JSONPath: JSONMemberRanges.Value] = [:]
    for value in JSONMemberRanges(named: names, in: before).values { known[value.path] = value }
    var result = ContiguousArray<UInt8>()
    var copied = 0
    for value in JSONMemberRanges(named: names, in: text).values {
      guard let other = known[value.path], other.kind == value.kind else { continue }
      result += text[copied..<value.range.lowerBound]
      result += before[other.range]
      copied = value.range.upperBound
    }
    return result + text[copied...]
  }
}
