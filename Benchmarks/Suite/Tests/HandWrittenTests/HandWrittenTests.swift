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
  /// A session that answers in `startLoading`, as most do.
  static func makeHastySession() -> URLSession { makeSession(HastyBareProtocol.self) }

  /// A session that delivers as safely as the library does.
  static func makeSafeSession() -> URLSession { makeSession(SafeBareProtocol.self) }

  private static func makeSession(_ protocolClass: URLProtocol.Type) -> URLSession {
    _ = answer
    return BareAnswer.makeSession(protocolClass)
  }

  private static let answer: Void = {
    BareAnswer.shared = BareAnswer(body: Data(Suite.answer.utf8))
  }()
}

@Suite struct HastySwiftTesting {
  @Test(arguments: 0..<Suite.testCount) func test(_ number: Int) async throws {
    #expect(try await Suite.send(through: HandWritten.makeHastySession()))
  }
}

@Suite struct SafeSwiftTesting {
  @Test(arguments: 0..<Suite.testCount) func test(_ number: Int) async throws {
    #expect(try await Suite.send(through: HandWritten.makeSafeSession()))
  }
}

final class HastyXCTest: XCTestCase {
  func test() async throws {
    for _ in 0..<Suite.testCount {
      let isRight = try await Suite.send(through: HandWritten.makeHastySession())
      XCTAssert(isRight)
    }
  }
}

final class SafeXCTest: XCTestCase {
  func test() async throws {
    for _ in 0..<Suite.testCount {
      let isRight = try await Suite.send(through: HandWritten.makeSafeSession())
      XCTAssert(isRight)
    }
  }
}
