/// Recognises the names of a body's members without memory of its own: two words hold the first 16
/// bytes, which is more than any known name has.
struct BodyNameSink: JSONStringSink, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private var count = 0

  mutating func append(_ byte: UInt8) {
    if count < 8 {
      low |= UInt64(byte) << UInt64(count * 8)
    } else if count < 16 {
      high |= UInt64(byte) << UInt64((count - 8) * 8)
    }
    count += 1
  }

  mutating func append(_ chunk: Span<UInt8>, from start: Int, to end: Int) {
    guard count + end - start <= 16 else {
      count += end - start
      return
    }
    guard count == 0, chunk.count - start >= 16 else {
      for index in start..<end { append(chunk[index]) }
      return
    }
    count = end - start
    low = JSONBytes.word(chunk, at: start)
    high = JSONBytes.word(chunk, at: start + 8)
    // Without the bytes behind the name; a shift by 64 leaves nothing.
    low &= ~(UInt64.max << UInt64(min(count, 8) * 8))
    high &= ~(UInt64.max << UInt64(max(count - 8, 0) * 8))
  }

  /// The known member of this name; names are read from the low byte up.
  var member: BodyMember? {
    switch (count, low, high) {
    case (5, 0x79_7265_7571, 0): .query
    case (13, 0x6F69_7461_7265_706F, 0x65_6D61_4E6E): .operationName
    case (9, 0x656C_6261_6972_6176, 0x73): .variables
    case (10, 0x6F69_736E_6574_7865, 0x736E): .extensions
    case (10, 0x746E_656D_7563_6F64, 0x6449): .documentID
    case (2, 0x6469, 0): .id
    case (6, 0x6469_5F63_6F64, 0): .docID
    default: nil
    }
  }
}

extension BodyMember {
  /// A bit of its own, for sets.
  var bit: UInt8 {
    switch self {
    case .query: 1
    case .operationName: 2
    case .variables: 4
    case .extensions: 8
    case .documentID: 16
    case .id: 32
    case .docID: 64
    }
  }
}
