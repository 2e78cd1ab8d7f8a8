// The names of recordings: `HeroName.episode-EMPIRE.r1a2b3c4d` is what a person reads, and a digest that
// tells apart what reads the same, or is the same but for case.

import Foundation

enum RecordingName {
  /// How many bytes of variables a name shows.
  private static let longest = 80
  private static let longestValue = 40

  /// The name of a request's files, without position and ending.
  ///
  /// The document of a named operation does not count, so that a changed one is recorded in place; nor does
  /// what was replaced, so that the name is the same whether a secret was known or not.
  /// - Parameters:
  ///   - variables: The variables without secrets.
  ///   - key: What tells the document; nil for named operations.
  static func row(of operation: OperationRequest, variables: MockJSON, key: MatchKey?) -> String {
    let name = FixtureName.operation(of: operation)
    let variables = variables.droppingNullMembers().withoutReplacements
    let (readable, isWhole) = readable(variables)
    // Few digits are enough where the rest of the name says everything.
    let count = isWhole && key == nil ? 8 : 12
    let digest = digest(of: [name, variables.description, key?.description ?? ""]).prefix(count)
    return ([name] + readable + ["r" + digest]).joined(separator: ".")
  }

  /// Whether a file is named as ``row(of:variables:key:)`` names rows.
  static func isOne(_ name: FixtureName) -> Bool {
    guard let last = name.variant?.utf8.split(separator: UInt8(ascii: ".")).last,
      last.first == UInt8(ascii: "r"),
      [8, 12].contains(last.count - 1)
    else { return false }
    return last.dropFirst().allSatisfy { $0.isDigit || $0 >= 0x61 && $0 <= 0x66 }
  }

  /// Hexadecimal digits that tell texts apart, the same in every process.
  static func digest(of texts: [String]) -> String {
    StableDigest(of: texts).description
  }

  /// The variables as far as a name can show them, and whether that is all there is to say.
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

  /// Letters, digits, `-` and `_`, which every file system takes; all else becomes `-`.
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
  /// The digests of the files of an upload, by path, as recordings have them; null where there are none.
  var uploads: MockJSON {
    if files.isEmpty { return nil }
    let digests = files.flatMap { file in
      let digest = RecordingName.digest(of: [file.bytes.base64EncodedString()]).prefix(8)
      return file.paths.map { ($0, MockJSON.string(String(digest))) }
    }
    return .object(Dictionary(digests) { $1 })
  }
}
