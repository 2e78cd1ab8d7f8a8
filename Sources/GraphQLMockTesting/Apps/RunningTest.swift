// Which test runs, for the folder of its recordings and for messages.

import Foundation
import GraphQLMock

#if canImport(Testing)
  import Testing
#endif

struct RunningTest: Sendable, Hashable {
  /// What selects the test on the command line.
  let filter: String
  /// The folder of the test's own recordings, below `Fixtures`.
  let folder: String

  /// The test of the caller's task, in either framework; nil if it is not known.
  static var current: RunningTest? {
    #if canImport(Testing)
      if let test = Test.current { return RunningTest(test) }
    #endif
    #if canImport(XCTest)
      if let name = RunningTestCase.current?.filterName {
        return RunningTest(filter: name, folder: name)
      }
    #endif
    return nil
  }

  /// The test that a function of XCTest is, by the names that the compiler gives.
  ///
  /// XCTest says nowhere which test case runs; the file is named like the class as a rule.
  init?(fileID: String, function: String) {
    let name = function.prefix { $0 != "(" }
    guard name.hasPrefix("test"), let file = fileID.split(separator: "/").last else { return nil }
    filter = "\(file.prefix { $0 != "." })/\(name)"
    folder = filter
  }

  init(filter: String, folder: String) {
    self.filter = filter
    self.folder = folder
  }
}

#if canImport(Testing)
  extension RunningTest {
    init(_ test: Test) {
      filter = String(test.name.prefix { $0 != "(" })
      let suite = test.id.nameComponents.dropLast().joined(separator: "/")
      folder = suite.isEmpty ? filter : "\(suite)/\(filter)"
    }
  }
#endif
