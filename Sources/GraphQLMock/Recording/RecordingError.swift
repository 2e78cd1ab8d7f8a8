/// What can go wrong with a recording, and its wording.
enum RecordingError: Error, Sendable, Hashable {
  case unknownMode(String)
  case unwritable(file: String, reason: String)
  case noHAR(String)
  case noTable(file: String, reason: String)
}

extension RecordingError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownMode(let text):
      "GRAPHQL_MOCK_RECORD must be \"never\", \"missing\" or \"all\", found "
        + "\(text.swiftLiteral). Nothing is recorded."
    case .unwritable(let file, let reason):
      "The recording \"\(file)\" can't be written: \(reason)"
    case .noTable(let file, let reason):
      "\"\(file)\" is no fixture table, and nothing was imported: \(reason)"
    case .noHAR(let reason): "This is no HTTP archive: \(reason)"
    }
  }
}
