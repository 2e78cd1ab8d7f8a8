// A response as rows of tables state it.

import Foundation

enum TableResponseEncoder {
  /// Writes a response.
  static func json(of response: MockResponse) throws(HandlerEncodingError) -> MockJSON {
    guard response.faults == nil, response.delaySpread == nil else { throw .fault }
    guard response.change == nil else { throw .closure }
    var row = try content(of: response)
    if let interval = response.deferral { row["deferred"] = .number(interval.seconds) }
    switch response.completion {
    case nil: break
    // Without the warning, it is a mock of a client's own that leaves fields out.
    case .byFields(let warns)?: row["byFields"] = warns ? true : "silent"
    case .generated(let overrides, let byFields)?:
      if byFields { row["byFields"] = true }
      row["generated"] = try encodable(.value(overrides.values.mapValues(\.content)))
    }
    if let status = response.statusCode { row["status"] = .number(status) }
    var headers = (row["headers"]?.object ?? [:])
    for (name, value) in response.headerFields {
      headers = headers.filter { !$0.key.equalsIgnoringCase(name) }
      headers[name] = .string(value)
    }
    row["headers"] = headers.isEmpty ? nil : .object(headers)
    // None at all is stated, too: an event without a delay has that of its list.
    if let delay = response.delay { row["delay"] = .number(max(delay, .zero).seconds) }
    return .object(row)
  }

  private static func content(
    of response: MockResponse
  ) throws(HandlerEncodingError) -> [String: MockJSON] {
    switch response.content {
    case .graphQL(nil, let errors, _): return ["requestErrors": .array(errors.map(\.json))]
    case .graphQL(let data, let errors, let extensions):
      let map = ResponseWriter.responseMap(data: data, errors: errors, extensions: extensions)
      return ["body": try encodable(map)]
    case .json(let json), .template(let json):
      // A string would be taken for a body of text.
      let body = try encodable(json)
      return json.string == nil ? ["body": body] : ["rawJSON": .string(body.description)]
    case .bytes(let data, let contentType):
      return bytes(data, contentType)
    case .file(let path, let contentType):
      do {
        let type = contentType ?? (path.hasSuffix(".json") ? nil : "application/octet-stream")
        return bytes(try Data(contentsOf: URL(fileURLWithPath: path)), type)
      } catch {
        throw .response(.unreadableFile(path: path, reason: error.fileReason))
      }
    case .empty: return [:]
    case .failure(let error as URLError): return ["failure": error.code.fixture]
    case .failure(let error as ResponseWritingError): throw .response(error)
    case .failure(let error): throw .error(String(describing: error))
    case .fixture(let name): return ["fixture": .string(name)]
    case .never: return ["never": true]
    case .passThrough: return ["passThrough": true]
    // Recordings have it; no handler does.
    case .parts(let stream): return bytes(stream.body, nil)
    case .incremental(let incremental): return members(of: incremental)
    case .events(let script): return try members(of: script)
    }
  }

  private static func encodable(_ json: MockJSON) throws(HandlerEncodingError) -> MockJSON {
    do {
      return try MockJSON(parsing: json.encoded())
    } catch {
      throw .response(.unencodable("\(error)"))
    }
  }

  /// A body of bytes, as text where it is UTF-8 and its type says so.
  /// - Parameter contentType: The media type; nil for the JSON that the client asks for.
  private static func bytes(_ data: Data, _ contentType: String?) -> [String: MockJSON] {
    guard let contentType else {
      return String(data: data, encoding: .utf8).map { ["rawJSON": .string($0)] }
        ?? bytes(data, ResponseMediaType.json.contentType)
    }
    var row: [String: MockJSON] = ["headers": ["Content-Type": .string(contentType)]]
    if !contentType.lowercased().contains("json"), let text = String(data: data, encoding: .utf8) {
      row["body"] = .string(text)
    } else {
      row["base64"] = .string(data.base64EncodedString())
    }
    return row
  }
}

// Responses of several results as launch plans state them; `Fixtures/FixtureParser+Streams.swift` reads
// them.

extension TableResponseEncoder {
  fileprivate static func members(of incremental: IncrementalResponse) -> [String: MockJSON] {
    [
      "incremental": [
        "initial": incremental.initial, "parts": .array(incremental.parts.map(json(of:))),
      ]
    ]
  }

  private static func json(of part: MockResponsePart) -> MockJSON {
    var members = part.members
    if part.delay > .zero { members["delay"] = .number(part.delay.seconds) }
    return .object(members)
  }

  fileprivate static func members(
    of script: EventScript
  ) throws(HandlerEncodingError) -> [String: MockJSON] {
    guard case .list(let events, let interval) = script.source else { throw .sequence }
    var members: [String: MockJSON] = ["list": .array(try events.map(json(of:)))]
    if interval > .zero { members["every"] = .number(interval.seconds) }
    if let heartbeat = script.heartbeat { members["heartbeat"] = .number(heartbeat.seconds) }
    return ["events": .object(members)]
  }
}
