import GraphQLMock

extension VariantRuns {
  /// Runs the body with the usual responses, and then with changed responses.
  func report() async throws -> ResponseVariantReport {
    guard let schema = options.service.schema else {
      tell(
        "withResponseVariants needs the schema of the service: pass `schema: \"schema.graphqls\"`.")
      return .nothingTried()
    }
    if let problem = schema.problem {
      tell("The schema can't be used: \(problem)")
      return .nothingTried()
    }
    let location = options.location
    let name = VariantNote.numbered(
      "\(location.filePath):\(location.line) \(test.title) \(testCase ?? "")")
    // Each run has its own service, which gets the requests.
    MockGraphQLService.scoped?.allowNoRequests()
    defer { issues.reset(to: .report) }
    var runs = self
    guard let plain = try await runs.runPlain() else { return .nothingTried(runCount: 1) }
    let changes = try ResponseChanges(
      to: plain.operations, of: schema, plainData: plain.data, stating: options.overrides,
      examples: options.examples, withFaults: options.accepting != nil,
      objectTypes: Set(options.service.objects.map { Array($0.keys) } ?? []),
      firstParts: plain.firstParts, repeated: plain.repeated)
    var trials = VariantTrials(runs, changes.all, VariantNote(name))
    VariantNote.printCrashed(trials.search.crashed, of: test.title)
    var reporter = VariantReporter()
    // What ended an earlier test run is tried in a second round, after all other failures are reported.
    repeat {
      let findings = await trials.round()
      let checked = await VariantConfirmation.check(findings, by: &trials)
      await reporter.report(checked, by: &trials)
    } while trials.beginSecondRound()
    let (search, isTimeUp) = (trials.search, trials.isTimeUp)
    trials.end()
    if let incomplete = incompleteSearchMessage(search, isTimeUp: isTimeUp) {
      let issue = ScopeIssue(message: incomplete.message, location: location)
      if incomplete.isFailure { issues.report(issue) } else { MockReporting.warn(issue) }
    }
    return ResponseVariantReport(
      singleChangeCount: search.changes.count, triedSingleChangeCount: search.singlesTried,
      pairCount: search.pairs.all, triedPairCount: search.pairs.tried,
      skippedRuns: trials.skippedRuns, runCount: trials.runCount, findings: reporter.messages)
  }

  func tell(_ message: String) {
    issues.report(ScopeIssue(message: message, location: options.location))
  }

  /// Returns nil if the run without changes fails.
  private mutating func runPlain() async throws -> PlainRun? {
    let run = makeRun(for: .plain)
    let ending = await perform(run)
    let plain = PlainRun(
      requests(of: run), requestCount: run.budget.count, hasClock: options.service.clock != nil)
    let issues = await run.scope.end()
    if let limit = limitFailure(of: run) {
      tell("\(ResponseVariant.plain.title): \(limit.message)")
      return nil
    }
    for issue in issues { self.issues.report(issue) }
    try ending?.get()
    self.plain = plain
    return issues.isEmpty && self.issues.take().isEmpty ? plain : nil
  }
}
