package struct AnswerChange: Sendable, Changeable {
  indirect enum Effect: Sendable {
    case value(GeneratedValue)
    case response(MockResponse)
  }

  // The value in a response to change: a field of a type (`User.avatar`) or a path (`viewer.avatar`). If the whole
  // response changes, the key is the name of the operation.
  private(set) var key: String
  let effect: Effect
  /// The text that describes the changed value in messages, such as `null` or `empty`.
  let wording: String
  /// The Swift code with which a test can repeat the change, such as `.null`.
  let literal: String
  var type: String
  /// The paths of the changed values, such as `viewer.avatar`, in the order in which clients request them.
  package internal(set) var places: [String]
  var operations: [String] = []
  // Other changes that must be made together with this change. For example, a changed `Admin.role` requires that
  // the generated user is an `Admin`.
  let conditions: [AnswerChange]
  let isInvalid: Bool
  /// A Boolean value that indicates whether a service sends the change only when it fails.
  let isFault: Bool
  /// For each path in `places`, the path of the value that becomes null if a non-null field there has an error.
  var nulled: [String]

  init(
    _ key: String, _ effect: Effect, _ wording: String, literal: String, type: String = "",
    place: String = "", conditions: [AnswerChange] = [], isInvalid: Bool = false,
    isFault: Bool = false, nulled: [String] = []
  ) {
    (self.key, self.effect, self.wording) = (key, effect, wording)
    (self.literal, self.type, self.conditions) = (literal, type, conditions)
    (self.isInvalid, self.isFault, self.nulled) = (isInvalid, isFault, nulled)
    places = place.isEmpty ? [] : [place]
  }

  var identity: String { "\(key) \(wording)" }

  func only(at place: String) -> AnswerChange {
    changing { ($0.key, $0.places) = (place, [place]) }
  }

  var isLongList: Bool {
    guard case .value(let value) = effect else { return false }
    return switch value.content {
    case .list(let count): count > 2
    case .json(let json): json.array?.contains { ($0.array?.count ?? 0) > 2 } ?? false
    default: false
    }
  }

  /// A Boolean value that indicates whether the change may cause more requests, such as one for the next page.
  var leadsOn: Bool {
    guard case .value(let value) = effect, case .json(let json) = value.content else {
      return isLongList
    }
    let name = key.split(separator: ".").last.map(String.init) ?? key
    return json.bool == nil ? json.int ?? 0 > 1 : GeneratedScalars.onLastPage(name) != nil
  }

  // The change, or one change for each path if the change makes both a list and a list inside it long. Two nested
  // lists of 25 elements would have 625 elements together.
  var divided: [AnswerChange] {
    let sorted = places.sorted()
    let isNested = zip(sorted, sorted.dropFirst()).contains { $1.hasPrefix($0 + ".") }
    return isLongList && isNested ? places.map(only) : [self]
  }

  /// The description of the change in messages, for example `User.avatar null at viewer.avatar (String)`.
  var phrase: String {
    guard case .value = effect else {
      return "the answer to \(key.isEmpty ? "the anonymous operation" : key) \(wording)"
    }
    let more = places.count > 1 ? " and \(places.count - 1) more" : ""
    let place = places.first.map { $0 == key ? "" : " at \($0)\(more)" } ?? ""
    let mayBeNull = type.hasSuffix("!") ? "" : ", may be null"
    return "\(key) \(wording)\(place) (\(type)\(mayBeNull))"
  }
}

package struct AnswerVariant: Sendable, Changeable {
  package internal(set) var changes: [AnswerChange]

  package static var plain: AnswerVariant { AnswerVariant(changes: []) }

  package var isPlain: Bool { changes.isEmpty }

  private var all: [AnswerChange] {
    var keys: Set<String> = []
    return (changes + changes.flatMap(\.conditions)).filter { keys.insert($0.key).inserted }
  }

  /// Returns the values to use instead of generated ones: the values in `base`, and those of this variant.
  package func overrides(in base: GeneratedOverrides) -> GeneratedOverrides {
    var values = base.values
    for change in all {
      if case .value(let value) = change.effect { values[change.key] = value }
    }
    return GeneratedOverrides(values)
  }

  package func response(
    toOperationNamed name: String, in base: GeneratedOverrides
  ) -> MockResponse? {
    for change in changes where change.key == name {
      if case .response(let response) = change.effect { return response.generating(base) }
    }
    return nil
  }

  /// A Boolean value that indicates whether the variant replaces, delays, or interrupts a whole response.
  package var hasResponse: Bool {
    changes.contains { if case .response = $0.effect { true } else { false } }
  }

  // The changes for the additional requests that a client sends because of changed responses. Changes that cause
  // more requests are excluded, because a client that loads page after page would never finish.
  package var followUp: AnswerVariant {
    AnswerVariant(changes: changes.filter { !$0.leadsOn })
  }

  /// A Boolean value that indicates whether the service fails, so that the client may throw an accepted error.
  package var hasFault: Bool { changes.contains(where: \.isFault) }

  package var hasLongList: Bool { changes.contains(where: \.isLongList) }

  package var title: String {
    if isPlain { return "With the plain answers" }
    return "With " + changes.map(\.phrase).joined(separator: " and ")
  }

  package var line: String { line() }

  /// Returns Swift code that repeats the variant, whose plain answers have values of the examples.
  package func line(plain examples: [String: MockJSON] = [:]) -> String {
    var values = examples.sorted { $0.key < $1.key }.map {
      "\($0.key.swiftLiteral): \(SwiftLiteral.whole($0.value))"
    }
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

extension MockResponse {
  /// Returns a copy that overrides generated values in the response, or in the events of a subscription.
  fileprivate func generating(_ overrides: GeneratedOverrides) -> MockResponse {
    changing {
      if completion?.isGenerated == true { $0.completion = .generated(overrides) }
      if case .events(var script) = content, case .list(let events, let interval) = script.source {
        script.source = .list(events.map { $0.generating(overrides) }, interval: interval)
        $0.content = .events(script)
      }
    }
  }
}

extension GeneratedOverrides {
  /// Returns the examples that plain answers have, except of scalars whose value the overrides state.
  package func plainExamples(
    of examples: [String: [MockJSON]], in schema: ServiceSchema?
  ) -> [String: MockJSON] {
    guard let system = try? schema?.system else { return [:] }
    let all = AnswerValues(system: system, examples: examples)
    return examples.keys.reduce(into: [:]) { found, name in
      if values[name] == nil { found[name] = system.types[name].flatMap(all.plainExample) }
    }
  }

  package func adding(_ examples: [String: MockJSON]) -> GeneratedOverrides {
    GeneratedOverrides(values.merging(examples.mapValues { GeneratedValue(.json($0)) }) { $1 })
  }
}
