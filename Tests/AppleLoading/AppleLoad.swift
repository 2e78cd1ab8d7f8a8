import AppleFoundation
import TestSupport

@testable import GraphQLMock

/// The thread that loads requests, whose run loop runs in a mode of its own.
final class LoaderThread: @unchecked Sendable {
  // Unchecked: nothing changes after the initializer.
  static let shared = LoaderThread()
  private static let mode = CFRunLoopMode(rawValue: CFString())

  private nonisolated(unsafe) var runLoop: CFRunLoop?
  private var thread: Thread?

  private init() {
    let isReady = DispatchSemaphore(value: 0)
    let thread = Thread {
      self.runLoop = CFRunLoopGetCurrent()
      isReady.signal()
      CFRunLoop.runCurrent(in: Self.mode)
    }
    // The stack of secondary threads on Apple platforms.
    thread.stackSize = 512 << 10
    self.thread = thread
    thread.start()
    isReady.wait()
  }

  var isCurrent: Bool { Thread.current === thread }

  func perform(_ block: @escaping @Sendable () -> Void) {
    CFRunLoopPerformBlock(runLoop, [Self.mode.rawValue], block)
    CFRunLoopWakeUp(runLoop)
  }

  /// Waits until the thread has run what is due.
  func drain() {
    let isDone = DispatchSemaphore(value: 0)
    perform { isDone.signal() }
    isDone.wait()
  }
}

/// A request that is loaded as CFNetwork is documented to do, and checks the calls of its client.
///
/// The class is asked about the task and created on the client's thread. The header fields of the session are in the
/// request, and its body is a stream. `startLoading` and `stopLoading` run on the loader's thread.
final class AppleLoad: NSObject, URLProtocolClient, @unchecked Sendable {
  // Unchecked: the lock guards the calls, and only the loader's thread uses the rest after the initializer.

  /// Whether the class accepts the task, which otherwise goes to the real network.
  let isClaimed: Bool
  private(set) nonisolated(unsafe) var response: URLResponse?

  private var urlProtocol: URLProtocol?
  private let lock = NSLock()
  private var calls: [String] = []
  private var faultsSoFar: [String] = []
  private var isStopped = false
  private var hasEnded = false
  private let isOver = DispatchSemaphore(value: 0)
  private let stopsAt: String?
  private let progress = NSCondition()

  /// - Parameter stopsAt: The call at which the client cancels, such as "head".
  init(
    _ task: URLSessionTask, _ protocolClass: URLProtocol.Type, headers: [String: String] = [:],
    stopsAt: String? = nil
  ) {
    self.stopsAt = stopsAt
    isClaimed = protocolClass.canInit(with: task)
    super.init()
    guard isClaimed, let request = task.originalRequest else { return }
    urlProtocol = protocolClass.init(
      request: protocolClass.canonicalRequest(for: Self.prepared(request, headers)),
      cachedResponse: nil, client: self)
    urlProtocol?.task = task
  }

  private static func prepared(_ request: URLRequest, _ headers: [String: String]) -> URLRequest {
    var request = request
    for (name, value) in headers where request.value(forHTTPHeaderField: name) == nil {
      request.setValue(value, forHTTPHeaderField: name)
    }
    if let body = request.httpBody { request.httpBodyStream = InputStream(data: body) }
    if let url = request.url, url.scheme?.hasPrefix("ws") == true {
      request.url = URL(string: "http" + url.absoluteString.dropFirst(2))
      request.setValue("websocket", forHTTPHeaderField: "Upgrade")
    }
    return request
  }

  func start() {
    LoaderThread.shared.perform { [self] in
      if !isStopped { urlProtocol?.startLoading() }
    }
  }

  /// Stops loading, as Foundation does after a cancellation, a time-out and the end of the request.
  func stop() {
    LoaderThread.shared.perform { [self] in
      guard !isStopped else { return }
      lock.withLock { isStopped = true }
      urlProtocol?.stopLoading()
      if !hasEnded { isOver.signal() }
    }
  }

  /// Waits for the end or the stop, and returns all calls.
  func wait() -> [String] {
    guard isClaimed else { return ["not claimed"] }
    if isOver.wait(timeout: .now() + 20) == .timedOut { giveUp() }
    LoaderThread.shared.drain()
    return lock.withLock { calls }
  }

  /// Waits for a number of calls, and returns them.
  func wait(for count: Int) -> [String] {
    let limit = Date(timeIntervalSinceNow: 20)
    progress.lock()
    defer { progress.unlock() }
    while lock.withLock({ calls.count < count }) {
      if !progress.wait(until: limit) { giveUp() }
    }
    return lock.withLock { calls }
  }

  private func giveUp() -> Never {
    print("error: nothing for 20 seconds after \(lock.withLock { calls })")
    exit(1)
  }

  var faults: [String] { lock.withLock { faultsSoFar } }

  private func note(_ call: String, _ sender: URLProtocol, ends: Bool = false) {
    let isOnThread = LoaderThread.shared.isCurrent
    lock.withLock {
      let isFirst = !calls.contains { $0.hasPrefix("head") }
      if !isOnThread { faultsSoFar.append("\(call) on the wrong thread") }
      if hasEnded { faultsSoFar.append("\(call) after the end") }
      if isStopped { faultsSoFar.append("\(call) after the stop") }
      if sender !== urlProtocol { faultsSoFar.append("\(call) of another URLProtocol") }
      if call.hasPrefix("head") != isFirst, !call.hasPrefix("error") {
        faultsSoFar.append("\(call) in the wrong order")
      }
      calls.append(call)
      hasEnded = hasEnded || ends
    }
    progress.withLock { progress.broadcast() }
    if let stopsAt, call.hasPrefix(stopsAt) { stop() }
    guard ends else { return }
    isOver.signal()
    stop()
  }

  func urlProtocol(
    _ sender: URLProtocol, didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCache.StoragePolicy
  ) {
    self.response = response
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    note("head \(status)\(policy == .notAllowed ? "" : " to be cached")", sender)
  }

  func urlProtocol(_ sender: URLProtocol, didLoad data: Data) {
    note(String(decoding: data, as: UTF8.self), sender)
  }

  func urlProtocolDidFinishLoading(_ sender: URLProtocol) { note("end", sender, ends: true) }

  func urlProtocol(_ sender: URLProtocol, didFailWithError error: any Error) {
    note("error \((error as? URLError)?.code.rawValue ?? 0)", sender, ends: true)
  }

  func urlProtocol(
    _ sender: URLProtocol, wasRedirectedTo _: URLRequest, redirectResponse _: URLResponse
  ) { note("redirection", sender) }
  func urlProtocol(_ sender: URLProtocol, cachedResponseIsValid _: CachedURLResponse) {
    note("cached response", sender)
  }
  func urlProtocol(_ sender: URLProtocol, didReceive _: URLAuthenticationChallenge) {
    note("challenge", sender)
  }
  func urlProtocol(_ sender: URLProtocol, didCancel _: URLAuthenticationChallenge) {
    note("canceled challenge", sender)
  }
}
