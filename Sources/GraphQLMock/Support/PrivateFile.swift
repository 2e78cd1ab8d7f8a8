import Foundation

/// Files and folders that only this user may read.
enum PrivateFile {
  /// Makes an empty file.
  static func make(at url: URL) throws -> FileHandle {
    guard
      FileManager.default.createFile(
        atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path]) }
    return try FileHandle(forWritingTo: url)
  }

  /// Makes a folder.
  /// - Parameter isNew: Whether it is an error if it is there; otherwise it stays as it is, and folders
  ///   above it are made as well.
  static func makeFolder(at url: URL, isNew: Bool = false) throws {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: !isNew, attributes: [.posixPermissions: 0o700])
  }
}
