// The forms in which several results travel in one response, and what a client accepts of them.

import Foundation

/// The forms, by the media types that they are sent as.
enum StreamFormat: String, Sendable {
  /// Incremental delivery as Apollo deployed it.
  case deferSpec = "multipart/mixed; boundary=\"-\"; deferSpec=20220824"
  /// Apollo's subscriptions over HTTP.
  case subscriptionSpec = "multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0"
  /// GraphQL over server-sent events, distinct connections mode.
  case eventStream = "text/event-stream"
  /// Each chunk is the JSON of one result: what a socket puts into its messages.
  case payloads = "application/json; charset=utf-8"

  /// Whether it carries the parts of an incremental response.
  var isIncremental: Bool { self != .subscriptionSpec }

  /// Whether it carries the events of a subscription.
  var isForEvents: Bool { self != .deferSpec }

  var contentType: String { rawValue }
}

/// What the `Accept` header field of a request says of streams (RFC 9110, section 12.5.1).
struct AcceptedStreams: Sendable, Equatable {
  /// The forms that are named, those of greater weight first.
  let formats: [StreamFormat]
  /// Whether parts are wanted only in the later form, with `pending` and `completed`, which isn't written.
  let wantsLaterIncremental: Bool
  /// Whether any type will do, as where the field is missing.
  let acceptsAnything: Bool
  /// Whether nothing but an event stream will do.
  let isOnlyEventStream: Bool

  /// - Parameter accept: The field's value; nil if the request has none.
  init(accept: String?) {
    let ranges = AcceptedRange.all(in: accept ?? "")
    formats = ranges.compactMap { range in
      switch range.name {
      case "text/event-stream": .eventStream
      case "multipart/mixed" where range.parameters["subscriptionspec"] != nil: .subscriptionSpec
      case "multipart/mixed" where range.parameters["incrementalspec"] == nil: .deferSpec
      default: nil
      }
    }
    wantsLaterIncremental =
      !formats.contains(where: \.isIncremental)
      && ranges.contains {
        $0.name == "multipart/mixed" && $0.parameters["incrementalspec"] != nil
      }
    acceptsAnything = accept == nil || ranges.contains { $0.name == "*/*" }
    isOnlyEventStream = !formats.isEmpty && ranges.allSatisfy { $0.name == "text/event-stream" }
  }

  /// The form of an incremental response; nil if the client takes none, and gets the whole.
  var incremental: StreamFormat? { formats.first(where: \.isIncremental) }

  /// The form of a subscription's events; nil if the client takes none.
  ///
  /// A client that takes anything gets server-sent events.
  var events: StreamFormat? {
    formats.first(where: \.isForEvents) ?? (acceptsAnything ? .eventStream : nil)
  }
}

// What stands around the results of a response that brings several.

extension StreamFormat {
  /// What comes before the first result.
  ///
  /// Each part of a multipart body ends with the delimiter of the next (RFC 2046, section 5.1.1):
  /// clients hand a part on only when they have seen that.
  var preamble: Data {
    switch self {
    case .deferSpec, .subscriptionSpec: Data("\r\n--\(boundary)".utf8)
    // Has the head sent at once (GraphQL over SSE; server-sent events, "comment").
    case .eventStream: Data(":\n\n".utf8)
    case .payloads: Data()
    }
  }

  /// The chunk of a result.
  /// - Parameter json: The result, on one line.
  func chunk(_ json: Data) -> Data {
    switch self {
    case .deferSpec: part("application/json; charset=utf-8", json)
    case .subscriptionSpec:
      part("application/json", Data("{\"payload\":".utf8) + json + Data("}".utf8))
    case .eventStream:
      Self.event("next", json)
    case .payloads:
      json
    }
  }

  /// The chunk that says that there are no errors and no news; nil where the form has none.
  var heartbeat: Data? {
    switch self {
    case .subscriptionSpec: part("application/json", Data("{}".utf8))
    case .eventStream: Data(":\n\n".utf8)
    case .payloads: Data("{}".utf8)
    case .deferSpec: nil
    }
  }

  /// The chunk of errors that end a subscription from outside of its operation.
  /// - Parameter errors: The list of errors, as JSON.
  func streamError(_ errors: Data) -> Data {
    switch self {
    case .payloads: return errors
    case .subscriptionSpec:
      return part(
        "application/json", Data("{\"errors\":".utf8) + errors + Data(",\"payload\":null}".utf8))
    case .deferSpec, .eventStream:
      return chunk(Data("{\"errors\":".utf8) + errors + Data("}".utf8))
    }
  }

  /// What comes after the last result.
  var epilogue: Data {
    switch self {
    case .deferSpec, .subscriptionSpec: Data("--\r\n".utf8)
    // Without a data field an EventSource drops the event (GraphQL over SSE, "complete event").
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

  /// An event; each line of its data is a field of its own (server-sent events, "field").
  static func event(_ name: String, _ data: Data) -> Data {
    var event = Data("event: \(name)\ndata: ".utf8)
    for byte in data {
      switch byte {
      case 0x0A: event += "\ndata: ".utf8
      case 0x0D: continue  // white space in JSON, but the end of a line here
      default: event.append(byte)
      }
    }
    event += "\n\n".utf8
    return event
  }
}

extension StreamFormat {
  /// Where the data of the events of a stream stands, which may have several lines (HTML, section 9.2.5
  /// "Parsing an event stream").
  static func events(in text: ContiguousArray<UInt8>) -> [[Range<Int>]] {
    var events: [[Range<Int>]] = []
    var isInData = false
    // A byte order mark may come first.
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
