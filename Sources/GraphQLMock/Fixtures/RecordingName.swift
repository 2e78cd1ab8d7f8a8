// Readable variables, and a digest for names that read the same or differ only in case: `Hero.film-JEDI.r1a2b3c4d`.
// Old names stay in users' folders. `accepts` must accept every form that was ever made. Recordings are found by
// their operation, with which the name begins, and by their content, so a new form only names new files.

import Foundation

enum RecordingName {
  // In bytes: 100 for the operation (`FixtureName`), 80 for all variables together, 14 for the digest, and the rest
  // for the position and ".json". File systems allow 255.
  private static let longest = 80
  private static let longestValue = 40

  /// The document of a named operation doesn't count, so that a changed one is recorded in place.
  static func row(of operation: OperationRequest, variables: MockJSON, key: MatchKey?) -> String {
    let name = FixtureName.operation(of: operation)
    // The name doesn't depend on which secrets are known.
    let variables = variables.droppingNullMembers().withoutReplacements
    let (readable, isLossless) = readable(variables)
    // Fewer digits are enough if the readable part is complete.
    let count = isLossless && key == nil ? 8 : 12
    // The description sorts members, so their order doesn't count.
    let digest = digest(of: [name, variables.description, key?.recordedText ?? ""]).prefix(count)
    return ([name] + readable + ["r" + digest]).joined(separator: ".")
  }

  /// Whether a file has a name that ``row(of:variables:key:)`` makes, or has made in earlier versions.
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

  /// Keeps only letters, digits, `-` and `_`, which every file system allows.
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
