import Foundation

/// The forms of Unicode beside UTF-8 in which JSON may arrive (RFC 4627, section 3; RFC 8259 has UTF-8
/// alone, but servers read what a byte-order mark or the zeros of the first characters give away).
struct UnicodeForm: Sendable, Hashable {
  /// As messages name it.
  let name: String
  private let width: Int
  private let isBigEndian: Bool
  /// How many bytes the byte-order mark has; 0 if there is none.
  private let markLength: Int

  /// The form of a text that begins with these bytes; nil for UTF-8.
  init?(of data: Data) {
    let first = [UInt8](data.prefix(4))
    guard first.count >= 2 else { return nil }
    switch (first[0], first[1], first.count > 2 ? first[2] : 1, first.count > 3 ? first[3] : 1) {
    case (0x00, 0x00, 0xFE, 0xFF): self.init(width: 4, isBigEndian: true, markLength: 4)
    case (0xFF, 0xFE, 0x00, 0x00): self.init(width: 4, isBigEndian: false, markLength: 4)
    case (0xFE, 0xFF, _, _): self.init(width: 2, isBigEndian: true, markLength: 2)
    case (0xFF, 0xFE, _, _): self.init(width: 2, isBigEndian: false, markLength: 2)
    // The first two characters of JSON are ASCII.
    case (0, 0, 0, 1...): self.init(width: 4, isBigEndian: true)
    case (1..., 0, 0, 0): self.init(width: 4, isBigEndian: false)
    case (0, 1..., _, _): self.init(width: 2, isBigEndian: true)
    case (1..., 0, _, _): self.init(width: 2, isBigEndian: false)
    default: return nil
    }
  }

  private init(width: Int, isBigEndian: Bool, markLength: Int = 0) {
    self.width = width
    self.isBigEndian = isBigEndian
    self.markLength = markLength
    name = "UTF-\(width * 8)\(isBigEndian ? "BE" : "LE")"
  }

  /// What is wrong with a text in this form, and how many bytes stand before it.
  struct Fault: Error, Sendable, Hashable { var offset: Int }

  /// The text in UTF-8, without its mark.
  func decode(_ data: Data) -> Result<Data, Fault> {
    let source = data.span
    var output = Data()
    output.reserveCapacity(source.count / width)
    var index = markLength
    while index < source.count {
      guard let first = unit(source, index) else { return .failure(Fault(offset: index)) }
      var value = first
      var next = index + width
      if width == 2, first & 0xFC00 == 0xD800, let second = unit(source, next),
        second & 0xFC00 == 0xDC00
      {
        value = 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
        next += width
      }
      guard let scalar = Unicode.Scalar(value) else { return .failure(Fault(offset: index)) }
      output.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      index = next
    }
    return .success(output)
  }

  private func unit(_ source: Span<UInt8>, _ index: Int) -> UInt32? {
    guard source.count - index >= width else { return nil }
    var value: UInt32 = 0
    for offset in 0..<width {
      let byte = UInt32(source[index + (isBigEndian ? offset : width - 1 - offset)])
      value = value << 8 | byte
    }
    return value
  }
}
