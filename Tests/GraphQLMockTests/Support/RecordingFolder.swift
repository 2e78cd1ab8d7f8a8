import Foundation
import TestSupport

@testable import GraphQLMock

extension TemporaryFolder {
  /// The JSON files below the folder with their texts.
  func files() throws -> [String: String] {
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: url.path)
    where path.hasSuffix(".json") {
      found[path] = try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
    }
    return found
  }
}

extension MockGraphQLService {
  /// A service that records, whatever the environment says.
  static func recording(
    _ mode: RecordingMode, _ folder: URL, redaction: Redaction = Redaction()
  ) -> MockGraphQLService {
    let service = MockGraphQLService()
    service.core.start(
      Recording(mode, folder: folder, redaction: redaction), environment: [:])
    return service
  }
}
