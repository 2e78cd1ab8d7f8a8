package import Foundation
package import GraphQLMock

extension MockGraphQLService {
  /// Answers from a recording and records, whatever the environment of the tests says.
  package func record(_ recording: Recording, environment: [String: String] = [:]) {
    extend(
      [], options: ServiceOptions().stating(nil, nil, recording, near: #filePath),
      location: HandlerLocation(fileID: #fileID, filePath: #filePath, line: 1, column: 1),
      environment: environment)
  }

  /// A service that records in a folder, whatever the environment of the tests says.
  package static func recording(
    _ mode: Recording, _ folder: URL, redaction: Redaction = Redaction()
  ) -> MockGraphQLService {
    let service = MockGraphQLService()
    service.record(Recording(mode, folder: folder, redaction: redaction))
    return service
  }
}
