import Foundation

enum TableFile {
  static let fileName = "table.json"

  /// - Parameters:
  ///   - display: The name of the file in messages.
  ///   - path: The path of the file, where issues of its handlers are reported.
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
