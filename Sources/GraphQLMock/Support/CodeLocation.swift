/// The location of a handler, or of another call of a test, in the source code.
public struct CodeLocation: Sendable, Hashable, CustomStringConvertible {
  /// The module and the file name, such as `ShopTests/CartTests.swift`, as in `#fileID`.
  package let fileID: String
  package let filePath: String
  package let line: Int
  package let column: Int

  package static let unknown = CodeLocation(fileID: "", filePath: "", line: 0, column: 0)

  /// Creates a location from the values of `#fileID`, `#filePath`, `#line` and `#column`.
  public init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The file name and line, such as `ShopTests.swift:12`.
  public var description: String {
    "\(fileID.split(separator: "/").last.map(String.init) ?? fileID):\(line)"
  }
}
