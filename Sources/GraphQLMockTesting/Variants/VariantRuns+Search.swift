// The search itself, one run after the other.

import Foundation
import GraphQLMock

/// What becomes of the issues of a test.
enum VariantIssueMode: Sendable {
  /// They are the test's.
  case pass
  /// They are kept back, as the variant may still be cut down.
  case hold
  /// They are the test's, and this stands beside them.
  case comment(String)
}

extension VariantRuns {
  /// Runs a body with the plain answers, then with all variants, and reports what was found.
  /// - Parameters:
  ///   - report: Reports an issue.
  ///   - mode: Says what becomes of the issues of the next run.
  ///   - held: Takes the issues since the mode was stated.
  ///   - canHold: Whether issues can be held back; else the first ends the search.
  /// - Returns: what was tried and found.
  /// - Throws: what the body throws with the plain answers.
  func search(
    report: (ScopeIssue) -> Void, mode: (VariantIssueMode) -> Void, held: () -> [String],
    canHold: Bool, isolation: isolated (any Actor)? = #isolation,
    _ body: (MockGraphQLService) async throws -> Void
  ) async throws -> AnswerVariantReport {
    func tell(_ message: String) {
      report(ScopeIssue(message: message, location: options.location))
    }
    if let obstacle {
      tell(obstacle)
      return .none
    }
    guard let schema = options.service.schema else { return .none }
    var runs = self
    let plain = begin(.plain)
    defer { mode(.pass) }
    var thrown: (any Error)?
    do { try await perform(plain, body) } catch { thrown = error }
    runs.ranPlain(plain)
    let issues = await plain.scope.end()
    for issue in issues { report(issue) }
    if let thrown { throw thrown }
    guard issues.isEmpty else { return .none }

    let note = VariantNote(test.title)
    if let left = note.left {
      let text =
        "GraphQLMock: The last run of \(test.title) ended while this was tried:\n  \(left)\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
    var search = try runs.search(schema)
    let start = ContinuousClock.now
    while options.limit.map({ start.duration(to: .now) < $0 }) ?? true,
      !Task.isCancelled, let variant = search.next()
    {
      mode(.hold)
      note.say("\(variant.title)\n  repeat: \(variant.line)")
      let failure = await runs.attempt(variant, held: held, body)
      search.take(failure)
      if let failure, failure.isExpectation, !canHold {
        search.end(with: variant, failure)
        break
      }
    }
    for finding in search.findings {
      let message = finding.message(of: search.changes.count)
      guard canHold || !finding.failure.isExpectation else {
        tell(message)
        continue
      }
      // Its expectations fail where they stand, with the variant beside them.
      mode(.comment(message))
      note.say("\(finding.variant.title)\n  repeat: \(finding.variant.line)")
      let failure = await runs.attempt(finding.variant, held: held, body)
      mode(.pass)
      if failure == nil || !finding.failure.isExpectation { tell(message) }
    }
    note.remove()
    if let warning = runs.warning(search) { tell(warning) }
    return AnswerVariantReport(search)
  }

  /// Runs the body with a variant.
  /// - Returns: why it fails; nil if it does not.
  private func attempt(
    _ variant: AnswerVariant, held: () -> [String], isolation: isolated (any Actor)? = #isolation,
    _ body: (MockGraphQLService) async throws -> Void
  ) async -> VariantSearch.Failure? {
    let run = begin(variant)
    var thrown: (any Error)?
    do { try await perform(run, body) } catch { thrown = error }
    let limit = run.limitFailure
    let issues = run.scope.takeIssues()
    _ = await run.scope.end()
    let expectations = held()
    if let limit { return limit }
    if let error = thrown, options.accepting?(error) == true { thrown = nil }
    if let issue = issues.first { return .init(issue: issue.message) }
    if let thrown { return .init(thrown) }
    return expectations.first.map { .init(expectation: $0) }
  }

  private func perform(
    _ run: Run, isolation: isolated (any Actor)? = #isolation,
    _ body: (MockGraphQLService) async throws -> Void
  ) async throws {
    let watch = watch(run)
    defer { watch.cancel() }
    try await run.scope.run { try await body(run.scope.service) }
  }
}
