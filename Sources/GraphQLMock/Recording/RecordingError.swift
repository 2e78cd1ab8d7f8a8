import Foundation

indirect enum RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
  case unknownMode(String)
  case noFolder
  case unwritable(file: String, reason: String)
  case connectionLost(file: String, code: URLError.Code)
  case noResponse(operation: String, UnrecordableResponse, Recording.Mode)
  case notRecorded(operation: String)
  case stale(file: String, changes: [String])
  /// The data that a test states differs from the real service's. The file is nil if a handler states it.
  case otherShape(file: String?, operation: String, differences: [String])
  case notCompared(url: String, reason: String)
  case sharedByTests(file: String, first: String, second: String)
  case sharedByCases(file: String, test: String)
  case noHAR(String)

  /// A message ends with a period, unless it ends with a code, a difference, or a text from elsewhere.
  var description: String {
    switch self {
    case .unknownMode(let text):
      "\(Recording.variable) must be \(Recording.Mode.spellings), found "
        + "\(text.swiftLiteral). Nothing is recorded."
    case .noFolder:
      "The recording has a mode but no folder, so nothing is recorded: pass an existing table as "
        + "`fixtures:`, or use Recording(.missing, named: \"…\")."
    case .unwritable(let file, let reason): "The recording \"\(file)\" can't be written: \(reason)"
    case .connectionLost(let file, let code):
      "The recording \"\(file)\" wasn't updated, because the request to the real service failed: "
        + code.name
    case .noResponse(let operation, let reason, let mode):
      "Nothing was \(mode == .verify ? "verified" : "recorded") for \(operation): \(reason)."
    case .notRecorded(let operation): "There is no recording for \(operation)."
    case .stale(let file, let changes):
      "The recording \"\(file)\" is stale: \(changes.joined(separator: "; "))."
    case .otherShape(let file, let operation, let differences):
      "\(file ?? "The response to \(operation)"): " + differences.joined(separator: "\n  ")
    case .notCompared(let url, let reason):
      "What tests state wasn't compared with the real service at \(url): \(reason)."
    case .sharedByTests(let file, let first, let second):
      "The recording \"\(file)\" now has a different response, because \(first) and \(second) both record it; "
        + "give each its own recording."
    case .sharedByCases(let file, let test):
      "The recording \"\(file)\" now has a different response, because several cases of \(test) record it; "
        + "begin each with MockGraphQLService.current.useRecordings(forCase: \"…\")."
    case .noHAR(let reason): "This isn't an HTTP archive: \(reason)"
    }
  }
}
