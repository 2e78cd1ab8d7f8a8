/// An answer that a service may give in the place of the plain one.
package struct AnswerVariant: Sendable, Changeable {
  package internal(set) var changes: [AnswerChange]

  /// Nothing is changed.
  package static var plain: AnswerVariant { AnswerVariant(changes: []) }

  package var isPlain: Bool { changes.isEmpty }

  /// The changes with their conditions, each key once.
  private var all: [AnswerChange] {
    var keys: Set<String> = []
    return (changes + changes.flatMap(\.conditions)).filter { keys.insert($0.key).inserted }
  }

  /// What is answered in place of made-up values.
  /// - Parameter base: What every variant states.
  package func overrides(in base: GeneratedOverrides) -> GeneratedOverrides {
    var values = base.values
    for change in all {
      if case .value(let value) = change.effect { values[change.key] = value }
    }
    return GeneratedOverrides(values)
  }

  /// The answer to an operation, where it is another one as a whole.
  package func response(toOperationNamed name: String) -> MockResponse? {
    for change in changes where change.key == name {
      if case .response(let response) = change.effect { return response }
    }
    return nil
  }

  /// The same without what leads a client on: the answers to requests that the plain run didn't send.
  package var followUp: AnswerVariant {
    AnswerVariant(changes: changes.filter { !$0.leadsOn })
  }

  /// Whether a list is longer than the plain one.
  package var hasLongList: Bool { changes.contains(where: \.isLongList) }

  /// What is changed: `With User.avatar null at viewer.avatar (String)`.
  package var title: String {
    if isPlain { return "With the plain answers" }
    return "With " + changes.map(\.phrase).joined(separator: " and ")
  }

  /// The line of a test that has the same answers.
  package var line: String {
    var values: [String] = []
    var handlers: [String] = []
    for change in all {
      switch change.effect {
      case .value: values.append("\(change.key.swiftLiteral): \(change.literal)")
      case .response:
        let name = change.key.isEmpty ? ".anonymous" : change.key.swiftLiteral
        handlers.append(".operation(\(name), \(change.literal))")
      }
    }
    let policy =
      values.isEmpty ? ".generated" : ".generated([\(values.joined(separator: ", "))])"
    let others =
      all.contains(where: \.isInvalid) ? ["options: ServiceOptions(responseValidation: .off)"] : []
    return (handlers + ["unhandled: \(policy)"] + others).joined(separator: ", ")
  }
}
