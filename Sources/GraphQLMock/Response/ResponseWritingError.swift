import Foundation

indirect enum ResponseWritingError: Error, Sendable, Equatable {
  case unencodable(String)
  case invalidStatus(Int)
  case negativeByteCount(Int)
  case invalidFieldName(String)
  /// The value contains a line break or NUL.
  case invalidFieldValue(name: String)
  /// A Basic challenge, on which swift-corelibs-foundation hangs (#5456).
  case challenge
  case relayedChallenge
  case unreadableFile(path: String, reason: String)
  case unknownFixture(name: String, tables: [String], nearest: String? = nil)
  case invalidFixture(reason: String)
  case invalidAnswer(MockFailure.Kind, message: String)
  case notGenerated(reason: String)
  /// Data by field names, for a request without a known document.
  case noSelection
  case wrongRootType(stated: String, root: String)
  case tooManyFields(limit: Int)
  case thrown(String)
  case partWithoutPlace(path: JSONPath)
  case noEvent(String)
  /// The client doesn't receive the events sent before.
  case notReceived(count: Int, bytes: Int)
  case noChangedResponse
  case eventsNotAccepted(accept: String)

  var kind: MockFailure.Kind {
    switch self {
    case .unknownFixture, .invalidFixture: .fixtureError
    case .invalidAnswer(let kind, _): kind
    case .notGenerated: .generationError
    default: .handlerError
    }
  }
}

extension ResponseWritingError: CustomStringConvertible, LocalizedError {
  var description: String {
    switch self {
    case .unencodable(let reason):
      "The response can't be encoded as JSON: \(reason)"
    case .invalidStatus(let code):
      "\(code) is no status code of HTTP; it must be 100 to 599."
    case .negativeByteCount(let count):
      "`.breakingOff(after: \(count))` must be of 0 bytes or more."
    case .challenge:
      """
      A 401 with "WWW-Authenticate: Basic" can't be sent on this platform, where Foundation hangs on it (swift-corelibs-foundation#5456); leave the header field out.
      """
    case .relayedChallenge:
      """
      The real service answered 401 with "WWW-Authenticate: Basic", which can't be delivered on \
      this platform, where Foundation hangs on it (swift-corelibs-foundation#5456); answer this \
      request with .status(401).
      """
    case .invalidFieldName(let name):
      """
      \(name.swiftLiteral) is no name of a header field of HTTP; it must be of letters, digits \
      and "!#$%&'*+-.^_`|~".
      """
    case .invalidFieldValue(let name):
      "The header field \"\(name)\" can't be sent: its value has a line break or a NUL in it."
    case .unreadableFile(let path, let reason):
      "The file of the response, \"\(path)\", can't be read: \(reason)"
    case .unknownFixture(let name, let tables, let nearest):
      tables.isEmpty
        ? "There is no fixture \"\(name)\": the service has no fixture table. `fixtures: \"Shop\"` reads Fixtures/Shop."
        : "There is no fixture \"\(name)\" in \(tables.joined(separator: ", "))"
          + (name.hasSuffix(".json") ? "; names have no \".json\"" : "")
          + (nearest.map { "; nearest is \"\($0)\"." } ?? ".")
    case .invalidAnswer(_, let message): message
    case .invalidFixture(let reason):
      reason
    case .notGenerated(let reason):
      "No answer can be made up: \(reason)"
    case .noSelection:
      "The data is stated by the names of fields, and the document of the request is not known."
    case .wrongRootType(let stated, let root):
      "The data is of type \(stated.swiftLiteral), and the root type of the operation is \(root.swiftLiteral)."
    case .tooManyFields(let limit):
      "No answer is put together that has more than \(limit) values."
    case .thrown(let reason):
      "The handler threw an error: \(reason)"
    case .partWithoutPlace(let path):
      """
      The part of the response at "\(path)" has no place: what was sent before it has no object, or \
      no list of that length, there.
      """
    case .noEvent(let what):
      "An event of a subscription is a result, a fixture or an error, not \(what)."
    case .notReceived(let count, let bytes):
      """
      An event was not sent: \(count) messages before it (\(bytes) bytes) wait in the socket for its \
      client. Let it call `receive` again after each message.
      """
    case .noChangedResponse:
      """
      The closure of `.passThrough` must give a response; it can't give `.never`, `.passThrough` or \
      `.events`.
      """
    case .eventsNotAccepted(let accept):
      """
      The events of this subscription can't be sent: the client accepts "\(accept)", and neither \
      "multipart/mixed;subscriptionSpec=1.0" nor "text/event-stream".
      """
    }
  }

  var errorDescription: String? { description }
}
