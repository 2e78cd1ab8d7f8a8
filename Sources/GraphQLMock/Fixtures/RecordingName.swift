// The name of a recording's file, such as `Hero.film-JEDI.r1a2b3c4d`: the operation, readable variables, and a
// digest to distinguish names that read the same or differ only in case. Users keep files with old names, so
// `accepts` must accept every form that was ever made. Recordings are found by the operation and by their content,
// so a new form affects only new files.

import Foundation

enum RecordingName {
  // Of the 255 bytes that file systems allow, 100 are for the operation (`FixtureName`), 80 for all variables
  // together, 14 for the digest, and the rest for the position and ".json".
  private static let longest = 80
  private static let longestValue = 40

  /// Returns the name of a recording, which doesn't depend on a named operation's document, so that a changed
  /// document overwrites the recording.
  static func row(of operation: OperationRequest, variables: MockJSON, key: MatchKey?) -> String {
    let name = FixtureName.operation(of: operation)
    // Replacements of secrets are left out, because the name must not depend on which secrets are known.
    let variables = variables.droppingNullMembers().withoutReplacements
    let (readable, isLossless) = readable(variables)
    // Fewer digits of the digest are enough if the readable part is complete.
    let count = isLossless && key == nil ? 8 : 12
    // The description sorts the members of objects, so their order doesn't change the digest.
    let digest = digest(of: [name, variables.description, key?.recordedText ?? ""]).prefix(count)
    return ([name] + readable + ["r" + digest]).joined(separator: ".")
  }

  /// Returns a Boolean value that indicates whether a recording's name was made by this or an earlier version.
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

  /// Returns a text with only letters, digits, `-` and `_`, which every file system allows.
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
