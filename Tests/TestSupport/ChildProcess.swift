import Foundation

/// This test binary, run again: for tests that fail on purpose, and whose output is read.
package enum ChildProcess {
  /// Runs it.
  /// - Returns: the lines of its output, on either stream.
  package static func run(
    _ arguments: [String], environment added: [String: String]
  ) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["NO_COLOR": "1"]) { $1 }.merging(added) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
