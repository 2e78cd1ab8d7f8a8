// What stands around the results of a response that brings several.

import Foundation

extension StreamFormat {
  /// What comes before the first result.
  ///
  /// Each part of a multipart body ends with the delimiter of the next (RFC 2046, section 5.1.1):
  /// clients hand a part on only when they have seen that.
  var preamble: Data {
    switch self {
    case .deferSpec, .incrementalSpec, .subscriptionSpec: Data("\r\n--\(boundary)".utf8)
    // Has the head sent at once (GraphQL over SSE; server-sent events, "comment").
    case .eventStream: Data(":\n\n".utf8)
    case .payloads: Data()
    }
  }

  /// The chunk of a result.
  /// - Parameter json: The result, on one line.
  func chunk(_ json: Data) -> Data {
    switch self {
    case .deferSpec, .incrementalSpec:
      part("application/json; charset=utf-8", json)
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
    case .deferSpec, .incrementalSpec: nil
    }
  }

  /// The chunk of errors that end a subscription from outside of its operation.
  /// - Parameter errors: The list of errors, as JSON.
  func transportError(_ errors: Data) -> Data {
    switch self {
    case .subscriptionSpec, .payloads:
      let json = Data("{\"errors\":".utf8) + errors + Data(",\"payload\":null}".utf8)
      return self == .payloads ? json : part("application/json", json)
    case .deferSpec, .incrementalSpec, .eventStream:
      return chunk(Data("{\"errors\":".utf8) + errors + Data("}".utf8))
    }
  }

  /// What comes after the last result.
  var epilogue: Data {
    switch self {
    case .deferSpec, .incrementalSpec, .subscriptionSpec: Data("--\r\n".utf8)
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
