import Foundation

indirect enum ResponseWritingError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  case unencodable(String)
  case invalidStatus(Int)
  case negativeByteCount(Int)
  case invalidFieldName(String)
  case invalidFieldValue(name: String)
  case challenge
  case relayedChallenge
  case unreadableFile(path: String, reason: String)
  case unknownFixture(
    name: String, tables: [String], nearest: String? = nil, variants: [String] = [])
  case invalidFixture(reason: String)
  case invalidResponse(ofFixture: Bool, message: String)
  case notGenerated(reason: String)
  case noSelection
  case noData(_ modifier: String)
  case wrongRootType(stated: String, root: String)
  case tooManyFields(limit: Int)
  case thrown(String)
  case partWithoutPlace(path: JSONPath)
  case noEvent(String)
  case notReceived(count: Int, bytes: Int)
  case noChangedResponse
  case filesInBatch(operation: String)
  case eventsNotAccepted(accept: String, type: String = "subscription")
  case streamIsTaken
  case event(Int, ResponseWritingError)

  var description: String {
    switch self {
    case .unencodable(let reason): "The response can't be encoded as JSON: \(reason)"
    case .invalidStatus(let code): "\(code) isn't an HTTP status code; it must be 100 to 599."
    case .negativeByteCount(let count):
      "`.breakingOff(after: \(count))` must have a count of 0 or more."
    case .challenge:
      "A 401 with \"WWW-Authenticate: Basic\" can't be sent on this platform, where Foundation hangs "
        + "on it (swift-corelibs-foundation#5456); leave the header field out."
    case .relayedChallenge:
      "The real service answered 401 with \"WWW-Authenticate: Basic\", which can't be delivered on "
        + "this platform, where Foundation hangs on it (swift-corelibs-foundation#5456); answer this "
        + "request with .status(401)."
    case .invalidFieldName(let name):
      "\(name.swiftLiteral) isn't a valid name of an HTTP header field; it must consist of letters, "
        + "digits, and \"!#$%&'*+-.^_`|~\"."
    case .invalidFieldValue(let name):
      "The header field \"\(name)\" can't be sent: its value contains a line break or a NUL."
    case .unreadableFile(let path, let reason):
      "The response's file \"\(path)\" can't be read: \(reason)"
    case .unknownFixture(let name, let tables, let nearest, let variants):
      tables.isEmpty
        ? "There is no fixture \"\(name)\": the service has no fixture table. `fixtures: \"Shop\"` reads Fixtures/Shop."
        : "There is no fixture \"\(name)\" in \(tables.joined(separator: ", "))"
          + (name.hasSuffix(".json") ? "; leave out \".json\"" : "") + Suggestion.clause(nearest)
          + (variants.isEmpty || nearest != nil
            ? ""
            : " There \(variants.count == 1 ? "is" : "are") \(variants.joined(separator: ", ")).")
    case .invalidResponse(_, let message): message
    case .invalidFixture(let reason): reason
    case .notGenerated(let reason): "No response can be generated: \(reason)"
    case .noSelection:
      "The data is given by field names, but the document of the request is unknown."
    case .noData(let modifier):
      "`.\(modifier)` can't change bytes, a file or events: write it after a response with data, such as `.data`."
    case .wrongRootType(let stated, let root):
      "The data is of type \(stated.swiftLiteral), but the root type of the operation is \(root.swiftLiteral)."
    case .tooManyFields(let limit): "The response would have more than \(limit) values."
    case .thrown(let reason): "The handler threw an error: \(reason)"
    case .partWithoutPlace(let path):
      "The part of the response at \"\(path)\" can't be placed: the parts before it have no object, "
        + "or no list of that length, at this path."
    case .noEvent(let what):
      "An event of a subscription must be a result, a fixture, or an error, not \(what)."
    case .notReceived(let count, let bytes):
      "An event was not sent: \(count) messages before it (\(bytes) bytes) are waiting in the socket. "
        + "Let the client call `receive` again after each message."
    case .noChangedResponse:
      "The closure of `.passThrough` must return a response; it can't return `.never`, `.passThrough` "
        + "or `.events`."
    case .filesInBatch(let operation):
      "The \(operation) with files can't be sent to the real service, because it's part of a batch: answer it by a handler."
    case .streamIsTaken:
      "The stream of `.events(from:)` was already read for an earlier request. Make a new one for each "
        + "request, in a closure: `.subscription(\"Name\") { _ in .events(from: stream()) }`."
    case .event(let number, let error): "Event \(number): \(error)"
    case .eventsNotAccepted(_, let type) where type != "subscription":
      "`.events` is for subscriptions, but this is a \(type), whose client accepts only one result: use `.data`."
    case .eventsNotAccepted(let accept, _):
      "The events of this subscription can't be sent: the client accepts \"\(accept)\", but neither "
        + "\"multipart/mixed;subscriptionSpec=1.0\" nor \"text/event-stream\"."
    }
  }
}
