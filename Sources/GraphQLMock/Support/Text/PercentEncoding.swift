/// Encodes and decodes text with percent-encoding (RFC 3986, section 2.1).
enum PercentEncoding {
  /// Decodes a text, and keeps each `%` that isn't followed by two hexadecimal digits.
  /// - Parameter isForm: A Boolean value that indicates whether `+` means a space, as in HTML forms.
  static func decode(_ text: some Collection<UInt8>, isForm: Bool) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    result.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+"), isForm {
        result.append(0x20)
      } else if byte == UInt8(ascii: "%"), let high = rest.first?.hexDigitValue,
        let low = rest.dropFirst().first?.hexDigitValue
      {
        result.append(UInt8(high << 4 | low))
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// Encodes all bytes but those of letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3).
  static func encode(
    _ text: ContiguousArray<UInt8>, isUppercase: Bool = true
  ) -> ContiguousArray<UInt8> {
    var result = ContiguousArray<UInt8>()
    for byte in text {
      if byte.continuesName || byte == 0x2D || byte == 0x2E || byte == 0x7E {
        result.append(byte)
      } else {
        result += "%\(String(hexadecimal: byte, width: 2, uppercase: isUppercase))".utf8
      }
    }
    return result
  }
}
