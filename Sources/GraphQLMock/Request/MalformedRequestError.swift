public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a GraphQL service would refuse a request (GraphQL over HTTP, "Request"; GraphQL, section 6.1).
public struct MalformedRequestError: Error, Sendable, Hashable {
  enum Reason: Sendable, Hashable {
    case unreadableBody(BodyReadingError)
    case body(BodyError)
    /// A query item that must be a JSON object.
    case queryItem(BodyMember, JSONSyntaxError)
    case queryItemType(BodyMember)
    case duplicateQueryItem(BodyMember)
    case missingQuery
    case batch
    case document(GraphQLSyntaxError)
    case selection(OperationSelectionError)
    case mutationOverGET
    case method(String)
  }

  let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// What a GraphQL service puts into `errors[].message`.
  public var message: String {
    switch reason {
    case .unreadableBody(let error): error.description
    case .body(let error):
      switch error.problem {
      case .empty, .json, .notAnObject: "Unparsable JSON body"
      case .wrongType(let member, _), .duplicate(let member): "Invalid \(member.rawValue)"
      }
    case .queryItem(let member, _), .queryItemType(let member), .duplicateQueryItem(let member):
      "Invalid \(member.rawValue)"
    case .missingQuery: "Missing query"
    case .batch: "Batched requests are not supported"
    case .document(let error): error.message
    case .selection(let error): error.message
    case .mutationOverGET: "Cannot perform mutations over GET"
    case .method(let method): "\(method) is no method of GraphQL over HTTP"
    }
  }

  /// The exact fault, for developers; nil where the message says all.
  var detail: String? {
    switch reason {
    case .body(let error): error.description
    case .queryItem(let member, let error):
      "The query item \"\(member.rawValue)\" is not valid JSON: \(error)"
    case .queryItemType(let member):
      "The query item \"\(member.rawValue)\" must be \(member.kind.rawValue)."
    case .duplicateQueryItem(let member):
      "The query item \"\(member.rawValue)\" stands twice in the URL."
    case .missingQuery:
      "The request has no \"query\", no \"documentId\" and no \"extensions.persistedQuery\"."
    case .document(let error): error.description
    case .mutationOverGET: "Send the mutation with POST."
    case .unreadableBody, .batch, .selection, .method: nil
    }
  }
}

extension MalformedRequestError: CustomStringConvertible, LocalizedError {
  /// The whole message: what a service would say, and the exact fault.
  public var description: String {
    "Malformed GraphQL request: " + (detail.map { "\(message)\n\($0)" } ?? message)
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
