import Foundation
import GraphQLMock
import TestSupport
import Testing

@testable import GraphQLMockTesting

struct RunningTestTests {
  private static let isInXcode = RunningTest.isInXcode(ProcessInfo.processInfo.environment)

  @Test(
    .disabled(if: isInXcode, "Xcode selects tests with another option"),
    arguments: [
      ("Shop/CartTests.swift", "testPay(of:)", "CartTests/testPay", #"^Shop\.CartTests/testPay$"#),
      (
        "Shop/Carts/CartTests+Pay.swift", "testPay()", "CartTests+Pay/testPay",
        #"^Shop\.CartTests\+Pay/testPay$"#
      ),
      ("Shop/CartTests.swift", "pay()", nil, nil),
      ("CartTests.swift", "testPay()", nil, nil),
    ] as [(String, String, String?, String?)]
  ) func aTestOfXCTestIsGuessedFromTheCallersFileAndFunction(
    fileID: String, function: String, title: String?, selection: String?
  ) {
    let test = RunningTest(fileID: fileID, function: function)
    #expect(test?.title == title)
    #expect(test?.folder == title)
    #expect(test?.selection == selection)
  }

  @Test(.disabled(if: isInXcode, "Xcode selects tests with another option"), arguments: [1])
  func casesOfATestShareItsFolderAndSelection(number: Int) throws {
    let test = try #require(RunningTest.current)
    #expect(test.title == "RunningTestTests/casesOfATestShareItsFolderAndSelection(number:)")
    #expect(test.folder == "RunningTestTests/casesOfATestShareItsFolderAndSelection")
    let module = "\(#fileID.prefix { $0 != "/" })"
    #expect(
      test.selection == """
        ^\(module)\\.RunningTestTests/casesOfATestShareItsFolderAndSelection\\(number:\\)/
        """)
  }
}
