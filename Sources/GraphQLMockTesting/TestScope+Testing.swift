// The scope of a test of Swift Testing: it sees every issue of the test, and puts the requests under the
// first one.

#if canImport(Testing)
  import Foundation
  import GraphQLMock
  import Testing

  extension TestScope {
    /// Runs a test case, and reports what went wrong.
    /// - Throws: what the body throws, unless it is recorded here.
    func reportingIssues(
      of test: Test, _ testCase: Test.Case?, _ body: @Sendable () async throws -> Void
    ) async throws {
      let handling = IssueHandlingTrait.compactMapIssues { issue in
        // What belongs to no test is handed to every scope that runs; it is told elsewhere.
        guard Test.current != nil else { return nil }
        guard issue.isFailure else { return issue }
        let first = issue.comments.first?.rawValue
        guard let requests = report.requests(beside: issue.isOfText ? first : nil) else {
          return issue
        }
        var issue = issue
        issue.comments.append(Comment(rawValue: requests))
        return issue
      }
      try await handling.provideScope(for: test, testCase: testCase) {
        var passedOn: (any Error)?
        do {
          try await run(body)
        } catch {
          if error.isForTestingLibrary { passedOn = error } else { record(error, of: test) }
        }
        for issue in await end() { MockReporting.record(issue) }
        if service.attachesJournal || report.hasFailed, !service.exchanges.isEmpty {
          Attachment.record(service.journalText, named: "graphql-journal.txt")
        }
        if let passedOn { throw passedOn }
      }
    }

    /// Records an error that the test threw, after the failures that may be its cause.
    ///
    /// Outside of the body it would not be seen by the handler of issues.
    private func record(_ error: any Error, of test: Test) {
      for issue in takeIssues() { MockReporting.record(issue) }
      // The client's own error says no more than the failure.
      if !report.hasTold(error) { Issue.record(error, sourceLocation: test.sourceLocation) }
    }
  }

  extension Issue {
    /// Whether it is one that was recorded with a text, as ours are.
    fileprivate var isOfText: Bool { if case .unconditional = kind { true } else { false } }
  }

  extension Error {
    /// Whether it is no failure, or one that was recorded already.
    fileprivate var isForTestingLibrary: Bool {
      self is ExpectationFailedError || self is CancellationError || Task.isCancelled
        || String(describing: type(of: self)).hasPrefix("SkipInfo")
    }
  }
#endif
