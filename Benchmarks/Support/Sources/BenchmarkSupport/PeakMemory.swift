import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// The most memory that this process has had resident.
public enum PeakMemory {
  /// Whether a process can be measured more than once: not on Apple platforms.
  public static var canBeReset: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// What is resident now, in bytes; the peak where nothing else is known.
  public static var current: Int {
    #if os(Linux)
      value(of: "VmRSS:")
    #else
      peak
    #endif
  }

  /// The peak in bytes.
  public static var peak: Int {
    #if os(Linux)
      return value(of: "VmHWM:")
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }

  /// Forgets the peak so far, where that can be done.
  public static func reset() {
    #if os(Linux)
      // proc(5): "5" resets the peak resident set size.
      let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs")
      try? file?.write(contentsOf: Data("5".utf8))
      try? file?.close()
    #endif
  }

  #if os(Linux)
    private static func value(of name: String) -> Int {
      guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
        return 0
      }
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
      let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
      return (kilobytes ?? 0) * 1_024
    }
  #endif
}
