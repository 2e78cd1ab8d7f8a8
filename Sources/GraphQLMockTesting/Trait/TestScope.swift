import Foundation
import GraphQLMock

struct TestScope: Sendable {
  let service: MockGraphQLService
  let report: TestReport
  let closures = ScopedClosureRunner()
  let apps = LaunchedApps()
  let options: ScopeOptions
  let test: RunningTest
  let testLocation: CodeLocation?

  static let closureGrace = Duration.seconds(1)

  init(
    _ options: ScopeOptions, of test: RunningTest, in existing: MockGraphQLService? = nil,
    after earlier: TestScope? = nil, at location: CodeLocation? = nil,
    isParameterized: Bool = false, testCase: String? = nil
  ) {
    Self.warnsOfCopies
    (self.options, self.test, testLocation) = (options, test, location)
    service = existing ?? MockGraphQLService(options, of: test)
    report = TestReport(service, apps, after: earlier?.report, testCase: testCase)
    service.begin(
      closures: existing == nil ? closures : nil, testName: test.selection, testTitle: test.title,
      location: options.location, isUnnamedCase: isParameterized)
    if let name = options.recordingCase { service.useRecordings(forCase: name) }
  }

  private static let warnsOfCopies: Void = {
    guard let message = copyMessage(of: MockGraphQLService.self) else { return }
    MockReporting.warn(ScopeIssue(message: message, location: .unknown))
  }()

  /// If an app and its hosted tests both link the library, each of them has its own class of this name.
  static func copyMessage(of own: AnyClass, named name: String? = nil) -> String? {
    let first: AnyClass = NSClassFromString(name ?? NSStringFromClass(own)) ?? own
    return first == own
      ? nil
      : "The app and its tests both link GraphQLMock, so the app's code doesn't see the current service of the test. "
        + "Pass it a session of the service, or link the library only to the tests."
  }

  static func extend(_ service: MockGraphQLService, with options: ScopeOptions, folder: String) {
    // Without a recording in the options, the outer scope's recordings stay in use. A mode alone uses their folder, or
    // that of the outer scope's fixture table.
    var options = options
    if let mode = options.service.recording, options.service.fixtures == nil {
      let outer = service.statedRecording
      options.service.recording = mode.placed(as: outer)
      if mode.folder == nil, outer == nil { options.service.fixtures = service.takeFixtures() }
    }
    var stated = options.service
    if let recording = stated.recording {
      stated = options.resolved(folder: folder)
      // A mode alone doesn't state which secrets to remove.
      if recording.folder == nil, let outer = service.statedRecording {
        stated.recording = stated.recording?.redacted(as: outer)
      }
    }
    service.extend(
      options.handlers, options: stated, location: options.location, function: options.function)
    if let name = options.recordingCase { service.useRecordings(forCase: name) }
  }

  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try MockGraphQLService.$scoped.withValue(service) {
      try LaunchedApps.$current.withValue(apps) {
        try MockJSON.$pathsInVain.withValue(service.pathsInVain) {
          closures.serve()
          return try body()
        }
      }
    }
  }

  func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await MockGraphQLService.$scoped.withValue(service) {
      try await LaunchedApps.$current.withValue(apps) {
        try await MockJSON.$pathsInVain.withValue(service.pathsInVain) {
          closures.serve()
          return try await body()
        }
      }
    }
  }

  func takeIssues() -> [ScopeIssue] { report.takeIssues(at: location) }

  /// - Parameter isCutShort: Whether the test was canceled or skipped, or may have been ended by a known issue.
  func end(isCutShort: Bool = false, within grace: Duration = closureGrace) async -> [ScopeIssue] {
    await withCheckedContinuation { ended in
      WorkerThreads.shared.run {
        let issues = endAndWait(
          hasFailed: report.hasFailed, isCutShort: isCutShort,
          isSkipped: isCutShort && !report.hasFailed, within: grace)
        ended.resume(returning: issues)
      }
    }
  }

  /// Blocks the thread until handlers' closures and apps have ended, so it must not be an actor's.
  func endAndWait(
    hasFailed: Bool, isCutShort: Bool, isSkipped: Bool, within grace: Duration = closureGrace
  ) -> [ScopeIssue] {
    service.deleteUnusedRecordings(hasFailed: hasFailed || isCutShort)
    // The service discards its handlers when it ends, so unused handlers are collected first.
    let unused = (isSkipped ? [] : service.unusedToReport).map {
      ScopeIssue(message: $0.message, location: $0.location ?? location)
    }
    let unusable = (isSkipped ? [] : service.unusableToReport).map { $0.issue(default: location) }
    let surplus = service.takeSurplusRequestIssues()
    service.end(test: test.title, hasFailed: hasFailed)
    closures.end()
    _ = WaitLimit.block(within: grace) { closures.runningCount == 0 }
    apps.blockUntilSettled()
    for line in service.recordedFileLines(of: test) { Console.printError(line) }
    var issues = report.takeIssues(at: location) + unusable.counted + apps.takeIssues()
    let open = closures.runningCount
    if open > 0 {
      let what = open == 1 ? "A handler's closure" : "\(open) closures of handlers"
      issues.append(
        ScopeIssue(message: "\(what) had not returned when the test ended.", location: location))
    }
    issues += unused.counted + surplus
    if !hasFailed, issues.isEmpty { apps.printNoRequestHint(of: test.title) }
    return issues
  }

  /// Shows the warnings of the journal, once for each cause and test, when the test's body can't record them.
  func tellWarnings() {
    for warning in (service.requests + apps.requests).warningsToReport {
      let issue = ScopeIssue(message: warning.message, location: warning.location ?? location)
      MockReporting.warn(issue, ofTest: warning.subject == .client ? nil : test.title)
    }
  }

  private var location: CodeLocation { testLocation ?? service.scopeLocation ?? options.location }
}

extension CodeLocation {
  init(_ stated: CodeLocation?, _ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
    self = stated ?? CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Recording {
  /// Reading the environment takes longer than handling a request, so it's read only once.
  static let isAskedFor = ProcessInfo.processInfo.environment[Recording.variable]?.isEmpty == false
}
