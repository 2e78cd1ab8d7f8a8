// Takes the orders with which a test changes a running app.

import Foundation

final class OrderTaker: OrderSource, @unchecked Sendable {
  // The class is safe to send, because its locks guard the mutable state.

  protocol Service: AnyObject, Sendable {
    /// Whether a subscription, a WebSocket or a stepped clock is open, for which orders may come at any time.
    var hasOpen: Bool { get }
    /// Performs an order, or returns false if the order must wait, because its subscription is about to open.
    func perform(_ order: LaunchOrder) -> Bool
  }

  /// The number of the first order for this process, because earlier processes took the others, or nil for none.
  let first: Int?

  private let folder: URL
  /// The descriptor of the folder, whose lock keeps other processes from taking orders until this process ends.
  private let descriptor: Int32
  private let refusal: String?
  private let isWatching = Locked(false)
  /// The lock that keeps requests from overtaking orders, and for which only threads that look for orders wait.
  private let lock = NSLock()
  // The lock guards the following properties.
  private var next: Int
  private var waiting: [(number: Int, order: LaunchOrder)] = []
  private weak var service: (any Service)?
  private var log: ExchangeLog?

  init(folder: URL) {
    self.folder = folder
    descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var status = stat()
    let isReadable = fstat(descriptor, &status) == 0
    refusal =
      if !isReadable || status.st_uid != geteuid() || status.st_mode & 0o022 != 0 {
        "The app takes no orders, because other users can write to \"\(folder.path)\"."
      } else if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        """
        This process of the app takes no orders, because an earlier one with the same launch plan still runs. Launch \
        each with a plan of its own.
        """
      } else {
        nil
      }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    // A journal in the folder is from an earlier process of the app.
    let wasLaunched = names.contains { $0.hasSuffix(".jsonl") }
    let numbers = names.filter { $0.hasSuffix(LaunchOrder.ending) }
      .compactMap { Int($0.dropLast(LaunchOrder.ending.count)) }
    next = wasLaunched ? (numbers.max() ?? 0) + 1 : 1
    first = refusal == nil ? next : nil
  }

  deinit { close(descriptor) }

  func begin(_ service: any Service, _ log: ExchangeLog) {
    lock.withLock { (self.service, self.log) = (service, log) }
    if service.hasOpen { watch() }
  }

  /// Costs one system call, `access`, as long as there is no order.
  var hasNew: Bool {
    guard lock.try() else { return true }
    defer { lock.unlock() }
    guard service != nil else { return false }
    return !waiting.isEmpty || access(LaunchOrder.path(next, in: folder), F_OK) == 0
  }

  func take() {
    let isWaiting = lock.withLock {
      guard let service, let log else { return false }
      while let (number, order) = waiting.first, service.perform(order) {
        waiting.removeFirst()
        log.write(order, number)
      }
      while access(LaunchOrder.path(next, in: folder), F_OK) == 0 {
        if let refusal {
          log.write(MockFailure(.launchError, refusal), in: nil)
          self.service = nil
          return false
        }
        do throws(LaunchPlanError) {
          let order = try LaunchOrder.read(next, in: folder)
          // An event must not overtake orders that are waiting.
          if order.event != nil && !waiting.isEmpty || !service.perform(order) {
            waiting.append((next, order))
          } else {
            log.write(order, next)
          }
        } catch {
          log.write(nil, next, problem: error.description)
        }
        next += 1
      }
      return !waiting.isEmpty
    }
    if isWaiting { watch() }
  }

  func watch() {
    guard !isWatching.withLock({ exchange(&$0, with: true) }) else { return }
    WorkerThreads.shared.run { [self] in lookWhileOpen() }
  }

  private func lookWhileOpen() {
    while isOpen {
      take()
      Thread.sleep(forTimeInterval: 0.02)
    }
    isWatching.withLock { $0 = false }
    // A subscription or WebSocket may have opened before the flag was reset.
    if isOpen { watch() }
  }

  private var isOpen: Bool {
    let state = lock.withLock { (isWaiting: !waiting.isEmpty, service: service) }
    return state.service.map { state.isWaiting || $0.hasOpen } ?? false
  }
}

extension ExchangeLog {
  /// Writes to the journal that an order was taken, before the next request is written.
  fileprivate func write(_ order: LaunchOrder?, _ number: Int, problem: String? = nil) {
    let isReset = if case .reset? = order?.verb { true } else { false }
    write(
      [
        "number": .number(number), "takenAt": .number(Date().timeIntervalSince1970),
        "isReset": .bool(isReset), "problem": problem.map { .string($0) } ?? .null,
      ], as: "order")
  }
}
