import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An entry of an HTTP archive (HAR 1.2), as browsers and proxies save it and `JournalLine` writes an app's requests.
final class HTTPArchiveEntry: Sendable {
  let request: URLRequest
  let response: SentResponse
  /// Why the response can't be used, or nil.
  let fault: String?

  static func list(in archive: Data) -> Result<[MockJSON], RecordingError> {
    switch JSONParser.parse(ContiguousArray(archive)) {
    case .success(let json):
      json["log"]["entries"].array.map { .success($0) }
        ?? .failure(.noHAR("it has no \"log.entries\"."))
    case .failure(let error): .failure(.noHAR(error.description))
    }
  }

  /// - Parameter bodyLength: The length of the response's body, which the entry may omit.
  init?(_ json: MockJSON, fallback: URL? = nil, bodyLength: Int? = nil) {
    let (sent, received) = (json["request"], json["response"])
    guard let url = sent["url"].string.flatMap(URL.init(string:)) ?? fallback else { return nil }
    var request = URLRequest(url: url)
    request.httpMethod = sent["method"].string ?? "GET"
    for (name, value) in Self.headers(sent, of: sent["postData"]) {
      request.addValue(value, forHTTPHeaderField: name)
    }
    request.httpBody = sent["postData"]["text"].string.map { Data($0.utf8) }
    self.request = request
    let status = received["status"].int ?? 0
    let content = received["content"]
    let body = content["text"].string ?? ""
    let isBase64 = content["encoding"].string == "base64"
    let bytes = isBase64 ? Data(base64Encoded: body) : Data(body.utf8)
    fault =
      !(100...599).contains(status)
      ? "it has no response" : bytes == nil ? "its response isn't valid base64" : nil
    response = SentResponse(
      status: status, headers: Self.headers(received, of: content), body: bytes ?? Data(),
      bodyLength: bodyLength)
  }

  private static func headers(_ message: MockJSON, of body: MockJSON) -> HeaderFields {
    var headers = HeaderFields()
    for field in message["headers"].array ?? [] {
      // Captures of HTTP/2 traffic also list pseudo-headers such as `:path`, which aren't real header fields.
      guard let name = field["name"].string, !name.hasPrefix(":") else { continue }
      // Chrome writes the values of a repeated field, such as `Set-Cookie`, as one value with line breaks.
      for value in (field["value"].string ?? "").components(separatedBy: "\n") {
        headers.add(name, value)
      }
    }
    if headers["Content-Type"] == nil, let type = body["mimeType"].string, !type.isEmpty {
      headers.add("Content-Type", type)
    }
    return headers
  }

  static func json(_ received: ReceivedRequest, _ redactor: RequestRedactor) -> MockJSON? {
    guard let response = received.response else { return nil }
    let entry = received.batchPosition == nil ? nil : received.operations.first
    let text = entry.flatMap { try? json($0, redactor).encoded() }
    let request = IncomingRequest(received.urlRequest, .plain(), entryBytes: text).requestToSendOn
    let length = text?.count ?? received.requestBodyLength
    let milliseconds = (received.duration ?? .zero) / .milliseconds(1)
    // A body that isn't text is left out, except for an upload, which contains an operation.
    let body = (text ?? redactor.body(of: request)).flatMap {
      received.operations.isEmpty ? $0.utf8Text : String(decoding: $0, as: UTF8.self)
    }
    return [
      "startedDateTime": .string(ISO8601DateFormatter().string(from: received.startedAt)),
      "time": .number(milliseconds), "cache": [:],
      "timings": ["send": 0, "wait": .number(milliseconds), "receive": 0],
      "request": json(request, body: body, bodyLength: length, redactor),
      "response": json(response, redactor),
    ]
  }

  static func json(_ operation: OperationRequest, _ redactor: RequestRedactor) -> MockJSON {
    var members: [String: MockJSON] = [
      "variables": redactor.variables(operation.variables),
      "extensions": redactor.extensions(operation.extensions),
    ]
    members["operationName"] = operation.operationName.map { .string($0) }
    members["query"] = operation.document.map { .string(redactor.document($0)) }
    for (member, value) in operation.identifiers { members[member.rawValue] = .string(value) }
    return .object(members)
  }

  static func json(
    _ request: URLRequest, dropping parameters: Set<String> = [], body: String?,
    bodyLength: Int, _ redactor: RequestRedactor
  ) -> MockJSON {
    var members: [String: MockJSON] = [
      "method": .string(request.httpMethod ?? "GET"),
      "url": .string(request.url.map { redactor.url($0, dropping: parameters) } ?? ""),
      "httpVersion": "HTTP/1.1", "cookies": [], "queryString": [], "headersSize": -1,
      "headers": headers(HeaderFields(request.allHTTPHeaderFields ?? [:]), redactor),
      "bodySize": .number(bodyLength),
    ]
    members["postData"] = body.map {
      ["mimeType": .string(request.value(ofHeader: "Content-Type") ?? ""), "text": .string($0)]
    }
    return .object(members)
  }

  /// - Parameter bodyLimit: The maximum size of a body, in bytes. Larger bodies are left out.
  static func json(
    _ response: SentResponse, bodyLimit: Int = .max, _ redactor: RequestRedactor
  ) -> MockJSON {
    let type = response.contentType
    var content: [String: MockJSON] = [
      "size": .number(response.bodyLength), "mimeType": .string(type ?? ""),
    ]
    // The journal doesn't have a body that was too large, so an empty one isn't written as its text.
    if !response.body.isEmpty || response.bodyLength == 0, response.body.count <= bodyLimit {
      let body = redactor.responseBody(response.body, contentType: type)
      let text = body.utf8Text
      content["text"] = .string(text ?? body.base64EncodedString())
      if text == nil { content["encoding"] = "base64" }
    }
    return [
      "status": .number(response.status), "statusText": "", "httpVersion": "HTTP/1.1",
      "cookies": [], "redirectURL": "", "headersSize": -1,
      "headers": headers(response.headers, redactor), "bodySize": .number(response.bodyLength),
      "content": .object(content),
    ]
  }

  private static func headers(_ headers: HeaderFields, _ redactor: RequestRedactor) -> MockJSON {
    .array(redactor.headers(headers).map { ["name": .string($0), "value": .string($1)] })
  }
}
