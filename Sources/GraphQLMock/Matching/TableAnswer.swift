struct TableAnswer: Sendable {
  let name: String
  /// Used in turn.
  ///
  /// The last repeats.
  let responses: [MockResponse]
  var isRecorded = false
  /// Distinguishes uploads of this name, each of which has its own sequence.
  var uploads = MockJSON.null
}

extension TableAnswer {
  indirect enum Advice: Sendable, Equatable {
    case create(path: String, content: MockJSON)
    case rename(path: String, name: String)
  }
}
