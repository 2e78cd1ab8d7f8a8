// Writes files that other processes may use at the same time, and deletes temporary files of killed processes.

import Foundation

enum AtomicFile {
  /// A name that begins with a dot isn't part of a fixture table.
  private static let prefix = ".graphql-mock-"
  /// Process identifiers are reused, most often in containers, so the prefix also contains random characters.
  private static let ownPrefix =
    "\(prefix)\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8))-"

  /// Returns the path of a temporary file on the same file system, which `link` and `rename` require.
  fileprivate static func path(beside file: URL) -> String {
    file.deletingLastPathComponent()
      .appendingPathComponent(ownPrefix + UUID().uuidString, isDirectory: false).path
  }

  static func removeAbandoned(in folder: URL) {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for file in files where file.hasPrefix(prefix) && !file.hasPrefix(ownPrefix) {
      guard let process = Int32(file.dropFirst(prefix.count).prefix { $0 != "-" }), process > 0
      else { continue }
      let isOwn = process == ProcessInfo.processInfo.processIdentifier
      if isOwn || kill(process, 0) != 0 && errno == ESRCH {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(file))
      }
    }
  }
}

extension Data {
  /// Writes a new file, and returns false if another process has created the file.
  func writeNewFile(_ file: URL) throws -> Bool {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let temporary = AtomicFile.path(beside: file)
    defer { _ = unlink(temporary) }
    if (try? writeWithoutWaiting(temporary)) != nil {
      if link(temporary, file.path) == 0 { return true }
      if errno == EEXIST, (try? Data(contentsOf: file)) != nil { return false }
    }
    // Some file systems have no hard links, and a link to a missing file is replaced, so the file is written directly.
    try write(to: file, options: .atomic)
    return true
  }

  func replaceFile(_ file: URL) throws {
    let temporary = AtomicFile.path(beside: file)
    if (try? writeWithoutWaiting(temporary)) != nil, rename(temporary, file.path) == 0 { return }
    _ = unlink(temporary)
    try write(to: file, options: .atomic)
  }

  /// Doesn't wait until the disk has the bytes, as `write(to:options:)` does.
  private func writeWithoutWaiting(_ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: self)
    try handle.close()
  }
}
