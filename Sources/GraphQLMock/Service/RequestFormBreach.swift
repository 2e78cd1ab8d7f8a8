/// What a client should not do although services put up with it (GraphQL over HTTP, "Request").
enum RequestFormBreach: Sendable, Hashable {
  /// "A client SHOULD indicate the media types that it supports" in `Accept`.
  case noAccept
  /// Nothing that `Accept` names is what a service answers with; some refuse it with 406.
  case unreadableAccept(String)
  /// "A client MUST indicate the media type of a request body" in `Content-Type`.
  case noContentType
  /// Members of the body that are no parameters of a request.
  case unknownMembers([String])

  /// What is the matter, as it follows a title in a message.
  var description: String {
    switch self {
    case .noAccept: "it has no Accept, which says what the client reads"
    case .unreadableAccept(let accept):
      "its Accept names no media type of GraphQL results, so a service may refuse it with 406: "
        + accept.swiftLiteral
    case .noContentType: "its body has no Content-Type"
    case .unknownMembers(let names):
      "its body has members that are no parameters: "
        + names.prefix(10).map(\.swiftLiteral).joined(separator: ", ")
        + (names.count > 10 ? ", and \(names.count - 10) more" : "")
    }
  }
}

extension ReceivedRequest {
  /// Which rules for clients the request breaks.
  var formBreaches: [RequestFormBreach] {
    var breaches: [RequestFormBreach] = []
    switch urlRequest.value(ofHeader: "Accept") {
    case nil: breaches.append(.noAccept)
    case let accept? where !ResponseMediaType.isReadable(accept: accept):
      breaches.append(.unreadableAccept(accept))
    case _?: break
    }
    let body = ownBody
    guard !body.isEmpty else { return breaches }
    if urlRequest.value(ofHeader: "Content-Type") == nil {
      breaches.append(.noContentType)
    }
    if urlRequest.mayHaveJSONBody {
      let names = (try? MockJSON(parsing: body))?.members?.map(\.name) ?? []
      let unknown = names.filter { BodyMember(rawValue: $0) == nil }
      if !unknown.isEmpty { breaches.append(.unknownMembers(unknown)) }
    }
    return breaches
  }
}
