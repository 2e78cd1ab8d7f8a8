import Foundation

/// The folder of a fixture table, found by `FileFinder`, from which files are read by their relative paths.
struct TableFolder: Sendable {
  let url: URL
  /// Whether symbolic links to files outside of the folder are rejected, as in the tables of a launch plan.
  var isConfined = false

  func location(of path: String) throws(FixtureError.Reason) -> URL {
    guard path.isPathBelow else { throw .unsafePath(path) }
    let file = url.appendingPathComponent(path)
    guard isConfined else { return file }
    // Bytes are compared, as the file system does.
    let inside = url.resolvingSymlinksInPath().pathComponents.map { Array($0.utf8) }
    let resolved = file.resolvingSymlinksInPath().pathComponents.map { Array($0.utf8) }
    if resolved.starts(with: inside) { return file }
    throw .linkOut(path)
  }

  func read(_ path: String, display: String) throws(FixtureError) -> Data {
    do {
      return try Data(contentsOf: try location(of: path))
    } catch {
      let reason = error as? FixtureError.Reason ?? .unreadable(error.fileReason)
      throw FixtureError(reason: reason, file: display)
    }
  }
}
