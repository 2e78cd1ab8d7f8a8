// A recording contains `"recorded": {"salt": "Checkout", "version": 3}`. The replacements of secrets are computed
// with the salt. All recordings of a folder have the same salt, because clients send replacements from one recorded
// response in later requests.

import Foundation

struct RecordingVersion: Sendable, Equatable {
  let salt: String

  static let version = 3
  static let key = "recorded"

  var replacement: SecretReplacement { SecretReplacement(salt: salt) }

  static func read(_ parser: FixtureParser) throws(FixtureError) -> RecordingVersion? {
    let stated = parser[key]
    guard try stated.object() != nil else { return nil }
    // Recordings from older versions of the library may have a date with the key `refreshed`, which is ignored.
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

  // Returns the version and salt for new recordings in a folder. The salt is read from an existing recording.
  // Without recordings, it's the folder's name, so that processes that start at the same time use the same salt.
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
