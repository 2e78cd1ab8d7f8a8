// Finds files that a test names, and reads texts out of files and folders.

import Foundation

/// Files or folders that are found near a source file, or in a bundle.
enum SourceFiles {
  /// What is the matter with files.
  enum ReadingError: Error, Sendable, Hashable {
    case invalidName(String)
    case missing(name: String, searched: [String])
    case unreadable(path: String, reason: String)
    case empty(folder: String, endings: [String])
    case tooMany(folder: String, limit: Int)
    case notUTF8(path: String)

    /// The whole message; `what` is what was looked for.
    func message(_ what: String) -> String {
      switch self {
      case .invalidName(let name):
        "\"\(name)\" can't name a \(what); a name has no \"..\" and does not start with \"/\""
      case .missing(let name, let searched):
        "there is no \(what) \"\(name)\"; searched \(searched.joined(separator: ", "))"
      case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
      case .empty(let folder, let endings):
        "the folder \(folder) has no \(endings.map { "*.\($0)" }.joined(separator: " and no "))"
      case .tooMany(let folder, let limit): "the folder \(folder) has more than \(limit) files"
      case .notUTF8(let path): "\(path) is not UTF-8"
      }
    }
  }

  /// How many files of a folder are looked at.
  static let countLimit = 20_000

  /// Looks next to a source file and upward, in folders named `Fixtures` and beside them, no further
  /// than the package's root.
  static func find(_ name: String, near filePath: String) -> Result<URL, ReadingError> {
    find(name, in: FixtureFolder.folders(above: filePath))
  }

  /// Looks in the resources of a bundle, with and without a folder named `Fixtures`.
  static func find(_ name: String, in bundle: Bundle) -> Result<URL, ReadingError> {
    find(name, in: folders(of: bundle))
  }

  static func folders(of bundle: Bundle) -> [URL] {
    [bundle.resourceURL, bundle.bundleURL].compactMap { $0 }
  }

  /// Where a file or folder may be: in each folder, and in one named `Fixtures` there.
  static func candidates(_ name: String, in folders: [URL]) -> [URL] {
    folders.flatMap {
      [
        $0.appendingPathComponent("Fixtures").appendingPathComponent(name),
        $0.appendingPathComponent(name),
      ]
    }
  }

  private static func find(_ name: String, in folders: [URL]) -> Result<URL, ReadingError> {
    guard FixtureFolder.isSafe(name) else { return .failure(.invalidName(name)) }
    let candidates = candidates(name, in: folders)
    let found = candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    return found.map { .success($0) }
      ?? .failure(.missing(name: name, searched: candidates.map(\.path)))
  }

  /// A file itself, or the files with one of some endings in a folder and below it, by path.
  static func files(at url: URL, endings: [String]) throws(ReadingError) -> [URL] {
    guard FixtureFolder.isFolder(url) else { return [url] }
    let names = FileManager.default.enumerator(atPath: url.path)
    var paths: [String] = []
    var count = 0
    while let path = names?.nextObject() as? String {
      count += 1
      guard count <= countLimit else { throw .tooMany(folder: url.path, limit: countLimit) }
      if endings.contains((path as NSString).pathExtension.lowercased()) { paths.append(path) }
    }
    guard !paths.isEmpty else { throw .empty(folder: url.path, endings: endings) }
    return paths.ordered().map { url.appendingPathComponent($0) }
  }

  /// The bytes of a file.
  static func bytes(of url: URL) throws(ReadingError) -> ContiguousArray<UInt8> {
    do {
      return ContiguousArray(try Data(contentsOf: url))
    } catch {
      throw .unreadable(path: url.path, reason: error.fileReason)
    }
  }
}
