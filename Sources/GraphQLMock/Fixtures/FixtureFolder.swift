// Where the folder of a table is.

import Foundation

enum FixtureFolder {
  /// Looks next to a source file and upward, in folders named `Fixtures`, no further than the
  /// package's root.
  static func find(_ name: String, near filePath: String) -> Result<URL, FixtureError> {
    guard isSafe(name) else { return .failure(invalid(name)) }
    let candidates = folders(above: filePath).map {
      $0.appendingPathComponent("Fixtures").appendingPathComponent(name)
    }
    if let found = candidates.first(where: isFolder) { return .success(found) }
    return .failure(missing(name, candidates))
  }

  /// The folder of a source file and those above it, up to the package's root.
  static func folders(above filePath: String) -> [URL] {
    var folders: [URL] = []
    var folder = URL(fileURLWithPath: filePath).deletingLastPathComponent().standardizedFileURL
    while true {
      folders.append(folder)
      let isRoot = FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("Package.swift").path)
      let parent = folder.deletingLastPathComponent()
      guard !isRoot, parent.path != folder.path else { return folders }
      folder = parent
    }
  }

  /// Looks in the resources of a bundle, with and without a folder named `Fixtures`.
  static func find(_ name: String, in bundle: Bundle) -> Result<URL, FixtureError> {
    guard isSafe(name) else { return .failure(invalid(name)) }
    let roots = [bundle.resourceURL, bundle.bundleURL].compactMap { $0 }
    let candidates = roots.flatMap {
      [
        $0.appendingPathComponent("Fixtures").appendingPathComponent(name),
        $0.appendingPathComponent(name),
      ]
    }
    if let found = candidates.first(where: isFolder) { return .success(found) }
    return .failure(missing(name, candidates))
  }

  static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Where a folder is once all links on the way are followed, also when its end is not made yet.
  static func canonical(_ url: URL) -> URL {
    var existing = url.standardizedFileURL
    var rest: [String] = []
    while !FileManager.default.fileExists(atPath: existing.path), existing.path != "/" {
      rest.insert(existing.lastPathComponent, at: 0)
      existing.deleteLastPathComponent()
    }
    return rest.reduce(existing.resolvingSymlinksInPath()) { $0.appendingPathComponent($1) }
  }

  /// Whether a path leads to something below the folder that it starts from.
  static func isSafe(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("/")
      && !name.split(separator: "/", omittingEmptySubsequences: false)
        .contains { $0.isEmpty || $0 == ".." || $0 == "." }
  }

  private static func invalid(_ name: String) -> FixtureError {
    FixtureError(reason: .invalidTableName(name), file: "Fixtures")
  }

  static func missing(_ name: String, _ searched: [URL]) -> FixtureError {
    let nearest = searched.lazy.compactMap { candidate in
      let parent = candidate.deletingLastPathComponent()
      let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
      return EditDistance.nearest(
        to: candidate.lastPathComponent,
        among: names.sorted().filter { isFolder(parent.appendingPathComponent($0)) })
    }.first
    return FixtureError(
      reason: .noTable(name: name, searched: searched.map(\.path), nearest: nearest),
      file: "Fixtures")
  }
}
