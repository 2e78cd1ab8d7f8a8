/// Changes to generated responses that are tried together, with the Swift code that repeats them.
package struct ResponseVariant: Sendable, Changeable {
  package internal(set) var changes: [ResponseChange]

  package static var plain: ResponseVariant { ResponseVariant(changes: []) }

  package var isPlain: Bool { changes.isEmpty }

  /// The changes with their conditions. A change takes precedence over a condition with the same key.
  private var all: [ResponseChange] {
    var keys: Set<String> = []
    return (changes + changes.flatMap(\.conditions)).filter { keys.insert($0.key).inserted }
  }

  /// Returns the overrides of this variant, added to those of the test.
  package func overrides(in base: GeneratedOverrides) -> GeneratedOverrides {
    let own = all.compactMap { change in change.value.generated.map { (change.key, $0) } }
    return GeneratedOverrides(base.values.merging(own) { $1 })
  }

  /// - Parameter number: How many requests of this name the client has sent before.
  package func response(
    toOperationNamed name: String, number: Int, in base: GeneratedOverrides
  ) -> MockResponse? {
    let all = changes.lazy.filter { $0.key == name }.map(\.value.responses).first { !$0.isEmpty }
    return all.map { $0[min(number, $0.count - 1)].generating(base) }
  }

  /// A Boolean value that indicates whether the variant replaces, delays, or interrupts a whole response.
  package var hasResponse: Bool { changes.contains { !$0.value.responses.isEmpty } }

  /// The variant for requests that the changes cause, such as those for further pages. It must not cause even more.
  package var followUp: ResponseVariant { ResponseVariant(changes: changes.filter { !$0.leadsOn }) }

  package var hasFault: Bool { changes.contains(where: \.value.isFault) }

  /// Whether a client may send many more requests: for each element of a list, for pages, or again.
  package var hasLongList: Bool {
    changes.contains { $0.isLongList || $0.value.responses.count > 1 }
  }

  package var title: String {
    if isPlain { return "With the plain responses" }
    return "With " + changes.map(\.phrase).joined(separator: " and ")
  }

  /// The Swift code that repeats the variant, which also identifies it.
  package var code: String { code(plain: [:]) }

  /// The line of each change by itself, by which a later test run finds the same change.
  package var changeLines: [String] { changes.map { ResponseVariant(changes: [$0]).code } }

  /// Returns Swift code that repeats the variant, with the given examples of custom scalars.
  package func code(plain examples: [String: MockJSON]) -> String {
    let handlers = all.filter { !$0.value.responses.isEmpty }.map { change in
      let name = change.key.isEmpty ? ".anonymous" : change.key.swiftLiteral
      return ".operation(\(name), \(change.value.literal))"
    }
    let others =
      all.contains(where: \.value.isInvalid)
      ? ["options: ServiceOptions(responseValidation: .off)"] : []
    return (handlers + ["unhandled: \(policy(plain: examples))"] + others).joined(separator: ", ")
  }

  func policy(plain examples: [String: MockJSON]) -> String {
    let plain = examples.sorted { $0.key < $1.key }.map { ($0.key, SwiftLiteral.whole($0.value)) }
    let own = all.filter(\.value.responses.isEmpty).map { ($0.key, $0.value.literal) }
    let values = (plain + own).map { "\($0.swiftLiteral): \($1)" }.joined(separator: ", ")
    return values.isEmpty ? ".generated" : ".generated([\(values)])"
  }
}

extension MockResponse {
  fileprivate func generating(_ overrides: GeneratedOverrides) -> MockResponse {
    changing {
      if case .generated(let own, _)? = completion {
        $0.completion = .generated(GeneratedOverrides(overrides.values.merging(own.values) { $1 }))
      }
      if case .events(var script) = content, case .list(let events, let interval) = script.source {
        script.source = .list(events.map { $0.generating(overrides) }, interval: interval)
        $0.content = .events(script)
      }
    }
  }
}

extension GeneratedOverrides {
  /// Returns one example for each scalar of unknown format, unless the overrides have a value for the scalar.
  package func plainExamples(
    of examples: [String: [MockJSON]], in schema: ServiceSchema?
  ) -> [String: MockJSON] {
    guard let system = try? schema?.system else { return [:] }
    let all = ResponseValues(system: system, examples: examples)
    return examples.keys.reduce(into: [:]) { found, name in
      if values[name] == nil { found[name] = system.types[name].flatMap(all.plainExample) }
    }
  }

  package func adding(_ examples: [String: MockJSON]) -> GeneratedOverrides {
    GeneratedOverrides(values.merging(examples.mapValues { GeneratedValue(.json($0)) }) { $1 })
  }
}
