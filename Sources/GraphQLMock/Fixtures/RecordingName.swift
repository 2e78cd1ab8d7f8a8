// The name of a recording's file, such as `Hero.film-JEDI.r1a2b3c4d.json`, contains the operation, readable
// variables and a digest (a short hash). The digest makes names different if their readable parts are equal or
// differ only in case. Users have files with names from older versions, so `accepts` must accept the names of all
// versions. Recordings are found by operation and content, so a change of the naming rules affects only new files.

import Foundation

enum RecordingName {
  // File systems allow 255 bytes for a file name. The operation takes up to 100 bytes (see `FixtureName`), all
  // variables together 80, the digest 14, and the position and ".json" the rest.
  private static let longest = 80
  private static let longestValue = 40

  // Returns the name of a recording. If the operation has a name, its document doesn't affect the result, so that a
  // new recording overwrites the file after the document has changed.
  static func row(of operation: OperationRequest, variables: MockJSON, key: MatchKey?) -> String {
    let name = FixtureName.operation(of: operation)
    // Redacted secrets are left out, because the name must not depend on which secrets are known.
    let variables = variables.droppingNullMembers().withoutReplacements
    let (readable, isLossless) = readable(variables)
    // If the readable part contains the complete variables, a shorter digest is enough.
    let count = isLossless && key == nil ? 8 : 12
    // The description of a JSON object sorts its members, so the order in the request doesn't change the digest.
    let digest = digest(of: [name, variables.description, key?.recordedText ?? ""]).prefix(count)
    return ([name] + readable + ["r" + digest]).joined(separator: ".")
  }

  /// Returns a Boolean value that indicates whether any version of the library made the file name for a recording.
  static func accepts(_ name: FixtureName) -> Bool {
    guard let last = name.variant?.utf8.split(separator: UInt8(ascii: ".")).last,
      last.first == UInt8(ascii: "r"),
      [8, 12].contains(last.count - 1)
    else { return false }
    return last.dropFirst().allSatisfy { $0.isDigit || $0 >= 0x61 && $0 <= 0x66 }
  }

  static func folder(ofCase name: String) -> String {
    let (text, isLossless) = plain(name)
    return isLossless && !text.isEmpty ? text : "\(text)-\(digest(of: [name]).prefix(4))"
  }

  private static func digest(of texts: [String]) -> String {
    StableDigest(of: texts).description
  }

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
