import Foundation

extension URL {
  var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The URL with symbolic links resolved, even if its last path components don't exist yet. It must be a file URL.
  var canonical: URL {
    var existing = standardizedFileURL
    var rest: [String] = []
    while !FileManager.default.fileExists(atPath: existing.path), existing.path != "/" {
      rest.insert(existing.lastPathComponent, at: 0)
      existing.deleteLastPathComponent()
    }
    return rest.reduce(existing.resolvingSymlinksInPath()) { $0.appendingPathComponent($1) }
  }
}

extension String {
  /// Whether the text is a relative path that stays below the folder to which it's appended, and has only one spelling.
  ///
  /// Bytes are compared, as the file system does, because a combining character after a slash changes the `Character`.
  var isPathBelow: Bool {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { !["", ".", ".."].contains(String(Substring($0))) }
  }
}
