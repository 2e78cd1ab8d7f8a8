import Testing

@testable import GraphQLMock

/// The reference is the decoder of the standard library.
struct UTF8ScalarTests {
  private static func reference(_ bytes: [UInt8]) -> (scalar: Unicode.Scalar, length: Int)? {
    var (decoder, iterator) = (UTF8(), bytes.makeIterator())
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return (scalar, UTF8.width(scalar))
  }

  /// All first bytes, and the ends of the ranges of the others (Unicode, table 3-7).
  @Test func theFirstCharacterIsThatOfTheReference() {
    for first in UInt8(0x7F)...0xFF {
      for second: UInt8 in [
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF,
      ] {
        for rest: [UInt8] in [[], [0x80], [0xBF], [0x80, 0xBF], [0xBF, 0x7F], [0xC0, 0x80]] {
          let bytes = [first, second] + rest
          let text = ContiguousArray([0x61] + bytes)
          let (expected, found) = (Self.reference(bytes), UTF8Scalar.decode(text.span, at: 1))
          if expected?.scalar != found?.scalar || expected?.length != found?.length {
            Issue.record("\(bytes): \(String(describing: found))")
          }
        }
      }
    }
    #expect(UTF8Scalar.length(ContiguousArray<UInt8>([0x61]).span, at: 1) == 0)
  }

  @Test(
    arguments: [
      (0x41, "A"), (0xE9, "é"), (0x20AC, "€"), (0x1F600, "😀"), (0xD800, ""), (0x11_0000, ""),
    ] as [(UInt32, String)])
  func onlyScalarsAreAppended(value: UInt32, text: String) {
    var bytes = ContiguousArray<UInt8>()
    UTF8Scalar.append(value, to: &bytes)
    #expect(bytes == ContiguousArray(text.utf8))
  }
}
