import Testing

@testable import GraphQLMock

@Suite struct ServiceDirectoryTests {
  /// A test that waits for long may see thousands of services come and go.
  @Test func theEndOfATestIsRememberedWhateverNumberOfServicesEndsAfterIt() {
    let directory = ServiceDirectory()
    let first = directory.nextNumber()
    directory.remove(number: first, (.testHasEnded("first()"), "first()", Redaction()))
    for _ in 0..<20_000 {
      directory.remove(number: directory.nextNumber(), (.serviceIsGone, nil, Redaction()))
    }
    #expect(directory.end(of: first).test == "first()")
  }
}
