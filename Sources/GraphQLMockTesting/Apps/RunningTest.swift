// Which test runs, for the folder of its recordings, for the command that records, and for messages.

import Foundation
import GraphQLMock

#if canImport(Testing)
  import Testing
#endif

struct RunningTest: Sendable, Hashable {
  /// How messages name the test: suite, slash, test.
  let title: String
  /// The folder of the test's own recordings, below `Fixtures`.
  let folder: String
  private let module: String
  /// What comes behind the test's name on the command line, as a regular expression.
  private let end: String

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

  init(module: String, testCase: String, _ function: String) {
    title = "\(testCase)/\(function)"
    folder = title
    self.module = module
    end = "$"  // XCTest is asked for whole names
  }

  /// Code that belongs to no test that is known, by where it stands.
  init(_ location: HandlerLocation) {
    self.init(module: "", testCase: location.fileID, "\(location.line)")
  }

  /// What selects the test on the command line, and no other (see `RecordCommand`).
  ///
  /// Only a test that fails needs it.
  var selection: String {
    if ProcessInfo.processInfo.environment["XCTestConfigurationFilePath"]?.isEmpty == false {
      return RecordCommand.xcodeOption + "\(module)/\(title)"
    }
    return "^" + RecordCommand.pattern(for: "\(module).\(title)") + end
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
      module = test.id.moduleName
      end = "/"  // the file and the line follow
    }
  }
#endif
