// DEFLATE (RFC 1951) undone, in code of our own: Linux has no zlib that can be imported without a
// dependency.
//
// Codes are read bit by bit from the counts of their lengths, so that what a block costs before its
// first byte does not depend on a table: many small blocks are no attack. The output is bounded.

/// Undoes DEFLATE for one stream of blocks.
struct Inflate {
  /// A code by the number of codes of each length and the symbols in order of their codes
  /// (section 3.2.2).
  private struct Code {
    /// By the length; the first element counts the symbols that are not there.
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    /// Makes a code of lengths; 0 is a symbol that is not there.
    /// - Returns: nil if the lengths ask for more codes than there are, or for fewer, but for a code
    ///   of one symbol or none.
    init?(_ lengths: ArraySlice<Int>) {
      for length in lengths { counts[length] += 1 }
      var left = 1
      for length in 1..<16 {
        left = left << 1 - counts[length]
        if left < 0 { return nil }
      }
      let used = lengths.count - counts[0]
      if left > 0, used > 1 || counts[1] != used { return nil }
      var offsets = [Int](repeating: 0, count: 16)
      for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
      symbols = [Int](repeating: 0, count: used)
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[offsets[length]] = symbol
        offsets[length] += 1
      }
    }
  }

  private(set) var output = ContiguousArray<UInt8>()
  /// The first byte that is not read.
  private(set) var index: Int
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0
  private let limit: Int

  /// - Parameters:
  ///   - start: Where the blocks begin.
  ///   - limit: How many bytes may come out.
  init(at start: Int, limit: Int) {
    index = start
    self.limit = limit
  }

  /// Reads all blocks; ``index`` is behind them then.
  mutating func run(_ source: Span<UInt8>) throws(InflateError) {
    var isLast = false
    while !isLast {
      isLast = try take(1, source) == 1
      switch try take(2, source) {
      case 0: try copyStored(source)
      case 1:
        guard let codes = Self.fixedCodes else { throw InflateError(.invalidCode, at: index) }
        try readSymbols(codes.literals, codes.distances, source)
      case 2: try readDynamic(source)
      default: throw InflateError(.invalidBlock, at: index)
      }
    }
  }

  // MARK: Bits

  private mutating func take(_ count: UInt32, _ source: Span<UInt8>) throws(InflateError) -> Int {
    while bitCount < count {
      guard index < source.count else { throw InflateError(.truncated, at: index) }
      bits |= UInt32(source[index]) << bitCount
      index &+= 1
      bitCount &+= 8
    }
    let value = bits & ((1 << count) &- 1)
    bits >>= count
    bitCount &-= count
    return Int(value)
  }

  private mutating func symbol(
    of code: borrowing Code, _ source: Span<UInt8>
  ) throws(InflateError) -> Int {
    var value = 0
    var first = 0
    var position = 0
    for length in 1..<16 {
      value |= try take(1, source)
      let count = code.counts[length]
      if value - count < first { return code.symbols[position + value - first] }
      position += count
      first = (first + count) << 1
      value <<= 1
    }
    throw InflateError(.invalidCode, at: index)
  }

  // MARK: Blocks

  /// A block that is not compressed (section 3.2.4).
  private mutating func copyStored(_ source: Span<UInt8>) throws(InflateError) {
    bits = 0
    bitCount = 0
    guard source.count - index >= 4 else { throw InflateError(.truncated, at: source.count) }
    let length = Int(source[index]) | Int(source[index + 1]) << 8
    let complement = Int(source[index + 2]) | Int(source[index + 3]) << 8
    guard length == ~complement & 0xFFFF else { throw InflateError(.invalidLength, at: index) }
    index += 4
    guard source.count - index >= length else { throw InflateError(.truncated, at: source.count) }
    guard limit - output.count >= length else { throw InflateError(.tooLong(limit), at: index) }
    for offset in index..<(index + length) { output.append(source[offset]) }
    index += length
  }

  /// A block that states its codes (section 3.2.7).
  private mutating func readDynamic(_ source: Span<UInt8>) throws(InflateError) {
    let literalCount = try take(5, source) + 257
    let distanceCount = try take(5, source) + 1
    let lengthCount = try take(4, source) + 4
    guard literalCount <= 286, distanceCount <= 30 else {
      throw InflateError(.invalidCode, at: index)
    }
    var lengths = [Int](repeating: 0, count: 19)
    for position in 0..<lengthCount { lengths[Self.lengthOrder[position]] = try take(3, source) }
    guard let lengthCode = Code(lengths[...]) else { throw InflateError(.invalidCode, at: index) }
    lengths.removeAll(keepingCapacity: true)
    while lengths.count < literalCount + distanceCount {
      let symbol = try symbol(of: lengthCode, source)
      let repeated: (length: Int, count: Int)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw InflateError(.invalidCode, at: index) }
        repeated = (last, 3 + (try take(2, source)))
      case 17: repeated = (0, 3 + (try take(3, source)))
      case 18: repeated = (0, 11 + (try take(7, source)))
      default: repeated = (symbol, 1)
      }
      guard lengths.count + repeated.count <= literalCount + distanceCount else {
        throw InflateError(.invalidCode, at: index)
      }
      for _ in 0..<repeated.count { lengths.append(repeated.length) }
    }
    // Without the end of block there is no way out of it.
    guard lengths[256] > 0, let literals = Code(lengths[..<literalCount]),
      let distances = Code(lengths[literalCount...])
    else { throw InflateError(.invalidCode, at: index) }
    try readSymbols(literals, distances, source)
  }

  private mutating func readSymbols(
    _ literals: Code, _ distances: Code, _ source: Span<UInt8>
  ) throws(InflateError) {
    while true {
      let symbol = try symbol(of: literals, source)
      if symbol < 256 {
        guard output.count < limit else { throw InflateError(.tooLong(limit), at: index) }
        output.append(UInt8(truncatingIfNeeded: symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol < 286 else { throw InflateError(.invalidCode, at: index) }
      let (base, extra) = Self.lengths[symbol - 257]
      let length = base + (try take(extra, source))
      let distanceSymbol = try self.symbol(of: distances, source)
      guard distanceSymbol < 30 else { throw InflateError(.invalidCode, at: index) }
      let (distanceBase, distanceExtra) = Self.distances[distanceSymbol]
      let distance = distanceBase + (try take(distanceExtra, source))
      guard distance <= output.count else { throw InflateError(.invalidDistance, at: index) }
      guard limit - output.count >= length else { throw InflateError(.tooLong(limit), at: index) }
      // The copy may overlap what it writes.
      var from = output.count - distance
      for _ in 0..<length {
        output.append(output[from])
        from &+= 1
      }
    }
  }

  // MARK: Tables

  /// The codes of section 3.2.6.
  private static let fixedCodes: (literals: Code, distances: Code)? = {
    let lengths =
      [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
      + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8)
    guard let literals = Code(lengths[...]),
      let distances = Code([Int](repeating: 5, count: 32)[...])
    else { return nil }
    return (literals, distances)
  }()

  /// In which order the lengths of the code of lengths stand.
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// Lengths and the bits that are added to them, for symbols from 257 (section 3.2.5).
  private static let lengths: [(base: Int, extra: UInt32)] = {
    var table: [(base: Int, extra: UInt32)] = (3...10).map { ($0, 0) }
    var base = 11
    for extra in 1...5 {
      for _ in 0..<4 {
        table.append((base, UInt32(extra)))
        base += 1 << extra
      }
    }
    table[27] = (227, 5)
    table.append((258, 0))
    return table
  }()

  /// Distances and the bits that are added to them (section 3.2.5).
  private static let distances: [(base: Int, extra: UInt32)] = {
    var table: [(base: Int, extra: UInt32)] = (1...4).map { ($0, 0) }
    var base = 5
    for extra in 1...13 {
      for _ in 0..<2 {
        table.append((base, UInt32(extra)))
        base += 1 << extra
      }
    }
    return table
  }()
}

/// What is wrong with compressed bytes, and where.
struct InflateError: Error, Sendable, Hashable {
  enum Problem: Sendable, Hashable {
    /// The bytes end too early.
    case truncated
    /// The head of the gzip or zlib format is not one.
    case invalidHead
    /// A block of the third, reserved type.
    case invalidBlock
    /// The two lengths of a stored block contradict each other.
    case invalidLength
    /// A code that can't be, or a symbol that has none.
    case invalidCode
    /// A distance that leads to before the first byte.
    case invalidDistance
    /// The checksum or the length at the end is another.
    case invalidCheck
    /// Something follows the last byte.
    case trailingBytes
    /// More bytes come out than are allowed.
    case tooLong(Int)
  }

  var problem: Problem
  /// How many compressed bytes stand before the place where it was seen.
  var offset: Int

  init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}

extension InflateError: CustomStringConvertible {
  /// What is wrong, as a phrase with the position.
  var description: String {
    switch problem {
    case .truncated: "they end too early, at byte \(offset)"
    case .invalidHead: "the head is not one, at byte \(offset)"
    case .invalidBlock: "a block is of no known type, at byte \(offset)"
    case .invalidLength: "the lengths of a stored block contradict each other, at byte \(offset)"
    case .invalidCode: "a Huffman code can't be, at byte \(offset)"
    case .invalidDistance: "a distance leads to before the start, at byte \(offset)"
    case .invalidCheck: "the checksum or the length is wrong, at byte \(offset)"
    case .trailingBytes: "something follows their end, at byte \(offset)"
    case .tooLong(let limit): "more than \(limit) bytes come out of them"
    }
  }
}
