import GraphQLMock

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Texts that a signal handler writes to standard error when a crash ends the process.
///
/// A signal handler may neither lock nor allocate memory, so it only reads memory that is never freed.
enum CrashNotes {
  /// The maximum number of texts, one for each `withResponseVariants` that runs at the same time.
  private static let slots = 16
  /// The bytes of a slot, of which the first 8 are for the length of its text.
  private static let size = 2_048
  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]

  /// Sendable is unchecked, because only the owner of a slot writes to it, and the signal handler only reads.
  private struct Memory: @unchecked Sendable {
    /// The memory of all slots. A slot begins with the length of its text in bytes, as an `Int`.
    let texts = UnsafeMutableRawPointer.allocate(byteCount: slots * size, alignment: 16)
    /// The handlers before this one, such as that of Swift's backtraces, which a crash then calls.
    let former = UnsafeMutablePointer<sigaction>.allocate(capacity: signals.count)

    init() {
      texts.initializeMemory(as: UInt8.self, repeating: 0, count: slots * size)
      former.initialize(repeating: sigaction(), count: signals.count)
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = { CrashNotes.tell($0) }
      #else
        action.__sigaction_handler.sa_handler = { CrashNotes.tell($0) }
      #endif
      for (index, signal) in signals.enumerated() { sigaction(signal, &action, former + index) }
    }
  }

  private static let memory = Memory()
  private static let taken = Locked<Set<Int>>([])

  /// Returns nil if all slots are taken. The owner of a slot must call `free`.
  static func takeSlot() -> Int? {
    taken.withLock { taken in (0..<slots).first { taken.insert($0).inserted } }
  }

  static func say(_ text: String, in slot: Int) {
    let start = memory.texts + slot * size
    let bytes = Array(text.utf8.prefix(size - 8))
    // While the text is copied, its length is 0, so that the signal handler doesn't print half of it.
    start.storeBytes(of: 0, as: Int.self)
    (start + 8).copyMemory(from: bytes, byteCount: bytes.count)
    start.storeBytes(of: bytes.count, as: Int.self)
  }

  static func free(_ slot: Int) {
    (memory.texts + slot * size).storeBytes(of: 0, as: Int.self)
    taken.withLock { _ = $0.remove(slot) }
  }

  private static func tell(_ signal: Int32) {
    for slot in 0..<slots {
      let start = memory.texts + slot * size
      let count = start.load(as: Int.self)
      if count > 0 { _ = write(STDERR_FILENO, start + 8, count) }
    }
    for (index, known) in signals.enumerated() { sigaction(known, memory.former + index, nil) }
    // When this handler returns, a crashed instruction runs again, but an abort isn't repeated.
    if signal == SIGABRT { raise(signal) }
  }
}
