public import Foundation

extension FixtureTable {
  /// Formats the JSON files in a folder and its subfolders.
  ///
  /// The members of objects are sorted, lines are indented by two spaces, and each file ends in one newline.
  /// Numbers aren't reformatted. Recordings aren't changed, so their members stay in the order that the service
  /// sent.
  /// - Returns: The paths of the changed files, sorted and relative to the folder.
  /// - Throws: A file system error if the folder can't be listed. ``FixtureError`` if a file isn't valid JSON or
  ///   can't be read or written. In this case, all other files are formatted before the first error is thrown.
  @discardableResult public static func format(_ folder: URL) throws -> [String] {
    try checkedFormat(of: folder, isCheck: false)
  }

  /// Returns the paths of the files that ``format(_:)`` would change, sorted and relative to the folder.
  /// - Throws: The same errors as ``format(_:)``.
  public static func unformattedFiles(in folder: URL) throws -> [String] {
    try checkedFormat(of: folder, isCheck: true)
  }

  private static func checkedFormat(of folder: URL, isCheck: Bool) throws -> [String] {
    let found = try normalizing(folder, isCheck: isCheck)
    if let error = found.errors.first { throw error }
    return found.changed
  }

  package static func normalizing(
    _ folder: URL, isCheck: Bool
  ) throws -> (changed: [String], errors: [FixtureError]) {
    var changed: [String] = []
    var errors: [FixtureError] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).ordered()
    where path.hasSuffix(".json") {
      do throws(FixtureError) {
        if try normalize(path, in: folder, isCheck) { changed.append(path) }
      } catch {
        errors.append(error)
      }
    }
    return (changed, errors)
  }

  private static func normalize(
    _ path: String, in folder: URL, _ isCheck: Bool
  ) throws(FixtureError) -> Bool {
    let url = folder.appendingPathComponent(path)
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw FixtureError(reason: .unreadable(error.fileReason), file: path)
    }
    let json = try FixtureParser.parse(ContiguousArray(data), display: path)
    guard json[RecordingVersion.key].isNull, let normal = try? json.encoded(pretty: true),
      normal != data
    else { return false }
    if isCheck { return true }
    do {
      try normal.write(to: url.resolvingSymlinksInPath(), options: .atomic)
    } catch {
      throw FixtureError(reason: .unwritable(error.fileReason), file: path)
    }
    return true
  }
}
