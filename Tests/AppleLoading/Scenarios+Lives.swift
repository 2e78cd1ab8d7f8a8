import AppleFoundation
import TestSupport

@testable import GraphQLMock

// The scenarios of RequestLoadTests, StreamedDeliveryTests and ClientTimeoutTests.
extension Scenarios {
  mutating func runLives() throws {
    let request = try Self.request()
    let whole = ["head 200", #"{"data":{"a":1}}"#, "end"]
    let entered = DispatchSemaphore(value: 0)
    let canceled = DispatchSemaphore(value: 0)
    let waiting = MockGraphQLService(
      .query(.any) { _ in
        entered.signal()
        do { try await Task.sleep(for: .seconds(60)) } catch { canceled.signal() }
        return .data([:])
      })
    let load = start("a stop cancels the closure", waiting, request)
    entered.wait()
    load.stop()
    check("a stop cancels the closure", canceled.wait(timeout: .now() + 20), .success)
    check("a canceled client gets nothing", load.wait(), [])
    check("a canceled request is recorded", Self.endings(waiting), [.cancelled])

    let never = MockGraphQLService(.query(.any, .never))
    check("a time-out of the session", never, request, timeout: 0.05, ["error -1001"])
    var limited = request
    limited.timeoutInterval = 0.05
    check("a time-out of the request", never, limited, ["error -1001"])
    check(
      "a time-out in the journal", Self.endings(never).map { $0?.error?.code },
      [.timedOut, .timedOut])

    let clock = SteppedClock()
    let late = MockGraphQLService(.query(.any, .data(["a": 1]).delay(.seconds(5))), clock: clock)
    let delayed = start("a delayed response", late, request)
    Self.wait { clock.waitingCount == 1 }
    check("nothing comes before the delay", delayed.wait(for: 0), [])
    clock.advance(by: .seconds(5))
    check("a delayed response", delayed.wait(), whole)
    let stopped = start("a stop during the delay", late, request)
    Self.wait { clock.waitingCount == 1 }
    stopped.stop()
    check("a stop during the delay", stopped.wait(), [])
    clock.advance(by: .seconds(5))
    let immediate = start("a stop before the start", late, request)
    immediate.stop()
    check("a stop before the response", immediate.wait(), [])

    let now = MockGraphQLService(.query(.any, .data(["a": 1])))
    check("a stop at the head of a whole response", now, request, stopsAt: "head", whole)
    check("a response that is ready is answered", Self.endings(now), [.answered])

    var gone: MockGraphQLService? = MockGraphQLService(.query(.any, .never))
    let open = gone.map { start("a service that ends", $0, request) }
    Self.wait { gone?.requests.isEmpty == false }
    gone = nil
    check("a service that ends", open?.wait(), ["error -1008"])
  }

  mutating func runStreams() throws {
    let request = try URLRequest.graphQL(
      ["query": "subscription T { n }"], accept: "text/event-stream")
    func event(_ n: Int) -> String { "event: next\ndata: {\"data\":{\"n\":\(n)}}\n\n" }
    let complete = "event: complete\ndata:\n\n"
    let service = MockGraphQLService(.subscription("T", .eventsFromTest))
    let load = start("events of the test", service, request)
    check("the first part of a stream", load.wait(for: 2), ["head 200", ":\n\n"])
    for n in 1...3 {
      service.subscriptions.send(.data(["n": .number(n)]), to: "T")
      check("each event as it comes", load.wait(for: 2 + n).last, event(n))
    }
    service.subscriptions.complete("T")
    check("the end of a stream", load.wait().suffix(2), [complete, "end"])
    check("a stream is recorded", Self.endings(service), [.answered])

    // The loader's thread is busy, so several chunks are due at once.
    let busy = start("chunks that come together", service, request)
    _ = busy.wait(for: 2)
    let gate = DispatchSemaphore(value: 0)
    LoaderThread.shared.perform { gate.wait() }
    for n in 1...5 { service.subscriptions.send(.data(["n": .number(n)]), to: "T") }
    service.subscriptions.complete("T")
    gate.signal()
    check(
      "chunks that come together", busy.wait(),
      ["head 200", ":\n\n"] + (1...5).map(event) + [complete, "end"])

    // The stop is due before the chunk that arrives after it.
    let late = start("a chunk after the stop", service, request)
    _ = late.wait(for: 2)
    let second = DispatchSemaphore(value: 0)
    LoaderThread.shared.perform { second.wait() }
    late.stop()
    service.subscriptions.send(.data(["n": 1]), to: "T")
    second.signal()
    check("a chunk after the stop", late.wait(), ["head 200", ":\n\n"])
    Self.wait { service.subscriptions.count(of: "T") == 0 }
    check("a stop ends the subscription", service.subscriptions.count(of: "T"), 0)

    // The stop comes after the chunk has arrived, but before it's delivered.
    let early = start("a stop after a chunk", service, request)
    _ = early.wait(for: 2)
    let third = DispatchSemaphore(value: 0)
    LoaderThread.shared.perform { third.wait() }
    service.subscriptions.send(.data(["n": 1]), to: "T")
    early.stop()
    third.signal()
    check("a stop after a chunk", early.wait().prefix(2), ["head 200", ":\n\n"])
    check("a stopped stream is recorded", Self.endings(service).last, .cancelled)

    let parts = MockGraphQLService(.query("A", .data(["a": 1]).chunked(3)))
    let whole = start("a body in chunks", parts, try Self.request()).wait()
    check("a body in chunks", whole.dropFirst().dropLast().joined(), #"{"data":{"a":1}}"#)
    let broken = MockGraphQLService(.query("A", .data(["a": 1]).chunked(3).breakingOff(after: 7)))
    let part = start("a body that breaks off", broken, try Self.request()).wait()
    check("a body that breaks off", part.dropFirst().joined(), #"{"data"error -1005"#)
    check(
      "an empty stream", MockGraphQLService(.query("A", .text("").chunked(3))), try Self.request(),
      ["head 200", "end"])

    let clock = SteppedClock()
    let slow = MockGraphQLService(
      .http("/s", .text("0123456789").chunked(4, every: .seconds(9))), clock: clock)
    let url = URLRequest(url: .of("https://a.example/s"))
    let steps = start("a chunk for each delay", slow, url)
    for text in ["0123", "4567"] {
      _ = steps.wait(for: text == "0123" ? 2 : 3)
      Self.wait { clock.waitingCount == 1 }
      clock.advance(by: .seconds(9))
    }
    check("a chunk for each delay", steps.wait(), ["head 200", "0123", "4567", "89", "end"])
    check(
      "a stop at the first chunk", slow, url, stopsAt: "0123", ["head 200", "0123"])
    check(
      "a time-out in a body", slow, url, timeout: 0.05, ["head 200", "0123", "error -1001"])
    check("the cause of the time-out", Self.endings(slow).last??.error?.code, .timedOut)

    let list = MockGraphQLService(
      .subscription(
        "T", .events((0..<5).map { .data(["n": .number($0)]) }, every: .microseconds(50))))
    let many = (0..<32).map { _ in start("concurrent subscriptions", list, request) }
    let texts = many.map { $0.wait().joined() }
    let expected = "head 200" + ":\n\n" + (0..<5).map(event).joined() + complete + "end"
    check("concurrent subscriptions", texts, Array(repeating: expected, count: 32))
    var ended: MockGraphQLService? = MockGraphQLService(.subscription("T", .eventsFromTest))
    let open = ended.map { start("a service that ends a stream", $0, request) }
    _ = open?.wait(for: 2)
    ended = nil
    check("a service that ends a stream", open?.wait().last, "error -1008")
  }
}
