import Foundation

struct TableAnswer: Sendable {
  let name: String
  /// Used in turn.
  ///
  /// The last repeats.
  let responses: [MockResponse]
  /// The folder of what a real service said; nil for all else.
  var recordingFolder: URL?
  /// The files in it.
  var files: [String] = []
  var isRecorded: Bool { recordingFolder != nil }
  /// Distinguishes uploads of this name, each of which has its own sequence.
  var uploads = MockJSON.null
}

extension TableAnswer {
  indirect enum Advice: Sendable, Equatable {
    case create(path: String, content: MockJSON)
    case rename(path: String, name: String)
  }
}
