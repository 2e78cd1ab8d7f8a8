import Foundation

extension Data {
  /// Writes a file that was not there, and its folder: others see the whole of it or nothing.
  ///
  /// `Data.WritingOptions.atomic` waits until the disk has it as well, for milliseconds; a recording can be
  /// made again.
  func writeNewFile(_ file: URL) throws {
    let folder = file.deletingLastPathComponent()
    // Named so that what is abandoned is found.
    let name = Recording.temporaryPrefix + UUID().uuidString
    let temporary = folder.appendingPathComponent(name, isDirectory: false)
    if (try? write(to: temporary)) != nil {
      if rename(temporary.path, file.path) == 0 { return }
      try? FileManager.default.removeItem(at: temporary)
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(to: file, options: .atomic)
  }
}
