import Foundation

final class OrderTaker: OrderSource, @unchecked Sendable {
  // Unchecked: the locks guard what changes.

  protocol Service: AnyObject, Sendable {
    /// Whether something is open that orders may be for.
    var hasOpen: Bool { get }
    /// Returns false if the order's subscription is about to open, so that the order has to wait.
    func perform(_ order: LaunchOrder) -> Bool
  }

  /// The first order that this process takes, because a former launch took the others; nil if it takes none.
  let first: Int?

  private let folder: URL
  /// Locks the folder until the process ends.
  private let descriptor: Int32
  private let refusal: String?
  private let isWatching = Locked(false)
  /// Held while orders are read and performed; only threads that look for orders wait, so that no request overtakes one.
  private let lock = NSLock()
  // It guards these.
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
    // Each process of a former launch has left a journal.
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
          // Events stay in order.
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
    // Something may have opened since.
    if isOpen { watch() }
  }

  private var isOpen: Bool {
    let state = lock.withLock { (isWaiting: !waiting.isEmpty, service: service) }
    return state.service.map { state.isWaiting || $0.hasOpen } ?? false
  }
}

extension ExchangeLog {
  /// Notes that an order was taken, before the request that comes after it.
  fileprivate func write(_ order: LaunchOrder?, _ number: Int, problem: String? = nil) {
    let isReset = if case .reset? = order?.verb { true } else { false }
    write(
      [
        "number": .number(number), "takenAt": .number(Date().timeIntervalSince1970),
        "isReset": .bool(isReset), "problem": problem.map { .string($0) } ?? .null,
      ], as: "order")
  }
}
