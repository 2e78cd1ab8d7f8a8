// The forms in which several results travel in one response, and what a client accepts of them.

enum StreamFormat: Sendable, Hashable {
  /// Incremental delivery as Apollo deployed it: `multipart/mixed;deferSpec=20220824`.
  case deferSpec
  /// Incremental delivery by the present draft: `pending`, `incremental`, `completed`.
  case incrementalSpec
  /// Apollo's subscriptions over HTTP: `multipart/mixed;subscriptionSpec=1.0`.
  case subscriptionSpec
  /// GraphQL over server-sent events, distinct connections mode.
  case eventStream
  /// Each chunk is the JSON of one result: what a socket puts into its messages.
  case payloads

  /// Whether it carries the parts of an incremental response.
  var isIncremental: Bool { self != .subscriptionSpec }

  /// Whether it carries the events of a subscription.
  var isForEvents: Bool {
    switch self {
    case .subscriptionSpec, .eventStream, .payloads: true
    case .deferSpec, .incrementalSpec: false
    }
  }

  var contentType: String {
    switch self {
    case .deferSpec: "multipart/mixed; boundary=\"-\"; deferSpec=20220824"
    case .incrementalSpec: "multipart/mixed; boundary=\"-\"; incrementalSpec=v0.2"
    case .subscriptionSpec: "multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0"
    case .eventStream: "text/event-stream"
    case .payloads: "application/json; charset=utf-8"
    }
  }
}

/// What the `Accept` header field of a request says of streams (RFC 9110, section 12.5.1).
struct AcceptedStreams: Sendable, Hashable {
  /// The forms that are named, those of greater weight first.
  let formats: [StreamFormat]
  /// Whether any type will do, as where the field is missing.
  let acceptsAnything: Bool
  /// Whether nothing but an event stream will do.
  let isOnlyEventStream: Bool

  /// - Parameter accept: The field's value; nil if the request has none.
  init(accept: String?) {
    var found: [(format: StreamFormat, weight: Double)] = []
    var acceptsAnything = accept == nil
    var acceptsOther = accept == nil
    for range in (accept ?? "").split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.trimmingASCIIWhitespace().lowercased() }
      guard let name = parts.first, !name.isEmpty else { continue }
      let parameters = Self.parameters(parts.dropFirst())
      let weight = parameters["q"].flatMap(Double.init) ?? 1
      guard weight > 0 else { continue }
      switch name {
      case "text/event-stream": found.append((.eventStream, weight))
      case "multipart/mixed":
        acceptsOther = true
        found.append((Self.multipart(parameters), weight))
      case "*/*":
        acceptsAnything = true
        acceptsOther = true
      default: acceptsOther = true
      }
    }
    formats = found.enumerated().ordered {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }.map(\.element.format)
    self.acceptsAnything = acceptsAnything
    isOnlyEventStream = !acceptsOther && !formats.isEmpty
  }

  private static func parameters(_ parts: some Sequence<String>) -> [String: String] {
    var parameters: [String: String] = [:]
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingASCIIWhitespace() }
      guard pair.count == 2 else { continue }
      // A value may be quoted (RFC 9110, section 5.6.6).
      parameters[pair[0]] = pair[1].filter { $0 != "\"" }
    }
    return parameters
  }

  private static func multipart(_ parameters: [String: String]) -> StreamFormat {
    if parameters["subscriptionspec"] != nil { return .subscriptionSpec }
    return parameters["deferspec"] == nil ? .incrementalSpec : .deferSpec
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
