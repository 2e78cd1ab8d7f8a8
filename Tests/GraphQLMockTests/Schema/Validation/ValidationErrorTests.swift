import Testing

@testable import GraphQLMock

struct ValidationErrorTests {
  /// The words of graphql-js around each value of a request, which may be a secret.
  @Test(
    arguments: [
      (.wrongValue(type: "T", found: "s3"), #"Expected value of type "T", found ?."#),
      (
        .refusedValue(type: "T", found: "s3", reason: "Too short."),
        #"Expected value of type "T", found ?; Too short."#
      ),
      (.notScalar(.integer, "s3"), "Int cannot represent non-integer value: ?"),
      (
        .notEnum(type: "E", "s3", isLiteral: false, similar: ["A"]),
        #"Enum "E" cannot represent non-string value: ?. Did you mean the enum value "A"?"#
      ),
      (
        .unknownEnumValue("s3", type: "E", similar: []),
        #"Value "?" does not exist in "E" enum."#
      ),
      (.invalidArgument(name: "a", value: "s3"), #"Argument "a" has invalid value ?."#),
      (.unknownCursor("s3", list: "Q.a"), "This service never sent the cursor ? for Q.a."),
      (
        .variableValue(name: "a", value: "s3", path: ".b", .notScalar(.id, "s3")),
        #"Variable "$a" got invalid value ? at "a.b"; ID cannot represent value: ?"#
      ),
    ] as [(ValidationError.Reason, String)])
  func quotedValuesCanBeHidden(reason: ValidationError.Reason, message: String) {
    let error = ValidationError(reason: reason, locations: [])
    #expect(error.quoting { $0 == "s3" ? "?" : $0 }.message == message)
  }

  @Test func locationsFollowTheMessage() {
    let error = ValidationError(
      reason: .unknownFragment(name: "F"),
      locations: [.init(line: 1, column: 3), .init(line: 2, column: 1)])
    #expect(error.description == #"Unknown fragment "F". (1:3, 2:1)"#)
  }
}
