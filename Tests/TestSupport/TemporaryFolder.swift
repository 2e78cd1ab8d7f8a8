package import Foundation

/// A folder that is deleted with its owner.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("GraphQLMockTests-\(UUID().uuidString)")

  package init(_ files: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  /// The JSON files in the folder, with their texts.
  package func files() throws -> [String: String] {
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: url.path)
    where path.hasSuffix(".json") {
      found[path] = try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
    }
    return found
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
