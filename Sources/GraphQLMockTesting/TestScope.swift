import Foundation
import GraphQLMock

struct ScopeOptions: Sendable {
  var handlers: [RequestHandler]
  var service: ServiceOptions
  /// The name of the fixture table that also holds the recordings; nil for a folder that belongs to the test.
  var recordingName: String?
  /// The name of the case to which the recordings belong; nil if all cases of the test share their recordings.
  var recordingCase: String?
  var location: HandlerLocation

  init(
    _ handlers: [RequestHandler], service options: ServiceOptions, _ fixtures: FixtureTable? = nil,
    _ schema: ServiceSchema? = nil, _ recording: Recording? = nil, _ endpoints: [URL]? = nil,
    _ unhandled: UnhandledPolicy? = nil, _ clock: SteppedClock? = nil,
    recordingCase: String? = nil, location: HandlerLocation
  ) {
    self.handlers = handlers
    service = options.stating(
      fixtures, schema, recording, endpoints, unhandled, clock, near: location.filePath)
    recordingName = service.fixtures?.name
    self.recordingCase = recordingCase
    self.location = location
  }

  func located(at location: HandlerLocation) -> ScopeOptions {
    guard self.location == .unknown else { return self }
    var options = self
    options.location = location
    return options
  }

  func resolved(folder: String) -> ServiceOptions {
    if service.recording?.folder != nil { return service }
    var options = service
    guard let recording = recording(folder: folder) else { return service }
    options.recording = recording
    // The recording is in the folder of the table, so it already includes the table's fixtures.
    if recordingName != nil { options.fixtures = nil }
    return options
  }

  /// Returns the recording with its folder; nil if neither test nor environment asks for one, and none exists.
  private func recording(folder: String) -> Recording? {
    let stated = service.recording
    if stated == nil, !Recording.isAskedFor {
      guard recordingName == nil, Recording.exists(named: folder, filePath: location.filePath)
      else { return nil }
    }
    let mode = stated ?? .never
    // The search for the table may have found it in the folder `Fixtures` of a parent folder.
    let known = recordingName == nil ? nil : service.fixtures?.folder
    var recording =
      known.map { Recording(mode, folder: $0) }
      ?? Recording(mode, named: recordingName ?? folder, filePath: location.filePath)
    recording.isShared = recordingName != nil
    return recording
  }
}

struct ScopeIssue: Sendable, Hashable {
  var message: String
  var location: HandlerLocation
}

struct TestScope: Sendable {
  let service: MockGraphQLService
  let report: TestReport
  let closures = ScopedClosureRunner()
  let apps = LaunchedApps()
  let options: ScopeOptions
  let test: RunningTest
  let testLocation: HandlerLocation?

  /// The time that the closures of handlers have to return after the end of the test has canceled them.
  static let closureGrace = Duration.seconds(1)

  init(
    _ options: ScopeOptions, of test: RunningTest, at location: HandlerLocation? = nil,
    isParameterized: Bool = false, testCase: String? = nil
  ) {
    self.options = options
    self.test = test
    testLocation = location
    service = MockGraphQLService(
      options.handlers, options: options.resolved(folder: test.folder))
    report = TestReport(service, apps, testCase: testCase)
    service.begin(
      closures: closures, testName: test.selection, testTitle: test.title,
      location: options.location, isUnnamedCase: isParameterized)
    if let name = options.recordingCase { service.useRecordings(forCase: name) }
  }

  static func extend(
    _ service: MockGraphQLService, with options: ScopeOptions, folder: String
  ) {
    // Without an own recording, the one of the outer scope stays, which has found the folder of the test.
    let stated =
      options.service.recording == nil ? options.service : options.resolved(folder: folder)
    service.extend(options.handlers, options: stated, location: options.location)
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

  // MARK: The end

  /// - Parameter isCutShort: A Boolean value that indicates whether the test was canceled or skipped.
  func end(isCutShort: Bool = false, within grace: Duration = closureGrace) async -> [ScopeIssue] {
    let unused = stop(hasFailed: report.hasFailed, isCutShort: isCutShort)
    if closures.runningCount > 0 {
      let idle = PendingReply<Void>()
      closures.whenIdle { idle.fulfil(()) }
      // The wait needs a detached task, because the task of a canceled test wouldn't wait.
      _ = await Task.detached { await idle.value(within: grace) }.value
    }
    await apps.waitUntilSettled()
    service.printRecordedFiles(of: test)
    return remainingIssues + unused
  }

  func endAndWait(hasFailed: Bool, within grace: Duration = closureGrace) -> [ScopeIssue] {
    let unused = stop(hasFailed: hasFailed)
    _ = WaitLimit.block(within: grace) { closures.runningCount == 0 }
    apps.blockUntilSettled()
    service.printRecordedFiles(of: test)
    return remainingIssues + unused
  }

  private func stop(hasFailed: Bool, isCutShort: Bool = false) -> [ScopeIssue] {
    service.deleteUnusedRecordings(hasFailed: hasFailed || isCutShort)
    let unused = Self.unusedIssues(of: service, location)
    service.end(test: test.title, hasFailed: hasFailed)
    closures.end()
    return unused
  }

  /// The location of issues that no handler caused.
  private var location: HandlerLocation {
    testLocation ?? service.scopeLocation ?? options.location
  }

  private var remainingIssues: [ScopeIssue] {
    var issues = takeIssues() + apps.takeIssues()
    let open = closures.runningCount
    if open > 0 {
      let what = open == 1 ? "A handler's closure" : "\(open) closures of handlers"
      issues.append(
        ScopeIssue(
          message: "\(what) had not returned when the test ended.", location: location))
    }
    return issues
  }

  /// Returns issues for unused handlers and recordings, and surplus requests, which a service discards at its end.
  static func unusedIssues(
    of service: MockGraphQLService, _ location: HandlerLocation
  ) -> [ScopeIssue] {
    let unused = service.unusedToReport.map {
      ScopeIssue(message: $0.message, location: $0.location ?? location)
    }
    return unused.counted + service.takeSurplus()
  }
}

extension HandlerLocation {
  static let unknown = HandlerLocation(fileID: "", filePath: "", line: 0, column: 0)

  init(
    _ stated: HandlerLocation?, _ fileID: String, _ filePath: String, _ line: Int, _ column: Int
  ) {
    self =
      stated ?? HandlerLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Recording {
  /// The environment is read only once, because every test needs this, and reading takes longer than a request.
  static let isAskedFor =
    ProcessInfo.processInfo.environment[Recording.variable]?.isEmpty == false
}
