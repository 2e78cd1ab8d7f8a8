import Foundation
import GraphQLMock

struct ScopeOptions: Sendable {
  var handlers: [RequestHandler]
  var service: ServiceOptions
  /// The name for the separate recordings of a test case, or nil if all cases share their recordings.
  var recordingCase: String?
  /// A Boolean value that indicates whether the test records or replays without stating it.
  var findsRecording = true
  var location: CodeLocation
  /// The function that states the handlers, or nil if it's the test itself.
  var function: String?

  /// The default values hide a forgotten argument: the trait, `MockGraphQLService(for:)` and both
  /// `withMockGraphQLService` must pass each parameter.
  init(
    _ handlers: [RequestHandler], service options: ServiceOptions, _ fixtures: FixtureTable? = nil,
    _ schema: ServiceSchema? = nil, _ recording: Recording? = nil, _ endpoints: [URL]? = nil,
    _ unhandled: UnhandledPolicy? = nil, _ clock: SteppedClock? = nil,
    _ objects: [String: [MockJSON]]? = nil, recordingCase: String? = nil, function: String? = nil,
    location: CodeLocation
  ) {
    (self.handlers, self.recordingCase, self.location) = (handlers, recordingCase, location)
    self.function = function
    service = options.stating(
      fixtures: fixtures, schema: schema, recording: recording, endpoints: endpoints,
      unhandled: unhandled, clock: clock, objects: objects, near: location.filePath)
  }

  /// Returns the options with a recording that states its folder, or without a recording.
  /// - Parameter folder: The folder of the test's own recordings, relative to `Fixtures`.
  func resolved(folder: String) -> ServiceOptions {
    guard service.recording?.folder == nil, let recording = recording(folder: folder) else {
      return service
    }
    var options = service
    options.recording = recording
    // The recording is in the folder of the fixtures, so its table answers with the fixtures, too.
    options.fixtures = nil
    return options
  }

  private func recording(folder: String) -> Recording? {
    let stated = service.recording
    if stated == nil, !findsRecording { return nil }
    if stated == nil, !Recording.isAskedFor {
      guard service.fixtures == nil, Recording.exists(named: folder, filePath: location.filePath)
      else { return nil }
    }
    let mode = stated ?? .never
    // A fixture table may be in a parent folder, so its actual folder is used if it's known.
    var recording =
      service.fixtures?.folder.map { Recording(mode, folder: $0) }
      ?? Recording(mode, named: service.fixtures?.name ?? folder, filePath: location.filePath)
    recording.isShared = service.fixtures != nil
    recording.isImplied = stated == nil
    return recording
  }
}

extension MockGraphQLService {
  convenience init(_ options: ScopeOptions, of test: RunningTest) {
    self.init(
      options.handlers, options: options.resolved(folder: test.folder), testTitle: test.title,
      function: options.function)
  }
}
