// Performs commands, which are changes that a test makes to the running app.

import Foundation

final class CommandReceiver: CommandSource, @unchecked Sendable {
  // `@unchecked Sendable` is safe, because locks guard the mutable state.

  protocol Service: AnyObject, Sendable {
    /// Whether the app has an open subscription, an open WebSocket, or a stepped clock, which commands can affect.
    var hasOpen: Bool { get }
    /// Returns false if a command of the UI test must wait, because a subscription or a delay is yet to begin.
    func isReady(for command: AppCommand) -> Bool
    func perform(_ command: AppCommand)
  }

  /// The number of the first command (change to the app) that this process performs, or nil if it performs none.
  let first: Int?

  private let folder: URL
  /// The descriptor of the folder, which is locked so that no other process performs the same commands.
  private let descriptor: Int32
  private let refusal: String?
  private let isWatching = Locked(false)
  /// The lock that makes new requests wait while commands are performed.
  private let lock = NSLock()
  // `lock` guards the following properties.
  private var next: Int
  private var waiting: [(number: Int, command: AppCommand)] = []
  private weak var service: (any Service)?
  private var log: JournalWriter?

  init(folder: URL) {
    self.folder = folder
    descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var status = stat()
    let isReadable = fstat(descriptor, &status) == 0
    refusal =
      if !isReadable || status.st_uid != geteuid() || status.st_mode & 0o022 != 0 {
        "The app takes no commands, because other users can write to \"\(folder.path)\"."
      } else if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        "This process of the app takes no commands, because an earlier one with the same launch plan still runs. Launch "
          + "each with a plan of its own."
      } else {
        nil
      }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    // A journal in the folder means that the app was launched before.
    let wasLaunched = names.contains { $0.hasSuffix(".jsonl") }
    let numbers = names.filter { $0.hasSuffix(AppCommand.ending) }
      .compactMap { Int($0.dropLast(AppCommand.ending.count)) }
    next = wasLaunched ? (numbers.max() ?? 0) + 1 : 1
    first = refusal == nil ? next : nil
  }

  deinit { close(descriptor) }

  func begin(_ service: any Service, _ log: JournalWriter) {
    lock.withLock { (self.service, self.log) = (service, log) }
    if service.hasOpen { watch() }
  }

  /// Checked before each request, so it takes a single system call and never waits.
  var hasNew: Bool {
    guard lock.try() else { return true }
    defer { lock.unlock() }
    guard service != nil else { return false }
    return !waiting.isEmpty || access(AppCommand.path(next, in: folder), F_OK) == 0
  }

  /// Performs the commands in the order of their numbers, except that some wait until the service is ready for them.
  func take() {
    let isWaiting = lock.withLock {
      guard let service, let log else { return false }
      while let (number, command) = waiting.first, service.isReady(for: command) {
        waiting.removeFirst()
        service.perform(command, number, log)
      }
      while access(AppCommand.path(next, in: folder), F_OK) == 0 {
        if let refusal {
          log.write(MockFailure(.launchError, refusal), in: nil)
          self.service = nil
          return false
        }
        do throws(LaunchPlanError) {
          let command = try AppCommand.read(next, in: folder)
          // An event is sent only after all earlier commands.
          if command.event != nil && !waiting.isEmpty || !service.isReady(for: command) {
            waiting.append((next, command))
          } else {
            service.perform(command, next, log)
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
    // A subscription may have opened since the loop ended, so this function checks again.
    if isOpen { watch() }
  }

  private var isOpen: Bool {
    let state = lock.withLock { (isWaiting: !waiting.isEmpty, service: service) }
    return state.service.map { state.isWaiting || $0.hasOpen } ?? false
  }
}

extension CommandReceiver.Service {
  fileprivate func perform(_ command: AppCommand, _ number: Int, _ log: JournalWriter) {
    // The app may end as soon as the test sees the effect of a change, so the change is logged first. In contrast, a
    // reset is logged last, because the test discards the requests before it. So is what shows only at a later request.
    if !command.verb.waitsForRequest { log.write(command, number) }
    perform(command)
    if command.verb.waitsForRequest { log.write(command, number) }
  }
}

extension JournalWriter {
  /// - Parameter command: The command, or nil if it can't be read.
  fileprivate func write(_ command: AppCommand?, _ number: Int, problem: String? = nil) {
    let isReset = if case .reset? = command?.verb { true } else { false }
    write(
      [
        "number": .number(number), "takenAt": .number(Date().timeIntervalSince1970),
        "isReset": .bool(isReset), "problem": problem.map { .string($0) } ?? .null,
      ], as: "command")
  }
}
