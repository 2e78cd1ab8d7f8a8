import Foundation

/// Where the app shows what it has to show: a line of text.
enum Screen {
  static func show(_ text: String) {
    // A line is one write, so that lines of tasks that run at once stay whole.
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
