import Foundation
import Testing

@testable import GraphQLMock

/// The verdicts that an operation remembers, so that the same question needs only one search for problems.
struct SelectedOperationTests {
  private let selected: SelectedOperation

  init() throws {
    selected = try DocumentCache.makeOutcome(ContiguousArray("{ a }".utf8), nil).get()
  }

  private func question(_ number: Int, bytes: Int = 0) -> SelectedOperation.Question {
    SelectedOperation.Question(
      types: 0, subject: .response(number), variables: Data(repeating: 0x20, count: bytes))
  }

  @Test(arguments: [(4_096, 1), (4_097, 2)])
  func verdictIsKeptUnlessTheVariablesAreLarge(bytes: Int, searches: Int) {
    let question = question(1, bytes: bytes)
    var count = 0
    for _ in 0..<2 {
      let problems = selected.problems(question, mayWait: false) {
        count += 1
        return ["problem"]
      }
      #expect(problems == ["problem"])
    }
    #expect(count == searches)
    #expect(selected.knownValidity(of: question) == (searches == 1 ? false : nil))
  }

  @Test func verdictsAreForgottenTogetherBeyond256() {
    func validity() -> [Bool?] { [0, 255, 256].map { selected.knownValidity(of: question($0)) } }
    for number in 0..<256 {
      _ = selected.problems(question(number), mayWait: false) { [String]() }
    }
    #expect(validity() == [true, true, nil])
    _ = selected.problems(question(256), mayWait: false) { [String]() }
    #expect(validity() == [nil, nil, true])
  }
}
