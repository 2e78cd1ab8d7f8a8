// The file name of a recording, such as `Hero.film-JEDI.r1a2b3c4d.json`, contains the operation, its variables and
// a hash. Users have files with names from older versions, so `accepts` must accept the names of all versions.

enum RecordingName {
  /// The maximum number of bytes for all variables together. File systems limit a file name to 255 bytes.
  private static let longest = 80
  private static let longestValue = 40

  /// Returns the name of a recording. Only the names of anonymous operations depend on the document (`key`).
  static func row(of operation: OperationRequest, variables: MockJSON, key: MatchKey?) -> String {
    let name = FixtureName.operation(of: operation)
    // The replacements of secrets aren't part of the file name.
    let variables = variables.droppingNullMembers().withoutReplacements.rebuilt { value in
      guard case .number(let number) = value.storage else { return nil }
      return MockJSON(.number(number.canonical))
    }
    let (readable, isLossless) = readable(variables)
    // The hash can be shorter if the name already contains all variables.
    let count = isLossless && key == nil ? 8 : 12
    // `description` sorts the members of objects, so the hash doesn't depend on their order.
    let digest = digest(of: [name, variables.description, key?.recordedText ?? ""]).prefix(count)
    return ([name] + readable + ["r" + digest]).joined(separator: ".")
  }

  /// Returns a Boolean value that indicates whether a name is that of a recording from any library version.
  static func accepts(_ name: FixtureName) -> Bool {
    guard let last = name.variant?.utf8.split(separator: UInt8(ascii: ".")).last,
      last.first == UInt8(ascii: "r"), [8, 12].contains(last.count - 1)
    else { return false }
    return last.dropFirst().allSatisfy { $0.isDigit || $0 >= 0x61 && $0 <= 0x66 }
  }

  /// Returns the name of a folder with the recordings of one case. Users have such folders, so it must not change.
  static func folder(ofCase name: String) -> String {
    let (text, isLossless) = plain(name)
    return isLossless && !text.isEmpty ? text : "\(text)-\(digest(of: [name]).prefix(4))"
  }

  private static func digest(of texts: [String]) -> String { StableDigest(of: texts).description }

  private static func readable(_ variables: MockJSON) -> (parts: [String], isLossless: Bool) {
    var parts: [String] = []
    var length = 0
    var isLossless = true
    for member in variables.members.map(Array.init) ?? [] {
      let name = plain(member.name)
      let value = text(of: member.value).map(plain)
      let part = name.text + (value.map { "-" + $0.text } ?? "")
      length += part.utf8.count + 1
      guard length <= longest else { return (parts, false) }
      parts.append(part)
      if !name.isLossless || value?.isLossless != true { isLossless = false }
    }
    return (parts, isLossless)
  }

  private static func text(of value: MockJSON) -> String? {
    switch value.storage {
    case .string(let text): text
    case .number, .bool: value.description
    case .null, .array, .object, .unencodable: nil
    }
  }

  /// Returns the text with only letters, digits, `-` and `_`, so that every file system allows it in a file name.
  private static func plain(_ text: String) -> (text: String, isLossless: Bool) {
    var result = ""
    var isLossless = true
    for byte in text.utf8 {
      guard result.utf8.count < longestValue else { return (result, false) }
      let isPlain = byte.continuesName || byte == 0x2D
      if !isPlain { isLossless = false }
      result.unicodeScalars.append(UnicodeScalar(isPlain ? byte : UInt8(ascii: "-")))
    }
    return (result, isLossless)
  }
}
