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

extension MockJSON {
  /// The value with every member that holds a secret, at any depth, replaced.
  /// - Parameter isSecret: Whether a member of that name holds one.
  func redactingSecrets(
    where isSecret: (_ name: String) -> Bool = SecretNames.contains
  ) -> MockJSON {
    if let array { return .array(array.map { $0.redactingSecrets(where: isSecret) }) }
    guard let members else { return self }
    return MockJSON(
      .object(
        JSONMembers(
          members.map { member in
            let isHidden = isSecret(member.name) && !member.value.isNull
            return (
              member.name,
              isHidden
                ? .string(SecretNames.replacement)
                : member.value.redactingSecrets(where: isSecret)
            )
          })))
  }
}
