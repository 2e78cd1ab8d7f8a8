import Foundation

/// The folder of a table, inside which all its files are.
struct TableFolder: Sendable {
  let url: URL
  /// Refuses links out of the folder, because an app must not read what its launch plan doesn't name.
  ///
  /// A test's own table may have links, because the test can read everything anyway.
  var isConfined = false

  func location(of path: String) throws(FixtureError.Reason) -> URL {
    guard path.isPathBelow else { throw .unsafePath(path) }
    let file = url.appendingPathComponent(path)
    guard isConfined else { return file }
    let inside = url.resolvingSymlinksInPath().pathComponents
    guard file.resolvingSymlinksInPath().pathComponents.starts(with: inside) else {
      throw .linkOut(path)
    }
    return file
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
