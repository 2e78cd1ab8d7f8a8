import Foundation

/// An error that prevents a service from executing a request (GraphQL over HTTP, "Request"; GraphQL, section 6.1).
package struct MalformedRequestError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  indirect enum Reason: Sendable, Hashable {
    case unreadableBody(RequestBody.ReadingError)
    case body(BodyError)
    case queryItem(BodyError.Member, JSONSyntaxError)
    case queryItemType(BodyError.Member)
    case duplicateQueryItem(BodyError.Member)
    case missingQuery
    case emptyBatch
    case batchTooLong(limit: Int)
    case persistedQuery(PersistedQueryLookup.Failure)
    case upload(UploadForm.Failure)
    case mediaType(String)
    case mistypedJSON(String)
    case contentCoding(String)
    /// A syntax error in the document. The error `shown` is for messages and omits the text of strings.
    case document(GraphQLSyntaxError, shown: GraphQLSyntaxError)
    case selection(Document.OperationSelectionError, in: ContiguousArray<UInt8>)
    case mutationOverGET
    case method(String)
  }

  let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// Whether the client made a mistake. An unknown hash of a persisted query is expected, since the document follows.
  var isError: Bool {
    if case .persistedQuery(let error) = reason { !error.isExpected } else { true }
  }

  /// Whether the bytes of the body are missing, for example because its stream has failed.
  var couldNotBeRead: Bool { if case .unreadableBody = reason { true } else { false } }

  /// The error message that a GraphQL service sends in `errors[].message`.
  package var message: String {
    switch reason {
    case .unreadableBody(let error): error.description
    case .body(let error):
      switch error.problem {
      case .empty, .json, .notAnObject, .encoding: "Unparsable JSON body"
      case .wrongType(let member, _), .duplicate(let member): "Invalid \(member.rawValue)"
      }
    case .queryItem(let member, _), .queryItemType(let member), .duplicateQueryItem(let member):
      "Invalid \(member.rawValue)"
    case .missingQuery: "Missing query"
    case .emptyBatch: "No operations found in request."
    case .batchTooLong(let limit): "The batch has more than \(limit) requests"
    case .persistedQuery(let error): error.message
    case .upload(let error): error.message
    case .mediaType, .contentCoding: "Unsupported Media Type"
    case .mistypedJSON(let type): "The body is JSON, but its Content-Type is \(type.quoted)"
    case .document(let error, _): error.message
    case .selection(let error, _): error.description
    case .mutationOverGET: "Cannot perform mutations over GET"
    case .method(let method): "\(method) isn't a method of GraphQL over HTTP"
    }
  }

  /// The message for the journal and for failures, which omits the text of strings in the document.
  var shownMessage: String {
    if case .document(_, let shown) = reason { shown.message } else { message }
  }

  /// What the message leaves out, for `extensions.detail` of the response and for failures.
  var detail: String? {
    switch reason {
    case .body(let error): error.description
    case .queryItem(let member, let error):
      "The query item \"\(member.rawValue)\" is not valid JSON: \(error)"
    case .queryItemType(let member):
      "The query item \"\(member.rawValue)\" must be \(member.kind.rawValue)."
    case .duplicateQueryItem(let member):
      "The query item \"\(member.rawValue)\" appears twice in the URL."
    case .missingQuery:
      "The request has no \"query\", no \"documentId\" and no \"extensions.persistedQuery\"."
    case .document(_, let shown): shown.place
    case .mutationOverGET: "Send the mutation with POST."
    case .emptyBatch: "The request body is an empty list."
    case .persistedQuery(let error): error.detail
    case .upload(let error): error.detail
    case .mediaType(let type):
      // `description(of:entry:)` changes the first letter.
      "The Content-Type \(type.quoted) isn't supported. Services accept "
        + "application/json, multipart/form-data, application/graphql and "
        + "application/x-www-form-urlencoded."
    case .contentCoding(let coding):
      "The body has the Content-Encoding \(coding.quoted); "
        + "this mock doesn't support compressed bodies."
    case .unreadableBody, .batchTooLong, .mistypedJSON, .selection, .method: nil
    }
  }

  package var description: String {
    couldNotBeRead ? message : "Malformed GraphQL request: \(text)"
  }

  private var text: String {
    guard let detail else { return message }
    if case .document(_, let shown) = reason { return shown.description }
    return message.hasSuffix(".") ? "\(message) \(detail)" : "\(message): \(detail)"
  }

  var detailLines: [String] {
    (detail ?? message).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  func description(of request: String, entry position: Int? = nil) -> String {
    if couldNotBeRead { return "Unreadable request \(request): \(message)" }
    let head = "Malformed \(Self.title(request, entry: position)): "
    // An unsupported media type is an error only in requests to an endpoint, so the message mentions the endpoint.
    guard case .mediaType = reason, let detail else { return head + text }
    return head + "\(message): It was sent to the endpoint, but t\(detail.dropFirst())"
  }

  static func title(_ request: String, entry position: Int?) -> String {
    "GraphQL request \(request)" + (position.map { ", entry \($0) of the batch" } ?? "")
  }

  /// Whether the body isn't JSON at all, or isn't UTF-8.
  var bodyIsUnparsable: Bool {
    guard case .body(let error) = reason else { return false }
    switch error.problem {
    case .json, .encoding: return true
    case .empty, .notAnObject, .wrongType, .duplicate: return false
    }
  }
}
