// How a recording is kept: `"recorded": {"salt": "Checkout", "version": 3}`. A folder keeps the salt that
// it has, as requests send replacements again.

import Foundation

struct RecordingVersion: Sendable, Equatable {
  /// What the replacements of secrets were salted with.
  let salt: String

  static let version = 3
  static let key = "recorded"

  /// What stands in the place of secrets.
  var replacement: SecretReplacement { SecretReplacement(salt: salt) }

  /// What a file says of itself; nil if a person wrote it.
  static func read(_ parser: FixtureParser) throws(FixtureError) -> RecordingVersion? {
    let stated = parser[key]
    guard try stated.object() != nil else { return nil }
    // Earlier versions wrote the day of a refresh.
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

  /// The format of a folder's recordings: as they say, or else with the folder's name for a salt, which
  /// is the same for all processes that begin to record at once.
  static func format(of folder: URL) -> RecordingVersion {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for file in files.ordered() where FixtureName(file: file)?.isOperation == true {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(file)),
        let parser = try? FixtureParser(data, display: file, folder: nil),
        let format = try? read(parser)
      else { continue }
      return RecordingVersion(salt: format.salt)
    }
    return RecordingVersion(salt: folder.lastPathComponent)
  }
}
