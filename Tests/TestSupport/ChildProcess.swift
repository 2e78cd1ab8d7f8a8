public import Foundation
package import Testing

/// Runs this test binary again, for tests that fail on purpose and whose output is read.
package enum ChildProcess {
  /// A Boolean value that indicates whether this test binary can be started again, unlike in Xcode.
  package static var isAvailable: Bool {
    #if os(Linux)
      true
    #else
      CommandLine.arguments.contains(bundleOption)
    #endif
  }

  /// On a Mac, `swift test` runs the tests of Swift Testing in a program to which it passes the binary of the bundle.
  private static let bundleOption = "--test-bundle-path"

  /// Returns the program and the arguments that run tests of this test binary.
  ///
  /// - Parameter arguments: Those of Swift Testing, or a list of XCTest's tests.
  package static func command(_ arguments: [String]) throws -> [String] {
    #if os(macOS)
      let all = CommandLine.arguments
      let path = all.firstIndex(of: bundleOption).map { all[$0 + 1] } ?? ""
      guard arguments.count == 1 else { return [all[0], bundleOption, path] + arguments }
      let find = TestProcess.whenFewFilesAreOpen()
      find.executableURL = URL(fileURLWithPath: "/usr/bin/xcrun")
      find.arguments = ["--find", "xctest"]
      let bundle = path.components(separatedBy: "/Contents/")[0]
      return [try output(of: find).last ?? "", "-XCTest", arguments[0], bundle]
    #else
      return [CommandLine.arguments[0]] + arguments
    #endif
  }

  /// Makes a process that runs this test binary.
  package static func make(
    _ arguments: [String], environment added: [String: String]
  ) throws -> TestProcess {
    let process = TestProcess.whenFewFilesAreOpen()
    let command = try command(arguments)
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
    return process
  }

  /// Runs several processes of this test binary at once, without their output.
  ///
  /// - Returns: Their exit codes.
  package static func runSeveral(
    _ count: Int, _ arguments: [String], environment: [String: String]
  ) throws -> [Int32] {
    let processes = try (0..<count).map { _ in
      let process = try make(arguments, environment: environment)
      process.standardOutput = Pipe.closedOnExec()
      process.standardError = Pipe.closedOnExec()
      try process.run()
      return process
    }
    for process in processes { process.waitUntilExit() }
    return processes.map(\.terminationStatus)
  }

  /// Runs this test binary.
  ///
  /// - Returns: The lines of its output, on either stream, with the names of tests as on Linux.
  package static func run(
    _ arguments: [String], environment added: [String: String]
  ) throws -> [String] {
    let lines = try output(
      of: make(arguments, environment: ["NO_COLOR": "1"].merging(added) { $1 }))
    return lines.map { $0.replacing(/-\[\w+\.(\w+) (\w+)\]/) { "\($0.1).\($0.2)" } }
  }

  /// Runs a process to its end.
  ///
  /// - Returns: The lines of its output, on either stream.
  package static func output(of process: TestProcess) throws -> [String] {
    let output = Pipe.closedOnExec()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves out tests that start this test binary again, where that isn't possible.
  package static var startsItselfAgain: Self {
    .enabled(
      if: ChildProcess.isAvailable, "runs only with `swift test`, because it starts itself again")
  }
}

#if os(macOS) || os(Linux)
  package typealias TestProcess = Process
#else
  /// Has the members of `Process`, which other systems don't have, so that the tests compile there.
  package final class TestProcess: @unchecked Sendable {
    package enum TerminationReason { case exit, uncaughtSignal }

    package var executableURL: URL?
    package var arguments: [String]?
    package var environment: [String: String]?
    package var standardInput: Any?
    package var standardOutput: Any?
    package var standardError: Any?
    package let isRunning = false
    package let processIdentifier: Int32 = 0
    package let terminationReason = TerminationReason.exit
    package let terminationStatus: Int32 = 1

    package func run() throws { throw CocoaError(.featureUnsupported) }
    package func terminate() {}
    package func waitUntilExit() {}
  }
#endif

extension TestProcess {
  /// Makes a process once so few files are open that it can be run.
  ///
  /// With more than about 1,350 open files `run()` of Foundation on Linux reads past the end of its list of them, and
  /// each session of a parallel suite has two. It blocks the thread, so call it from `.onWaitingThreads` tests.
  package static func whenFewFilesAreOpen() -> TestProcess {
    // One at a time: checking a thousand files costs a millisecond.
    counting.withLock {
      for _ in 0..<1_200 {
        let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        if open?.count ?? 0 < 1_000 { break }
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
    return TestProcess()
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
      /// A process that starts here has already inherited `pipe`, so another pipe takes its place.
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
