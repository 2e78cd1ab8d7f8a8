// Where in a text a value stands that was found wanting after parsing. Only messages need this, so
// the parser keeps no places, and the text is walked again.

struct JSONLocator: Sendable {
  private let bytes: ContiguousArray<UInt8>
  private var index = 0

  /// The place of a value, or of the name of the member that holds it.
  /// - Parameters:
  ///   - path: Where the value stands in the parsed text.
  ///   - ofName: Whether the place of the member's name is wanted.
  ///   - bytes: The text, which must be well-formed JSON.
  /// - Returns: the place; the start of the innermost value that is there, if the path leads nowhere.
  static func position(
    of path: JSONPath, ofName: Bool = false, in bytes: ContiguousArray<UInt8>
  ) -> TextPosition {
    var locator = JSONLocator(bytes: bytes)
    let offset = locator.find(path.components[...], ofName: ofName)
    return TextPosition(of: offset, in: bytes.span)
  }

  private init(bytes: ContiguousArray<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  private mutating func find(_ path: ArraySlice<JSONPath.Component>, ofName: Bool) -> Int {
    var rest = path
    skipSpace()
    var found = index
    while let component = rest.popFirst() {
      switch component {
      case .element(let position):
        guard enterElement(position) else { return found }
        found = index
      case .member(let name):
        guard let nameStart = enterMember(name) else { return found }
        found = ofName && rest.isEmpty ? nameStart : index
      }
    }
    return found
  }

  /// Goes to an element of the array that starts here.
  private mutating func enterElement(_ position: Int) -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    for _ in 0..<position {
      skipValue()
      guard take(UInt8(ascii: ",")) else { return false }
    }
    skipSpace()
    return current != UInt8(ascii: "]")
  }

  /// Goes to the last member of that name in the object that starts here.
  private mutating func enterMember(_ name: String) -> Int? {
    guard take(UInt8(ascii: "{")) else { return nil }
    var found: (name: Int, value: Int)?
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { break }
      let start = index
      skipString()
      let text = ContiguousArray(bytes[start..<index])
      guard take(UInt8(ascii: ":")) else { break }
      skipSpace()
      if case .success(let json) = JSONParser.parse(text), json == .string(name) {
        found = (start, index)
      }
      skipValue()
      guard take(UInt8(ascii: ",")) else { break }
    }
    guard let found else { return nil }
    index = found.value
    return found.name
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard current == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipString() {
    index += 1
    while let byte = current, byte != UInt8(ascii: "\"") {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
  }

  /// Skips a value by counting brackets.
  private mutating func skipValue() {
    skipSpace()
    var depth = 0
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
        if depth == 0 { return }
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        index += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return }
        depth -= 1
        index += 1
        if depth == 0 { return }
      case UInt8(ascii: ","):
        if depth == 0 { return }
        index += 1
      default:
        index += 1
      }
    }
  }
}
