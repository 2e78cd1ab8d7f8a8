import Testing

@testable import GraphQLMock

/// The parts of a variant; whole runs are in `GraphQLMockTestingTests/Variants`.
struct ResponseVariantTests {
  private static func whole(
    _ name: String, _ responses: MockResponse..., isInvalid: Bool = false
  ) -> ResponseChange {
    let value = ResponseValues.Value(nil, "failing", literal: ".failing").changing {
      ($0.responses, $0.isInvalid, $0.isFault) = (responses, isInvalid, true)
    }
    return ResponseChange(name, value)
  }

  private static let nick = ResponseChange("User.nick", .init(.null, literal: ".null"))

  @Test func overridesOfAVariantReplaceThoseOfTheTestAndAConditionWithTheSameKey() {
    var nick = Self.nick
    nick.conditions = [
      ResponseChange("User.nick", .init("a")), ResponseChange("Query.user", .init(["id": "1"])),
    ]
    let variant = ResponseVariant(changes: [nick, Self.whole("A", .status(503))])
    let overrides = variant.overrides(in: ["User.nick": "b", "User.age": 7])
    #expect(overrides == ["User.nick": nil, "Query.user": ["id": "1"], "User.age": 7])
    #expect(
      variant.code(plain: ["Money": "1.50"])
        == #".operation("A", .failing), "#
        + #"unhandled: .generated(["Money": "1.50", "User.nick": .null, "Query.user": ["id": "1"]])"#
    )
  }

  @Test func responsesToAnOperationComeInTurnAndTheLastRepeats() {
    let variant = ResponseVariant(changes: [
      Self.nick, Self.whole("A", .status(503), .generated), Self.whole("", .status(500)),
    ])
    func status(_ name: String, _ number: Int) -> Int? {
      variant.response(toOperationNamed: name, number: number, in: [:])?.statusCode
    }
    #expect([status("A", 0), status("A", 1), status("A", 2)] == [503, nil, nil])
    #expect([status("", 0), status("", 4), status("B", 0)] == [500, 500, nil])
    // A generated response has the test's overrides.
    let last = variant.response(toOperationNamed: "A", number: 5, in: ["User.age": 7])
    guard case .generated(let overrides, _)? = last?.completion else {
      Issue.record("The response isn't generated.")
      return
    }
    #expect(overrides == ["User.age": 7])
    #expect(variant.changeLines.last == #".operation(.anonymous, .failing), unhandled: .generated"#)
  }

  @Test func aVariantKnowsWhatItsChangesCauseInAClient() {
    let (one, page) = (Self.whole("A", .status(503)), Self.whole("A", .generated, .status(503)))
    let next = ResponseChange("Query.nextPage", .init(2))
    let list = ResponseChange("Query.users", .init(.list(25), "of 25", literal: ".list(25)"))
    let rows: [(changes: [ResponseChange], isLong: Bool, fails: Bool, followUp: Int)] = [
      ([], false, false, 0), ([Self.nick], false, false, 1), ([one], false, true, 1),
      ([Self.nick, page], true, true, 2), ([next, Self.nick], false, false, 1),
      ([list], true, false, 1),
    ]
    for (changes, isLong, fails, followUp) in rows {
      let variant = ResponseVariant(changes: changes)
      #expect(variant.hasLongList == isLong, "\(variant.title)")
      #expect(variant.hasFault == fails && variant.hasResponse == fails, "\(variant.title)")
      #expect(variant.followUp.changes.count == followUp, "\(variant.title)")
      #expect(variant.isPlain == changes.isEmpty)
    }
  }

  @Test func codeThatNoSchemaAllowsTurnsValidationOff() {
    let variant = ResponseVariant(changes: [Self.whole("A", .generated, isInvalid: true)])
    #expect(
      variant.code
        == #".operation("A", .failing), unhandled: .generated, "#
        + "options: ServiceOptions(responseValidation: .off)")
  }
}
