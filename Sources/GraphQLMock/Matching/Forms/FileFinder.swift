package import Foundation

/// Finds files by a name, near the source file of a test or in a bundle, and lists those of a folder.
package enum FileFinder {
  package enum Subject: String, Sendable {
    case table = "fixture table"
    case schema
    case documents = "folder of documents"
    case file

    /// The extensions of the files in a folder, in lowercase, as `ServiceSchema.named` and `OperationCoverage` document
    /// them. A `.json` file is read only if it's named itself, because those in a folder may be fixtures.
    fileprivate var endings: [String] {
      switch self {
      case .schema: ["graphqls", "graphql", "gql"]
      case .documents: ["graphql", "gql"]
      case .table, .file: []
      }
    }

    fileprivate var initializer: String? {
      switch self {
      case .table: "FixtureTable(folder:)"
      case .schema: "ServiceSchema(contentsOf:)"
      case .documents, .file: nil
      }
    }

    fileprivate func exists(at url: URL) -> Bool {
      self == .table ? url.isFolder : FileManager.default.fileExists(atPath: url.path)
    }
  }

  package enum Failure: Error, Sendable, Hashable {
    case invalidName(String, Subject)
    /// The file can't be searched for, because the path of the caller's source file is unknown.
    case unplaced(Subject, [String])
    case missing(Subject, name: String, searched: [String], lead: String)
    case unreadable(path: String, reason: String)
    case empty(folder: String, endings: [String])
    case tooMany(folder: String, limit: Int)

    package var message: String {
      switch self {
      case .invalidName(let name, let subject):
        "\"\(name)\" can't name a \(subject.rawValue): a name must not start or end with \"/\", or contain \".\" or \"..\" as a folder"
          + (subject.initializer.map { "; for a path, use `\($0)`" } ?? "")
      case .unplaced(let subject, let names):
        "This \(subject.rawValue) can't be found, because the source file is unknown here; write "
          + ".named(\(names.map(\.swiftLiteral).joined(separator: ", ")), filePath: #filePath)"
      case .missing(let subject, let name, let searched, let lead):
        (subject == .table ? "There" : "there") + " is no \(subject.rawValue) \"\(name)\"\(lead) "
          + "Searched: \(searched.joined(separator: ", "))"
      case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
      case .empty(let folder, let endings):
        "the folder \(folder) has no \(endings.map { "*.\($0)" }.joined(separator: " or ")) files"
      case .tooMany(let folder, let limit): "the folder \(folder) has more than \(limit) files"
      }
    }
  }

  /// Searches the source file's folder and its parent folders; a fixture table must be in `Fixtures` of one of these.
  static func find(_ subject: Subject, _ name: String, near filePath: String) -> Result<
    URL, Failure
  > {
    find(subject, name, in: folders(above: filePath), besides: subject != .table)
  }

  /// Returns the location of a response's file, which may also be below the working folder.
  static func file(_ path: String, near filePath: String?) throws(ResponseWritingError) -> URL {
    guard let filePath, path.isPathBelow else { return URL(fileURLWithPath: path) }
    return try find(.file, path, near: filePath)
      .mapError { ResponseWritingError.unreadableFile(path: path, reason: $0.message) }.get()
  }

  /// Returns the location of a file to write, in the nearest folder `Fixtures` or a new one.
  static func newFile(_ name: String, near filePath: String) -> URL {
    let folders = folders(above: filePath).map { $0.appendingPathComponent("Fixtures") }
    return (folders.first(where: \.isFolder) ?? folders[0]).appendingPathComponent(name)
  }

  static func find(_ subject: Subject, _ name: String, in bundle: Bundle) -> Result<URL, Failure> {
    find(subject, name, in: folders(of: bundle), besides: true, of: bundle)
  }

  static func table(at folder: URL) -> Result<URL, Failure> {
    folder.isFolder
      ? .success(folder) : .failure(missing(.table, folder.lastPathComponent, [folder]))
  }

  /// - Parameter besides: Whether to search the folders themselves, too, or only their subfolders `Fixtures`.
  private static func find(
    _ subject: Subject, _ name: String, in folders: [URL], besides: Bool, of bundle: Bundle? = nil
  ) -> Result<URL, Failure> {
    guard name.isPathBelow else { return .failure(.invalidName(name, subject)) }
    var seen: Set<String> = []
    let places = folders.flatMap { folder in
      [folder.appendingPathComponent("Fixtures")] + (besides ? [folder] : [])
    }.map { $0.appendingPathComponent(name) }
    let working = subject == .file ? [URL(fileURLWithPath: name)] : []
    let candidates = (places + working).filter {
      seen.insert($0.standardizedFileURL.path).inserted
    }
    return candidates.first(where: subject.exists).map { .success($0) }
      ?? .failure(missing(subject, name, candidates, bundle))
  }

  /// Returns the folder of a source file and its parents, up to that of the package, but without the root.
  private static func folders(above filePath: String) -> [URL] {
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

  private static func folders(of bundle: Bundle) -> [URL] {
    [bundle.resourceURL, bundle.bundleURL].compactMap { $0 }
  }

  package static func missing(
    _ subject: Subject, _ name: String, _ searched: [URL], _ bundle: Bundle? = nil
  ) -> Failure {
    // A user may have named a table `Fixtures/Shop`, but names don't include the folder `Fixtures`.
    let inside = name.hasPrefix("Fixtures/") ? String(name.dropFirst("Fixtures/".count)) : nil
    let meant = inside.flatMap { inside in
      searched.contains {
        subject.exists(at: URL(fileURLWithPath: $0.path.dropLast(name.count) + inside))
      }
        ? inside : nil
    }
    let parent = name.lastIndex(of: "/").map { name[...$0] } ?? ""
    let endings =
      switch subject {
      case .table: [String]()
      case .file: [(name as NSString).pathExtension.lowercased()]
      case .schema, .documents: subject.endings + ["json"]
      }
    let near = searched.lazy.compactMap { neighbor(of: $0, endings) }.first
    let nearest = meant ?? near.map { parent + $0 }
    let lead = Suggestion.clause(nearest, orElse: (bundle.map(lackOfResources) ?? "") + ".")
    return .missing(subject, name: name, searched: searched.map(\.path), lead: lead)
  }

  private static func lackOfResources(of bundle: Bundle) -> String {
    let fixtures = folders(of: bundle).map { $0.appendingPathComponent("Fixtures") }
    return "; the bundle \(bundle.bundleURL.lastPathComponent) has no resources of that name"
      + (fixtures.contains(where: \.isFolder)
        ? "" : "; add `resources: [.copy(\"Fixtures\")]` to the target")
  }

  /// Returns the most similar name in the folder of a missing file. One without an extension may be of any kind.
  private static func neighbor(of candidate: URL, _ endings: [String]) -> String? {
    let folder = candidate.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    func stem(_ name: String) -> String {
      let file = name as NSString
      return endings.contains(file.pathExtension.lowercased()) ? file.deletingPathExtension : name
    }
    let meant = names.sorted().filter {
      endings.contains("") || stem($0) != $0 || folder.appendingPathComponent($0).isFolder
    }
    let name = candidate.lastPathComponent
    let nearest = EditDistance.nearest(to: stem(name), among: meant.map(stem))
    let near = meant.filter { stem($0) == nearest }
    return EditDistance.nearest(to: name, among: near) ?? near.last
  }

  /// Returns the files in a folder and its subfolders that have one of the endings, sorted, or a single file as it is.
  /// - Parameter limit: The maximum number of files and folders.
  static func files(
    of subject: Subject, at url: URL, limit: Int = 20_000
  ) throws(Failure) -> [URL] {
    guard url.isFolder else { return [url] }
    let endings = subject.endings
    let names = FileManager.default.enumerator(atPath: url.path)
    var paths: [String] = []
    var count = 0
    while let path = names?.nextObject() as? String {
      // Hidden files and folders, such as `.build`, are ignored, as in tables.
      if (path as NSString).lastPathComponent.hasPrefix(".") {
        names?.skipDescendants()
        continue
      }
      count += 1
      guard count <= limit else { throw .tooMany(folder: url.path, limit: limit) }
      let isWanted = endings.contains((path as NSString).pathExtension.lowercased())
      if isWanted, !url.appendingPathComponent(path).isFolder { paths.append(path) }
    }
    guard !paths.isEmpty else { throw .empty(folder: url.path, endings: endings) }
    return paths.ordered().map { url.appendingPathComponent($0) }
  }

  static func contents(
    of subject: Subject, at url: URL
  ) throws(Failure) -> [(file: URL, bytes: ContiguousArray<UInt8>)] {
    try files(of: subject, at: url).map { file throws(Failure) in
      do {
        return (file, ContiguousArray(try Data(contentsOf: file)))
      } catch {
        throw .unreadable(path: file.path, reason: error.fileReason)
      }
    }
  }
}
