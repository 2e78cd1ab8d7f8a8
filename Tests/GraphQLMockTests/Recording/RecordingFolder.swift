import Foundation

@testable import GraphQLMock

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
