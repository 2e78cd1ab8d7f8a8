// A response that came in parts, as it is kept and played again.

import Foundation

/// A body in parts, each a chunk some time after the one before it.
struct RecordedStream: Sendable, Changeable, Equatable {
  var parts: [ReplyStream.Chunk]
  /// Whether its end was never seen: then it stays open.
  var isOpen = false

  /// The whole body.
  var body: Data { parts.reduce(into: Data()) { $0 += $1.bytes } }
}

extension RecordedStream {
  /// Divides a body that is there as a whole.
  /// - Returns: nil if its type is none of several results.
  init?(_ body: Data, contentType: String?, isOpen: Bool = false) {
    let headers = contentType.map { ["Content-Type": $0] } ?? [:]
    self.init(ExchangeResponse(status: 200, headers: headers, body: body))
    self.isOpen = isOpen
  }

  /// Divides a body that came in chunks, at their times.
  /// - Returns: nil if its type is none of several results.
  init?(_ response: ExchangeResponse) {
    let type = response.contentType
    guard var divider = StreamDivider(contentType: type) else { return nil }
    parts = []
    var delay = Duration.zero
    var start = response.body.startIndex
    func add(_ found: [Data]) {
      for part in found where !part.isEmpty {
        parts.append(ReplyStream.Chunk(delay: delay, bytes: part))
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

  /// The same parts at the times of others, if these are as many.
  func timed(by other: RecordedStream) -> RecordedStream {
    guard parts.count == other.parts.count else { return self }
    return changing {
      for index in parts.indices { $0.parts[index].delay = other.parts[index].delay }
    }
  }
}

/// Takes the chunks of a network, and gives the parts that belong together: a part of a multipart body
/// with the delimiter behind it, which has clients hand it on, or an event.
struct StreamDivider: Sendable {
  /// What a part ends with.
  private let ends: [ContiguousArray<UInt8>]
  private var rest = Data()
  /// How much of the rest was searched.
  private var searched = 0

  /// - Returns: nil for a type that has one result.
  init?(contentType: String?) {
    guard let contentType else { return nil }
    let parameters = HeaderParameters(Substring(contentType))
    switch parameters.value.lowercased() {
    case "multipart/mixed":
      guard let boundary = parameters["boundary"], !boundary.isEmpty else { return nil }
      ends = [ContiguousArray("\n--\(boundary)".utf8)]
    case "text/event-stream":
      ends = [ContiguousArray("\n\n".utf8), ContiguousArray("\r\n\r\n".utf8)]
    default: return nil
    }
  }

  /// Takes a chunk.
  /// - Returns: the parts that it ends, together with what came before.
  mutating func append(_ chunk: Data) -> [Data] {
    rest += chunk
    var parts: [Data] = []
    var start = 0
    // Each kind of end is looked for once: what has but one kind is not searched for the others again.
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

  /// Where an end stands in the rest; `Data.range(of:in:)` copies all of it for each search.
  private func range(of end: ContiguousArray<UInt8>, from start: Int) -> Range<Int>? {
    rest.span.firstIndex(of: end.span, from: start).map { $0..<$0 + end.count }
  }

  /// What is left.
  mutating func finish() -> Data {
    defer { rest = Data() }
    return rest
  }
}

// A stream that was recorded over HTTP, as a socket sends it.

extension RecordedStream {
  /// The same results at the same times in the form of ``StreamFormat/payloads``, whatever they were
  /// recorded in.
  /// - Returns: nil if what stands in the place of a result is no JSON.
  func asPayloads() -> RecordedStream? {
    var stream = RecordedStream(parts: [], isOpen: isOpen)
    var delay = Duration.zero
    for part in parts {
      delay += part.delay
      guard let text = Self.result(in: part.bytes) else { continue }
      guard let chunk = Self.payload(of: text) else { return nil }
      if chunk == StreamFormat.payloads.heartbeat { continue }
      stream.parts.append(ReplyStream.Chunk(delay: delay, bytes: chunk))
      delay = .zero
    }
    // The end, if it came later than the last result.
    if delay > .zero, !isOpen { stream.parts.append(ReplyStream.Chunk(delay: delay)) }
    return stream
  }

  /// The text of the result in a part; nil for what only frames results, or says that there is none.
  private static func result(in part: Data) -> Data? {
    let bytes = ContiguousArray(part)
    let lines = StreamFormat.events(in: bytes).joined()
    guard !lines.isEmpty else { return PartText(part)?.json.map { Data($0) } }
    let data = Data(lines.map { bytes[$0] }.joined(separator: [UInt8(ascii: "\n")]))
    return data.isEmpty ? nil : data
  }

  /// What a socket sends for a result; Apollo's multipart protocol wraps results and errors.
  private static func payload(of text: Data) -> Data? {
    guard let json = try? MockJSON(parsing: text) else { return nil }
    guard json.has("payload"), !json.has("data") else { return text }
    guard json["payload"].isNull else { return try? json["payload"].encoded() }
    return (try? json["errors"].encoded()).map(StreamFormat.payloads.streamError)
  }
}

// A part of a stream around the JSON in it.

/// A part of a stream: text, and a JSON value that stands in it.
struct PartText: Sendable, Equatable {
  /// What stands in front of the JSON; the whole where there is none.
  let before: String
  let json: ContiguousArray<UInt8>?
  let behind: String

  /// - Returns: nil if the bytes are not UTF-8.
  init?(_ bytes: Data) {
    guard String(data: bytes, encoding: .utf8) != nil else { return nil }
    let text = ContiguousArray(bytes)
    // What frames a result holds neither braces nor brackets.
    if let start = text.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) {
      let value = ContiguousArray(text[start...])
      var tokenizer = JSONTokenizer()
      if tokenizer.peek(value.span) != nil, tokenizer.skip(value.span, to: 0) {
        let end = start + tokenizer.offset
        before = String(decoding: text[..<start], as: UTF8.self)
        json = ContiguousArray(text[start..<end])
        behind = String(decoding: text[end...], as: UTF8.self)
        return
      }
    }
    before = String(decoding: text, as: UTF8.self)
    json = nil
    behind = ""
  }
}
