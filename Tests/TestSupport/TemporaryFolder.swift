package import Foundation

/// A folder that is gone with its owner.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("GraphQLMockTests-\(UUID().uuidString)")

  package init(_ files: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
