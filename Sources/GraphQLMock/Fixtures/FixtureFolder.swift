// Where the folder of a table is.

import Foundation

enum FixtureFolder {
  /// Looks next to a source file and upward, in folders named `Fixtures`, no further than the
  /// package's root.
  static func find(_ name: String, near filePath: String) -> Result<URL, FixtureError> {
    find(
      name,
      among: folders(above: filePath).map {
        $0.appendingPathComponent("Fixtures").appendingPathComponent(name)
      })
  }

  /// Looks in the resources of a bundle, with and without a folder named `Fixtures`.
  static func find(_ name: String, in bundle: Bundle) -> Result<URL, FixtureError> {
    find(name, among: SourceFiles.candidates(name, in: SourceFiles.folders(of: bundle)), of: bundle)
  }

  /// - Parameter bundle: The bundle that they are in; nil if they are in none.
  private static func find(
    _ name: String, among candidates: [URL], of bundle: Bundle? = nil
  ) -> Result<URL, FixtureError> {
    guard isSafe(name) else {
      return .failure(FixtureError(reason: .invalidTableName(name), file: "Fixtures"))
    }
    return candidates.first(where: isFolder).map { .success($0) }
      ?? .failure(missing(name, candidates, bundle))
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
      guard !isRoot, parent.path != folder.path, parent.path != "/" else { return folders }
      folder = parent
    }
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

  static func missing(_ name: String, _ searched: [URL], _ bundle: Bundle? = nil) -> FixtureError {
    // A name starts below the folder `Fixtures`.
    let inside = name.hasPrefix("Fixtures/") ? String(name.dropFirst(9)) : nil
    let meant = inside.flatMap { inside in
      searched.contains { url in
        isFolder(URL(fileURLWithPath: url.path.dropLast(name.count) + inside))
      } ? inside : nil
    }
    return FixtureError(
      reason: .noTable(
        name: name, searched: searched.map(\.path),
        lead: meant.map { .nearest($0) } ?? SourceFiles.Lead(searched, in: bundle)),
      file: "Fixtures")
  }
}

// The folder of one table, and which of its files may be read.

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
  /// - Parameters:
  ///   - path: The path below the folder.
  ///   - display: How messages name the file.
  func read(_ path: String, display: String) throws(FixtureError) -> Data {
    do {
      return try Data(contentsOf: try location(of: path))
    } catch {
      let reason = error as? FixtureError.Reason ?? .unreadable(error.fileReason)
      throw FixtureError(reason: reason, file: display)
    }
  }
}
