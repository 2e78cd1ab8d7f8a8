public import Foundation

extension MockGraphQLService {
  /// All requests that are kept, in order of arrival.
  public var exchanges: [MockExchange] { core.journal.exchanges }

  /// How many requests are not kept any more, as the journal has limits: see
  /// ``ServiceOptions/journalLimit`` and ``ServiceOptions/journalSizeLimit``.
  public var droppedExchangeCount: Int { core.journal.droppedCount }

  /// The requests for an operation, in order of arrival.
  ///
  /// ```swift
  /// service.exchanges(named: "Like")
  /// service.exchanges(named: .anonymous)   // operations without a name
  /// service.exchanges(type: .mutation)
  /// ```
  /// - Parameters:
  ///   - name: The operation's own name, or `.anonymous`, `.prefix` and so on.
  ///   - type: The type of the operation; nil takes any.
  public func exchanges(
    named name: OperationName = .any, type: OperationType? = nil
  ) -> [MockExchange] {
    let found = exchanges.filter { $0.asks(for: name, type) }
    // A test may well expect that an operation isn't asked for, and has a handler for it.
    if found.isEmpty, let name = name.exactName, type != nil || !core.handledNames.contains(name) {
      core.noteInVain(name, type)
    }
    return found
  }

  /// Waits until an operation was requested at least a number of times.
  ///
  /// ```swift
  /// try await service.waitForExchanges(named: "Like")
  /// let pages = try await service.waitForExchanges(named: .anonymous, atLeast: 2)
  /// ```
  /// - Parameters:
  ///   - name: The operation's own name, or `.anonymous`, `.prefix` and so on.
  ///   - count: How many requests to wait for at least, 1 or more, and no more than
  ///     ``ServiceOptions/journalLimit``. They need not have ended.
  ///   - limit: How long to wait, in real time. Time in which the machine is busy with other tests doesn't count.
  /// - Returns: the requests for the operation, in order of arrival.
  /// - Throws: ``ExchangeTimeoutError`` when the time is up, or at once where the journal keeps too few;
  ///   `CancellationError` when the task is cancelled.
  @discardableResult public func waitForExchanges(
    named name: OperationName, atLeast count: Int = 1, within limit: Duration = .seconds(10)
  ) async throws -> [MockExchange] {
    if let kept = core.journal.limit, kept < count {
      throw ExchangeTimeoutError(
        name, count: count, limit: .zero, exchanges: exchanges,
        advice:
          "The journal keeps \(kept) exchange\(kept == 1 ? "" : "s"): raise `journalLimit`, or wait for fewer."
      )
    }
    let ending = try await core.journal.wait(for: count, within: limit) { $0.asks(for: name) }
    guard let ending else { return exchanges(named: name) }
    throw ExchangeTimeoutError(
      name, count: count, limit: limit, ending: ending, exchanges: exchanges,
      openCount: core.openCount, advice: absenceAdvice(of: name.exactName))
  }

  /// Gives a case of a parameterized test recordings of its own, in a folder inside the test's.
  ///
  /// ```swift
  /// @Test(.graphQL(recording: .missing), arguments: Episode.allCases)
  /// func hero(episode: Episode) async throws {
  ///   MockGraphQLService.current.useRecordings(forCase: episode.rawValue)
  ///   …
  /// }
  /// ```
  /// The testing library does not reveal the arguments of a case, so the test names it, before its first
  /// request. Where nothing is recorded or replayed this does nothing.
  /// - Parameter name: What tells the case from the others. What is neither a letter, a digit, `-` nor
  ///   `_` becomes `-` in the folder's name, with a few digits that tell such names apart.
  public func useRecordings(forCase name: String) { core.startCase(name) }

  /// Deletes the recordings that no request was answered from, nor recorded over.
  ///
  /// Call it at the end of a test that has made all its requests:
  ///
  /// ```swift
  /// try MockGraphQLService.current.removeUnusedRecordings()
  /// ```
  /// - Returns: the names of the files that are gone, sorted.
  /// - Throws: an error of the file system; files before it are gone.
  @discardableResult public func removeUnusedRecordings() throws -> [String] {
    try core.removeUnusedRecordings()
  }

  /// The recordings that no request was answered from, nor recorded over, by their names.
  public var unusedRecordings: [String] { core.unusedRecordings }

  /// What a test should be told and was not reported yet, in the order in which it was found.
  ///
  /// The first 1,000 are kept (see ``ServiceOptions/journalLimit``); one more says how many others there
  /// were.
  public var failures: [MockFailure] { core.journal.failures }
}

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
    return (try? archive.encoded(pretty: true)) ?? Data()
  }
}
