import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct SteppedClockTests {
  @Test func theLongestDurationsCanBeAdvancedRepeatedly() {
    let clock = SteppedClock()
    for _ in 1...40 { clock.advance(by: .seconds(Int64.max)) }
    clock.advance(by: .seconds(1))
    let last = clock.now
    #expect(last.advanced(by: .seconds(Int64.max)) == last)
    #expect(last.duration(to: last.advanced(by: .seconds(-5))) == .seconds(-5))
  }

  @Test func elapsedTimeIsWhatTheTestAdvanced() {
    let clock = SteppedClock()
    #expect(clock.measure { clock.advance(by: .milliseconds(1500)) } == .milliseconds(1500))
    #expect(clock.measure { clock.advance(by: .seconds(-1)) } == .zero)
    #expect(clock.minimumResolution == .zero)
  }

  @Test func aDeadlineThatHasPassedDoesNotSuspend() async throws {
    let clock = SteppedClock()
    clock.advance(by: .seconds(2))
    try await clock.sleep(until: clock.now)
    try await clock.sleep(for: .seconds(-1))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)), tolerance: .seconds(1))
    #expect(clock.waitingCount == 0)
  }

  @Test func aThousandSleepsEndOnTimeAndNoSooner() async throws {
    let clock = SteppedClock()
    let tasks = (1...1_000).map { number in
      Task {
        try await Task.sleep(for: .seconds((number + 1) / 2), clock: clock)
        return clock.now
      }
    }
    try await clock.waitForDelays(atLeast: 1_000)
    for second in 1...500 {
      clock.advance(by: .milliseconds(999))
      #expect(clock.waitingCount == 1_002 - 2 * second)
      clock.advance(by: .milliseconds(1))
      let ends = try await [tasks[2 * second - 2].value, tasks[2 * second - 1].value]
      #expect(ends == [clock.now, clock.now], "second \(second)")
    }
    #expect(clock.waitingCount == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func sleepsAndDelayedResponsesEndInTheOrderOfTheirDueTimes() async throws {
    let clock = SteppedClock()
    let ended = Locked<[Int]>([])
    let service = MockGraphQLService(
      (0..<100).map { .query("Q\($0)", .data(["n": 1]).delay(.seconds($0 * 2 + 1))) }, clock: clock)
    // Its tasks run one at a time, in the order in which they're resumed.
    let executor = SerialExecutor()
    let order = (0..<200).shuffled()
    let tasks = try order.map { number in
      let request = try URLRequest.asking("query Q\(number / 2) { n }", accept: nil)
      return Task(executorPreference: executor) {
        if number.isMultiple(of: 2) {
          try await clock.sleep(for: .seconds(number))
        } else {
          _ = try await service.respond(to: request)
        }
        ended.withLock { $0.append(number) }
      }
    }
    // The sleep of 0 seconds ends at once.
    try await clock.waitForDelays(atLeast: 199)
    clock.advance(by: .seconds(200))
    for task in tasks { try await task.value }
    #expect(ended.withLock { $0 } == Array(0..<200))
  }

  @Test func aSleepOfACanceledTaskThrowsAtOnce() async {
    let clock = SteppedClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .zero)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.waitingCount == 0)
  }

  @Test func aCanceledSleepThrowsAndLeavesNothing() async throws {
    let clock = SteppedClock()
    let tasks = (0..<1_000).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
    try await clock.waitForDelays(atLeast: 1_000)
    for (index, task) in tasks.enumerated() where index.isMultiple(of: 2) { task.cancel() }
    #expect(clock.waitingCount == 500)
    clock.advance(by: .seconds(1))
    // A sleep that has ended isn't canceled any more.
    for task in tasks { task.cancel() }
    for (index, task) in tasks.enumerated() {
      let isCanceled = await Self.isCanceled(task)
      #expect(isCanceled == index.isMultiple(of: 2), "sleep \(index)")
    }
  }

  @Test func cancellationAtTheMomentOfTheAdvanceEndsEachSleepOnce() async throws {
    for _ in 0..<Effort.rounds(20, long: 2_000) {
      let clock = SteppedClock()
      let tasks = (0..<100).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
      // Some tasks haven't begun to sleep yet.
      try await clock.waitForDelays(atLeast: .random(in: 1...100))
      async let advance: Void = clock.advance(by: .seconds(1))
      async let cancellation: Void = tasks.forEach { $0.cancel() }
      _ = await (advance, cancellation)
      for task in tasks { _ = await task.result }
      #expect(clock.waitingCount == 0)
    }
  }

  private static func isCanceled(_ task: Task<Void, any Error>) async -> Bool {
    do { try await task.value } catch { return error is CancellationError }
    return false
  }

  /// A client that repeats a failed request, as apps write it.
  struct RetryingClient: Sendable {
    let session: URLSession
    let clock: any Clock<Duration>

    func name() async throws -> String {
      var wait = Duration.seconds(1)
      for _ in 1..<4 {
        let (data, response) = try await session.data(for: .graphQL(["query": "query Me { name }"]))
        if (response as? HTTPURLResponse)?.statusCode == 200 {
          return try MockJSON(parsing: data)["data"]["name"].string ?? ""
        }
        try await clock.sleep(for: wait)
        wait *= 2
      }
      throw URLError(.timedOut)
    }

    /// Tries again after `name()` gave up.
    func nameInTheEnd() async throws -> String {
      while true {
        do { return try await name() } catch is URLError {
          try await clock.sleep(for: .seconds(60))
        }
      }
    }
  }

  @Test func nestedRetriesAndDelayedResponsesShareTheClock() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query(
        "Me", .status(503).delay(.seconds(5)), .status(503), .status(503), .status(503),
        .data(["name": "Ada"])), clock: clock)
    let client = RetryingClient(session: service.makeSession(), clock: clock)
    let name = Task { try await client.nameInTheEnd() }
    var counts: [Int] = []
    // The delay of the first response, and then the client's waits.
    for seconds in [5, 1, 2, 4, 60, 1] {
      try await clock.waitForDelays()
      counts.append(service.requests.count)
      clock.advance(by: .seconds(seconds))
    }
    #expect(try await name.value == "Ada")
    #expect(counts == [1, 1, 2, 3, 3, 4])
    #expect(clock.now == SteppedClock().now.advanced(by: .seconds(73)))
  }

  /// A search field that asks the service when the user has stopped typing.
  @MainActor final class SearchModel {
    let session: URLSession
    let clock: any Clock<Duration>
    private(set) var task: Task<Void, any Error>?
    private(set) var results: [String] = []

    init(session: URLSession, clock: any Clock<Duration>) {
      (self.session, self.clock) = (session, clock)
    }

    func type(_ text: String) {
      task?.cancel()
      task = Task {
        try await clock.sleep(for: .milliseconds(300))
        let body: MockJSON = [
          "query": "query Find($text: String) { name(of: $text) }",
          "variables": ["text": .string(text)],
        ]
        let (data, _) = try await session.data(for: .graphQL(body))
        results.append(try MockJSON(parsing: data)["data"]["name"].string ?? "")
      }
    }
  }

  @MainActor @Test func aDebouncedSearchAsksOnce() async throws {
    let clock = SteppedClock()
    let service = MockGraphQLService(
      .query("Find") { .data(["name": $0.variables["text"]]) }, clock: clock)
    let model = SearchModel(session: service.makeSession(), clock: clock)
    for text in ["a", "ad", "ada"] {
      model.type(text)
      try await clock.waitForDelays()
      #expect(clock.waitingCount == 1)
      clock.advance(by: .milliseconds(200))
    }
    #expect(service.requests.isEmpty)
    clock.advance(by: .milliseconds(100))
    try await model.task?.value
    #expect(model.results == ["ada"])
    #expect(service.requests.map(\.variables) == [["text": "ada"]])
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class SerialExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "SteppedClockTests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
