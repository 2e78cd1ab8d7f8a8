import Foundation

/// The Python service of `upstream.py`, in a child process.
package final class Upstream: @unchecked Sendable {
  package let port: Int
  private let process = TestProcess.whenFewFilesAreOpen()
  private let input = Pipe.closedOnExec()
  private let output = Pipe.closedOnExec()
  private let lock = NSLock()
  private var lines: [String] = []
  private let ended = DispatchSemaphore(value: 0)

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("upstream.py").path

  /// Whether Python and graphql-core are installed; without them the tests are skipped.
  package static let isAvailable: Bool = {
    let process = TestProcess.whenFewFilesAreOpen()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", "import importlib.util; exit(not importlib.util.find_spec('graphql'))",
    ]
    process.standardError = Pipe.closedOnExec()
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  package init() throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", Self.script]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var first = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([0x0A]) {
      first.append(byte)
    }
    guard let port = Int(String(decoding: first, as: UTF8.self)) else {
      throw CocoaError(.fileReadUnknown)
    }
    self.port = port
    Thread { [self] in
      let rest = (try? output.fileHandleForReading.readToEnd()) ?? Data()
      lock.withLock {
        lines = String(decoding: rest, as: UTF8.self).split(separator: "\n").map(String.init)
      }
      ended.signal()
    }.start()
  }

  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Ends the service.
  ///
  /// - Returns: Its log, with a line for each request.
  package func stop() -> [String] {
    // Closing its input isn't enough: another process started at the same time may have inherited
    // the pipe.
    try? input.fileHandleForWriting.close()
    process.terminate()
    // `waitUntilExit()` of Foundation may spin forever on a busy machine.
    ended.wait()
    return lock.withLock { lines }
  }
}
