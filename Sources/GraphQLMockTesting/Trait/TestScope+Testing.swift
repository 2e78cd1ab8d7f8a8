// Runs a test of Swift Testing with a mock service, and adds the list of requests to its first issue. Tests are in
// TestScopeTests and GraphQLMockTraitTests, those of time limits in MistakeTests/Planted/Hangs.

#if canImport(Testing)
  import GraphQLMock
  import Testing

  extension TestScope {
    func reportingIssues(
      of declaration: Test, _ testCase: Test.Case?, _ body: @Sendable () async throws -> Void
    ) async throws {
      let mayBeCutShort = Locked(false)
      let handling = IssueHandlingTrait.compactMapIssues { issue in
        // Swift Testing passes an issue that belongs to no test to all running tests, and also reports it itself.
        guard Test.current != nil else { return nil }
        guard issue.failsTest else {
          // A known error or failure of #require probably ended the test, so unused handlers aren't reported.
          var isEnding = issue.error != nil
          if case .expectationFailed(let failed) = issue.kind { isEnding = failed.isRequired }
          if issue.isError, isEnding { mayBeCutShort.withLock { $0 = true } }
          return issue
        }
        report.keep(FailedExpectation(issue), thrown: issue.error)
        guard let requests = report.takeRequests() else { return issue }
        var issue = issue
        issue.comments.append(Comment(rawValue: requests))
        return issue
      }
      try await handling.provideScope(for: declaration, testCase: testCase) {
        // An error that the testing library handles itself, thrown after the scope has ended.
        var passedOn: (any Error)?
        let start = ContinuousClock.now
        let overtime = Locked<String?>(nil)
        do {
          try await withTaskCancellationHandler {
            try await run(body)
          } onCancel: {
            guard let limit = declaration.timeLimit,
              Self.isOvertime(start.duration(to: .now), limit: limit)
            else { return }
            let message = tellOvertime()
            overtime.withLock { $0 = message }
          }
        } catch {
          if error.isForTestingLibrary { passedOn = error } else { record(error, of: declaration) }
        }
        if let message = overtime.withLock({ $0 }) {
          report.leaveOutRequests()
          MockReporting.record(
            ScopeIssue(message: message, location: CodeLocation(declaration.sourceLocation)))
        }
        let isCutShort = passedOn != nil || Task.isCancelled || mayBeCutShort.withLock { $0 }
        // The service forgets its handlers when it ends, so those of the suite are noted first.
        SharedHandlers.note(service.sharedHandlers)
        for issue in await end(isCutShort: isCutShort) { MockReporting.record(issue) }
        tellWarnings()
        if service.attachesJournal || report.hasFailed, !service.requests.isEmpty {
          Attachment.record(service.journalText, named: "graphql-journal.txt")
        }
        if report.hasFailed {
          let page = report.page(of: test)
          Attachment.record(page, named: FailurePage.attachmentName)
          FailurePage.write(page, of: test)
        }
        if let passedOn { throw passedOn }
      }
    }

    /// Whether a test is canceled by its time limit, because one that cancels itself needs no report. Swift Testing began
    /// to measure earlier, so 2 s are a margin.
    static func isOvertime(_ elapsed: Duration, limit: Duration) -> Bool {
      elapsed > limit - .seconds(2)
    }

    /// Prints the pending requests immediately, because a test that ignores its cancellation may never end.
    private func tellOvertime() -> String? {
      // Canceling a test cancels its requests, so requests canceled within the last second count as pending.
      let lines = service.openLines(cancelledWithin: .seconds(1))
      guard !lines.isEmpty else { return nil }
      let head = "The test \(test.title) has reached its time limit. Still open:"
      let message = ([head] + lines).joined(separator: "\n  ")
      Console.printError("GraphQLMock: \(message)")
      return message
    }

    /// Records the service's failures, and then the error that the test threw.
    private func record(_ error: any Error, of declaration: Test) {
      for issue in takeIssues() { MockReporting.record(issue) }
      // A client's `URLError` isn't recorded if the failure that caused it has already been reported.
      if report.hasReported(error) { return }
      Issue.record(error, sourceLocation: declaration.sourceLocation)
    }
  }

  extension FailedExpectation {
    fileprivate init(_ issue: Issue) {
      let comments = issue.comments.map(\.rawValue)
      // The kind of an issue from `Issue.record` is always "Issue recorded", so the text leaves it out.
      let isRecorded = if case .unconditional = issue.kind { true } else { false }
      let kind = isRecorded && !comments.isEmpty ? [] : ["\(issue.kind)"]
      text = (kind + comments).joined(separator: "\n")
      place = issue.sourceLocation.map { "\($0.fileID):\($0.line)" }
    }
  }

  extension Test.Case {
    /// The arguments as text, which a mirror reads for want of a public API, or nil if it finds none.
    var title: String? {
      guard isParameterized else { return nil }
      let kind = Mirror(reflecting: self).children.first { $0.label == "_kind" }?.value
      let parts = kind.flatMap { Mirror(reflecting: $0).children.first?.value }
      let arguments = parts.flatMap { Mirror(reflecting: $0).descendant("arguments") } as? [Any]
      let values = arguments?.compactMap { Mirror(reflecting: $0).descendant("value") } ?? []
      return values.isEmpty
        ? nil : values.map { String(describingForTest: $0) }.joined(separator: ", ")
    }
  }

  extension Error {
    /// `SkipInfo`, which skipping and canceling a test throw, isn't public.
    fileprivate var isForTestingLibrary: Bool {
      self is ExpectationFailedError || self is CancellationError || Task.isCancelled
        || String(describing: type(of: self)).hasPrefix("SkipInfo")
    }
  }
#endif
