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
  /// Whether a client may throw this when the service fails; nil if the service does not fail.
  var accepting: (@Sendable (any Error) -> Bool)?
  var location: HandlerLocation
}

/// How much one run has asked for.
final class RequestBudget: Sendable {
  private struct State {
    var count = 0
    var stuckLines: [String]?
  }

  let limit: Int
  private let state = Locked(State())

  init(limit: Int) { self.limit = limit }

  /// Counts a request.
  /// - Returns: whether there may be one more.
  func take() -> Bool {
    state.withLock { state in
      state.count += 1
      return state.count <= limit
    }
  }

  /// How many requests came.
  var count: Int { state.withLock { $0.count } }

  var isSpent: Bool { count > limit }

  /// What was open when nothing moved any more; nil while that was not so.
  var stuckLines: [String]? {
    get { state.withLock { $0.stuckLines } }
    set { state.withLock { $0.stuckLines = newValue } }
  }
}

struct VariantRuns: Sendable {
  let options: VariantOptions
  let test: RunningTest
  /// How many requests a run may have for each of the plain run.
  private static let requestFactor = 10
  /// How long a run may go on without a request, and how often that is looked at.
  private static let patience = Duration.seconds(2)
  private static let pause = Duration.milliseconds(200)
  /// The requests of the plain run; nil while that runs.
  private(set) var plain: (operations: [OperationRequest], keys: Set<String>, count: Int)?

  /// - Parameter schema: The name of a schema near the test; nil takes that of the options.
  init(_ options: VariantOptions, schema: String?, of test: RunningTest) {
    var options = options
    if let schema {
      options.service.schema = ServiceSchema(schema, filePath: options.location.filePath)
    }
    self.options = options
    self.test = test
  }

  /// One run: its service, and what it may still ask for.
  struct Run: Sendable {
    let scope: TestScope
    let budget: RequestBudget
    let plainCount: Int

    /// Why the run is over although the body might go on; nil if it is not.
    var limitFailure: VariantSearch.Failure? {
      if budget.isSpent {
        return .init(
          cause: "asks on and on",
          message: """
            the client asks on and on. It was stopped after \(budget.limit) requests, where the plain \
            answers took \(plainCount): it pages for ever, or tries again and again.
            """)
      }
      guard let lines = budget.stuckLines else { return nil }
      return .init(
        cause: "waits",
        message: (["the client asked for nothing more for 2 seconds, and did not end."] + lines)
          .joined(separator: "\n    "))
    }
  }

  /// Begins a run.
  func begin(_ variant: AnswerVariant) -> Run {
    let count = plain?.count ?? 0
    let budget = RequestBudget(
      limit: plain == nil ? 10_000 : max(Self.requestFactor * count, Self.requestFactor))
    var service = options.service
    let otherwise = service.unhandled ?? .fail
    let known = plain?.keys
    let overrides = variant.overrides(in: options.overrides)
    let last = variant.endingPages.overrides(in: options.overrides)
    if !variant.isPlain, options.accepting != nil { service.responseValidation = .off }
    service.unhandled = .decide { _, operations in
      guard let operation = operations.first else { return otherwise }
      guard budget.take() else { return .respond(.networkError(.cancelled)) }
      if let response = variant.response(toOperationNamed: operation.name ?? "") {
        return .respond(response)
      }
      // Who pages on with a cursor comes to the last page.
      return .generated(known?.contains(operation.variantKey) == false ? last : overrides)
    }
    let scope = TestScope(
      ScopeOptions(options.handlers, service: service, location: options.location), of: test,
      at: options.location)
    return Run(scope: scope, budget: budget, plainCount: count)
  }

  /// Ends a service that nothing is asked of any more.
  func watch(_ run: Run) -> Task<Void, Never> {
    // With the priority of the run it comes late where the run does.
    Task.detached(priority: Task.currentPriority) {
      var silence = Duration.zero
      var count = 0
      while silence < Self.patience {
        let start = ContinuousClock.now
        try? await Task.sleep(for: Self.pause)
        if Task.isCancelled { return }
        // Where this comes late, all else does: that is no silence.
        let isLate = start.duration(to: .now) > Self.pause * 2
        let now = run.budget.count
        silence = now == count ? silence + (isLate ? .zero : Self.pause) : .zero
        count = now
      }
      run.budget.stuckLines = run.scope.service.openLines(cancelledWithin: .zero)
      run.scope.service.end(test: test.title, hasFailed: true)
    }
  }

  /// Takes the requests of the plain run.
  mutating func ranPlain(_ run: Run) {
    let exchanges = run.scope.service.exchanges.filter { $0.handler == nil && $0.fixture == nil }
    var keys: Set<String> = []
    let operations = exchanges.flatMap(\.operations)
    let distinct = operations.filter { keys.insert($0.variantKey).inserted }
    plain = (distinct, keys, operations.count)
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

  /// What is said of a search that was not all it should be; nil if it was.
  func warning(_ search: VariantSearch) -> String? {
    if search.changes.isEmpty {
      return """
        Nothing was varied: the plain run asked for nothing that is made up. Let the body make its client \
        with `service.makeSession()`, and leave out the handlers of what is to vary.
        """
    }
    guard search.singlesTried < search.changes.count else { return nil }
    return """
      The time was up when \(search.singlesTried) of \(search.changes.count) single changes were tried: \
      state a longer `within:`, or try the rest in another test.
      """
  }
}

extension OperationRequest {
  /// What tells requests of the plain run from those that page on.
  fileprivate var variantKey: String { "\(name ?? "") \(document ?? "") \(variables)" }
}
