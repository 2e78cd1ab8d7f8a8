extension JSONFault {
  /// What is wrong, without the place: `expected a value, found "}"`.
  var reason: String {
    switch kind {
    case .unexpectedByte(let byte, let expected):
      "expected \(expected.wording), found \(Self.name(of: byte))"
    case .unexpectedEnd(let expected): "expected \(expected.wording), found the end"
    case .invalidUTF8: "the bytes are not valid UTF-8"
    case .invalidEscape: "invalid escape sequence in a string"
    case .unpairedSurrogate: "unpaired UTF-16 surrogate in a string"
    case .controlCharacter(let byte):
      "a string may not hold the control character \(Self.name(of: byte)) unescaped"
    case .invalidNumber(let byte): "\(Self.name(of: byte)) can't stand here in a number"
    case .nestingTooDeep(let limit): "arrays and objects are nested more than \(limit) deep"
    case .trailingByte(let byte):
      "only white space may follow the value, found \(Self.name(of: byte))"
    case .duplicateMember: "the object has this member already"
    }
  }

  /// A byte as messages name it: `"a"` where it is printable ASCII, else `byte 0xC3`.
  static func name(of byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): return "'\"'"
    case 0x20..<0x7F: return "\"\(Character(UnicodeScalar(byte)))\""
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return "byte 0x\(digits.utf8.count == 1 ? "0" : "")\(digits)"
    }
  }
}

extension JSONFault.Expectation {
  fileprivate var wording: String {
    switch self {
    case .value: "a value"
    case .valueOrEndOfArray: "a value or \"]\""
    case .memberName: "a member name in quotes"
    case .memberNameOrEndOfObject: "a member name in quotes or \"}\""
    case .colon: "\":\""
    case .commaOrEndOfArray: "\",\" or \"]\""
    case .commaOrEndOfObject: "\",\" or \"}\""
    case .endOfString: "the end of a string"
    case .digit: "a digit"
    case .literal(let literal): "the literal \(literal.rawValue)"
    }
  }
}
