// What runs of a body with variants have in common in both frameworks: the service of each, and its limits.

import Foundation
import GraphQLMock

/// What the caller of `withAnswerVariants` states.
struct VariantOptions: Sendable {
  var handlers: [RequestHandler]
  var service: ServiceOptions
  var overrides: GeneratedOverrides
  var examples: [String: [MockJSON]]
  var mixtures: Int
  var seed: UInt64
  var limit: Duration?
  /// How long a run may go on without a request.
  var idleLimit: Duration
  /// Whether a client may throw this when the service fails; nil if the service does not fail.
  var accepting: (@Sendable (any Error) -> Bool)?
  var location: HandlerLocation
}

/// How much one run has asked for, and how it ended.
final class RequestBudget: Sendable {
  private struct State {
    var count = 0
    var hasReturned = false
    var stuckLines: [String]?
    var stop: (@Sendable () -> Void)?
  }

  let limit: Int
  private let state = Locked(State())

  init(limit: Int) { self.limit = limit }

  /// - Returns: whether it may be answered.
  func take() -> Bool {
    let (isLeft, stop) = state.withLock { state in
      state.count += 1
      return state.count <= limit ? (true, nil) : (false, state.stop.take())
    }
    stop?()
    return isLeft
  }

  /// Says what stops a client that asks on and on; it's called once.
  func whenSpent(_ stop: @escaping @Sendable () -> Void) {
    let isSpent = state.withLock { state in
      if state.count <= limit { state.stop = stop }
      return state.count > limit
    }
    if isSpent { stop() }
  }

  var count: Int { state.withLock { $0.count } }

  var isSpent: Bool { count > limit }

  /// Says that the body has returned, which counts unless it was stopped before.
  func finish() {
    state.withLock { state in
      state.stop = nil
      state.hasReturned = true
    }
  }

  /// Says that the body is stopped.
  /// - Returns: whether it hasn't returned before.
  func stop(_ openLines: [String]) -> Bool {
    state.withLock { state in
      state.stop = nil
      guard !state.hasReturned, state.stuckLines == nil else { return false }
      state.stuckLines = openLines
      return true
    }
  }

  var stuckLines: [String]? { state.withLock { $0.stuckLines } }
}

struct VariantRuns: Sendable {
  let options: VariantOptions
  let test: RunningTest
  /// How many requests a run may have for each of the plain run, and how many more of them for a list of
  /// 25 elements in place of 2.
  private static let requestFactor = 10
  private static let longListFactor = 13
  /// How long a body may go on after its task was canceled.
  private static let cancellationLimit = Duration.seconds(1)
  /// The requests and answers of the plain run; nil while that runs.
  private(set) var plain:
    (operations: [OperationRequest], keys: Set<String>, count: Int, answers: Set<Answer>?)?

  struct Answer: Hashable, Sendable {
    let key: String
    let response: ExchangeResponse?
  }

  init(_ options: VariantOptions, of test: RunningTest) {
    self.options = options
    self.test = test
  }

  /// One run: its service, and what it may still ask for.
  struct Run: Sendable {
    let scope: TestScope
    let budget: RequestBudget
    let plainCount: Int
    let idleLimit: Duration

    /// Why the run is over although the body might go on; nil if it is not.
    var limitFailure: VariantSearch.Failure? {
      if budget.isSpent {
        return .init(
          cause: "asks on and on",
          message: """
            the client asks on and on. It was stopped after \(budget.limit) requests\
            \(plainCount > 0 ? ", where the plain answers took \(plainCount)" : ""): it pages for ever, or \
            tries again and again.
            """)
      }
      guard let lines = budget.stuckLines else { return nil }
      return .init(
        cause: "waits",
        message: ([
          """
          the client asked for nothing more for \(idleLimit.text), and did not end. If it waits on \
          purpose, state a longer `idleLimit:`.
          """
        ] + lines).joined(separator: "\n    "))
    }
  }

  func begin(_ variant: AnswerVariant) -> Run {
    let count = plain?.count ?? 0
    let factor = Self.requestFactor * (variant.hasLongList ? Self.longListFactor : 1)
    let budget = RequestBudget(limit: plain == nil ? 10_000 : max(factor * count, factor))
    var service = options.service
    // The answers are compared with those of the plain run.
    service.journalLimit = nil
    let otherwise = service.unhandled ?? .fail
    let known = plain?.keys
    let overrides = variant.overrides(in: options.overrides)
    let followUp = variant.followUp.overrides(in: options.overrides)
    if !variant.isPlain, options.accepting != nil { service.responseValidation = .off }
    service.unhandled = .decide { _, operations in
      guard let operation = operations.first else { return otherwise }
      guard budget.take() else { return .respond(.networkError(.cancelled)) }
      if let response = variant.response(toOperationNamed: operation.name ?? "") {
        return .respond(response)
      }
      // A client that pages on comes to the last page.
      return .generated(known?.contains(operation.variantKey) == false ? followUp : overrides)
    }
    let scope = TestScope(
      ScopeOptions(options.handlers, service: service, location: options.location), of: test,
      at: options.location)
    return Run(scope: scope, budget: budget, plainCount: count, idleLimit: options.idleLimit)
  }

  /// Runs a body until it returns, or ignores that its task was canceled.
  ///
  /// The task is canceled when the body asks for nothing more, or asks on and on.
  /// - Returns: nil if the body was left behind.
  func perform(
    _ run: Run, _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async -> Result<Void, any Error>? {
    let ending = PendingReply<Result<Void, any Error>>()
    let service = run.scope.service
    let task = Task {
      var result = Result<Void, any Error>.success(())
      do {
        try await run.scope.run { try await body(service) }
      } catch {
        result = .failure(error)
      }
      run.budget.finish()
      ending.fulfil(result)
    }
    @Sendable func stop() {
      WorkerThreads.shared.run {
        guard run.budget.stop(service.openLines()) else { return }
        service.end(test: test.title, hasFailed: true)
        task.cancel()
        _ = WaitLimit(Self.cancellationLimit) { _ in ending.fulfil(nil) }
      }
    }
    run.budget.whenSpent(stop)
    let watch = WaitLimit(options.idleLimit, sinceChangeOf: { service.progress }) { _ in stop() }
    defer { watch.cancel() }
    return await withTaskCancellationHandler {
      await ending.value()
    } onCancel: {
      task.cancel()
    }
  }

  mutating func ranPlain(_ run: Run) {
    var keys: Set<String> = []
    let distinct = exchanges(of: run).flatMap(\.operations)
      .filter { keys.insert($0.variantKey).inserted }
    plain = (distinct, keys, run.budget.count, answers(of: run))
  }

  func hasPlainAnswers(_ run: Run) -> Bool {
    guard let plain = plain?.answers, let answers = answers(of: run) else { return false }
    return !answers.isEmpty && answers.isSubset(of: plain)
  }

  /// The answers of a run; nil if the journal doesn't keep all of their bodies.
  private func answers(of run: Run) -> Set<Answer>? {
    let exchanges = exchanges(of: run)
    let isKept = exchanges.allSatisfy { $0.response.map { $0.body.count == $0.bodyLength } ?? true }
    return isKept
      ? Set(exchanges.map { Answer(key: $0.request.variantKey, response: $0.response) }) : nil
  }

  /// The exchanges whose answers were made up.
  private func exchanges(of run: Run) -> [MockExchange] {
    run.scope.service.exchanges.filter { exchange in
      // The answer to a hash that isn't known yet asks for its document.
      exchange.handler == nil && exchange.fixture == nil
        && !exchange.operations.contains(where: \.isPersistedQueryMiss)
    }
  }

  /// The search, once the plain run has ended.
  /// - Throws: ``ServiceSchemaError`` when the schema can't be used.
  func search(_ schema: ServiceSchema) throws -> VariantSearch {
    let changes = try AnswerChanges(
      to: plain?.operations ?? [], of: schema, stating: options.overrides,
      examples: options.examples, withFaults: options.accepting != nil)
    return VariantSearch(changes.all, mixtures: options.mixtures, seed: options.seed)
  }

  /// Why nothing can be run; nil if it can.
  var obstacle: String? {
    guard let schema = options.service.schema else {
      return """
        withAnswerVariants needs the schema of the service, as only that says what it may answer: state \
        `schema: "schema.graphqls"`.
        """
    }
    return schema.problem.map { "The schema can't be used: \($0)" }
  }

  /// What is said of a search that wasn't all it should be.
  /// - Parameter isTimeUp: Whether its time was up.
  /// - Returns: the message, and whether it fails the test: on a busy machine fewer changes are tried in time.
  func remark(on search: VariantSearch, isTimeUp: Bool) -> (message: String, isFailure: Bool)? {
    if search.changes.isEmpty {
      let message = """
        Nothing was varied: the plain run asked for nothing that is made up. Let the body make its client \
        with `service.makeSession()`, and leave out the handlers of what is to vary.
        """
      return (message, true)
    }
    guard search.singlesLeft > 0 else { return nil }
    let advice = ": state a longer `within:`, or try the rest in another test"
    return (
      """
      The search ended before \(search.singlesLeft) of \(search.changes.count) single changes were \
      tried\(isTimeUp ? advice : "").
      """, search.singlesLeft == search.changes.count
    )
  }
}

extension OperationRequest {
  /// What tells requests of the plain run from those that page on.
  fileprivate var variantKey: String { "\(name ?? "") \(document ?? "") \(variables)" }
}
