import GraphQLMock

/// Runs the body with the variants that a search proposes.
struct VariantTrials {
  struct Outcome {
    var failure: VariantSearch.Failure?
    var skipReason: ResponseVariantReport.SkipReason?
    /// A Boolean value that indicates whether the body ignored its cancellation and still runs.
    var isLeftBehind = false
  }

  let runs: VariantRuns
  private(set) var search: VariantSearch
  private(set) var crashNote: VariantNote
  /// The number of runs, including the plain run before the search.
  private(set) var runCount = 1
  private(set) var skippedRuns: [ResponseVariantReport.SkipReason: Int] = [:]
  /// True after a cancellation, too, and after a body was left behind, because another one must not run beside it.
  private(set) var isOver = false
  private let timer: WaitLimit?
  /// The number of findings that earlier rounds have returned.
  private var toldCount = 0

  init(_ runs: VariantRuns, _ changes: [ResponseChange], _ crashNote: VariantNote) {
    (self.runs, self.crashNote) = (runs, crashNote)
    search = VariantSearch(
      changes, combinations: runs.options.combinations, crashes: crashNote.crashes)
    timer = runs.options.limit.map { WaitLimit($0) { _ in } }
  }

  var isTimeUp: Bool { runs.options.limit.map { $0 <= .zero } ?? false || timer?.ending != nil }

  /// Tries all variants of a round, and returns the new findings.
  mutating func round() async -> ArraySlice<VariantSearch.Finding> {
    while !isOver, !Task.isCancelled, let variant = search.next(isTimeUp: isTimeUp) {
      let outcome = await attempt(variant)
      if Task.isCancelled {
        search.giveBack(variant)
        break
      }
      if let reason = outcome.skipReason {
        skippedRuns[reason, default: 0] += 1
        search.skip()
      } else {
        search.record(outcome.failure)
      }
      guard let failure = outcome.failure else { continue }
      isOver = isOver || failure.isExpectation && !runs.issues.canHoldBack
      if isOver { search.end(with: VariantSearch.Finding(variant, failure)) }
    }
    search.end()
    isOver = isOver || Task.isCancelled
    defer { toldCount = search.findings.count }
    return search.findings.dropFirst(toldCount)
  }

  /// Begins a second round with the variants that ended an earlier test run, or returns false if there is none.
  mutating func beginSecondRound() -> Bool { !isOver && search.retry() }

  func end() {
    runs.issues.reset(to: .report)
    crashNote.end()
    timer?.cancel()
  }

  mutating func attempt(_ variant: ResponseVariant, _ mode: VariantIssueMode = .holdBack) async
    -> Outcome
  {
    runs.issues.reset(to: mode)
    crashNote.noteStart(of: variant)
    runCount += 1
    let outcome = await run(variant)
    isOver = isOver || outcome.isLeftBehind || Task.isCancelled
    if !Task.isCancelled { crashNote.noteSurvival(of: variant) }
    return outcome
  }

  private func run(_ variant: ResponseVariant) async -> Outcome {
    let run = runs.makeRun(for: variant)
    let ending = await runs.perform(run)
    let limit = runs.limitFailure(of: run)
    let isTooLarge = run.scope.service.failures.contains { $0.kind == .generationError }
    let isUnchanged = !variant.isPlain && !variant.hasResponse && runs.hasPlainResponses(run)
    // Before `end`, whose own issues, such as unused handlers, don't count here.
    let issues = run.scope.takeIssues()
    _ = await run.scope.end()
    let expectations = runs.issues.take()
    guard let ending else { return Outcome(failure: limit, isLeftBehind: true) }
    if isTooLarge { return Outcome(skipReason: .tooLarge) }
    if case .failure(let skip as ResponseVariantSkip) = ending {
      return Outcome(skipReason: .stated(skip.reason))
    }
    var failure = limit ?? issues.first.map { .init(issue: $0.message) }
    // A failed `#require` is an expectation, and throws an error that doesn't name it.
    failure = failure ?? expectations.first.map { .init(expectation: $0) }
    if failure == nil, case .failure(let error) = ending {
      let isAccepted = runs.options.accepting?(error) == true
      if !isAccepted || !variant.hasFault { failure = .init(error) }
      failure?.isAcceptedOfFaults = isAccepted
    }
    failure?.response = runs.changedResponse(of: run)
    return Outcome(failure: failure, skipReason: failure == nil && isUnchanged ? .unchanged : nil)
  }
}
