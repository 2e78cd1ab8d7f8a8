public import Foundation

extension FixtureTable {
  /// Formats the JSON files in a folder and its subfolders.
  ///
  /// The members of objects are sorted, lines are indented by two spaces, and each file ends in one newline.
  /// Numbers aren't reformatted. Recordings aren't changed, so their members stay in the order that the service
  /// sent. Hidden files, and files that a row or a fixture sends as they are, aren't changed either.
  /// - Returns: The paths of the changed files, sorted and relative to the folder.
  /// - Throws: A file system error if the folder can't be listed. ``FixtureError`` if a file isn't valid JSON or
  ///   can't be read or written. In this case, all other files are formatted before the first error is thrown.
  @discardableResult public static func format(_ folder: URL) throws -> [String] {
    try changedFiles(in: folder, isCheck: false)
  }

  /// Returns the paths of the files that ``format(_:)`` would change, sorted and relative to the folder.
  /// - Throws: The same errors as ``format(_:)``.
  public static func unformattedFiles(in folder: URL) throws -> [String] {
    try changedFiles(in: folder, isCheck: true)
  }

  private static func changedFiles(in folder: URL, isCheck: Bool) throws -> [String] {
    let found = try format(folder, isCheck: isCheck)
    if let error = found.errors.first { throw error }
    return found.changed
  }

  package static func format(
    _ folder: URL, isCheck: Bool
  ) throws -> (changed: [String], errors: [FixtureError]) {
    var (changed, errors): ([String], [FixtureError]) = ([], [])
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
      path.hasSuffix(".json") && !path.split(separator: "/").contains { $0.hasPrefix(".") }
        && !folder.appendingPathComponent(path).isFolder
    }
    // Each folder may be a table.
    let tables = Set(paths.map { folder.appendingPathComponent($0).deletingLastPathComponent() })
    let ignored = tables.reduce(into: Set<String>()) { found, table in
      let content = FixtureContent(name: "", folder: .success(TableFolder(url: table)))
      found.formUnion(content.sentFiles)
    }
    for path in paths.ordered() where !ignored.contains(folder.appendingPathComponent(path).path) {
      do throws(FixtureError) {
        if try formatFile(path, in: folder, isCheck) { changed.append(path) }
      } catch {
        errors.append(error)
      }
    }
    return (changed, errors)
  }

  private static func formatFile(
    _ path: String, in folder: URL, _ isCheck: Bool
  ) throws(FixtureError) -> Bool {
    let url = folder.appendingPathComponent(path)
    let data = try TableFolder(url: folder).read(path, display: path)
    // `FixtureParser(_:display:)` would drop an editor's `$schema`.
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
