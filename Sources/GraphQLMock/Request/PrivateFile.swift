import Foundation

enum PrivateFile {
  static func make(at url: URL) throws -> FileHandle {
    guard
      FileManager.default.createFile(
        atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
    return try FileHandle(forWritingTo: url)
  }

  /// - Parameter isNew: Whether an existing folder is an error, because it may belong to another user.
  static func makeFolder(at url: URL, isNew: Bool = false) throws {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: !isNew, attributes: [.posixPermissions: 0o700])
  }
}
