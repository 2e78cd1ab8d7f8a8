import Foundation

/// Tracks which test writes which recordings, because several services may use the same files.
///
/// 1. `open` is called when a test starts that has a folder of recordings.
/// 2. `use` is called for each recording that a service replays, and `reserve` and `takeOver` for each that it writes.
/// 3. `close` is called when the test ends. It deletes the unused recordings if only this test has used the folder.
final class RecordingOwners: Sendable {
  static let shared = RecordingOwners()

  struct Owner: Sendable, Equatable {
    let service: Int
    let test: String?
    /// Whether the test has several cases, and this one hasn't called `useRecordings(forCase:)`.
    let isUnnamedCase: Bool
  }

  private struct Folder {
    // The file names are in lowercase, because some file systems ignore case.
    var writers: [String: Owner] = [:]
    var usedFiles: Set<String> = []
    /// The names of operations that were recorded again with the mode `.all`.
    var operations: Set<String> = []
    var test: String?
    // The numbers of the services that have opened the folder, and of those that haven't closed it yet.
    var services: Set<Int> = []
    var openServices: Set<Int> = []
    /// Whether no file may be deleted, because the test has failed or something else uses the folder.
    var staysWhole = false
    let start = Date()
  }

  private let folders = Locked<[String: Folder]>([:])
  private let paths = OnceValues<String, String>()

  private func change<Result>(_ url: URL, _ change: (inout Folder) -> Result) -> Result {
    let path = paths.value(for: url.path) { url.canonical.path }
    return folders.withLock { change(&$0[path, default: Folder()]) }
  }

  /// Returns whether another service has written one of the files for the same test, as another of its cases.
  func wasWrittenByAnotherCase(
    _ files: some Sequence<String>, in url: URL, than owner: Owner
  ) -> Bool {
    change(url) { folder in
      files.compactMap { folder.writers[$0.lowercased()] }
        .contains { $0.service != owner.service && $0.test == owner.test }
    }
  }

  /// Registers the writer of a file before the file is written, unless the file already has another writer.
  func reserve(_ file: String, in url: URL, for owner: Owner) {
    use([file], in: url, by: owner.service)
    _ = takeOver(file, in: url, for: owner, replacesOther: false)
  }

  /// Registers the writer of a file after the file was written, and returns the other writer that it replaces, if any.
  /// Services of the same test may write the same file, unless they belong to cases that share a name.
  func takeOver(_ file: String, in url: URL, for owner: Owner, replacesOther: Bool = true) -> Owner?
  {
    guard owner.test != nil else { return nil }
    return change(url) { folder in
      let key = file.lowercased()
      let other = folder.writers[key].flatMap {
        $0.service != owner.service && ($0.test != owner.test || owner.isUnnamedCase) ? $0 : nil
      }
      if other == nil || replacesOther { folder.writers[key] = owner }
      return other
    }
  }

  /// Marks files as used. If the service hasn't opened the folder, no file of the folder is deleted.
  func use(_ files: [String], in url: URL, by service: Int, refreshing operation: String? = nil) {
    change(url) { folder in
      folder.usedFiles.formUnion(files.map { $0.lowercased() })
      if let operation { folder.operations.insert(operation) }
      if !folder.services.contains(service) { folder.staysWhole = true }
    }
  }

  /// Prevents `close` from deleting files in a folder that other tests or processes may use.
  func keepWhole(_ url: URL) { change(url) { $0.staysWhole = true } }

  func open(_ url: URL, for test: String, service: Int) {
    change(url) { folder in
      if folder.test ?? test != test { folder.staysWhole = true }
      folder.test = test
      folder.services.insert(service)
      folder.openServices.insert(service)
    }
  }

  /// Deletes unused recordings of operations that were recorded again, after the only test of a folder has passed.
  func close(service: Int, hasFailed: Bool) -> [String] {
    let ended = folders.withLock { folders in
      for path in folders.keys where folders[path]?.openServices.remove(service) != nil {
        if hasFailed { folders[path]?.staysWhole = true }
      }
      return folders.filter {
        $1.services.contains(service) && $1.openServices.isEmpty && !$1.staysWhole
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
