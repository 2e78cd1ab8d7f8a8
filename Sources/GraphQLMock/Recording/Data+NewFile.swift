import Foundation

extension Data {
  /// Writes a file that was not there, and its folder: others see the whole of it or nothing.
  ///
  /// `write(to:options:)` waits until the disk has it as well, for milliseconds; a recording can be made
  /// again.
  func writeNewFile(_ file: URL) throws {
    // Named so that what is abandoned is found.
    let name = Recording.temporaryPrefix + UUID().uuidString
    let temporary = file.deletingLastPathComponent()
      .appendingPathComponent(name, isDirectory: false).path
    if (try? writeWithoutWaiting(temporary)) != nil, rename(temporary, file.path) == 0 { return }
    _ = unlink(temporary)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
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
