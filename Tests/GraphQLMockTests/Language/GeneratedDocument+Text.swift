import TestSupport

extension GeneratedDocument {
  /// The document as text in a random format; every text has the same meaning.
  func text(using random: inout SeededGenerator) -> String {
    var writer = Writer(random: random)
    writer.document(self)
    random = writer.random
    return writer.text
  }

  private struct Writer {
    var random: SeededGenerator
    var text = ""
    /// Whether a space must separate the next token from the text so far.
    private var endsInWord = false

    init(random: SeededGenerator) { self.random = random }

    private mutating func ignore() {
      switch Int.random(in: 0..<24, using: &random) {
      case 0..<8: text += " "
      case 8: text += "\n"
      case 9: text += ", "
      case 10: text += "\r\n\t"
      case 11: text += " # comment } \"\n"
      case 12: text += "\u{FEFF}"
      case 13: text += "          "
      default: return
      }
      endsInWord = false
    }

    private mutating func word(_ word: String) {
      ignore()
      if endsInWord { text += " " }
      text += word
      endsInWord = true
    }

    private mutating func mark(_ mark: String) {
      ignore()
      // `1...` would be a malformed number.
      if endsInWord, mark == "..." { text += " " }
      text += mark
      endsInWord = false
    }

    private mutating func description() {
      if random.chance(15) { word(random.pick([#""about""#, #""""about""""#])) }
    }

    mutating func document(_ document: GeneratedDocument) {
      let operation: (inout Writer) -> Void = { $0.operation(document) }
      let fragments = document.fragments.map { fragment -> (inout Writer) -> Void in
        { $0.fragment(fragment) }
      }
      let unused: [(inout Writer) -> Void] =
        random.chance(20) ? [{ $0.text += " fragment Unused on T { a } " }] : []
      for part in ([operation] + fragments + unused).shuffled(using: &random) {
        part(&self)
        ignore()
      }
    }

    private mutating func operation(_ document: GeneratedDocument) {
      let isPlain =
        document.type == "query" && document.name.isEmpty && document.variables.isEmpty
        && document.directives.isEmpty
      if !isPlain || random.chance(50) {
        description()
        word(document.type)
        if !document.name.isEmpty { word(document.name) }
        if !document.variables.isEmpty {
          mark("(")
          for variable in document.variables {
            description()
            mark("$")
            word(variable.name)
            mark(":")
            type(variable.type)
            if let value = variable.value {
              mark("=")
              self.value(value)
            }
          }
          mark(")")
        }
        directives(document.directives)
      }
      selections(document.selections)
    }

    private mutating func fragment(_ fragment: Fragment) {
      description()
      word("fragment")
      word(fragment.name)
      word("on")
      word(fragment.condition)
      directives(fragment.directives)
      selections(fragment.selections)
    }

    private mutating func type(_ type: String) {
      var name = ""
      for character in type {
        if "[]!".contains(character) {
          if !name.isEmpty { word(name) }
          name = ""
          mark(String(character))
        } else {
          name.append(character)
        }
      }
      if !name.isEmpty { word(name) }
    }

    private mutating func selections(_ selections: [Selection]) {
      mark("{")
      for selection in selections {
        if random.chance(20) { word("__typename") }
        self.selection(selection)
      }
      if random.chance(10) { word("__typename") }
      mark("}")
    }

    private mutating func selection(_ selection: Selection) {
      switch selection.kind {
      case .field:
        if let alias = selection.alias {
          word(alias)
          mark(":")
        }
        word(selection.name)
        arguments(selection.arguments)
        directives(selection.directives)
        if !selection.selections.isEmpty { selections(selection.selections) }
      case .spread:
        mark("...")
        word(selection.name)
        directives(selection.directives)
      case .inline:
        mark("...")
        if !selection.name.isEmpty {
          word("on")
          word(selection.name)
        }
        directives(selection.directives)
        selections(selection.selections)
      }
    }

    private mutating func directives(_ directives: [Directive]) {
      for directive in directives {
        mark("@")
        word(directive.name)
        arguments(directive.arguments)
      }
    }

    private mutating func arguments(_ arguments: [Argument]) {
      if arguments.isEmpty { return }
      mark("(")
      for argument in arguments { self.argument(argument) }
      mark(")")
    }

    private mutating func argument(_ argument: Argument) {
      word(argument.name)
      mark(":")
      value(argument.value)
    }

    private mutating func value(_ value: Value) {
      switch value {
      case .literal(let text): word(text)
      case .variable(let name):
        mark("$")
        word(name)
      case .string(let value): word(string(value))
      case .list(let values):
        mark("[")
        for value in values { self.value(value) }
        mark("]")
      case .object(let fields):
        mark("{")
        for field in fields { argument(field) }
        mark("}")
      }
    }

    /// A block string if the value allows one, or a quoted string with random escapes.
    private mutating func string(_ value: String) -> String {
      let isBlock =
        !value.isEmpty && value.unicodeScalars.allSatisfy { $0 != "\t" && $0 != "\\" }
        && !value.hasSuffix("\"") && !value.hasSuffix(" ")
      if isBlock, random.chance(50) {
        let lines = value.replacing("\"\"\"", with: "\\\"\"\"").split(separator: "\n")
        return "\"\"\"\n" + lines.map { "    " + $0 + "\n" }.joined() + "  \"\"\""
      }
      var result = ""
      for scalar in value.unicodeScalars {
        let digits = String(scalar.value, radix: 16)
        switch scalar {
        case "\"", "\\": result += "\\" + String(scalar)
        case "\n": result += random.pick(["\\n", "\\u000A", "\\u{a}"])
        case "\t": result += random.pick(["\\t", "\t"])
        default: result += random.chance(20) ? "\\u{\(digits)}" : String(scalar)
        }
      }
      return "\"\(result)\""
    }
  }
}
