import Foundation
import GraphQLMock

/// Runs the body of a test with the plain responses, and then with changed responses.
struct VariantRuns: Sendable {
  struct Options: Sendable {
    var handlers: [RequestHandler]
    var service: ServiceOptions
    var overrides: GeneratedOverrides
    var examples: [String: [MockJSON]]
    var combinations: Int?
    var limit: Duration?
    var idleLimit: Duration
    var accepting: (@Sendable (any Error) -> Bool)?
    var location: CodeLocation

    var plainExamples: [String: MockJSON] {
      overrides.plainExamples(of: examples, in: service.schema)
    }
  }

  let options: Options
  let test: RunningTest
  var testCase: String?
  /// A run may send 10 times as many requests as the first run, or 130 times as many with a long list.
  private static let requestFactor = 10
  private static let longListFactor = 13
  private static let cancellationLimit = Duration.seconds(1)
  private static let responseLimit = 600
  /// The operations, responses and number of requests of the first run, or nil until it has ended.
  private(set) var plain:
    (
      operations: [OperationRequest], data: [MockJSON], keys: Set<String>, count: Int,
      responses: Set<SeenResponse>, firstParts: [String: Int]
    )?

  struct SeenResponse: Hashable, Sendable {
    let key: String
    let status: Int?
    let body: Data?

    init(_ received: ReceivedRequest) {
      key = received.operation.variantKey
      (status, body) = (received.response?.status, received.response?.body)
    }
  }

  struct Run: Sendable {
    let scope: TestScope
    let budget: RequestBudget
  }

  func limitFailure(of run: Run) -> VariantSearch.Failure? {
    if run.budget.isSpent {
      let usual = plain.map { "; with the plain responses it sent \($0.count)" } ?? ""
      return .init(
        cause: "keeps sending requests",
        message: """
          the client keeps sending requests. It was stopped after \(run.budget.limit)\(usual). It may page or \
          retry without end.
          """)
    }
    guard let lines = run.budget.stuckLines else { return nil }
    return .init(
      cause: "waits",
      message: ([
        """
        the client sent no request for \(options.idleLimit.text) and didn't finish. If it waits on purpose, set \
        a longer `idleLimit:`.
        """
      ] + lines).joined(separator: "\n    "))
  }

  func begin(_ variant: ResponseVariant) -> Run {
    let count = plain?.count ?? 0
    let factor = Self.requestFactor * (variant.hasLongList ? Self.longListFactor : 1)
    let budget = RequestBudget(limit: plain == nil ? 10_000 : max(factor * count, factor))
    var service = options.service
    // Requests and responses are compared with those of the first run, so the journal must keep all of them. Only the
    // default limit of its size remains, because a client may send requests without end.
    (service.journalLimit, service.journalSizeLimit, service.bodyLimit) = (nil, nil, .max)
    let otherwise = service.unhandled ?? .fail
    let known = plain?.keys
    let plainOverrides = options.overrides.adding(options.plainExamples)
    let overrides = variant.overrides(in: plainOverrides)
    let followUp = variant.followUp.overrides(in: plainOverrides)
    if !variant.isPlain, options.accepting != nil { service.responseValidation = .off }
    service.unhandled = .decide { _, operations in
      guard let operation = operations.first else { return otherwise }
      guard budget.take() else { return .respond(.networkError(.cancelled)) }
      let name = operation.name ?? ""
      if let response = variant.response(toOperationNamed: name, in: plainOverrides) {
        return .respond(response)
      }
      // A request that the first run didn't send may be for the next page, so it gets the last page.
      return .generated(known?.contains(operation.variantKey) == false ? followUp : overrides)
    }
    var stated = ScopeOptions(options.handlers, service: service, location: options.location)
    stated.findsRecording = false
    let scope = TestScope(stated, of: test, at: options.location)
    return Run(scope: scope, budget: budget)
  }

  /// Runs the body, and returns nil if the body ignores its cancellation; see `RequestBudget`.
  func perform(
    _ run: Run, _ body: @escaping @Sendable (MockGraphQLService) async throws -> Void
  ) async -> Result<Void, any Error>? {
    let ending = PendingValue<Result<Void, any Error>>()
    let service = run.scope.service
    let task = Task {
      var result = Result<Void, any Error>.success(())
      do {
        try await run.scope.run { try await body(service) }
      } catch {
        result = .failure(error)
      }
      run.budget.recordReturn()
      ending.fulfil(result)
    }
    @Sendable func stop() {
      WorkerThreads.shared.run {
        guard run.budget.recordStop(service.openLines()) else { return }
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
    let requests = requests(of: run)
    var (distinct, data): ([OperationRequest], [MockJSON]) = ([], [])
    for received in requests {
      let body = received.response.flatMap { try? MockJSON(parsing: $0.body) } ?? nil
      for (index, operation) in received.operations.enumerated()
      where keys.insert(operation.variantKey).inserted {
        distinct.append(operation)
        data.append((body.array == nil ? body : body[index])["data"])
      }
    }
    var firstParts: [String: Int] = [:]
    // With a stepped clock, delays don't end by themselves, so parts of responses aren't delayed.
    for received in requests where options.service.clock == nil {
      if let length = received.firstPartLength { firstParts[received.name ?? ""] = length }
    }
    plain = (distinct, data, keys, run.budget.count, responses(of: run), firstParts)
  }

  func hasPlainResponses(_ run: Run) -> Bool {
    let responses = responses(of: run)
    return !responses.isEmpty && responses.isSubset(of: plain?.responses ?? [])
  }

  func changedResponse(of run: Run) -> String? {
    let received = requests(of: run).last { plain?.responses.contains(SeenResponse($0)) != true }
    guard let body = received?.response?.body, !body.isEmpty else { return nil }
    return String(decoding: body, as: UTF8.self).shortened(to: Self.responseLimit)
  }

  private func responses(of run: Run) -> Set<SeenResponse> {
    Set(requests(of: run).map(SeenResponse.init))
  }

  private func requests(of run: Run) -> [ReceivedRequest] {
    run.scope.service.requests.filter { received in
      // If the hash of a persisted query is unknown, the response contains no data.
      received.handler == nil && received.fixture == nil
        && !received.operations.contains(where: \.isPersistedQueryMiss)
    }
  }

  /// Returns a message if some variants weren't tried. It's a failure if none was tried, and otherwise a warning.
  func remark(on search: VariantSearch, isTimeUp: Bool) -> (message: String, isFailure: Bool)? {
    if search.changes.isEmpty {
      let message = """
        Nothing was varied, because the plain run requested nothing that is generated. Make the client in \
        the body with `service.makeSession()`, and remove the handlers of the operations to vary.
        """
      return (message, true)
    }
    guard search.singlesLeft > 0 else { return nil }
    let advice = ": set a longer `within:`, or try the rest in another test"
    return (
      """
      The search ended before \(search.singlesLeft) of \(search.changes.count) single changes were \
      tried\(isTimeUp ? advice : "").
      """, search.singlesLeft == search.changes.count
    )
  }
}

extension ReceivedRequest {
  /// The length in bytes of a streamed response's first part, or nil if no other part follows.
  fileprivate var firstPartLength: Int? {
    guard let body = response?.body else { return nil }
    var end = body.startIndex
    // The first part is between the first two delimiters, which differ for multipart bodies and event streams.
    let delimiter = Data((body.starts(with: Data("\r\n---".utf8)) ? "\r\n---" : "\n\n").utf8)
    for _ in 0..<2 {
      guard let range = body.range(of: delimiter, in: end..<body.endIndex) else { return nil }
      end = range.upperBound
    }
    let hasParts = body.range(of: Data("\"incremental\"".utf8), in: end..<body.endIndex) != nil
    return hasParts ? end - body.startIndex : nil
  }
}

extension OperationRequest {
  /// A text that identifies a request, including its variables.
  fileprivate var variantKey: String { "\(name ?? "") \(document ?? "") \(variables)" }
}
