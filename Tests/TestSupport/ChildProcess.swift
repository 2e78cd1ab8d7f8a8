public import Foundation

/// Runs this test binary again, for tests that fail on purpose and whose output is read.
package enum ChildProcess {
  /// Runs this test binary.
  ///
  /// - Returns: The lines of its output, on either stream.
  package static func run(
    _ arguments: [String], environment added: [String: String]
  ) throws -> [String] {
    let process = Process.whenFewFilesAreOpen()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["NO_COLOR": "1"]) { $1 }.merging(added) { $1 }
    return try output(of: process)
  }

  /// Runs a process to its end.
  ///
  /// - Returns: The lines of its output, on either stream.
  package static func output(of process: Process) throws -> [String] {
    let output = Pipe.closedOnExec()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

extension Process {
  /// Makes a process once so few files are open that it can be run.
  ///
  /// With more than about 1,350 open files `run()` of Foundation on Linux reads past the end of its list of them, and
  /// each session of a parallel suite has two. It blocks the thread, so call it from `.onWaitingThreads` tests.
  public static func whenFewFilesAreOpen() -> Process {
    // One at a time: checking a thousand files costs a millisecond.
    counting.withLock {
      for _ in 0..<1_200 {
        let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        if open?.count ?? 0 < 1_000 { break }
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
    return Process()
  }

  private static let counting = NSLock()
}

extension Pipe {
  /// Makes a pipe that only the process it's given to inherits.
  ///
  /// Any process that starts at the same time inherits an ordinary pipe, too, whose reader then waits for its end.
  public static func closedOnExec() -> Pipe {
    let pipe = Pipe()
    let handles = [pipe.fileHandleForReading, pipe.fileHandleForWriting]
    #if os(Linux)
      // A process that starts here has already inherited `pipe`, so another pipe takes its place.
      typealias MakePipe = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
      typealias Replace = @convention(c) (Int32, Int32, Int32) -> Int32
      // Swift doesn't import these two functions of Linux.
      if let makePipe = dlsym(nil, "pipe2").map({ unsafeBitCast($0, to: MakePipe.self) }),
        let replace = dlsym(nil, "dup3").map({ unsafeBitCast($0, to: Replace.self) })
      {
        var ends: [Int32] = [-1, -1]
        guard makePipe(&ends, O_CLOEXEC) == 0 else { return pipe }
        for (end, handle) in zip(ends, handles) {
          _ = replace(end, handle.fileDescriptor, O_CLOEXEC)
          close(end)
        }
        return pipe
      }
    #endif
    for handle in handles { _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) }
    return pipe
  }
}
