import Foundation

/// The folder of a table, which decides which of its files may be read.
struct TableFolder: Sendable {
  let url: URL
  /// Whether links that lead out of the folder are refused.
  ///
  /// Tables of a launch plan are confined: what is not named there must not be read.
  var isConfined = false

  /// - Parameter path: The path below the folder.
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

  /// - Parameters:
  ///   - path: The path below the folder.
  ///   - display: How messages name the file.
  func read(_ path: String, display: String) throws(FixtureError) -> Data {
    do {
      return try Data(contentsOf: try location(of: path))
    } catch {
      let reason = error as? FixtureError.Reason ?? .unreadable(error.fileReason)
      throw FixtureError(reason: reason, file: display)
    }
  }
}
