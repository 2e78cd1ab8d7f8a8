// Writing files that other processes may write, read and list at the same time. A file is written under
// a name of its own, and takes its place when it is whole. The name says which process writes it, so that the
// next recorder deletes what a killed process has left.

import Foundation

enum UnfinishedFile {
  private static let prefix = ".graphql-mock-"
  // A later process may have the same number; in a container it often has.
  private static let ownPrefix =
    "\(prefix)\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8))-"

  /// A name in the folder of a file.
  fileprivate static func path(beside file: URL) -> String {
    file.deletingLastPathComponent()
      .appendingPathComponent(ownPrefix + UUID().uuidString, isDirectory: false).path
  }

  /// Deletes what processes that are gone have left in a folder.
  static func removeAbandoned(in folder: URL) {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for file in files where file.hasPrefix(prefix) && !file.hasPrefix(ownPrefix) {
      guard let process = Int32(file.dropFirst(prefix.count).prefix { $0 != "-" }), process > 0
      else {
        continue
      }
      let isOwn = process == ProcessInfo.processInfo.processIdentifier
      if isOwn || kill(process, 0) != 0 && errno == ESRCH {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(file))
      }
    }
  }
}

extension Data {
  /// Writes a file that was not there, and its folder: others see the whole of it or nothing.
  ///
  /// `write(to:options:)` waits until the disk has it as well, for milliseconds; a recording can be made
  /// again.
  /// - Returns: whether there was none: no process replaces what another has just written.
  func writeNewFile(_ file: URL) throws -> Bool {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let temporary = UnfinishedFile.path(beside: file)
    defer { _ = unlink(temporary) }
    if (try? writeWithoutWaiting(temporary)) != nil {
      if link(temporary, file.path) == 0 { return true }
      if errno == EEXIST, (try? Data(contentsOf: file)) != nil { return false }
    }
    // Where there are no links, what is there can't be read, or to tell why it can't be written.
    try write(to: file, options: .atomic)
    return true
  }

  /// Writes a file in the place of one that is there: others see the whole of the one or the other.
  func replaceFile(_ file: URL) throws {
    let temporary = UnfinishedFile.path(beside: file)
    if (try? writeWithoutWaiting(temporary)) != nil, rename(temporary, file.path) == 0 { return }
    _ = unlink(temporary)
    // To tell why it can't be written.
    try write(to: file, options: .atomic)
  }

  private func writeWithoutWaiting(_ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: self)
    try handle.close()
  }
}
