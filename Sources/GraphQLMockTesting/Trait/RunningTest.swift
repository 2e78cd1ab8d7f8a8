import Foundation
import GraphQLMock

#if canImport(Testing)
  import Testing
#endif

struct RunningTest: Sendable, Hashable {
  /// The name of the test in messages, such as `ShopTests/likes`.
  let title: String
  /// The folder of the test's own recordings, as a path relative to the folder `Fixtures`.
  let folder: String
  private let module: String
  /// The end of the pattern that selects this test with `swift test --filter`, such as `$` or `/`.
  private let end: String

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

  /// Guesses the running test from the caller's function and file, because XCTest doesn't provide it.
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
    end = "$"  // in XCTest, the pattern must match the whole name
  }

  /// Xcode 26.3 doesn't always set the first variable.
  static func isInXcode(_ environment: [String: String]) -> Bool {
    ["XCTestConfigurationFilePath", "XCTestSessionIdentifier"]
      .contains { environment[$0]?.isEmpty == false }
  }

  /// The command-line argument that runs only this test.
  var selection: String {
    if Self.isInXcode(ProcessInfo.processInfo.environment) {
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
      // A raw identifier, such as `` `rounds (up)`() ``, may contain parentheses.
      let raw = test.name.hasPrefix("`") ? test.name.dropFirst().firstIndex(of: "`") : nil
      let name = String(raw.map { test.name[...$0] } ?? test.name.prefix { $0 != "(" })
      title = components.joined(separator: "/")
      folder = suite.isEmpty ? name : "\(suite)/\(name)"
      module = test.id.moduleName
      end = "/"  // in Swift Testing, the file and line follow the name
    }
  }
#endif
