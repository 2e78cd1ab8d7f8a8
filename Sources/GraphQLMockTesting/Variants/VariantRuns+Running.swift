import Foundation
import GraphQLMock

enum VariantIssueMode: Sendable {
  case pass
  /// Holds issues back, because a run with fewer changes may fail in the same way.
  case hold
  case comment(String)
}

extension VariantRuns {
  /// How often a failed variant is repeated, with and without its changes, to find clients that fail at random.
  private static let (plainRepeats, variantRepeats) = (3, 2)

  /// Runs the body with the usual responses, and then with changed responses. `mode` sets what happens to failed
  /// expectations, and `held` returns them. If `canHold` is false, the first failed expectation ends the search.
  func search(
    report: (ScopeIssue) -> Void, mode: (VariantIssueMode) -> Void, held: () -> [String],
    canHold: Bool, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async throws -> ResponseVariantReport {
    func tell(_ message: String) {
      report(ScopeIssue(message: message, location: options.location))
    }
    guard let schema = options.service.schema else {
      tell(
        "withResponseVariants needs the schema of the service: pass `schema: \"schema.graphqls\"`.")
      return .none
    }
    if let problem = schema.problem {
      tell("The schema can't be used: \(problem)")
      return .none
    }
    let location = options.location
    let name = VariantNote.numbered(
      "\(location.filePath):\(location.line) \(test.title) \(testCase ?? "")")
    MockGraphQLService.scoped?.noteCompanion()
    var runs = self
    let plain = begin(.plain)
    defer { mode(.pass) }
    let ending = await perform(plain, body)
    runs.ranPlain(plain)
    let issues = await plain.scope.end()
    if let limit = limitFailure(of: plain) {
      tell("\(ResponseVariant.plain.title): \(limit.message)")
      return .none
    }
    for issue in issues { report(issue) }
    try ending?.get()
    guard issues.isEmpty, held().isEmpty else { return .none }

    let changes = try ResponseChanges(
      to: runs.plain?.operations ?? [], of: schema, plainData: runs.plain?.data ?? [],
      stating: options.overrides, examples: options.examples, withFaults: options.accepting != nil,
      firstParts: runs.plain?.firstParts ?? [:])
    var note = VariantNote(name)
    var search = VariantSearch(
      changes.all, combinations: options.combinations, crashes: note.crashes)
    VariantNote.tell(search.crashed, of: test.title)
    let timer = options.limit.map { WaitLimit($0) { _ in } }
    defer { timer?.cancel() }
    var isTimeUp: Bool { options.limit.map { $0 <= .zero } ?? false || timer?.ending != nil }
    var runCount = 1
    var skipped: [String: Int] = [:]
    // The search also ends if a body is left behind, because another one must not run beside it.
    var isOver = false
    func attempt(
      _ variant: ResponseVariant, _ issues: VariantIssueMode = .hold,
      isolation: isolated (any Actor)? = #isolation
    ) async -> Outcome {
      mode(issues)
      note.say(variant)
      runCount += 1
      let outcome = await runs.attempt(variant, held: held, body)
      isOver = isOver || outcome.isLeftBehind
      if !Task.isCancelled { note.survived(variant) }
      return outcome
    }
    var messages: [String] = []
    var toldCount = 0
    // What ended an earlier test run is tried in a second round, after all other failures are reported.
    repeat {
      while !isOver, !Task.isCancelled, let variant = search.next(isTimeUp: isTimeUp) {
        let outcome = await attempt(variant)
        if Task.isCancelled {
          search.giveBack(variant)
          break
        }
        if let reason = outcome.skipReason {
          skipped[reason, default: 0] += 1
          search.skip()
        } else {
          search.take(outcome.failure)
        }
        guard let failure = outcome.failure else { continue }
        isOver = isOver || failure.isExpectation && !canHold
        if isOver { search.end(with: VariantSearch.Finding(variant, failure)) }
      }
      search.end()
      isOver = isOver || Task.isCancelled
      let findings = search.findings.dropFirst(toldCount)
      toldCount = search.findings.count
      // A failure may be random, so the run without changes is repeated, unless that ended an earlier test run.
      var plainCauses: Set<String> = []
      let canRepeat = !findings.isEmpty && !note.crashes.contains(ResponseVariant.plain.changeLines)
      for _ in 0..<Self.plainRepeats where !isOver && canRepeat {
        if let failure = await attempt(.plain).failure { plainCauses.insert(failure.cause) }
      }
      var checked: [CheckedFinding] = []
      for finding in findings {
        var one = CheckedFinding(finding: finding)
        one.failsWithPlainResponses = plainCauses.contains(finding.failure.cause)
        for _ in 0..<Self.variantRepeats where !isOver && !one.isRandom {
          let failure = await attempt(finding.variant).failure
          one.failsEachTime = failure?.cause == finding.failure.cause
        }
        checked.append(one)
      }
      for group in checked.groupedByRemark {
        let message = group.message(options.plainExamples)
        messages.append(message)
        var isTold = false
        if let first = group.first, first.finding.failure.isExpectation, !isOver, !first.isRandom {
          // The body runs once more, so that its failed expectation is reported together with the message.
          isTold = await attempt(first.finding.variant, .comment(message)).failure != nil
        }
        mode(.pass)
        if !isTold { tell(message) }
      }
    } while !isOver && search.retry()
    mode(.pass)
    note.end()
    if let remark = remark(on: search, isTimeUp: isTimeUp) {
      let issue = ScopeIssue(message: remark.message, location: options.location)
      if remark.isFailure { report(issue) } else { MockReporting.warn(issue) }
    }
    return ResponseVariantReport(
      singleChangeCount: search.changes.count, triedSingleChangeCount: search.singlesTried,
      pairCount: search.pairs.all, triedPairCount: search.pairs.tried, skippedRuns: skipped,
      runCount: runCount, findings: messages)
  }

  private struct Outcome {
    var failure: VariantSearch.Failure?
    var skipReason: String?
    /// A Boolean value that indicates whether the body ignored its cancellation and still runs.
    var isLeftBehind = false
  }

  private func attempt(
    _ variant: ResponseVariant, held: () -> [String], isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async -> Outcome {
    let run = begin(variant)
    let ending = await perform(run, body)
    let limit = limitFailure(of: run)
    let isTooLarge = run.scope.service.failures.contains { $0.kind == .generationError }
    let isPlain = !variant.isPlain && !variant.hasResponse && hasPlainResponses(run)
    let issues = run.scope.takeIssues()
    _ = await run.scope.end()
    let expectations = held()
    guard let ending else { return Outcome(failure: limit, isLeftBehind: true) }
    if isTooLarge { return Outcome(skipReason: ResponseVariantReport.tooLarge) }
    if case .failure(let skip as ResponseVariantSkip) = ending {
      return Outcome(skipReason: skip.reason)
    }
    var failure = limit ?? issues.first.map { .init(issue: $0.message) }
    // A failed `#require` is an expectation, and throws an error that doesn't name it.
    failure = failure ?? expectations.first.map { .init(expectation: $0) }
    if failure == nil, case .failure(let error) = ending,
      !variant.hasFault || options.accepting?(error) != true
    {
      failure = .init(error)
    }
    failure?.response = changedResponse(of: run)
    let isSkipped = failure == nil && isPlain
    return Outcome(failure: failure, skipReason: isSkipped ? ResponseVariantReport.plain : nil)
  }
}
