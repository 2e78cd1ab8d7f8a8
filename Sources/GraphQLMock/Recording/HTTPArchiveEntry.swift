// HTTP archives (HAR 1.2), as browsers and debugging proxies save them.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class HTTPArchiveEntry: Sendable {
  let request: URLRequest
  let response: ExchangeResponse
  let fault: String?

  static func list(in archive: Data) -> Result<[MockJSON], RecordingError> {
    switch JSONParser.parse(ContiguousArray(archive)) {
    case .success(let json):
      json["log"]["entries"].array.map { .success($0) }
        ?? .failure(.noHAR("it has no \"log.entries\"."))
    case .failure(let error): .failure(.noHAR(error.description))
    }
  }

  init?(_ json: MockJSON) {
    let (sent, answer) = (json["request"], json["response"])
    guard let text = sent["url"].string, let url = URL(string: text) else { return nil }
    let status = answer["status"].int ?? 0
    var request = URLRequest(url: url)
    request.httpMethod = sent["method"].string ?? "GET"
    for (name, value) in Self.headers(sent["headers"]) {
      request.setValue(value, forHTTPHeaderField: name)
    }
    if let body = sent["postData"]["text"].string { request.httpBody = Data(body.utf8) }
    if request.value(ofHeader: "Content-Type") == nil,
      let type = sent["postData"]["mimeType"].string
    {
      request.setValue(type, forHTTPHeaderField: "Content-Type")
    }
    self.request = request
    let content = answer["content"]
    let body = content["text"].string ?? ""
    var headers = Self.headers(answer["headers"])
    if headers.value(ofHeader: "Content-Type") == nil, let type = content["mimeType"].string,
      !type.isEmpty
    {
      headers["Content-Type"] = type
    }
    let isBase64 = content["encoding"].string == "base64"
    let bytes = isBase64 ? Data(base64Encoded: body) : Data(body.utf8)
    fault =
      !(100...599).contains(status)
      ? "it has no response" : bytes == nil ? "its response isn't valid base64" : nil
    response = ExchangeResponse(status: status, headers: headers, body: bytes ?? Data())
  }

  private static func headers(_ json: MockJSON) -> [String: String] {
    var headers: [String: String] = [:]
    for field in json.array ?? [] {
      // HTTP/2 captures carry pseudo fields such as `:path`.
      guard let name = field["name"].string, !name.hasPrefix(":") else { continue }
      let value = field["value"].string ?? ""
      // Repeated fields are joined (RFC 9110, section 5.3). Chrome joins cookies with line breaks.
      let joined = headers[name].map { "\($0), \(value)" } ?? value
      headers[name] =
        joined.utf8.contains(0x0A) ? joined.replacingOccurrences(of: "\n", with: ", ") : joined
    }
    return headers
  }

  static func json(_ exchange: MockExchange, _ redaction: Redaction) -> MockJSON? {
    guard let response = exchange.response else { return nil }
    let request = exchange.urlRequest
    let redactor = ExchangeRedactor(redaction, exchange)
    let milliseconds = (exchange.duration ?? .zero) / .milliseconds(1)
    var requestJSON: [String: MockJSON] = [
      "method": .string(request.httpMethod ?? "GET"),
      "url": .string(request.url.map { redactor.url($0) } ?? ""), "httpVersion": "HTTP/1.1",
      "cookies": [], "queryString": [], "headersSize": -1,
      "headers": headers(request.allHTTPHeaderFields ?? [:], redactor),
      "bodySize": .number(request.httpBody?.count ?? 0),
    ]
    if let body = request.httpBody {
      let type = request.value(ofHeader: "Content-Type")
      let redacted = redactor.requestBody(body, contentType: type)
      requestJSON["postData"] = [
        "mimeType": .string(type ?? ""),
        "text": .string(String(decoding: redacted, as: UTF8.self)),
      ]
    }
    return [
      "startedDateTime": .string(ISO8601DateFormatter().string(from: exchange.startedAt)),
      "time": .number(milliseconds), "cache": [:],
      "timings": ["send": 0, "wait": .number(milliseconds), "receive": 0],
      "request": .object(requestJSON),
      "response": [
        "status": .number(response.status), "statusText": "", "httpVersion": "HTTP/1.1",
        "cookies": [], "redirectURL": "", "headersSize": -1,
        "headers": headers(response.headers, redactor),
        "bodySize": .number(response.body.count), "content": content(response, redactor),
      ],
    ]
  }

  private static func headers(
    _ headers: [String: String], _ redactor: ExchangeRedactor
  ) -> MockJSON {
    .array(
      redactor.headers(headers).orderedByKey().map { name, value in
        ["name": .string(name), "value": .string(value)]
      })
  }

  private static func content(
    _ response: ExchangeResponse, _ redactor: ExchangeRedactor
  ) -> MockJSON {
    let type = response.contentType
    let body = redactor.responseBody(response.body, contentType: type)
    var content: [String: MockJSON] = [
      "size": .number(response.body.count), "mimeType": .string(type ?? ""),
    ]
    if let text = String(data: body, encoding: .utf8) {
      content["text"] = .string(text)
    } else {
      content["encoding"] = "base64"
      content["text"] = .string(body.base64EncodedString())
    }
    return .object(content)
  }
}
