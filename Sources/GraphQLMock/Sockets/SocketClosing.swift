/// The code and the reason of a WebSocket close frame (RFC 6455, section 7.4).
struct SocketClosing: Sendable, Equatable {
  let code: Int
  let reason: String

  /// - Parameter reason: The reason, truncated to 123 bytes, the limit of a close frame (RFC 6455, section 5.5).
  init(_ code: Int, _ reason: String) {
    self.code = code
    var kept = ""
    for character in reason {
      guard kept.utf8.count + character.utf8.count <= 123 else { break }
      kept.append(character)
    }
    self.reason = kept
  }

  /// An error message if the code isn't valid in a close frame (RFC 6455, section 7.4, and IANA's 1012 to 1014).
  var codeError: String? {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: nil
    default:
      "\(code) isn't a code of a close frame; it must be 1000 to 1003, 1007 to 1014, or 3000 to 4999."
    }
  }

  static let normal = SocketClosing(1000, "")
  /// The connection ended without a close frame (RFC 6455, section 7.1.5).
  static let abnormal = SocketClosing(1006, "")
  /// A refusal in the older protocol, `graphql-ws`, or by a policy whose own code isn't valid.
  static let internalError = SocketClosing(1011, "")
  // These codes, and 4403 in `MockConnectionPolicy.refuse`, are from PROTOCOL.md and src/common.ts of the library graphql-ws.
  static let badRequest = SocketClosing(4400, "Invalid message received")
  static let unauthorized = SocketClosing(4401, "Unauthorized")
  static let subprotocolNotAcceptable = SocketClosing(4406, "Subprotocol not acceptable")
  static let initializationTimeout = SocketClosing(4408, "Connection initialisation timeout")
  static let tooManyInitializations = SocketClosing(4429, "Too many initialisation requests")

  static func subscriberExists(_ id: String) -> SocketClosing {
    SocketClosing(4409, "Subscriber for \(id) already exists")
  }
}
