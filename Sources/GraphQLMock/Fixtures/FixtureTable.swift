/// placeholder
public struct FixtureTable: Sendable {
  var name: String { "" }
  func answer(to subject: MatchSubject) -> Result<MockResponse, FixtureFault>? { nil }
  func response(named name: String) -> Result<MockResponse, FixtureFault>? { nil }
}
struct FixtureFault: Error, Sendable, Hashable, CustomStringConvertible { var description = "" }
