import Foundation

extension ResponseChanges {
  /// - Parameter firstPart: The size of a streamed response's first part in bytes. It's nil for other responses, and
  ///   with a stepped clock, on which delays never end: add delayed responses only if it isn't nil.
  static func responses(
    to operation: OperationRequest, firstPart: Int?, withFaults: Bool
  ) -> [ResponseChange] {
    var found: [ResponseChange] = []
    /// The wording identifies a change, and the literal must be the code of the response.
    func add(_ wording: String, _ response: MockResponse, _ literal: String, isFault: Bool = true) {
      found.append(
        ResponseChange(
          operation.name ?? "", .response(response), wording, literal: literal, isFault: isFault))
    }
    if firstPart != nil {
      let late = MockResponse.generated.deferred(every: .milliseconds(100))
      add(
        "having late parts", late, ".generated.deferred(every: .milliseconds(100))",
        isFault: false)
    }
    guard withFaults else { return found }
    let (message, page) = ("The service has failed.", "<html><body>502 Bad Gateway</body></html>")
    add("being null with an error", .error(message), ".error(\(message.swiftLiteral))")
    add(
      "being an HTML page with status 502", .text(page, contentType: "text/html").status(502),
      ".text(\(page.swiftLiteral), contentType: \"text/html\").status(502)")
    add(
      "being refused with status 401",
      .requestError("Sign in first.", code: "UNAUTHENTICATED").status(401),
      #".requestError("Sign in first.", code: "UNAUTHENTICATED").status(401)"#)
    add(
      "being refused with status 429", .text("Too many requests.").status(429),
      #".text("Too many requests.").status(429)"#)
    add(
      "failing without a network", .networkError(.notConnectedToInternet),
      ".networkError(.notConnectedToInternet)")
    add("timing out", .networkError(.timedOut), ".networkError(.timedOut)")
    add("broken off", .generated.breakingOff(after: 20), ".generated.breakingOff(after: 20)")
    if let firstPart {
      add(
        "having deferred fragments that fail", .generated.deferred(error: message),
        ".generated.deferred(error: \(message.swiftLiteral))")
      add(
        "broken off after the first part", .generated.deferred.breakingOff(after: firstPart),
        ".generated.deferred.breakingOff(after: \(firstPart))")
    }
    let accept = operation.urlRequest.value(ofHeader: "Accept")
    guard operation.type == .subscription, StreamFormat.Accepted(accept: accept).events != nil
    else { return found }
    add("ending without an event", .events([]), ".events([])")
    add(
      "ending with an error", .events([.generated, .streamError(message)]),
      ".events([.generated, .streamError(\(message.swiftLiteral))])")
    add(
      "broken off after an event", .events([.generated, .networkError(.networkConnectionLost)]),
      ".events([.generated, .networkError(.networkConnectionLost)])")
    return found
  }
}
