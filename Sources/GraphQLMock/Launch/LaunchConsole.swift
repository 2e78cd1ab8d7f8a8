import Foundation

enum LaunchConsole {
  static func say(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("GraphQLMock: \(message)\n".utf8))
  }
}
