/// Sixty-four bytes of a source, classified: which of them belong to names, and where tokens start.
///
/// Bit 0 is the first byte. In `{ hero(id:1)`
///
///     names   ··1111·11·1·
///     starts  1·1···11·11·  1 (the parenthesis at the end)
///
/// so that a token is found by counting zeros, and no branch depends on how long names and
/// indentations are: mispredicted branches are what makes a lexer slow. Inside strings and comments
/// the bits mean nothing; who reads these steps over them.
struct LexerBlock: Sendable {
  /// The bytes that are NameContinue.
  let names: UInt64
  /// The first byte of each run of names, and each byte that is neither name nor ignored.
  let starts: UInt64
  /// The number of bytes that the block covers.
  ///
  /// A name that goes on behind the block is left to the next block, unless it fills this one.
  let length: Int

  @inline(__always)
  static func read(_ source: Span<UInt8>, at index: Int) -> LexerBlock {
    let rest = source.extracting(droppingFirst: index)
    guard rest.count >= 64 else { return readEnd(rest) }
    let bytes = rest.extracting(first: 64)
    var classes = Classes()
    // Written out: with offsets that are known, no load needs a check.
    classes.add(EightBytes.load(bytes, 0), at: 0)
    classes.add(EightBytes.load(bytes, 8), at: 8)
    classes.add(EightBytes.load(bytes, 16), at: 16)
    classes.add(EightBytes.load(bytes, 24), at: 24)
    classes.add(EightBytes.load(bytes, 32), at: 32)
    classes.add(EightBytes.load(bytes, 40), at: 40)
    classes.add(EightBytes.load(bytes, 48), at: 48)
    classes.add(EightBytes.load(bytes, 56), at: 56)
    // A name at the end of the block is left to the next; one that fills it is not.
    let open = UInt64(truncatingIfNeeded: (~classes.names).leadingZeroBitCount) & 63
    return LexerBlock(
      names: classes.names, starts: classes.starts & UInt64.max &>> open,
      length: 64 &- Int(truncatingIfNeeded: open))
  }

  /// Reads what is left of a source, less than a block.
  @inline(never)
  private static func readEnd(_ rest: Span<UInt8>) -> LexerBlock {
    var classes = Classes()
    var offset = 0
    while offset < rest.count {
      classes.add(EightBytes.load(rest, offset), at: UInt64(truncatingIfNeeded: offset))
      offset &+= 8
    }
    return LexerBlock(
      names: classes.names,
      starts: classes.starts & ~(UInt64.max &<< UInt64(truncatingIfNeeded: rest.count)),
      length: rest.count)
  }

  /// A bit for each byte that is NameContinue, and for each space, newline or comma.
  ///
  /// Tabs and carriage returns are left to the lexer: they are rare.
  private struct Classes {
    var names: UInt64 = 0
    var ignored: UInt64 = 0

    @inline(__always)
    var starts: UInt64 { names & ~(names &<< 1) | ~(names | ignored) }

    @inline(__always)
    mutating func add(_ word: UInt64, at offset: UInt64) {
      // Each byte, its high bit cleared, plus (0x80 - bound) carries into the high bit from the
      // bound on, and never into the next byte.
      let low = word & 0x7F7F_7F7F_7F7F_7F7F
      let folded = low | 0x2020_2020_2020_2020
      let letter =
        (folded &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(folded &+ 0x0505_0505_0505_0505)
      let digit = (low &+ 0x5050_5050_5050_5050) & ~(low &+ 0x4646_4646_4646_4646)
      let notUnderscore = (low ^ 0x5F5F_5F5F_5F5F_5F5F) &+ 0x7F7F_7F7F_7F7F_7F7F
      let notSpace = (low ^ 0x2020_2020_2020_2020) &+ 0x7F7F_7F7F_7F7F_7F7F
      let notNewline = (low ^ 0x0A0A_0A0A_0A0A_0A0A) &+ 0x7F7F_7F7F_7F7F_7F7F
      let notComma = (low ^ 0x2C2C_2C2C_2C2C_2C2C) &+ 0x7F7F_7F7F_7F7F_7F7F
      let ascii = ~word & 0x8080_8080_8080_8080
      names |= Self.gather((letter | digit | ~notUnderscore) & ascii) &<< offset
      ignored |= Self.gather(~(notSpace & notNewline & notComma) & ascii) &<< offset
    }

    /// Moves the high bits of the bytes together, the lowest byte's to bit 0.
    @inline(__always)
    private static func gather(_ bits: UInt64) -> UInt64 {
      ((bits &>> 7) &* 0x0102_0408_1020_4080) &>> 56
    }
  }
}
