// Tracks which tests of this process use which recordings. Two tests that write the same file are
// reported, and a refresh deletes only unused files.

import Foundation

/// The recording folders of this process.
///
/// Shared by all services, as the files are. No answer depends on it.
final class RecordingOwners: Sendable {
  static let shared = RecordingOwners()

  struct Owner: Sendable, Equatable {
    let service: Int
    /// The test's name in messages; nil outside of tests.
    let test: String?
    /// Whether it is a case of a parameterized test that can't be told from the others.
    let isUnnamedCase: Bool
  }

  private struct Folder {
    // File names are in lowercase, because some file systems ignore case.
    var writers: [String: Owner] = [:]
    var usedFiles: Set<String> = []
    /// The operations that a refresh has recorded again.
    var operations: Set<String> = []
    /// The test that uses the folder, and the services of its scopes.
    var test: String?
    var scopes: Set<Int> = []
    var openScopes: Set<Int> = []
    /// Prevents deletion: the test has failed, or someone else uses the folder.
    var staysWhole = false
    let start = Date()
  }

  private let folders = Locked<[String: Folder]>([:])
  private let paths = MadeOncePerKey<String, String>()

  private func change<Result>(_ url: URL, _ change: (inout Folder) -> Result) -> Result {
    let path = paths.value(for: url.path) { url.canonical.path }
    return folders.withLock { change(&$0[path, default: Folder()]) }
  }

  // MARK: Files

  func hasOtherCase(_ files: some Sequence<String>, in url: URL, of owner: Owner) -> Bool {
    change(url) { folder in
      files.compactMap { folder.writers[$0.lowercased()] }
        .contains { $0.service != owner.service && $0.test == owner.test }
    }
  }

  /// Claims a file for a test, which may overwrite its own files.
  /// - Parameter hasWritten: Whether the test has written the file, and so becomes its owner.
  /// - Returns: the last writer in this process, if it is another test or another unnamed case.
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

  /// Marks files as used.
  /// - Parameter service: Nil for a service in another process.
  func use(_ files: [String], in url: URL, by service: Int?, refreshing operation: String? = nil) {
    change(url) { folder in
      folder.usedFiles.formUnion(files.map { $0.lowercased() })
      if let operation { folder.operations.insert(operation) }
      if !(service.map(folder.scopes.contains) ?? false) { folder.staysWhole = true }
    }
  }

  // MARK: Scopes

  func open(_ url: URL, for test: String, service: Int) {
    change(url) { folder in
      if folder.test ?? test != test { folder.staysWhole = true }
      folder.test = test
      folder.scopes.insert(service)
      folder.openScopes.insert(service)
    }
  }

  /// Ends the scope of a test, and deletes recordings that a refresh didn't use.
  ///
  /// Recordings of refreshed operations are deleted once all scopes of the test have ended
  /// without a failure, in folders that only this test uses.
  /// - Returns: the paths of the deleted files.
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
        let name = file.name.file
        // Another process has written newer files.
        guard !folder.usedFiles.contains(name.lowercased()),
          let date = Recorder.date(of: "\(path)/\(name)"), date < folder.start
        else { continue }
        if (try? FileManager.default.removeItem(atPath: "\(path)/\(name)")) != nil {
          deleted.append("\(path)/\(name)")
        }
      }
    }
    return deleted
  }
}
