import Foundation

/// The format of a body that is sent in parts, with the media type as the raw value.
enum StreamFormat: String, Sendable {
  /// Apollo's multipart format for responses to documents with `@defer`.
  case deferSpec = "multipart/mixed; boundary=\"-\"; deferSpec=20220824"
  /// Apollo's multipart format for subscriptions over HTTP.
  case subscriptionSpec = "multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0"
  /// Server-sent events in the distinct connections mode of GraphQL over SSE.
  case eventStream = "text/event-stream"
  /// JSON results that are sent as messages on a WebSocket.
  case payloads = "application/json; charset=utf-8"

  /// Whether the format has responses to documents with `@defer` and `@stream`.
  var isIncremental: Bool {
    switch self {
    case .deferSpec, .eventStream, .payloads: true
    case .subscriptionSpec: false
    }
  }

  /// Whether the format has the events of a subscription.
  var isForEvents: Bool {
    switch self {
    case .subscriptionSpec, .eventStream, .payloads: true
    case .deferSpec: false
    }
  }

  var contentType: String { rawValue }

  struct Accepted: Sendable, Equatable {
    let mediaType: ResponseMediaType
    /// The formats that the client names, best first.
    let formats: [StreamFormat]
    let incremental: StreamFormat?
    /// An unsupported format such as `incrementalSpec=v0.2`, if the client accepts no other incremental responses.
    let otherIncremental: String?
    let events: StreamFormat?
    let isOnlyEventStream: Bool

    /// A cache, because most processes see only one or two values of `Accept`.
    private static let known = SmallCache<String?, Accepted>()

    init(accept: String?) {
      self = Self.known.value(for: accept) {
        Accepted(ResponseMediaType.AcceptedRange.all(in: $0 ?? "*/*"))
      }
    }

    private init(_ ranges: [ResponseMediaType.AcceptedRange]) {
      typealias Range = ResponseMediaType.AcceptedRange
      let whole = Range.accepted(
        [ResponseMediaType.json, .graphQLResponse], in: ranges, \.contentType)
      let streams = Range.accepted(
        [eventStream, deferSpec, subscriptionSpec], in: ranges, \.contentType)
      // A client that doesn't name a format can't read it. `multipart/mixed` alone doesn't name `subscriptionSpec`.
      let named = streams.filter { $0.range.precision > ($0.format.isIncremental ? 1 : 2) }
      formats = named.map(\.format)
      incremental =
        named.first {
          $0.format.isIncremental && $0.range.weight >= whole.first?.range.weight ?? 0
        }?.format
      let other = ranges.filter { $0.name == "multipart/mixed" && $0.weight > 0 }
        .flatMap(\.parameters.all)
        .first { ["deferspec", "incrementalspec"].contains($0.name.lowercased()) }
      otherIncremental =
        formats.contains(where: \.isIncremental) ? nil : other.map { "\($0.name)=\($0.value)" }
      events =
        formats.first(where: \.isForEvents) ?? streams.first { $0.format == eventStream }?.format
      isOnlyEventStream =
        !formats.isEmpty && ranges.allSatisfy { $0.name == "text/event-stream" || $0.weight == 0 }
      mediaType = whole.first?.format ?? (isOnlyEventStream ? .eventStream : .json)
    }
  }

  /// The first bytes of the body, which are a delimiter in multipart formats.
  var preamble: Data {
    switch self {
    case .deferSpec, .subscriptionSpec: Data("\r\n--\(boundary)".utf8)
    // The stream begins with a comment, so that the headers are sent immediately (GraphQL over SSE).
    case .eventStream: Data(":\n\n".utf8)
    case .payloads: Data()
    }
  }

  func chunk(_ json: Data) -> Data {
    switch self {
    case .deferSpec: part("application/json; charset=utf-8", json)
    case .subscriptionSpec:
      part("application/json", Data("{\"payload\":".utf8) + json + Data("}".utf8))
    case .eventStream: Self.event(json)
    case .payloads: json
    }
  }

  var heartbeat: Data? {
    switch self {
    case .subscriptionSpec: part("application/json", Data("{}".utf8))
    case .eventStream: Data(":\n\n".utf8)
    // This isn't JSON, because an event may be `{}`. `SocketConnection` sends a ping instead.
    case .payloads: Data("ping".utf8)
    case .deferSpec: nil
    }
  }

  func streamError(_ errors: Data) -> Data {
    switch self {
    case .payloads: return errors
    case .subscriptionSpec:
      return part(
        "application/json", Data("{\"errors\":".utf8) + errors + Data(",\"payload\":null}".utf8))
    case .deferSpec, .eventStream: return chunk(Data("{\"errors\":".utf8) + errors + Data("}".utf8))
    }
  }

  var epilogue: Data {
    switch self {
    case .deferSpec, .subscriptionSpec: Data("--\r\n".utf8)
    // `EventSource` ignores an event without `data`, so an empty field is sent (GraphQL over SSE).
    case .eventStream: Data("event: complete\ndata:\n\n".utf8)
    case .payloads: Data()
    }
  }

  private var boundary: String { self == .subscriptionSpec ? "graphql" : "-" }

  private func part(_ contentType: String, _ json: Data) -> Data {
    var part = Data("\r\ncontent-type: \(contentType)\r\n\r\n".utf8)
    part += json
    part += "\r\n--\(boundary)".utf8
    return part
  }

  /// Returns a server-sent event with a separate `data` field for each line of the data.
  private static func event(_ data: Data) -> Data {
    var event = Data("event: next\ndata: ".utf8)
    for byte in data {
      switch byte {
      case 0x0A: event += "\ndata: ".utf8
      case 0x0D: continue  // white space in JSON, but a line end in an event stream
      default: event.append(byte)
      }
    }
    event += "\n\n".utf8
    return event
  }

  /// Returns whether a line is a multipart delimiter, or a field or a comment of an event stream.
  static func isFraming(_ line: String) -> Bool {
    line.hasPrefix("--")
      || ["", "data", "event", "id", "retry"].contains(line.prefix { $0 != ":" })
  }

  /// Returns the ranges of the data lines of each event (HTML, section 9.2.5 "Parsing an event stream").
  static func events(in text: ContiguousArray<UInt8>) -> [[Range<Int>]] {
    var events: [[Range<Int>]] = []
    var isInData = false
    // A byte order mark at the start of an event stream is skipped.
    var index = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < text.count {
      let end = text.end(from: index) { $0 != 0x0A && $0 != 0x0D }
      let isData = text.has("data:", at: index)
      if isData, !isInData { events.append([]) }
      if isData {
        events[events.count - 1].append(index + (text.has(" ", at: index + 5) ? 6 : 5)..<end)
      }
      isInData = isData
      index = end + (text.has("\r\n", at: end) ? 2 : 1)
    }
    return events
  }
}
