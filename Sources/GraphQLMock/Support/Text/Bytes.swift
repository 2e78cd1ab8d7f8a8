// The loops in this file use pointers, because access to a `Span` takes ten times as long in a debug build.

import Foundation

/// Compares texts by bytes, as GraphQL and HTTP do, unlike Swift's `==`, which ignores Unicode normalization.
enum Bytes {
  static func areEqual(_ left: String, _ right: String) -> Bool {
    // Swift's `==` is fast, and strings that it distinguishes have different bytes too.
    guard left == right else { return false }
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { order(left, $0) == 0 } }
  }

  static func areEqual(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return areEqual(left, right)
  }

  /// Returns whether a text precedes another text in the order of their code points (RFC 8259, section 8.3).
  static func isInOrder(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { order(left, $0) < 0 } }
  }

  static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { order(left, $0) == 0 } }
  }

  /// Returns a negative number, 0 or a positive number, like `memcmp`. The beginning of a text precedes the text.
  private static func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    guard let one = left.baseAddress, let other = right.baseAddress else {
      return left.count - right.count
    }
    let difference = memcmp(one, other, min(left.count, right.count))
    return difference == 0 ? left.count - right.count : Int(difference)
  }

  static func areEqual(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: String) -> Bool {
    guard range.count == text.utf8.count else { return false }
    var text = text
    return text.withUTF8 { text in
      bytes.extracting(range).withUnsafeBufferPointer { order($0, text) == 0 }
    }
  }
}

extension Data {
  /// The text in UTF-8, or nil if the bytes aren't valid. `String(data:encoding:)` alone drops a byte order mark.
  var utf8Text: String? {
    String(data: self, encoding: .utf8) == nil ? nil : String(decoding: self, as: UTF8.self)
  }

  /// A copy of the data that starts at index 0, as most users of `Data` expect.
  var copied: Data { subdata(in: startIndex..<endIndex) }
}

extension Span<UInt8> {
  /// Returns the first position of some bytes, of which there must be at least one, or nil.
  func firstIndex(of wanted: Span<UInt8>, from start: Int) -> Int? {
    withUnsafeBufferPointer { bytes in
      wanted.withUnsafeBufferPointer { wanted in
        guard let first = bytes.baseAddress, let text = wanted.baseAddress else { return nil }
        var index = start
        while case let starts = bytes.count - index - wanted.count + 1, starts > 0,
          let found = memchr(first + index, Int32(text[0]), starts)
        {
          index = UnsafeRawPointer(found) - UnsafeRawPointer(first)
          if memcmp(first + index, text, wanted.count) == 0 { return index }
          index += 1
        }
        return nil
      }
    }
  }

  /// Returns the position of the next byte that is a quotation mark, a backslash, or not printable ASCII.
  func endOfPlainASCII(from start: Int) -> Int {
    withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return start }
      var end = start
      // Tests eight bytes at once. The highest bit of a byte in `marks` is set if the search ends at this byte.
      while end &+ 8 <= bytes.count {
        let word = UnsafeRawPointer(first + end).loadUnaligned(as: UInt64.self)
        let quotes = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
        let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
        let marks = word | quotes | backslashes | (word &- 0x2020_2020_2020_2020)
        if marks & 0x8080_8080_8080_8080 != 0 { break }
        end &+= 8
      }
      while end < bytes.count, first[end] >= 0x20 && first[end] < 0x80, first[end] != 0x22,
        first[end] != 0x5C
      { end &+= 1 }
      return end
    }
  }

  /// Returns the position of the next byte that isn't white space in JSON (RFC 8259, section 2).
  func endOfWhitespace(from start: Int) -> Int {
    withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return start }
      var end = start
      while end < bytes.count,
        first[end] == 0x20 || first[end] == 0x0A || first[end] == 0x0D || first[end] == 0x09
      { end &+= 1 }
      return end
    }
  }
}

extension ContiguousArray<UInt8> {
  mutating func append(_ chunk: Span<UInt8>, from start: Int, to end: Int) {
    guard start < end else { return }
    chunk.extracting(start..<end).withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  func end(from start: Int, while isOfKind: (UInt8) -> Bool) -> Int {
    var end = start
    while end < count, isOfKind(self[end]) { end += 1 }
    return end
  }

  func has(_ text: StaticString, at start: Int) -> Bool {
    let size = text.utf8CodeUnitCount
    var index = 0
    while index < size, start + index < count, self[start + index] == text.utf8Start[index] {
      index += 1
    }
    return index == size
  }

  func has(oneOf bytes: StaticString, at start: Int) -> Bool {
    start < count && self[start].isOne(of: bytes)
  }
}

extension UInt8 {
  func isOne(of bytes: StaticString) -> Bool {
    memchr(bytes.utf8Start, Int32(self), bytes.utf8CodeUnitCount) != nil
  }
}

/// A dictionary key that is compared byte by byte, unlike a Swift string, which ignores Unicode normalization.
struct ByteKey: Hashable, Sendable {
  let bytes: ContiguousArray<UInt8>

  init(_ bytes: some Sequence<UInt8>) { self.bytes = ContiguousArray(bytes) }

  static func == (left: ByteKey, right: ByteKey) -> Bool {
    Bytes.areEqual(left.bytes.span, right.bytes.span)
  }

  func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
