// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for the part of CoreFoundation's run loops that the sources use, which `scripts/check-apple` also runs.

import Foundation

public final class CFString: Sendable {
  public init() {}
}
public typealias CFArray = [CFString]

public struct CFRunLoopMode: Sendable {
  private static let standard = CFString()
  public static var defaultMode: CFRunLoopMode! { CFRunLoopMode(rawValue: standard) }

  public var rawValue: CFString

  public init(rawValue: CFString) { self.rawValue = rawValue }
}

public final class CFRunLoop: @unchecked Sendable {
  // Unchecked: the condition guards the blocks and the flag, and only the thread of the run loop uses the mode.
  private let condition = NSCondition()
  private var blocks: [(modes: CFArray, block: () -> Void)] = []
  private var isAwake = false
  fileprivate var mode: CFRunLoopMode?

  fileprivate static var current: CFRunLoop {
    let values = Thread.current.threadDictionary
    if let runLoop = values["CFRunLoop"] as? CFRunLoop { return runLoop }
    let runLoop = CFRunLoop()
    values["CFRunLoop"] = runLoop
    return runLoop
  }

  fileprivate func add(_ modes: CFArray, _ block: @escaping () -> Void) {
    condition.withLock { blocks.append((modes, block)) }
  }

  fileprivate func wakeUp() {
    condition.withLock {
      isAwake = true
      condition.signal()
    }
  }

  /// Runs forever.
  ///
  /// As on Apple platforms, a block runs only in one of its modes, and doesn't wake the run loop.
  public static func runCurrent(in mode: CFRunLoopMode) {
    let runLoop = current
    runLoop.mode = mode
    while true {
      let due = runLoop.condition.withLock {
        while !runLoop.isAwake { runLoop.condition.wait() }
        runLoop.isAwake = false
        let due = runLoop.blocks.filter { $0.modes.contains { $0 === mode.rawValue } }
        runLoop.blocks.removeAll { $0.modes.contains { $0 === mode.rawValue } }
        return due
      }
      for (_, block) in due { block() }
    }
  }
}

public func CFRunLoopGetCurrent() -> CFRunLoop? { .current }
public func CFRunLoopCopyCurrentMode(_ runLoop: CFRunLoop?) -> CFRunLoopMode? { runLoop?.mode }
public func CFRunLoopPerformBlock(
  _ runLoop: CFRunLoop?, _ mode: Any?, _ block: (() -> Void)?
) {
  guard let modes = mode as? CFArray, let block else { return }
  runLoop?.add(modes, block)
}
public func CFRunLoopWakeUp(_ runLoop: CFRunLoop?) { runLoop?.wakeUp() }
