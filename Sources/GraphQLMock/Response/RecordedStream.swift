import Foundation

/// The body of a recorded response, with the time before each part. The bytes of the parts include their framing.
struct RecordedStream: Sendable, Changeable, Equatable {
  var parts: [ResponseStream.Chunk]
  /// Whether the client canceled the stream before its end, so a replay doesn't end it, either.
  var isOpen = false

  var body: Data { parts.reduce(into: Data()) { $0 += $1.bytes } }
}

extension RecordedStream {
  init?(_ body: Data, contentType: String?, isOpen: Bool = false) {
    let headers = contentType.map { ["Content-Type": $0] } ?? HeaderFields()
    self.init(SentResponse(status: 200, headers: headers, body: body))
    self.isOpen = isOpen
  }

  /// Divides a recorded body into events or multipart parts. Returns nil for any other content type.
  init?(_ response: SentResponse) {
    let type = response.contentType
    guard var divider = RecordedStream.Divider(contentType: type) else { return nil }
    parts = []
    var delay = Duration.zero
    var start = response.body.startIndex
    func add(_ found: [Data]) {
      for part in found where !part.isEmpty {
        parts.append(ResponseStream.Chunk(delay: delay, bytes: part))
        delay = .zero
      }
    }
    for chunk in response.chunks {
      let end = min(start + chunk.size, response.body.endIndex)
      delay += chunk.delay
      add(divider.append(response.body[start..<end]))
      start = end
    }
    add(divider.append(response.body[start...]))
    add([divider.finish()])
  }

  func timed(by other: RecordedStream) -> RecordedStream {
    guard parts.count == other.parts.count else { return self }
    return changing {
      for index in parts.indices { $0.parts[index].delay = other.parts[index].delay }
    }
  }

  /// Clients read a multipart part only after the delimiter that follows it, so each part includes this delimiter.
  struct Divider: Sendable {
    private let ends: [ContiguousArray<UInt8>]
    private var rest = Data()
    /// The offset in `rest` before which no delimiter begins.
    private var searched = 0

    init?(contentType: String?) {
      guard let contentType else { return nil }
      let parameters = HeaderParameters(Substring(contentType))
      // `SecretRewriter.body` and `result(in:)` need each type, too, or secrets in results are searched only as text.
      switch parameters.value.lowercased() {
      case "multipart/mixed":
        guard let boundary = parameters["boundary"], !boundary.isEmpty else { return nil }
        ends = [ContiguousArray("\n--\(boundary)".utf8)]
      case "text/event-stream":
        // A line ends with LF, CR LF or CR (HTML, section 9.2.6). CR LF also ends the one before CR LF.
        ends = ["\n\n", "\n\r\n", "\r\r"].map { ContiguousArray($0.utf8) }
      default: return nil
      }
    }

    mutating func append(_ chunk: Data) -> [Data] {
      rest += chunk
      var parts: [Data] = []
      var start = 0
      var found = ends.map { range(of: $0, from: searched) }
      while let end = found.compactMap({ $0?.upperBound }).min() {
        parts.append(rest.subdata(in: start..<end))
        start = end
        for (index, range) in found.enumerated() {
          guard let range, range.lowerBound < start else { continue }
          found[index] = self.range(of: ends[index], from: start)
        }
      }
      let longest = ends.map(\.count).max() ?? 1
      searched = max(start, rest.count - longest + 1)
      if start > 0 { rest = rest.subdata(in: start..<rest.count) }
      searched -= start
      return parts
    }

    /// Finds the next delimiter without `Data.range(of:in:)`, which would copy the data for each search.
    private func range(of end: ContiguousArray<UInt8>, from start: Int) -> Range<Int>? {
      rest.span.firstIndex(of: end.span, from: start).map { $0..<$0 + end.count }
    }

    mutating func finish() -> Data {
      defer { rest = Data() }
      return rest
    }
  }

  /// The JSON of a heartbeat in Apollo's multipart protocol for subscriptions.
  private static let heartbeat = Data("{}".utf8)

  /// Returns the stream as plain JSON results, or nil if a result isn't valid JSON.
  func asPayloads() -> RecordedStream? {
    var stream = RecordedStream(parts: [], isOpen: isOpen)
    var delay = Duration.zero
    for part in parts {
      delay += part.delay
      guard let text = Self.result(in: part.bytes) else { continue }
      guard let chunk = Self.payload(of: text) else { return nil }
      if chunk == Self.heartbeat { continue }
      stream.parts.append(ResponseStream.Chunk(delay: delay, bytes: chunk))
      delay = .zero
    }
    // In a recording, the stream may have ended some time after its last part. An empty chunk has that delay.
    if delay > .zero, !isOpen { stream.parts.append(ResponseStream.Chunk(delay: delay)) }
    return stream
  }

  /// A Boolean value that indicates whether the stream has a GraphQL result, or nil if it has only heartbeats.
  var holdsResults: Bool? {
    let results = parts.compactMap { Self.result(in: $0.bytes) }.filter { $0 != Self.heartbeat }
    if results.isEmpty { return nil }
    return results.contains { text in
      let json = try? MockJSON(parsing: text)
      return ["data", "errors", "incremental", "payload"].contains { json?.has($0) == true }
    }
  }

  /// A list of the results in JSON, without their order in time.
  var results: MockJSON {
    .array(parts.compactMap { Self.result(in: $0.bytes).flatMap { try? MockJSON(parsing: $0) } })
  }

  private static func result(in part: Data) -> Data? {
    let bytes = ContiguousArray(part)
    let lines = StreamFormat.events(in: bytes).joined()
    guard !lines.isEmpty else { return RecordedStream.PartText(part)?.json.map { Data($0) } }
    let data = Data(lines.map { bytes[$0] }.joined(separator: [UInt8(ascii: "\n")]))
    return data.isEmpty ? nil : data
  }

  private static func payload(of text: Data) -> Data? {
    guard let json = try? MockJSON(parsing: text) else { return nil }
    // Apollo's multipart protocol has a result in `payload`, which is null beside a protocol error.
    guard json.has("payload"), !json.has("data") else { return text }
    guard json["payload"].isNull else { return try? json["payload"].encoded() }
    return (try? json["errors"].encoded()).map(StreamFormat.payloads.streamError)
  }

  /// The text of a part, in which a recording shows the JSON as JSON. It's nil if the bytes aren't UTF-8.
  struct PartText: Sendable, Equatable {
    /// The text before the JSON, or the whole text if it contains no JSON.
    let before: String
    let json: ContiguousArray<UInt8>?
    let behind: String

    init?(_ bytes: Data) {
      guard String(data: bytes, encoding: .utf8) != nil else { return nil }
      let text = ContiguousArray(bytes)
      // The JSON begins with the first brace or bracket, because the text before it contains none.
      let first = text.firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
      let value = ContiguousArray(text[(first ?? text.count)...])
      var tokenizer = JSONTokenizer()
      let isJSON = tokenizer.peek(value.span) != nil && tokenizer.skip(value.span, to: 0)
      let start = isJSON ? text.count - value.count : text.count
      let end = isJSON ? start + tokenizer.offset : text.count
      before = String(decoding: text[..<start], as: UTF8.self)
      json = isJSON ? ContiguousArray(text[start..<end]) : nil
      behind = String(decoding: text[end...], as: UTF8.self)
    }
  }
}
