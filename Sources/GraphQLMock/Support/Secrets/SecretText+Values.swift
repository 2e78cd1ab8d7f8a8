// What a value is in a text without structure, and how it is hidden.

extension SecretText {
  /// Hides the value that begins at an offset.
  /// - Parameter isItem: Whether it stands behind `=`, as in forms.
  /// - Returns: where to go on.
  mutating func hideValue(
    _ bytes: Span<UInt8>, at start: Int, _ scope: SecretScope, isItem: Bool
  ) -> Int {
    switch bytes[start] {
    case 0x22, 0x5C: return hideString(bytes, at: start, scope)
    case 0x5B, 0x7B: return hideContainer(bytes, at: start, scope)
    case 0x24: return start + 1
    case 0x2D, 0x30...0x39: break
    default:
      guard form == .plain || parentheses > 0 && Self.startsName(bytes[start]) else { return start }
    }
    return hideWord(bytes, at: start, scope, isItem: isItem)
  }

  private mutating func hideWord(
    _ bytes: Span<UInt8>, at start: Int, _ scope: SecretScope, isItem: Bool
  ) -> Int {
    let prefix = text[start..<min(start + 8, text.count)]
    var end = start + SecretReplacement.schemeLength(ContiguousArray(prefix))
    while end < bytes.count, !Self.endsWord(bytes[end]) { end += 1 }
    let word = ContiguousArray(text[start..<end])
    let isNumber = word.allSatisfy { SecretKind.isDigit($0) || $0 == 0x2D || $0 == 0x2E }
    if isNumber, !isItem, scope.level != .stringsAndNumbers { return end }
    if ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) { return end }
    let number = isNumber && !isItem ? rules.replacement(ofNumber: word) : nil
    replace(start..<end, scope, with: number)
    return end
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x20, 0x22, 0x26, 0x27, 0x29, 0x2C, 0x3B, 0x3C, 0x3E, 0x5D, 0x7D: true
    default: false
    }
  }

  /// Hides what stands between quotes; the quotes stay, as far as they are there.
  private mutating func hideString(
    _ bytes: Span<UInt8>, at start: Int, _ scope: SecretScope
  ) -> Int {
    // Quotes of JSON inside of a string have backslashes before them.
    var quote = start
    while quote < bytes.count, bytes[quote] == 0x5C { quote += 1 }
    guard quote < bytes.count, bytes[quote] == 0x22 else { return quote }
    let depth = quote - start
    if form == .document, quote + 2 < bytes.count, bytes[quote + 1] == 0x22,
      bytes[quote + 2] == 0x22
    {
      let end = endOfBlock(bytes, quote + 3)
      hideBlock(bytes, quote + 3..<end, scope)
      return min(end + 3, bytes.count)
    }
    var index = quote + 1
    var backslashes = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x22, depth == 0 ? backslashes % 2 == 0 : backslashes <= depth { break }
      if byte == 0x0A || byte == 0x0D, form == .document { break }
      backslashes = byte == 0x5C ? backslashes + 1 : 0
      index += 1
    }
    let isClosed = index < bytes.count && bytes[index] == 0x22
    let end = isClosed ? max(quote + 1, index - min(backslashes, depth)) : index
    replace(quote + 1..<end, scope)
    return isClosed ? index + 1 : index
  }

  /// Hides the content of a block string, for messages line by line: an excerpt counts them.
  private mutating func hideBlock(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ scope: SecretScope
  ) {
    guard case .short = rules.style else { return replace(range, scope) }
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      replace(start..<end, scope)
      start = end + 1
    }
  }

  private func endOfBlock(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if index + 2 < bytes.count, bytes[index] == 0x22, bytes[index + 1] == 0x22,
        bytes[index + 2] == 0x22, bytes[index - 1] != 0x5C
      {
        return index
      }
      index += 1
    }
    return index
  }

  /// Hides all literals up to the bracket that closes this one.
  private mutating func hideContainer(
    _ bytes: Span<UInt8>, at start: Int, _ scope: SecretScope
  ) -> Int {
    var scope = scope
    if scope.judgement.coversContents { scope.level = .stringsAndNumbers }
    var depth = 0
    var index = start
    repeat {
      switch bytes[index] {
      case 0x5B, 0x7B:
        depth += 1
        index += 1
      case 0x5D, 0x7D:
        depth -= 1
        index += 1
      case 0x5C where !isQuote(bytes, index):
        index += 1
      case 0x22, 0x5C:
        let end = endOfString(bytes, index)
        let next = skipIgnored(bytes, end)
        if form == .plain, next < bytes.count, bytes[next] == 0x3A {
          index = next + 1
        } else {
          index = max(hideString(bytes, at: index, scope), index + 1)
        }
      case 0x2D, 0x30...0x39:
        index = max(hideWord(bytes, at: index, scope, isItem: false), index + 1)
      case let byte where isNameByte(byte):
        while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
      case 0x23 where form == .document:
        index = skipIgnored(bytes, index)
      default:
        index += 1
      }
    } while depth > 0 && index < bytes.count
    return index
  }

  /// Whether a quote stands behind backslashes.
  private func isQuote(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
    var index = start
    // As deep as JSON texts stand in each other.
    while index < bytes.count, bytes[index] == 0x5C, index - start < 512 { index += 1 }
    return index < bytes.count && bytes[index] == 0x22
  }

  private func endOfString(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] == 0x5C { index += 1 }
    let depth = index - start
    var backslashes = 0
    index += 1
    while index < bytes.count {
      if bytes[index] == 0x22, depth == 0 ? backslashes % 2 == 0 : backslashes <= depth {
        return index + 1
      }
      backslashes = bytes[index] == 0x5C ? backslashes + 1 : 0
      index += 1
    }
    return index
  }

  private mutating func replace(
    _ range: Range<Int>, _ scope: SecretScope, with number: ContiguousArray<UInt8>? = nil
  ) {
    let secret = ContiguousArray(text[range])
    let replaced: ContiguousArray<UInt8>
    if let number {
      if number == secret { return }
      log?.add(secret, scope.reason)
      replaced = number
    } else {
      guard let hidden = rules.hiding(secret, scope.reason, log) else { return }
      replaced = hidden
    }
    result.text += text[copied..<range.lowerBound]
    let start = result.text.count
    result.text += replaced
    result.changes.append(Change(old: range, new: start..<result.text.count))
    copied = range.upperBound
  }
}
