import Foundation

/// Why what came in the place of an answer of the service isn't recorded.
enum UnrecordableAnswer: Error, Sendable, Equatable {
  case failure(URLError.Code)
  case notGraphQL(status: Int, firstLine: String)
}

extension UnrecordableAnswer: CustomStringConvertible {
  var description: String {
    switch self {
    case .failure(let code) where code.isFailureToConnect:
      "the real service can't be reached (\(code.name))"
    case .failure(let code): "the connection to the real service was lost (\(code.name))"
    case .notGraphQL(let status, let line):
      "the answer isn't a JSON object with \"data\" or \"errors\", but has the status \(status) "
        + (line.isEmpty ? "and no body" : "and begins with \(line.quoted)")
    }
  }
}

extension ExchangeResponse {
  /// Why it isn't recorded as the answer to an operation; nil if it is.
  /// - Parameter redactor: What takes secrets out of the first line.
  func reasonNotToRecord(
    _ redactor: @autoclosure () -> ExchangeRedactor
  ) -> UnrecordableAnswer? {
    if let failure { return failure.isFailureToConnect ? .failure(failure) : nil }
    if RecordedStream.Divider(contentType: contentType) != nil { return nil }
    if let json = try? MockJSON(parsing: body), json.has("data") || json.has("errors") {
      return nil
    }
    let start = String(decoding: body.prefix(1_000), as: UTF8.self)
    let line = start.split(whereSeparator: \.isNewline).lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty }
    return .notGraphQL(status: status, firstLine: redactor().text(line ?? ""))
  }
}

/// What can go wrong with a recording, and its wording.
indirect enum RecordingError: Error, Sendable, Equatable {
  case unknownMode(String)
  case noFolder
  case unwritable(file: String, reason: String)
  case connectionLost(file: String, code: URLError.Code)
  case noAnswer(operation: String, UnrecordableAnswer, RecordingMode)
  case notRecorded(operation: String)
  case stale(file: String, [String])
  case sharedByTests(file: String, String, String)
  case sharedByCases(file: String, String)
  case noHAR(String)
  case noTable(file: String, reason: String)
}

extension RecordingError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownMode(let text):
      "GRAPHQL_MOCK_RECORD must be \(RecordingMode.spellings), found "
        + "\(text.swiftLiteral). Nothing is recorded."
    case .noFolder:
      "The recording has a mode and no folder, so nothing is recorded: state a table that is there by "
        + "`fixtures:`, or Recording(.missing, named: \"…\")."
    case .unwritable(let file, let reason):
      "The recording \"\(file)\" can't be written: \(reason)"
    case .connectionLost(let file, let code):
      "The recording \"\(file)\" stays as it is, as the connection to the real service was lost: "
        + code.name
    case .noAnswer(let operation, let reason, let mode):
      "Nothing was \(mode == .verify ? "verified" : "recorded") of \(operation): \(reason)."
    case .noTable(let file, let reason):
      "\"\(file)\" is no fixture table, and nothing was imported: \(reason)"
    case .notRecorded(let operation): "There is no recording of \(operation)."
    case .stale(let file, let changes):
      "The recording \"\(file)\" is stale: \(changes.joined(separator: "; "))."
    case .sharedByTests(let file, let first, let second):
      "The recording \"\(file)\" holds another answer now, as \(first) and \(second) both record it; "
        + "give each a recording of its own."
    case .sharedByCases(let file, let test):
      "The recording \"\(file)\" holds another answer now, as several cases of \(test) record it; "
        + "begin each with MockGraphQLService.current.recordingCase(\"…\")."
    case .noHAR(let reason): "This is no HTTP archive: \(reason)"
    }
  }
}
