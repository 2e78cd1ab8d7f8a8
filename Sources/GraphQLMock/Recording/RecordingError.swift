/// What can go wrong with a recording, and its wording.
enum RecordingError: Error, Sendable, Hashable {
  case unknownMode(String)
  case unwritable(file: String, reason: String)
  case noHAR(String)
}

extension RecordingError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownMode(let text):
      "GRAPHQL_MOCK_RECORD must be \"never\", \"missing\" or \"all\", found "
        + "\(text.swiftLiteral). Nothing is recorded."
    case .unwritable(let file, let reason):
      "The recording \"\(file)\" can't be written: \(reason)"
    case .noHAR(let reason): "This is no HTTP archive: \(reason)"
    }
  }
}
