import GraphQLMock

/// An error, warning or note, which the commands print in one line.
struct Finding {
  enum Level: String {
    case error, warning, note
  }

  /// The headings of `drift` in Markdown, in their order.
  enum Section: String, CaseIterable {
    case broken = "Broken"
    case changedResponse = "Changed responses and variables"
    case brokenBefore = "Broken before"
    case deprecated = "Deprecated fields in use"
    case breakingChange = "Breaking changes"
    case dangerousChange = "Dangerous changes"
  }

  var level = Level.error
  var section = Section.broken
  var message: String
  /// The file, line and column of the finding. The line is 0 if the finding is about a whole file or folder.
  var place: TypeSystem.Place?
  /// For an error in the document of a fixture, the text that `documentError(_:of:)` makes.
  var documentError: String?

  /// Returns a text by which an operation and its fixture can be recognized as having the same error.
  static func documentError(_ message: String, of operation: String) -> String {
    let name = operation.split(separator: "\"").last ?? ""
    return "\(name.replacing(" ", with: "-").prefix { $0 != "." }) \(message)"
  }

  /// Returns the finding, or a note if the old schema has the same error.
  func known(_ wasThere: Bool) -> Finding {
    guard wasThere else { return self }
    let message = "was broken before: \(message)"
    return Finding(level: .note, section: .brokenBefore, message: message, place: place)
  }

  var text: String { (placeText.map { "\($0): " } ?? "") + "\(level.rawValue): \(message)" }

  var markdown: String {
    "- " + (placeText.map { "\($0.printable.markdownCode) " } ?? "") + message.markdownText
  }

  /// The finding as GitHub Actions shows it beside the line, with the escape sequences of its workflow commands.
  var workflowCommand: String {
    let values = place.map { place in
      [("file", place.file)]
        + (place.line > 0 ? [("line", "\(place.line)"), ("col", "\(place.column)")] : [])
    }
    let properties = (values ?? []).map { name, value in
      "\(name)=\(value.workflowData(escaping: "%\r\n:,"))"
    }
    let name = level == .note ? "notice" : level.rawValue
    return
      "::\(name)\(properties.isEmpty ? "" : " " + properties.joined(separator: ","))::\(message.workflowData())"
  }

  var placeText: String? {
    place.map { $0.line > 0 ? "\($0.file):\($0.line):\($0.column)" : $0.file }
  }
}
