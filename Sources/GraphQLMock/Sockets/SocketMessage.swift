// The PROTOCOL.md files of the libraries graphql-ws and subscriptions-transport-ws specify the message formats.

import Foundation

enum SocketMessage {
  enum Dialect: String, Sendable, CaseIterable {
    case transport = "graphql-transport-ws"
    case legacy = "graphql-ws"

    /// Returns `graphql-transport-ws` if the client offers it, otherwise `graphql-ws`, or nil if it offers neither.
    static func choose(from offered: [String]) -> Dialect? {
      allCases.first { offered.contains($0.rawValue) }
    }
  }

  indirect enum Client: Sendable, Equatable {
    case initialize(payload: MockJSON?)
    case ping(payload: MockJSON?)
    case pong(payload: MockJSON?)
    case subscribe(id: MockJSON, payload: MockJSON)
    case complete(id: MockJSON)
    case terminate

    init?(_ text: Data, _ dialect: Dialect) {
      guard let json = try? MockJSON(parsing: text), json.isObject, let type = json["type"].string
      else { return nil }
      let payload = json["payload"]
      let id = json["id"]
      // In the older protocol, the reference server accepts any identifier and sends it back.
      let isIdentified = dialect == .legacy || id.string?.isEmpty == false
      // PROTOCOL.md allows only an object, null, or no payload. Otherwise, the outer optional is nil.
      let optional: MockJSON?? =
        payload.isNull ? .some(nil) : payload.isObject ? .some(payload) : nil
      switch (dialect, type) {
      case (_, "connection_init"):
        // The older protocol, `graphql-ws`, doesn't specify the type of the payload, so any JSON value is valid.
        guard let payload = dialect == .legacy ? .some(payload.isNull ? nil : payload) : optional
        else { return nil }
        self = .initialize(payload: payload)
      case (.transport, "ping"), (.transport, "pong"):
        guard let optional else { return nil }
        self = type == "ping" ? .ping(payload: optional) : .pong(payload: optional)
      case (.transport, "subscribe"):
        guard isIdentified, Self.isRequest(payload) else { return nil }
        self = .subscribe(id: id, payload: payload)
      case (.legacy, "start"):
        guard payload.isObject else { return nil }
        self = .subscribe(id: id, payload: payload)
      case (.transport, "complete"), (.legacy, "stop"):
        guard isIdentified else { return nil }
        self = .complete(id: id)
      case (.legacy, "connection_terminate"): self = .terminate
      default: return nil
      }
    }

    /// Returns the reason why `init` refuses a message. Both have a case for each type.
    static func problem(of text: Data, _ dialect: Dialect) -> String {
      guard let message = try? MockJSON(parsing: text), message.isObject else {
        return "the client's message must be a JSON object"
      }
      return switch (dialect, message["type"].string) {
      case (_, nil): "the client's message has no type"
      case (.transport, "subscribe"?):
        "the client's subscribe message needs an id and a payload with a query"
      case (.legacy, "start"?): "the payload of the client's start must be an object"
      case (.transport, "complete"?): "the client's complete message needs an id"
      case (.transport, let type?) where ["connection_init", "ping", "pong"].contains(type):
        "the payload of the client's \(type) must be an object"
      case (_, let type?): "\(dialect.rawValue) has no \(type.quoted), which the client sent"
      }
    }

    private static func isRequest(_ payload: MockJSON) -> Bool {
      let query = payload["query"]
      // PROTOCOL.md requires a query. Servers of persisted documents accept a hash or an identifier instead.
      let isPersisted =
        query.isNull
        && (!payload["extensions"]["persistedQuery"].isNull || payload["documentId"].string != nil)
      return payload.isObject && (query.string != nil || isPersisted)
        && (payload["operationName"].isNull || payload["operationName"].string != nil)
        && (payload["variables"].isNull || payload["variables"].isObject)
        && (payload["extensions"].isNull || payload["extensions"].isObject)
    }
  }

  /// A message from the server, whose results and errors are already encoded as JSON.
  indirect enum Server: Sendable, Equatable {
    case acknowledge(payload: MockJSON?)
    case connectionError(message: String)
    case ping(payload: MockJSON?)
    case pong(payload: MockJSON?)
    case next(id: MockJSON, result: Data)
    case error(id: MockJSON, errors: Data)
    case complete(id: MockJSON)

    func text(_ dialect: Dialect) -> String? {
      switch self {
      case .acknowledge(let payload):
        return Self.text("connection_ack", payload: payload?.description)
      case .connectionError(let message):
        return Self.text("connection_error", payload: "{\"message\":\(MockJSON.string(message))}")
      case .ping(let payload):
        // The older protocol has no pings. Its servers send "ka" (keep-alive) messages, which clients don't answer.
        return dialect == .legacy
          ? Self.text("ka") : Self.text("ping", payload: payload?.description)
      case .pong(let payload):
        return dialect == .legacy ? nil : Self.text("pong", payload: payload?.description)
      case .next(let id, let result):
        let text = String(decoding: result, as: UTF8.self)
        return Self.text(dialect == .legacy ? "data" : "next", id, payload: text)
      case .error(let id, let errors):
        // In the older protocol, the payload of an `error` message is a single error instead of a list.
        let first = (try? MockJSON(parsing: errors))?[0] ?? .null
        let all = String(decoding: errors, as: UTF8.self)
        return Self.text("error", id, payload: dialect == .legacy ? first.description : all)
      case .complete(let id): return Self.text("complete", id)
      }
    }

    private static func text(
      _ type: String, _ id: MockJSON = .null, payload: String? = nil
    ) -> String {
      let id = id.isNull ? "" : "\"id\":\(id),"
      let payload = payload.map { ",\"payload\":\($0)" } ?? ""
      return "{\(id)\"type\":\"\(type)\"\(payload)}"
    }
  }
}
