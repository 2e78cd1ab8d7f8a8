import Testing

@testable import GraphQLMock

/// Values that files name: each is found by its name, and no other is.
struct NamedValueTests {
  private func check<Value: NamedValue>(_ type: Value.Type) {
    #expect(type.allCases.count > 1)
    for value in type.allCases { #expect(type.init(rawValue: value.rawValue) == value) }
    #expect(type.init(rawValue: "perhaps") == nil)
  }

  @Test func everyValueIsFoundByItsName() {
    check(ValidationMode.self)
    check(HTTPEdition.self)
    check(MockFailure.Kind.self)
    check(PersistedQuerySupport.self)
  }
}
