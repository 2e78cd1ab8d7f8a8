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
