// The names of recordings, such as `HeroName.episode-EMPIRE.r1a2b3c4d`: readable variables, and a
// digest that distinguishes names that read the same or differ only in case.

import Foundation

enum RecordingName {
  /// In bytes, for all variables together.
  private static let longest = 80
  private static let longestValue = 40

  /// The document of a named operation doesn't count, so that a changed one is recorded in place.
  static func row(of operation: OperationRequest, variables: MockJSON, key: MatchKey?) -> String {
    let name = FixtureName.operation(of: operation)
    // The name doesn't depend on which secrets are known.
    let variables = variables.droppingNullMembers().withoutReplacements
    let (readable, isWhole) = readable(variables)
    // Fewer digits are enough if the readable part is complete.
    let count = isWhole && key == nil ? 8 : 12
    let digest = digest(of: [name, variables.description, key?.description ?? ""]).prefix(count)
    return ([name] + readable + ["r" + digest]).joined(separator: ".")
  }

  /// Whether a file has a name that ``row(of:variables:key:)`` makes.
  static func isOne(_ name: FixtureName) -> Bool {
    guard let last = name.variant?.utf8.split(separator: UInt8(ascii: ".")).last,
      last.first == UInt8(ascii: "r"),
      [8, 12].contains(last.count - 1)
    else { return false }
    return last.dropFirst().allSatisfy { $0.isDigit || $0 >= 0x61 && $0 <= 0x66 }
  }

  static func digest(of texts: [String]) -> String {
    StableDigest(of: texts).description
  }

  private static func readable(_ variables: MockJSON) -> ([String], isWhole: Bool) {
    var parts: [String] = []
    var length = 0
    var isWhole = true
    for member in variables.members.map(Array.init) ?? [] {
      var part = plain(member.name, &isWhole)
      if let value = text(of: member.value) {
        part += "-" + plain(value, &isWhole)
      } else {
        isWhole = false
      }
      length += part.utf8.count + 1
      guard length <= longest else { return (parts, false) }
      parts.append(part)
    }
    return (parts, isWhole)
  }

  private static func text(of value: MockJSON) -> String? {
    switch value.storage {
    case .string(let text): text
    case .number, .bool: value.description
    case .null, .array, .object, .unencodable: nil
    }
  }

  /// Keeps only letters, digits, `-` and `_`, which every file system allows.
  static func plain(_ text: String, _ isWhole: inout Bool) -> String {
    var result = ""
    for byte in text.utf8 {
      guard result.utf8.count < longestValue else {
        isWhole = false
        break
      }
      let isPlain = byte.continuesName || byte == 0x2D
      if !isPlain { isWhole = false }
      result.unicodeScalars.append(UnicodeScalar(isPlain ? byte : UInt8(ascii: "-")))
    }
    return result
  }
}

extension OperationRequest {
  var uploads: MockJSON {
    if files.isEmpty { return nil }
    let digests = files.flatMap { file in
      let digest = RecordingName.digest(of: [file.data.base64EncodedString()]).prefix(8)
      return file.paths.map { ($0, MockJSON.string(String(digest))) }
    }
    return .object(Dictionary(digests) { $1 })
  }
}
