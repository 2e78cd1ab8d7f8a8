import Foundation

package enum Console {
  /// Prints a line to standard error, unless that is closed.
  package static func printError(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
  }
}
