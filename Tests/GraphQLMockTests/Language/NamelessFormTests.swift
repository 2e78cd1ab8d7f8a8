import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// Requests whose aliases and names of variables were made up.
@Suite(.onOwnThreads) struct NamelessFormTests {
  static func form(_ text: String, _ variables: MockJSON = [:]) throws -> NamelessForm {
    let document = try Document.parse(text).get()
    let operation = try document.selectOperation(named: nil).get()
    return NamelessForm(
      SelectedOperation(document: document, operation: operation), variables: variables)
  }

  /// The variables of a generated document, under names with a salt.
  static func variables(_ salt: String, of document: GeneratedDocument) -> MockJSON {
    let values: [String: MockJSON] = ["v0": 7, "v1": "x", "v2": ["y": nil, "z": 1.0]]
    let defined = document.variables.compactMap { variable in
      values[variable.name].map { ("\(variable.name)\(salt)", $0) }
    }
    return .object(Dictionary(defined) { $1 })
  }

  static func renamed(
    _ json: String, from first: NamelessForm, to second: NamelessForm
  ) throws -> String? {
    let pairing = try #require(NodePairing(first, second))
    return ResponseKeyMap(pairing).renaming(ContiguousArray(json.utf8)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("{ a: hero { b: name } }", "{ hero { c: name } }", true),
    ("{ hero { name } }", "{ hero { id } }", false),
    ("query ($x: Int = 7) { a(n: $x) }", "query ($y: Int = 7) { b: a(n: $y) }", true),
    ("query ($x: Int = 7) { a(n: $x) }", "query ($y: Int = 8) { b: a(n: $y) }", false),
    ("query ($x: Int = 7) { a(n: $x) }", "query ($y: ID = 7) { b: a(n: $y) }", false),
    ("{ x: __typename hero }", "{ hero }", false),
    ("{ __typename hero }", "{ hero }", true),
    ("{ a: hero b: hero }", "{ hero }", false),
    ("mutation { a: x b: y }", "mutation { a: y b: x }", false),
    ("query A { hero }", "query B { hero }", false),
    ("{ ...F } fragment F on T { a }", "{ ...F } fragment F on T { b: a }", true),
    ("{ a @d }", "{ b: a @d }", true), ("{ a @d }", "{ b: a }", false),
    ("{ a(n: 1) { b } }", "{ c: a(n: 1) { d: b } }", true),
    ("{ ...F } fragment F on T { a }", "{ ...G } fragment G on T { a }", false),
  ]) func namesDoNotCountAndNothingElseIsLost(first: String, second: String, isEqual: Bool) throws {
    #expect(try (Self.form(first).digest == Self.form(second).digest) == isEqual)
  }

  /// Fields at the root of a mutation are executed in order (GraphQL, section 6.2.2).
  @Test(arguments: ["mutation { ...F a { ...F } }", "mutation { a { ...F } ...F }"])
  func theOrderOfAFragmentCountsThatStandsAtTheRootToo(operation: String) throws {
    let first = try Self.form("\(operation) fragment F on M { b c }")
    let swapped = try Self.form("\(operation) fragment F on M { q: c p: b }")
    #expect(first.digest != swapped.digest)
    let second = try Self.form("\(operation) fragment F on M { p: b q: c }")
    #expect(
      try Self.renamed(#"{"data":{"b":1,"c":2,"a":{"b":3,"c":4}}}"#, from: first, to: second)
        == #"{"data":{"p":1,"q":2,"a":{"p":3,"q":4}}}"#)
  }

  @Test func variablesCountByTheirValues() throws {
    let text = [
      "query ($a: I, $b: I) { x(p: $a, q: [$b]) }", "query ($c: I, $d: I) { y: x(q: [$c], p: $d) }",
    ]
    let first = try Self.form(text[0], ["a": ["n": 1], "b": 2]).digest
    #expect(try Self.form(text[1], ["c": 2.0, "d": ["n": 1.0, "m": nil]]).digest == first)
    #expect(try Self.form(text[1], ["d": 2, "c": ["n": 1]]).digest != first)
    // One that the document does not define counts by its name.
    let more: MockJSON = ["c": 2, "d": ["n": 1], "e": 3]
    #expect(try Self.form(text[1], more).digest != first)
    #expect(
      try Self.form(text[0], ["a": ["n": 1], "b": 2, "e": 3]).digest
        == Self.form(text[1], more).digest)
    #expect(try Self.form(text[1], ["c": "2", "d": ["n": 1]]).digest != first)
    #expect(try Self.form(text[1], ["c": 2, "d": [["n": 1]]]).digest != first)
  }

  @Test func anAnswerIsGivenUnderTheKeysOfTheOtherRequestByteForByte() throws {
    let first = try Self.form(
      "query ($v1: ID) { h1: hero(id: $v1) { n1: name ... on Droid { f1: function } } o1: hero(id: 2) { n1: name } }",
      ["v1": "7"])
    let second = try Self.form(
      "query ($w: ID) { b: hero(id: 2) { y: name } a: hero(id: $w) { ... on Droid { z: function } y: name } }",
      ["w": "7"])
    #expect(
      try Self.renamed(
        #"""
        {"data": {"o1": {"n1": "n1"}, "h1": [{"n\u0031": 1.50, "f1": {"n1": 0}}, null]},
         "errors": [{"message": "h1", "path": ["h1", 0, "f1", "n1"]}], "extensions": {"h1": 1}}
        """#, from: first, to: second) == #"""
          {"data": {"b": {"y": "n1"}, "a": [{"y": 1.50, "z": {"n1": 0}}, null]},
           "errors": [{"message": "h1", "path": ["a", 0, "z", "n1"]}], "extensions": {"h1": 1}}
          """#)
  }

  @Test(arguments: [
    ("{ a: n ... on T { a: n } }", "{ a: n ... on T { b: n } }"),
    ("{ a: n ... on T { b: n } }", "{ a: n ... on T { a: n } }"),
  ]) func oneKeyDoesNotBecomeTwo(first: String, second: String) throws {
    let json = #"{"data":{"a":1,"b":2}}"#
    #expect(try Self.renamed(json, from: Self.form(first), to: Self.form(second)) == nil)
  }

  @Test func aDocumentIsWrittenWithTheNamesOfTheOther() throws {
    let first = try Self.form("query ($a: I, $b: I) { x1: x(p: $a, q: [$b]) y }", ["a": 1, "b": 2])
    let second = "query($c: I, $d: I) { k: y, # z\n x(q: [$c] p: $d) }"
    let pairing = try #require(NodePairing(first, Self.form(second, ["c": 2, "d": 1])))
    #expect(pairing.translated(second) == "query($b: I, $a: I) { y, # z\n x1: x(q: [$b] p: $a) }")
    #expect(pairing.translated(["c": 2, "d": 1, "e": 3]) == ["a": 1, "b": 2, "e": 3])
    #expect(pairing.translated("{ a }") == nil)
  }

  @Test func twoSpellingsOfGeneratedDocumentsAreOneAndTheirAnswersToo() throws {
    var random = SeededGenerator(seed: 13_7)
    var faults: [String] = []
    var renamings = 0
    for _ in 0..<60 {
      let document = GeneratedDocument(using: &random)
      let other = document.reordered(using: &random).spelled("q")
      let (text, otherText) = (
        document.spelled("p").text(using: &random), other.text(using: &random)
      )
      let (first, second) = try (
        Self.form(text, Self.variables("p", of: document)),
        Self.form(otherText, Self.variables("q", of: document))
      )
      guard first.digest == second.digest else {
        faults.append("other forms: \(text)\n\(otherText)")
        continue
      }
      let answer = MockJSON.object(["data": document.spelled("p").answer()])
      let renamed = try Self.renamed(answer.description, from: first, to: second)
      if try renamed.map({ try MockJSON(parsing: $0) }) != ["data": other.answer()] {
        faults.append("another answer: \(text)\n\(otherText)\n\(renamed ?? "nil")")
      }
      renamings += renamed == answer.description ? 0 : 1
      // The document in the names of the other has its key.
      if let pairing = NodePairing(first, second), let translated = pairing.translated(otherText),
        try MatchKey(document: translated) != MatchKey(document: text)
      {
        faults.append("another key: \(text)\n\(translated)")
      }
    }
    #expect(faults.prefix(2) == [])
    #expect(renamings > 50)
  }

  @Test func everyOtherChangeOfAGeneratedDocumentCounts() throws {
    var random = SeededGenerator(seed: 13_8)
    var unchanged: [String] = []
    var changes = 0
    for _ in 0..<25 {
      let document = GeneratedDocument(using: &random)
      let text = document.spelled("p").text(using: &random)
      let digest = try Self.form(text, Self.variables("p", of: document)).digest
      // In one spelling, the key that counts names tells whether anything has changed.
      let key = try MatchKey(document: text)
      var site = 0
      while let changed = document.changed(at: site) {
        let sameNames = changed.spelled("p").text(using: &random)
        let other = changed.spelled("q").text(using: &random)
        // A variable that is called otherwise where it is defined is another one.
        if changed.variables.map(\.name) == document.variables.map(\.name),
          try MatchKey(document: sameNames) != key,
          try Self.form(other, Self.variables("q", of: document)).digest == digest
        {
          unchanged.append("\(text)\n\(other)")
        }
        site += site < 20 ? 1 : Int.random(in: 1...16, using: &random)
        changes += 1
      }
    }
    #expect(unchanged.prefix(2) == [])
    #expect(changes > 500)
  }

  /// Work is counted, not time: what a document of twice the size costs in steps of the walk.
  @Test func hostileDocumentsStayLinear() throws {
    let count = 2_000
    // As many fragments as fields, spread twice each: 2 to the power of the count, if followed.
    let chain = (0..<count).map {
      "fragment F\($0) on T { a: n { ...F\($0 + 1) } b: m { ...F\($0 + 1) } }"
    }.joined()
    let text = "query { ...F0 } \(chain) fragment F\(count) on T { n }"
    let other = text.replacingOccurrences(of: "a: n", with: "x: n")
      .replacingOccurrences(of: "b: m", with: "y: m")
    let wide = "{ " + (0..<5_000).map { "a\($0): f(n: \($0)) " }.joined() + "}"
    let deep = String(repeating: "a: n { ", count: 200) + "n" + String(repeating: " }", count: 200)
    for (first, second) in [
      (text, other), (wide, wide.replacingOccurrences(of: "a", with: "b")),
      ("{ \(deep) }", "{ \(deep) }".replacingOccurrences(of: "a:", with: "b:")),
    ] {
      let json = #"{"data":{"a":{"a":{"b":[{"a":null}]}},"b":{"a1":1}}}"#
      #expect(try Self.renamed(json, from: Self.form(first), to: Self.form(second)) != nil)
    }
  }
}
