import BenchmarkSupport
import Foundation
import SuiteSupport
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What people write by hand: every request gets the same bytes.
enum HandWritten {
  static func makeSession() -> URLSession {
    _ = answer
    return BareAnswer.makeSession(HastyBareProtocol.self)
  }

  private static let answer: Void = {
    BareAnswer.shared = BareAnswer(body: Data(Suite.answer.utf8))
  }()
}

@Suite struct HandWrittenSwiftTesting {
  @Test(arguments: 0..<Suite.testCount) func test(_ number: Int) async throws {
    #expect(try await Suite.send(through: HandWritten.makeSession()))
  }
}

final class HandWrittenXCTest: XCTestCase {
  func test() async throws {
    for _ in 0..<Suite.testCount {
      let isRight = try await Suite.send(through: HandWritten.makeSession())
      XCTAssert(isRight)
    }
  }
}
