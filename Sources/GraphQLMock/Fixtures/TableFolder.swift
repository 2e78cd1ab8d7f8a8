import Foundation

struct TableFolder: Sendable {
  let url: URL
  /// Whether links that lead out of the folder are refused.
  ///
  /// Tables of a launch plan are confined, because an app must not read what the plan doesn't name.
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
