import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
      let unknown = Self.memberNames(of: body).filter { BodyMember(rawValue: $0) == nil }
      if !unknown.isEmpty { breaches.append(.unknownMembers(unknown)) }
    }
    return breaches
  }

  /// The names of the members of a JSON object, as far as the text is one.
  private static func memberNames(of body: Data) -> [String] {
    var tokenizer = JSONTokenizer()
    let text = body.span
    guard tokenizer.next(text) == .beginObject else { return [] }
    var names: [String] = []
    while tokenizer.next(text) == .name {
      if tokenizer.isPlain {
        let start = body.startIndex + tokenizer.plainRange.lowerBound
        let name = body[start..<(start + tokenizer.plainRange.count)]
        names.append(String(decoding: name, as: UTF8.self))
      } else {
        names.append(String(decoding: tokenizer.content, as: UTF8.self))
      }
      switch tokenizer.next(text) {
      case .beginObject, .beginArray: guard tokenizer.skip(text, to: 1) else { return names }
      case .needsMore, .failed: return names
      default: break
      }
    }
    return names
  }
}
