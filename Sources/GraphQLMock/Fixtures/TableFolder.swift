// The folder of one table, and which of its files may be read.

import Foundation

struct TableFolder: Sendable {
  let url: URL
  /// Whether links that lead out of the folder are refused.
  ///
  /// Tables of a launch plan are confined: what is not named there must not be read.
  var isConfined = false

  /// Where a file of the table is.
  /// - Parameter path: The path below the folder.
  func location(of path: String) throws(FixtureError.Reason) -> URL {
    guard FixtureFolder.isSafe(path) else { throw .unsafePath(path) }
    let file = url.appendingPathComponent(path)
    guard isConfined else { return file }
    let inside = url.resolvingSymlinksInPath().pathComponents
    guard file.resolvingSymlinksInPath().pathComponents.starts(with: inside) else {
      throw .linkOut(path)
    }
    return file
  }

  /// Reads a file of the table.
  /// - Parameter path: The path below the folder.
  func read(_ path: String) throws(FixtureError.Reason) -> Data {
    let file = try location(of: path)
    do {
      return try Data(contentsOf: file)
    } catch {
      throw .unreadable(error.fileReason)
    }
  }
}
