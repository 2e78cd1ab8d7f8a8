// What is read from texts when it is asked for: types of documents, default values, reasons.

extension TypeSystem {
  /// The type that a document writes, as `[Int!]!`; nil if the schema lacks what it names, or if lists
  /// are nested deeper than ``WrappedType/listDepthLimit``.
  /// - Parameter range: The bytes of the type, as a node of kind `type` holds them.
  func type(_ range: Range<Int>, in text: Span<UInt8>) -> WrappedType? {
    var lexer = Lexer(at: range.lowerBound)
    var type: WrappedType?
    var depth = 0
    while true {
      let token = lexer.next(text)
      guard token.kind != .endOfFile, token.start < range.upperBound else { return type }
      switch token.kind {
      case .name:
        guard let name = name(token.start..<token.end, in: text), self.type(named: name) != nil
        else { return nil }
        type = WrappedType(name)
      case .bang: type = type?.nonNull
      case .bracketRight:
        depth += 1
        guard depth <= WrappedType.listDepthLimit else { return nil }
        type = type?.list
      default: break
      }
    }
  }

  /// The default value of an argument or input field; nil if there is none, enum values as strings.
  func defaultValue(of input: InputID) -> MockJSON? {
    let definition = self[input]
    guard definition.hasDefault else { return nil }
    let bytes = bytes
    return ConstantValue.json(at: Int(definition.defaultValue.lowerBound), in: bytes.span)
  }

  /// The text of a default value as the schema writes it.
  func defaultText(of input: InputID) -> String {
    let range = self[input].defaultValue
    return String(
      decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
  }

  /// Why something is deprecated (section 3.13.3); nil if it is not.
  /// - Parameter deprecation: Where the directive stands.
  func deprecationReason(_ deprecation: Int32) -> String? {
    guard deprecation >= 0 else { return nil }
    return argumentText(ofDirectiveAt: Int(deprecation)) ?? "No longer supported"
  }

  /// The URL that a custom scalar is specified by (section 3.13.4).
  func specifiedBy(of type: TypeID) -> String? {
    let offset = self[type].specifiedBy
    return offset < 0 ? nil : argumentText(ofDirectiveAt: Int(offset))
  }

  /// The string that is the only argument of a directive; nil if there is none.
  private func argumentText(ofDirectiveAt offset: Int) -> String? {
    let bytes = bytes
    var lexer = Lexer(at: offset)
    let kinds: [TokenKind] = [.name, .parenthesisLeft, .name, .colon]
    for kind in kinds where lexer.next(bytes.span).kind != kind { return nil }
    let token = lexer.next(bytes.span)
    guard token.kind == .string || token.kind == .blockString else { return nil }
    return ConstantValue.json(at: token.start, in: bytes.span).string
  }
}
