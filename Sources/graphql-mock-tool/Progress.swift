import Foundation

/// Prints progress once a second, so that short work prints nothing.
struct Progress {
  private var last = ContinuousClock.now

  mutating func say(_ text: @autoclosure () -> String) {
    let now = ContinuousClock.now
    guard now - last >= .seconds(1) else { return }
    last = now
    FileHandle.standardError.write(Data("\(text())\n".utf8))
  }
}
