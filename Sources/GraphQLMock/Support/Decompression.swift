// The formats around DEFLATE in which HTTP compresses a body (RFC 9110, section 8.4.1).

import Foundation

/// A coding that `Content-Encoding` names.
enum ContentCoding: Sendable {
  case gzip
  case deflate
  case identity

  /// The coding of a name; nil if it is none that is known.
  init?(_ name: String) {
    switch name.lowercased() {
    case "gzip", "x-gzip": self = .gzip
    case "deflate": self = .deflate
    case "identity", "": self = .identity
    default: return nil
    }
  }

  /// Undoes the coding.
  /// - Parameter limit: How many bytes may come out.
  func decode(_ data: Data, limit: Int) throws(InflateError) -> Data {
    switch self {
    case .gzip: Data(try Self.gunzip(data.span, limit: limit))
    case .deflate: Data(try Self.inflate(data.span, limit: limit))
    case .identity: data
    }
  }

  /// One member of the gzip format or several (RFC 1952, section 2.2).
  static func gunzip(
    _ source: Span<UInt8>, limit: Int
  ) throws(InflateError) -> ContiguousArray<UInt8> {
    var output = ContiguousArray<UInt8>()
    var index = 0
    repeat {
      let body = try endOfGzipHead(source, from: index)
      var inflate = Inflate(at: body, limit: limit - output.count)
      do {
        try inflate.run(source)
      } catch {
        // The limit is that of all members.
        if case .tooLong = error.problem { throw InflateError(.tooLong(limit), at: error.offset) }
        throw error
      }
      let end = inflate.index
      guard source.count - end >= 8 else { throw InflateError(.truncated, at: source.count) }
      guard littleEndian(source, end) == CRC32.checksum(inflate.output.span),
        littleEndian(source, end + 4) == UInt32(truncatingIfNeeded: inflate.output.count)
      else { throw InflateError(.invalidCheck, at: end) }
      if output.isEmpty { output = inflate.output } else { output += inflate.output }
      index = end + 8
    } while index < source.count
    return output
  }

  /// The zlib format (RFC 1950, section 2.2), or bare blocks, as some clients send them.
  static func inflate(
    _ source: Span<UInt8>, limit: Int
  ) throws(InflateError) -> ContiguousArray<UInt8> {
    let hasHead =
      source.count >= 2 && source[0] & 0x0F == 8
      && (Int(source[0]) << 8 | Int(source[1])) % 31 == 0
    var inflate = Inflate(at: hasHead ? 2 : 0, limit: limit)
    // A dictionary that both sides know is nothing for HTTP.
    if hasHead, source[1] & 0x20 != 0 { throw InflateError(.invalidHead, at: 1) }
    try inflate.run(source)
    var end = inflate.index
    if hasHead {
      guard source.count - end >= 4 else { throw InflateError(.truncated, at: source.count) }
      guard littleEndian(source, end).byteSwapped == adler32(inflate.output.span) else {
        throw InflateError(.invalidCheck, at: end)
      }
      end += 4
    }
    guard end == source.count else { throw InflateError(.trailingBytes, at: end) }
    return inflate.output
  }

  /// Where the blocks of a member begin.
  private static func endOfGzipHead(
    _ source: Span<UInt8>, from start: Int
  ) throws(InflateError) -> Int {
    for (offset, byte) in [UInt8(0x1F), 0x8B, 8].enumerated() {
      guard start + offset < source.count else {
        throw InflateError(.truncated, at: source.count)
      }
      guard source[start + offset] == byte else {
        // Behind a member only another may follow.
        throw InflateError(start == 0 ? .invalidHead : .trailingBytes, at: start)
      }
    }
    var index = start + 10
    guard index <= source.count else { throw InflateError(.truncated, at: source.count) }
    let flags = source[start + 3]
    guard flags & 0xE0 == 0 else { throw InflateError(.invalidHead, at: start + 3) }
    if flags & 4 != 0 {
      guard source.count - index >= 2 else { throw InflateError(.truncated, at: source.count) }
      index += 2 + Int(source[index]) + Int(source[index + 1]) << 8
    }
    // Name and comment, each of which ends with a zero.
    for flag in [UInt8(8), 16] where flags & flag != 0 {
      while index < source.count, source[index] != 0 { index += 1 }
      index += 1
    }
    if flags & 2 != 0 { index += 2 }
    guard index <= source.count else { throw InflateError(.truncated, at: source.count) }
    return index
  }

  private static func littleEndian(_ source: Span<UInt8>, _ index: Int) -> UInt32 {
    UInt32(source[index]) | UInt32(source[index + 1]) << 8 | UInt32(source[index + 2]) << 16
      | UInt32(source[index + 3]) << 24
  }

  /// The checksum of RFC 1950, section 8.2.
  static func adler32(_ bytes: Span<UInt8>) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    var index = 0
    while index < bytes.count {
      // So many sums fit before the remainder must be taken.
      let end = min(index + 5_552, bytes.count)
      while index < end {
        low &+= UInt32(bytes[index])
        high &+= low
        index &+= 1
      }
      low %= 65_521
      high %= 65_521
    }
    return high << 16 | low
  }
}

/// The checksum of RFC 1952, section 8.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1
    }
  }

  static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    let table = table
    for index in 0..<bytes.count {
      value = table[Int((value ^ UInt32(bytes[index])) & 0xFF)] ^ value >> 8
    }
    return ~value
  }
}
