public import Foundation

extension MockGraphQLService {
  /// The journal as an HTTP archive (HAR 1.2), for browsers and debugging proxies.
  ///
  /// Requests that have no response are left out.
  /// - Parameter redaction: What must not be in it, besides what the service's recording says.
  /// - Returns: the archive's bytes.
  public func httpArchive(redaction: Redaction = Redaction()) -> Data {
    let redaction = core.settings.redaction.adding(redaction).carrying()
    let archive: MockJSON = [
      "log": [
        "version": "1.2", "creator": ["name": "GraphQLMock", "version": "1"],
        "entries": .array(exchanges.compactMap { HTTPArchiveEntry.json($0, redaction) }),
      ]
    ]
    return (try? archive.encodedPretty()) ?? Data()
  }
}
