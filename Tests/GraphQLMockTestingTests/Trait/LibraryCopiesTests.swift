import Foundation
import GraphQLMock
import Testing

@testable import GraphQLMockTesting

struct LibraryCopiesTests {
  @Test func secondCopyOfTheLibraryIsReported() {
    #expect(TestScope.copyMessage(of: MockGraphQLService.self) == nil)
    // As if the first class of this name were another one.
    let name = NSStringFromClass(SteppedClock.self)
    #expect(TestScope.copyMessage(of: SteppedClock.self, named: name) == nil)
    #expect(
      TestScope.copyMessage(of: MockGraphQLService.self, named: name) == """
        The app and its tests both link GraphQLMock, so the app's code doesn't see the current service of the test. \
        Pass it a session of the service, or link the library only to the tests.
        """)
  }

  @Test func xcodeIsRecognizedByAnyOfItsVariables() {
    let names = ["XCTestConfigurationFilePath", "XCTestSessionIdentifier"]
    for name in names {
      #expect(RunningTest.isInXcode([name: "x"]) && !RunningTest.isInXcode([name: ""]), "\(name)")
    }
    #expect(!RunningTest.isInXcode(["PATH": "/bin"]))
  }
}
