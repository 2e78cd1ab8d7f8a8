import Foundation

/// Tracks which test writes which recordings, because several services may use the same files.
final class RecordingOwners: Sendable {
  static let shared = RecordingOwners()

  struct Owner: Sendable, Equatable {
    let service: Int
    let test: String?
    let isUnnamedCase: Bool
  }

  private struct Folder {
    // The file names are in lowercase, because some file systems ignore case.
    var writers: [String: Owner] = [:]
    var usedFiles: Set<String> = []
    /// The names of operations that were recorded again with the mode `.all`.
    var operations: Set<String> = []
    var test: String?
    var scopes: Set<Int> = []
    var openScopes: Set<Int> = []
    /// Whether no file may be deleted, because the test has failed or something else uses the folder.
    var staysWhole = false
    let start = Date()
  }

  private let folders = Locked<[String: Folder]>([:])
  private let paths = MadeOncePerKey<String, String>()

  private func change<Result>(_ url: URL, _ change: (inout Folder) -> Result) -> Result {
    let path = paths.value(for: url.path) { url.canonical.path }
    return folders.withLock { change(&$0[path, default: Folder()]) }
  }

  func hasOtherCase(_ files: some Sequence<String>, in url: URL, of owner: Owner) -> Bool {
    change(url) { folder in
      files.compactMap { folder.writers[$0.lowercased()] }
        .contains { $0.service != owner.service && $0.test == owner.test }
    }
  }

  /// Registers a test as the writer of a file, and returns another test that also writes it, if there is one.
  @discardableResult func claim(
    _ file: String, in url: URL, for owner: Owner, hasWritten: Bool = false
  ) -> Owner? {
    use([file], in: url, by: owner.service)
    guard owner.test != nil else { return nil }
    return change(url) { folder in
      let key = file.lowercased()
      let other = folder.writers[key].flatMap {
        $0.service != owner.service && ($0.test != owner.test || owner.isUnnamedCase) ? $0 : nil
      }
      if other == nil || hasWritten { folder.writers[key] = owner }
      return other
    }
  }

  /// - Parameter service: The service that uses the files, or nil if other processes may use the folder.
  func use(_ files: [String], in url: URL, by service: Int?, refreshing operation: String? = nil) {
    change(url) { folder in
      folder.usedFiles.formUnion(files.map { $0.lowercased() })
      if let operation { folder.operations.insert(operation) }
      if !(service.map(folder.scopes.contains) ?? false) { folder.staysWhole = true }
    }
  }

  func open(_ url: URL, for test: String, service: Int) {
    change(url) { folder in
      if folder.test ?? test != test { folder.staysWhole = true }
      folder.test = test
      folder.scopes.insert(service)
      folder.openScopes.insert(service)
    }
  }

  /// Deletes unused recordings of operations that were recorded again, after the only test of a folder has passed.
  func close(service: Int, hasFailed: Bool) -> [String] {
    let ended = folders.withLock { folders in
      for path in folders.keys where folders[path]?.openScopes.remove(service) != nil {
        if hasFailed { folders[path]?.staysWhole = true }
      }
      return folders.filter {
        $1.scopes.contains(service) && $1.openScopes.isEmpty && !$1.staysWhole
      }
    }
    var deleted: [String] = []
    for (path, folder) in ended {
      let content = FixtureTable(folder: URL(fileURLWithPath: path)).content
      let rows = folder.operations.flatMap { (try? content.rows(of: $0).get())?.all ?? [] }
      for file in rows.flatMap(\.files) where file.condition?.isRecorded == true {
        let path = "\(path)/\(file.name.file)"
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        // A file that changed after the test started may belong to another process, so it isn't deleted.
        guard !folder.usedFiles.contains(file.name.file.lowercased()),
          let date = attributes?[.modificationDate] as? Date, date < folder.start
        else { continue }
        if (try? FileManager.default.removeItem(atPath: path)) != nil { deleted.append(path) }
      }
    }
    return deleted
  }
}
