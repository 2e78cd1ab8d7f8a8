import Foundation

enum TableFile {
  static let fileName = "table.json"

  static func parse(
    _ data: Data, display: String, path: String, folder: TableFolder
  ) throws(FixtureError) -> [RequestHandler] {
    let parser = try FixtureParser(data, display: display, folder: folder)
    guard parser.json.isObject else { throw parser.wrongType("an object", "a table") }
    try parser.allow(["rows"])
    guard parser["rows"].isStated else { throw parser.error(.missingKey("rows")) }
    guard let rows = try parser["rows"].list() else { throw parser["rows"].wrongType("a list") }
    let positions = TextPosition.positions(
      of: JSONPlaces(of: parser["rows"].path, in: parser.bytes.span).children.map(\.start),
      in: parser.bytes.span)
    return try zip(rows, positions).map { row, position throws(FixtureError) in
      try HandlerForm.handler(
        row, isFixture: true,
        HandlerLocation(
          fileID: display, filePath: path, line: position.line, column: position.column))
    }
  }
}

struct TableFolder: Sendable {
  let url: URL
  /// Refuses links out of the folder, because an app must not read what its launch plan doesn't name.
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
