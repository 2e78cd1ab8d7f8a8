import Foundation

enum UnrecordableResponse: Error, Sendable, Equatable, CustomStringConvertible {
  case failure(URLError.Code)
  case notGraphQL(status: Int, firstLine: String)

  var description: String {
    switch self {
    case .failure(let code) where code.isFailureToConnect:
      "the real service can't be reached (\(code.name))"
    case .failure(let code): "the request to the real service failed (\(code.name))"
    case .notGraphQL(let status, let line):
      "the response isn't a JSON object with \"data\" or \"errors\", but has the status \(status) "
        + (line.isEmpty ? "and no body" : "and begins with \(line.quoted)")
    }
  }
}

extension SentResponse {
  /// Returns the reason why the response can't be recorded, such as a failure to connect, or nil.
  func reasonNotToRecord(_ shown: (String) -> String = { $0 }) -> UnrecordableResponse? {
    // A stream that broke off has a status. It isn't recorded, because its client has received a part.
    if let failure { return failure.isFailureToConnect || status != 0 ? .failure(failure) : nil }
    let start = String(decoding: body.prefix(1_000), as: UTF8.self)
    let line = start.split(whereSeparator: \.isNewline).lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty }
    let isGraphQL =
      if let stream = RecordedStream(self) {
        // A stream without results is recorded only if it succeeded and contains nothing but separators.
        stream.holdsResults
          ?? ((200..<300).contains(status) && line.map(StreamFormat.isFraming) ?? true)
      } else {
        (try? MockJSON(parsing: body)).map { $0.has("data") || $0.has("errors") } ?? false
      }
    return isGraphQL ? nil : .notGraphQL(status: status, firstLine: shown(line ?? ""))
  }
}
