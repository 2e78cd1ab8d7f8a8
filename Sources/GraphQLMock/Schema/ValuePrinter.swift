/// Values as the reference implementation prints them, whichever way they are written.
struct ValuePrinter: Sendable {
  let nodes: ContiguousArray<SyntaxNode>
  let bytes: ContiguousArray<UInt8>

  /// The value of a node and all that is in it.
  func text(of root: Int) -> String {
    var result = ""
    // The lists and objects that are open.
    var open: [Int] = []
    var index = root
    let end = Int(nodes[root].next)
    while index < end {
      close(&open, before: index, &result)
      let node = nodes[index]
      if let container = open.last, index > container + 1, nodes[container].kind != .objectField {
        result += ", "
      }
      switch node.kind {
      case .list:
        result += "["
        open.append(index)
      case .object:
        result += "{"
        open.append(index)
      case .objectField:
        result += text(node.range) + ": "
        open.append(index)
      case .variable: result += "$" + text(node.range)
      case .string: result += printedString(node.range)
      default: result += text(node.range)
      }
      index += 1
    }
    close(&open, before: end, &result)
    return result
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func close(_ open: inout [Int], before index: Int, _ result: inout String) {
    while let last = open.last, Int(nodes[last].next) <= index {
      open.removeLast()
      switch nodes[last].kind {
      case .list: result += "]"
      case .object: result += "}"
      default: break
      }
    }
  }

  func printedString(_ range: Range<Int>) -> String {
    let source = bytes.span
    var value = ContiguousArray<UInt8>()
    StringLiteral.appendValue(source, range.lowerBound, range.upperBound, to: &value)
    let isBlock = range.count >= 6 && BlockString.isTripleQuote(source, range.lowerBound)
    return isBlock
      ? Self.printedBlockString(value) : Self.printedString(value)
  }

  /// The reference implementation's printString.
  static func printedString(_ value: ContiguousArray<UInt8>) -> String {
    var result = "\""
    for scalar in String(decoding: value, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x08: result += "\\b"
      case 0x09: result += "\\t"
      case 0x0A: result += "\\n"
      case 0x0C: result += "\\f"
      case 0x0D: result += "\\r"
      case 0..<0x20, 0x7F..<0xA0:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The reference implementation's printBlockString: on lines of their own where that reads better.
  private static func printedBlockString(_ value: ContiguousArray<UInt8>) -> String {
    var escaped: [UInt8] = []
    var index = 0
    while index < value.count {
      if BlockString.isTripleQuote(value.span, index) {
        escaped += [0x5C, 0x22, 0x22, 0x22]
        index += 3
      } else {
        escaped.append(value[index])
        index += 1
      }
    }
    let lines = escaped.split(separator: 0x0A, omittingEmptySubsequences: false)
    // The other lines would lose their indentation beside a first line that has none.
    let forcesLeadingBreak =
      lines.count > 1 && lines.dropFirst().allSatisfy { $0.first.map(isBlank) ?? true }
    let endsInEscapedQuotes = escaped.suffix(4) == [0x5C, 0x22, 0x22, 0x22]
    let forcesTrailingBreak =
      (escaped.last == 0x22 && !endsInEscapedQuotes) || escaped.last == 0x5C
    let isLong = value.reduce(0) { $0 + utf16Count($1) } > 70
    let isMultiline =
      lines.count > 1 || isLong || forcesTrailingBreak || forcesLeadingBreak || endsInEscapedQuotes
    let isIndentedLine = lines.count == 1 && escaped.first.map(isBlank) == true
    var result: [UInt8] = [0x22, 0x22, 0x22]
    if (isMultiline && !isIndentedLine) || forcesLeadingBreak { result.append(0x0A) }
    result += escaped
    if isMultiline || forcesTrailingBreak { result.append(0x0A) }
    result += [0x22, 0x22, 0x22]
    return String(decoding: result, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The code units of UTF-16 that begin with a byte of UTF-8.
  private static func utf16Count(_ byte: UInt8) -> Int {
    switch byte {
    case 0x80..<0xC0: 0
    case 0xF0...: 2
    default: 1
    }
  }
}
