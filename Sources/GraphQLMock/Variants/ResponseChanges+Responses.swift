import Foundation

extension ResponseChanges {
  /// - Parameter firstPart: The size of a streamed response's first part in bytes. It's nil for other responses, and
  ///   with a stepped clock, on which delays never end: add delayed responses only if it isn't nil.
  /// - Parameter nextPage: The changes that make the client request the operation again, or nil if nothing does.
  static func responses(
    to operation: OperationRequest, firstPart: Int?, nextPage: [ResponseChange]?, withFaults: Bool
  ) -> [ResponseValues.Value] {
    var found: [ResponseValues.Value] = []
    /// The kind identifies a change, and the literal must be the code of the response.
    func add(_ kind: String, _ responses: MockResponse..., literal: String, isFault: Bool = true) {
      found.append(
        .init(nil, kind, literal: literal).changing {
          ($0.responses, $0.isFault) = (responses, isFault)
        })
    }
    if firstPart != nil {
      add(
        "having late parts", .generated.deferred(every: .milliseconds(100)),
        literal: ".generated.deferred(every: .milliseconds(100))", isFault: false)
    }
    guard withFaults else { return found }
    let (message, page) = ("The service has failed.", "<html><body>502 Bad Gateway</body></html>")
    let error = ".error(\(message.swiftLiteral))"
    add("being null with an error", .error(message), literal: error)
    add(
      "being an HTML page with status 502", .text(page, contentType: "text/html").status(502),
      literal: ".text(\(page.swiftLiteral), contentType: \"text/html\").status(502)")
    let unavailable = #"{"message":"Service Unavailable"}"#
    add(
      "being JSON with status 503", .text(unavailable, contentType: "application/json").status(503),
      literal: ".text(\(unavailable.swiftLiteral), contentType: \"application/json\").status(503)")
    add("being empty", .status(200), literal: ".status(200)")
    add(
      "being refused with status 401",
      .requestError("Sign in first.", code: "UNAUTHENTICATED").status(401),
      literal: #".requestError("Sign in first.", code: "UNAUTHENTICATED").status(401)"#)
    add(
      "being refused with status 429", .text("Too many requests.").status(429),
      literal: #".text("Too many requests.").status(429)"#)
    add(
      "failing without a network", .networkError(.notConnectedToInternet),
      literal: ".networkError(.notConnectedToInternet)")
    add("timing out", .networkError(.timedOut), literal: ".networkError(.timedOut)")
    add(
      "broken off", .generated.breakingOff(after: 20), literal: ".generated.breakingOff(after: 20)")
    if let nextPage {
      let variant = ResponseVariant(changes: nextPage)
      let page = MockResponse.generated(variant.overrides(in: [:]))
      let code = variant.policy(plain: [:])
      add(
        "failing only the second time", page, .error(message), .generated,
        literal: "inTurn: [\(code), \(error), .generated]")
      add(
        "failing from the second time on", page, .networkError(.networkConnectionLost),
        literal: "inTurn: [\(code), .networkError(.networkConnectionLost)]")
    }
    if let firstPart {
      add(
        "having deferred fragments that fail", .generated.deferred(error: message),
        literal: ".generated.deferred(error: \(message.swiftLiteral))")
      add(
        "broken off after the first part", .generated.deferred.breakingOff(after: firstPart),
        literal: ".generated.deferred.breakingOff(after: \(firstPart))")
    }
    let accept = operation.urlRequest.value(ofHeader: "Accept")
    guard operation.type == .subscription, StreamFormat.Accepted(accept: accept).events != nil
    else { return found }
    add("ending without an event", .events([]), literal: ".events([])")
    add(
      "ending with an error", .events([.generated, .streamError(message)]),
      literal: ".events([.generated, .streamError(\(message.swiftLiteral))])")
    add(
      "broken off after an event", .events([.generated, .networkError(.networkConnectionLost)]),
      literal: ".events([.generated, .networkError(.networkConnectionLost)])")
    return found
  }
}
