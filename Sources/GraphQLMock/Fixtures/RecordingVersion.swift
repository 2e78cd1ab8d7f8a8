// A recording contains `"recorded": {"salt": "Checkout", "version": 3}`. The salt determines the replacements of
// secrets, and a folder keeps it, because clients send recorded replacements again.

import Foundation

struct RecordingVersion: Sendable, Equatable {
  let salt: String

  static let version = 3
  static let key = "recorded"

  var replacement: SecretReplacement { SecretReplacement(salt: salt) }

  static func read(_ parser: FixtureParser) throws(FixtureError) -> RecordingVersion? {
    let stated = parser[key]
    guard try stated.object() != nil else { return nil }
    // Earlier versions of the library wrote the day of a refresh with the key `refreshed`.
    try stated.allow(["refreshed", "salt", "version"])
    let number = stated["version"]
    guard number.json.int == version else {
      throw number.error(.otherRecording(number.json.description))
    }
    return RecordingVersion(salt: try stated["salt"].text() ?? SecretReplacement().salt)
  }

  var json: MockJSON {
    ["salt": .string(salt), "version": .number(Self.version)]
  }

  /// Returns the version for new files in a folder, whose salt is the folder's name if it has no recordings, so
  /// that processes that start at the same time use the same salt.
  static func format(of folder: URL) -> RecordingVersion {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for file in files.ordered() where FixtureName(file: file)?.isOperation == true {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(file)),
        let parser = try? FixtureParser(data, display: file, folder: nil),
        let format = try? read(parser)
      else { continue }
      return format
    }
    return RecordingVersion(salt: folder.lastPathComponent)
  }
}
