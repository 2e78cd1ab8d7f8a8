public import Foundation

extension MockGraphQLService {
  /// The requests that the service has recorded in its journal, in order of arrival.
  public var requests: [ReceivedRequest] { core.journal.requests }

  /// The number of requests that the journal has discarded because of ``ServiceOptions/journalLimit`` or
  /// ``ServiceOptions/journalSizeLimit``.
  public var droppedRequestCount: Int { core.journal.droppedCount }

  /// Returns the requests for an operation, in order of arrival.
  ///
  /// ```swift
  /// service.requests(named: "Like")
  /// service.requests(named: .anonymous)   // operations without a name
  /// service.requests(type: .mutation)
  /// ```
  /// - Parameters:
  ///   - name: The operation's name, or a pattern such as `.anonymous` or `.prefix`.
  ///   - type: The operation's type, or nil for any.
  public func requests(
    named name: NameCondition = .any, type: OperationType? = nil
  ) -> [ReceivedRequest] {
    let found = requests.filter { $0.asks(for: name, type) }
    // Without requests, the name may be misspelled, unless a handler has it, or this type may be wrong.
    if found.isEmpty, let name = name.exactName,
      type != nil || !core.registry.handledNames.contains(name)
    {
      core.withNotes { _ = $0.unmatchedNames.updateValue(type, forKey: name) }
    }
    return found
  }

  /// Uses separate recordings for one case of a parameterized test, in a subfolder of the test's folder.
  ///
  /// ```swift
  /// @Test(.graphQL(recording: .missing), arguments: Episode.allCases)
  /// func hero(episode: Episode) async throws {
  ///   MockGraphQLService.current.useRecordings(forCase: episode.rawValue)
  ///   …
  /// }
  /// ```
  /// Call this method before the first request of the case. It has no effect if nothing is recorded or replayed.
  /// - Parameter name: A unique name for the case, of any characters. The name of the subfolder is derived from it.
  public func useRecordings(forCase name: String) { core.startCase(name) }

  /// Deletes the recordings that were neither replayed nor overwritten.
  ///
  /// Call it at the end of a test that has made all its requests:
  ///
  /// ```swift
  /// try MockGraphQLService.current.removeUnusedRecordings()
  /// ```
  /// - Returns: The names of the deleted files, sorted.
  /// - Throws: An error of the file system. Some files may already be deleted.
  @discardableResult public func removeUnusedRecordings() throws -> [String] {
    try core.removeUnusedRecordings()
  }

  /// The names of the recordings that were neither replayed nor overwritten.
  public var unusedRecordings: [String] { core.unusedRecordings }

  /// The failures that weren't reported yet, in the order in which they occurred.
  ///
  /// After 1,000 failures (see ``ServiceOptions/journalLimit``), the last element states how many were omitted.
  public var failures: [MockFailure] { core.journal.readFailures() }

  /// Returns the journal as an HTTP archive (HAR 1.2), which omits requests without a response.
  /// - Parameter redaction: The secrets to remove in addition to those that the service removes from recordings.
  public func httpArchive(redaction: Redaction = Redaction()) -> Data {
    let redaction = core.settings.redaction.adding(redaction).rememberingSecrets()
    let redacted = redactors { RequestRedactor(redaction, $0) }
    let archive: MockJSON = [
      "log": [
        "version": "1.2", "creator": ["name": "GraphQLMock", "version": "1"],
        "entries": .array(redacted.compactMap(HTTPArchiveEntry.json)),
      ]
    ]
    return (try? archive.encoded(pretty: true)) ?? Data()
  }

  /// Makes all redactors first, because a later request may show that a value of an earlier one is a secret.
  func redactors(
    _ make: (ReceivedRequest) -> RequestRedactor
  ) -> [(received: ReceivedRequest, redactor: RequestRedactor)] {
    let redacted = requests.map { ($0, make($0)) }
    for (_, redactor) in redacted { redactor.rememberSecrets() }
    return redacted
  }
}
