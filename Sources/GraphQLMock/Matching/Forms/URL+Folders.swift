import Foundation

extension URL {
  var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The file URL with symbolic links resolved, even if its last path components don't exist yet.
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
  var isPathBelow: Bool {
    !isEmpty && !hasPrefix("/")
      && !split(separator: "/", omittingEmptySubsequences: false)
        .contains { $0.isEmpty || $0 == ".." || $0 == "." }
  }
}
