// Folders keep the salt of `"recorded": {"salt": "Checkout", "version": 3}`: clients send recorded replacements again.

import Foundation

struct RecordingVersion: Sendable, Equatable {
  let salt: String

  static let version = 3
  static let key = "recorded"

  var replacement: SecretReplacement { SecretReplacement(salt: salt) }

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

  /// A new folder's salt is its name, so that processes that begin at once use the same salt.
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
