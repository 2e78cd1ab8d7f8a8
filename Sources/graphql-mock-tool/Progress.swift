import Foundation

/// Says how far long work has got, beside what it has to say in the end: once a second, so that short work
/// says nothing.
struct Progress {
  private var last = ContinuousClock.now

  mutating func say(_ text: @autoclosure () -> String) {
    let now = ContinuousClock.now
    guard now - last >= .seconds(1) else { return }
    last = now
    FileHandle.standardError.write(Data("\(text())\n".utf8))
  }
}
