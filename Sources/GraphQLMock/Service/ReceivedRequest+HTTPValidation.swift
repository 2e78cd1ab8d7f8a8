extension ReceivedRequest {
  /// What a client should not do although services put up with it (GraphQL over HTTP, "Request"), as it
  /// follows a title in a message.
  var httpErrors: [String] {
    var errors: [String] = []
    // "A client SHOULD indicate the media types that it supports" in `Accept`.
    switch urlRequest.value(ofHeader: "Accept") {
    case nil: errors.append("it has no Accept, which says what the client reads")
    case let accept? where !ResponseMediaType.isReadable(accept: accept):
      errors.append(
        "its Accept names no media type of GraphQL results, so a service may refuse it with 406: "
          + accept.swiftLiteral)
    case _?: break
    }
    let body = ownBody
    guard !body.isEmpty else { return errors }
    // "A client MUST indicate the media type of a request body" in `Content-Type`.
    if urlRequest.value(ofHeader: "Content-Type") == nil {
      errors.append("its body has no Content-Type")
    }
    if urlRequest.mayHaveJSONBody {
      let names = (try? MockJSON(parsing: body))?.members?.map(\.name) ?? []
      let unknown = names.filter { BodyMember(rawValue: $0) == nil }
      if !unknown.isEmpty {
        errors.append(
          "its body has members that are no parameters: "
            + unknown.prefix(10).map(\.swiftLiteral).joined(separator: ", ")
            + (unknown.count > 10 ? ", and \(unknown.count - 10) more" : ""))
      }
    }
    return errors
  }
}
