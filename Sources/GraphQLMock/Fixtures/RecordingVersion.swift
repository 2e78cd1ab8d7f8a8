// A recording contains `"recorded": {"salt": "Checkout", "version": 1}`. The salt is used to hash secrets. It's the
// same in all recordings of a folder, so that a secret has the same hash in all of them.

import Foundation

struct RecordingVersion: Sendable, Equatable {
  let salt: String

  static let version = 1
  static let key = "recorded"

  var replacement: SecretReplacement { SecretReplacement(salt: salt) }

  static func read(_ parser: FixtureParser) throws(FixtureError) -> RecordingVersion? {
    let stated = parser[key]
    guard try stated.object() != nil else { return nil }
    let number = stated["version"]
    // A later format may have other keys, but its version is what the user must know.
    if (number.json.int ?? 0) <= version { try stated.allow(["salt", "version"]) }
    guard number.json.int == version else {
      throw number.error(
        .sentence(
          "this version of GraphQLMock reads recordings of format \(version), but this one has format "
            + "\(number.json); record it again"))
    }
    return RecordingVersion(salt: try stated["salt"].text() ?? SecretReplacement().salt)
  }

  var json: MockJSON { ["salt": .string(salt), "version": .number(Self.version)] }

  /// Returns the format of a recording in the folder. Without recordings, the salt is the name of the folder.
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
