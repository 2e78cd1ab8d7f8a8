// Finds files that a test names, and reads texts out of files and folders.

import Foundation

/// Files or folders that are found near a source file, or in a bundle.
enum SourceFiles {
  /// What is the matter with files.
  indirect enum ReadingError: Error, Sendable, Equatable {
    case invalidName(String)
    case missing(name: String, searched: [String], lead: Lead?)
    case unreadable(path: String, reason: String)
    case empty(folder: String, endings: [String])
    case tooMany(folder: String, limit: Int)
    case notUTF8(path: String)

    /// The whole message; `what` is what was looked for, and `initializer` takes a path of it.
    func message(_ what: String, byPath initializer: String? = nil) -> String {
      switch self {
      case .invalidName(let name):
        "\"\(name)\" can't name a \(what); a name has no \"..\" and does not start with \"/\""
          + (initializer.map { "; for a path there is `\($0)`" } ?? "")
      case .missing(let name, let searched, let lead):
        "there is no \(what) \"\(name)\"\(lead?.text ?? ""); "
          + "searched \(searched.joined(separator: ", "))"
      case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
      case .empty(let folder, let endings):
        "the folder \(folder) has no \(endings.map { "*.\($0)" }.joined(separator: " and no "))"
      case .tooMany(let folder, let limit): "the folder \(folder) has more than \(limit) files"
      case .notUTF8(let path): "\(path) is not UTF-8"
      }
    }
  }

  /// What may be meant, or missing, where nothing was found.
  indirect enum Lead: Sendable, Hashable {
    /// A neighbour with a name much like it.
    case nearest(String)
    /// A bundle that has no such thing.
    case bundle(String, hasFixtures: Bool)

    /// What messages put behind the name.
    var text: String {
      switch self {
      case .nearest(let name): "; nearest is \"\(name)\""
      case .bundle(let name, let hasFixtures):
        "; the bundle \(name) has no resources of that name"
          + (hasFixtures ? "" : "; add `resources: [.copy(\"Fixtures\")]` to the target")
      }
    }

    /// The first place that has a neighbour says which; else it is the bundle that lacks it.
    /// - Parameter endings: Those of the files that may be meant; folders may be anyway.
    init?(_ candidates: [URL], in bundle: Bundle?, endings: [String] = []) {
      if let name = candidates.lazy.compactMap({ Lead.neighbour(of: $0, endings) }).first {
        self = .nearest(name)
        return
      }
      guard let bundle else { return nil }
      let fixtures = SourceFiles.folders(of: bundle).map { $0.appendingPathComponent("Fixtures") }
      self = .bundle(
        bundle.bundleURL.lastPathComponent,
        hasFixtures: fixtures.contains(where: FixtureFolder.isFolder))
    }

    private static func neighbour(of candidate: URL, _ endings: [String]) -> String? {
      let folder = candidate.deletingLastPathComponent()
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      /// The name without the ending of a file that may be meant.
      func stem(_ name: String) -> String {
        let file = name as NSString
        return endings.contains(file.pathExtension.lowercased()) ? file.deletingPathExtension : name
      }
      let meant = names.sorted().filter {
        stem($0) != $0 || FixtureFolder.isFolder(folder.appendingPathComponent($0))
      }
      let name = candidate.lastPathComponent
      let nearest = EditDistance.nearest(to: stem(name), among: meant.map(stem))
      let near = meant.filter { stem($0) == nearest }
      return EditDistance.nearest(to: name, among: near) ?? near.last
    }
  }

  /// How many files of a folder are looked at.
  static let countLimit = 20_000

  /// Looks next to a source file and upward, in folders named `Fixtures` and beside them, no further
  /// than the package's root.
  static func find(_ name: String, near filePath: String) -> Result<URL, ReadingError> {
    find(name, in: FixtureFolder.folders(above: filePath), of: nil)
  }

  /// Looks in the resources of a bundle, with and without a folder named `Fixtures`.
  static func find(_ name: String, in bundle: Bundle) -> Result<URL, ReadingError> {
    find(name, in: folders(of: bundle), of: bundle)
  }

  static func folders(of bundle: Bundle) -> [URL] {
    [bundle.resourceURL, bundle.bundleURL].compactMap { $0 }
  }

  /// Where a file or folder may be: in each folder, and in one named `Fixtures` there; each place once.
  static func candidates(_ name: String, in folders: [URL]) -> [URL] {
    var seen: Set<String> = []
    return folders.flatMap {
      [
        $0.appendingPathComponent("Fixtures").appendingPathComponent(name),
        $0.appendingPathComponent(name),
      ]
    }.filter { seen.insert($0.standardizedFileURL.path).inserted }
  }

  /// - Parameter bundle: The bundle whose folders they are; nil if they are none's.
  private static func find(
    _ name: String, in folders: [URL], of bundle: Bundle?
  ) -> Result<URL, ReadingError> {
    guard FixtureFolder.isSafe(name) else { return .failure(.invalidName(name)) }
    let candidates = candidates(name, in: folders)
    let found = candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    return found.map { .success($0) }
      ?? .failure(
        .missing(
          name: name, searched: candidates.map(\.path),
          lead: Lead(candidates, in: bundle, endings: ["graphqls", "graphql", "gql", "json"])))
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
