// Which test runs, for the folder of its recordings, for the command that records, and for messages.

import Foundation
import GraphQLMock

#if canImport(Testing)
  import Testing
#endif

struct RunningTest: Sendable, Hashable {
  /// What selects the test on the command line, and no other (see `RecordCommand`).
  let selection: String
  /// How messages name the test: suite, slash, test.
  let title: String
  /// The folder of the test's own recordings, below `Fixtures`.
  let folder: String

  /// The test of the caller's task, in either framework; nil if it is not known.
  static var current: RunningTest? {
    #if canImport(Testing)
      if let test = Test.current { return RunningTest(test) }
    #endif
    #if canImport(XCTest)
      return RunningTestCase.current?.test
    #else
      return nil
    #endif
  }

  /// The test that a function of XCTest is, by the names that the compiler gives.
  ///
  /// XCTest says nowhere which test case runs; the file is named like the class as a rule.
  init?(fileID: String, function: String) {
    let name = function.prefix { $0 != "(" }
    let file = fileID.split(separator: "/")
    guard name.hasPrefix("test"), file.count > 1, let last = file.last else { return nil }
    self.init(module: String(file[0]), testCase: String(last.prefix { $0 != "." }), String(name))
  }

  /// A test of XCTest.
  /// - Parameters:
  ///   - module: The module of the class.
  ///   - testCase: The name of the class.
  ///   - function: The name of its function.
  init(module: String, testCase: String, _ function: String) {
    title = "\(testCase)/\(function)"
    folder = title
    // XCTest is asked for whole names.
    selection = Self.selection(module, title, end: "$")
  }

  /// What selects a test for the tool that runs the tests.
  /// - Parameter end: What comes behind the test's name, as a regular expression.
  private static func selection(_ module: String, _ test: String, end: String) -> String {
    if ProcessInfo.processInfo.environment["XCTestConfigurationFilePath"]?.isEmpty == false {
      return RecordCommand.xcodeOption + "\(module)/\(test)"
    }
    return "^" + RecordCommand.pattern(for: "\(module).\(test)") + end
  }
}

#if canImport(Testing)
  extension RunningTest {
    init(_ test: Test) {
      let components = test.id.nameComponents
      let suite = components.dropLast().joined(separator: "/")
      let name = String(test.name.prefix { $0 != "(" })
      title = components.joined(separator: "/")
      folder = suite.isEmpty ? name : "\(suite)/\(name)"
      // Behind the name come the file and the line.
      selection = Self.selection(test.id.moduleName, title, end: "/")
    }
  }
#endif
