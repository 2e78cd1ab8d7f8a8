package import Foundation

/// Processes of tests' own, as this test binary, run again: for what fails on purpose, and is read.
package enum ChildProcess {
  /// Runs this test binary.
  /// - Returns: the lines of its output, on either stream.
  package static func run(
    _ arguments: [String], environment added: [String: String]
  ) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["NO_COLOR": "1"]) { $1 }.merging(added) { $1 }
    return try output(of: process)
  }

  /// Runs a process to its end.
  /// - Returns: the lines of its output, on either stream.
  package static func output(of process: Process) throws -> [String] {
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
