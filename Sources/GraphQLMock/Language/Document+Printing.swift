extension Document {
  enum PrintStyle: Sendable {
    /// For messages: block strings are written on one line.
    case plain
    /// As graphql-js prints, with the lines of block strings.
    case exact
    /// The arguments of directives and the fields of input objects are sorted by name. Validation compares these texts.
    case sorted
    /// Like `sorted`, but equal values have equal texts: block strings are written as strings, and a Float by its value.
    case canonical

    var isSorted: Bool { self == .sorted || self == .canonical }
  }

  /// Returns the GraphQL text of a value, an argument, a directive, a type, or a variable with its definition.
  func printed(_ root: Int, _ style: PrintStyle = .plain) -> String {
    var result = ""
    // A node with the text before it, or nil with the text after a node.
    var pending: [(node: Int?, before: String)] = [(root, "")]
    while let (next, before) = pending.popLast() {
      result += before
      guard let index = next else { continue }
      let node = nodes[index]
      var children = children(of: index)
      if style.isSorted, node.kind == .object || node.kind == .directive {
        children = children.ordered { name(of: $0) < name(of: $1) }
      }
      var (separator, end) = (", ", "")
      switch node.kind {
      case .list:
        result += "["
        end = "]"
      case .object:
        result += "{"
        end = "}"
      case .objectField, .argument: result += "\(text(node.range)): "
      case .variable: result += "$" + text(node.range)
      case .string: result += printedString(node.range, style)
      case .float where style == .canonical: result += canonicalFloat(node.range)
      case .type: result += String(decoding: Lexer.tokens(bytes.span, node.range), as: UTF8.self)
      case .directive:
        result += "@" + text(node.range) + (children.isEmpty ? "" : "(")
        end = children.isEmpty ? "" : ")"
      case .defaultValue: result += "= "
      case .variableDefinition:
        result += "$\(text(node.range)): "
        separator = " "
      default: result += text(node.range)
      }
      pending.append((nil, end))
      for (offset, child) in children.enumerated().reversed() {
        pending.append((child, offset > 0 ? separator : ""))
      }
    }
    return result
  }

  /// Returns the document with each selection on its own line, as graphql-js prints documents with short arguments.
  var layout: String {
    definitions.map { definition in
      if definition.kind == .typeSystem { return text(definition.range) }
      var lines: [String] = []
      // A node, or nil for the end of a selection set.
      var pending: [(node: Int?, indentation: String)] = [(definition.node, "")]
      while let (node, indentation) = pending.popLast() {
        let set = node.flatMap(selectionSet)
        let line = node.map { head(of: $0, text(definition.keyword)) } ?? "}"
        let end = line.isEmpty || line.hasSuffix(" ") ? "{" : " {"
        lines.append(
          indentation + line.replacing("\n", with: "\n" + indentation) + (set == nil ? "" : end))
        guard let set else { continue }
        pending.append((nil, indentation))
        pending += children(of: set).reversed().map { ($0, indentation + "  ") }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Returns the text of a selection or definition without its selection set.
  private func head(of node: Int, _ keyword: String) -> String {
    let (name, condition) = (text(nodes[node].range), typeCondition(of: node).map { " on \($0)" })
    var result =
      switch nodes[node].kind {
      case .field: (alias(of: node).map { "\(text($0)): " } ?? "") + name
      case .fragmentSpread: "...\(name)"
      case .inlineFragment: "...\(condition ?? "")"
      default: (keyword.isEmpty ? "" : "\(keyword) \(name)") + (condition ?? "")
      }
    let items = (children(of: node, .argument) + children(of: node, .variableDefinition)).map {
      printed($0, .exact)
    }
    if !items.isEmpty { result += "(\(items.joined(separator: ", ")))" }
    return children(of: node, .directive).reduce(result) { "\($0) \(printed($1, .exact))" }
  }

  /// Returns the text of all Float literals of one value, such as `1.5` for `15e-1`. Names of recordings depend on it.
  func canonicalFloat(_ range: Range<Int>) -> String {
    let number = JSONNumber(checkedSpelling: text(range))
    return number.double.map { "\($0 + 0)" } ?? number.canonical.spelling
  }

  private func printedString(_ range: Range<Int>, _ style: PrintStyle) -> String {
    let value = StringLiteral.value(bytes.span, range)
    let isBlock = range.count >= 6 && BlockString.isTripleQuote(bytes.span, range.lowerBound)
    guard isBlock, style != .canonical else {
      return String(
        decoding: JSONWriter.quoted(String(decoding: value, as: UTF8.self)), as: UTF8.self)
    }
    var block = ContiguousArray<UInt8>()
    BlockString.append(value: value.span, to: &block, isMinimal: style != .exact)
    let text = String(decoding: block, as: UTF8.self)
    return style == .exact ? text : text.replacing("\n", with: #"\n"#)
  }
}
