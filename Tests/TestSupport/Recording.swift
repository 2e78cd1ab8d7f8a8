package import Foundation
package import GraphQLMock

extension MockGraphQLService {
  /// Replays a recording or records, independently of the environment of the tests.
  package func record(_ recording: Recording, environment: [String: String] = [:]) {
    extend(
      [], options: ServiceOptions().stating(recording: recording, near: #filePath),
      location: CodeLocation(fileID: #fileID, filePath: #filePath, line: 1, column: 1),
      environment: environment)
  }

  /// A service that records into a folder, independently of the environment of the tests.
  package static func recording(
    _ mode: Recording, _ folder: URL, redaction: Redaction = Redaction()
  ) -> MockGraphQLService {
    let service = MockGraphQLService()
    service.record(Recording(mode, folder: folder, redaction: redaction))
    return service
  }
}
