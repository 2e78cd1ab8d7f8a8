import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RequestExecution {
  /// Removes a body that HTTP doesn't allow, and warns of header fields that contradict the body.
  func framed(_ whole: SentResponse) -> SentResponse {
    guard !isBatchEntry, call.streamFormat == nil, !whole.isNonHTTP else { return whole }
    let isHead = incoming.urlRequest.httpMethod == "HEAD"
    if whole.headers.areOnlyContentType, !isHead, !whole.hasNoBody { return whole }
    let warnings = whole.framingWarnings(isHead: isHead)
    if !warnings.isEmpty { warn(warnings, kind: .framing) }
    guard isHead || whole.hasNoBody else { return whole }
    var bodiless = SentResponse(
      status: whole.status, headers: whole.headers, body: Data(), url: whole.url)
    bodiless.omittedLength = whole.body.count
    return bodiless
  }
}

extension SentResponse {
  /// A response to HEAD and 304 may state the length of a body that isn't there (RFC 9110, section 8.6).
  fileprivate func framingWarnings(isHead: Bool) -> [String] {
    if isHead || status == 304 && body.isEmpty { return [] }
    var warnings: [String] = []
    if hasNoBody, !body.isEmpty {
      warnings.append("The status \(status) has no body, so \(body.count) bytes aren't sent.")
    } else if let stated = headers["Content-Length"], Int(stated) != body.count {
      let count = "the body has \(body.count) bytes."
      warnings.append("The header field Content-Length is \(stated.swiftLiteral), but \(count)")
    }
    if let coding, !hasNoBody, !isEncoded(by: coding) {
      warnings.append(
        "The header field Content-Encoding is \(coding.swiftLiteral), but the body isn't compressed."
      )
    }
    return warnings
  }

  private var coding: String? {
    headers["Content-Encoding"].flatMap {
      body.isEmpty || $0.lowercased() == "identity" ? nil : $0
    }
  }

  /// A gzip file begins with two known bytes (RFC 1952, section 2.3.1). Other codings don't result in text either.
  private func isEncoded(by coding: String) -> Bool {
    if ["gzip", "x-gzip"].contains(coding.lowercased()) { return body.starts(with: [0x1F, 0x8B]) }
    return String(data: body, encoding: .utf8) == nil
  }

  /// What a `URLSession` does with a real response, but not with the response of a URLProtocol.
  var sessionWarnings: [String] {
    if headers.areOnlyContentType { return [] }
    let server = "use a real server, such as Examples/LoopbackServer."
    var warnings: [String] = []
    if [301, 302, 303, 307, 308].contains(status), headers["Location"] != nil {
      warnings.append(
        "The session doesn't follow the redirect, and doesn't ask its delegate: \(server)")
    }
    if headers["Set-Cookie"] != nil {
      warnings.append("The session doesn't store the cookies of Set-Cookie: \(server)")
    }
    if let coding, isEncoded(by: coding) {
      warnings.append("The session doesn't decompress the body: send it without Content-Encoding.")
    }
    return warnings
  }
}
