// Which members and header fields hold secrets, by their names: they never appear in a message, and
// never in a recording.

enum SecretNames {
  /// What stands for a secret.
  static let replacement = "<redacted>"

  /// Parts of names, without the signs that join words.
  private static let parts: [[UInt8]] = [
    "password", "passwd", "passphrase", "passcode", "secret", "token", "authorization", "cookie",
    "apikey", "accesskey", "privatekey", "credential", "sessionid", "jwt", "bearer",
  ].map { Array($0.utf8) }

  /// Whether a member or a header field of that name holds a secret.
  static func contains(_ name: String) -> Bool {
    let letters = name.utf8.filter { $0 != 0x2D && $0 != 0x5F }.map(\.asciiLowercased)
    return parts.contains { part in
      guard letters.count >= part.count else { return false }
      return (0...(letters.count - part.count)).contains {
        letters[$0..<($0 + part.count)].elementsEqual(part)
      }
    }
  }
}
