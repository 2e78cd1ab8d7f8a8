import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// The most memory that this process has had resident.
enum PeakMemory {
  #if os(Linux)
    /// Whether a process can be measured more than once.
    static let canBeReset = true

    /// What is resident now, in bytes.
    static var current: Int { value(of: "VmRSS:") }

    /// Forgets the peak so far.
    static func reset() {
      // proc(5): "5" resets the peak resident set size.
      let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs")
      try? file?.write(contentsOf: Data("5".utf8))
      try? file?.close()
    }

    /// The peak in bytes.
    static var peak: Int { value(of: "VmHWM:") }

    private static func value(of name: String) -> Int {
      guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
        return 0
      }
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
      let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
      return (kilobytes ?? 0) * 1_024
    }
  #else
    static let canBeReset = false

    static var current: Int { peak }

    static func reset() {}

    static var peak: Int {
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    }
  #endif
}
