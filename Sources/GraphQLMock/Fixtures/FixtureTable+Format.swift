public import Foundation

extension FixtureTable {
  /// Rewrites the JSON files of a folder in their normal form.
  ///
  /// Members are sorted, the indentation is two spaces, numbers keep their spelling, and a file ends
  /// in one newline. Doing it twice changes nothing. Files without the ending `.json` are left alone, and
  /// so are recordings, which keep the order that the service has.
  /// - Parameters:
  ///   - folder: The folder; folders inside it are done too.
  ///   - isCheck: Whether to name the files only, and change none.
  /// - Returns: the paths of the files that were not in normal form, below the folder, sorted.
  /// - Throws: ``FixtureError`` for the first file that is not well-formed JSON, or can't be read or
  ///   written; all others are done. An error of the file system if the folder can't be listed.
  @discardableResult public static func normalize(
    _ folder: URL, isCheck: Bool = false
  ) throws -> [String] {
    let found = try normalizing(folder, isCheck: isCheck)
    if let error = found.errors.first { throw error }
    return found.changed
  }

  /// Returns every error, while ``normalize(_:isCheck:)`` throws the first one.
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
    let parser = try FixtureParser(data, display: path, folder: nil)
    guard parser.json[RecordingVersion.key].isNull,
      let normal = try? parser.json.encodedPretty(), normal != data
    else { return false }
    if isCheck { return true }
    do {
      try normal.write(to: url, options: .atomic)
    } catch {
      throw FixtureError(reason: .unwritable(error.fileReason), file: path)
    }
    return true
  }
}
