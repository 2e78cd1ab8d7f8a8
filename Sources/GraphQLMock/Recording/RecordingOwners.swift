// Which tests of this process use which recordings: two tests that would write one file are told, and a refresh
// deletes only what nobody uses.

import Foundation

/// The folders of recordings that services of this process use.
///
/// It is shared by all services, as the files are; nothing that a service answers depends on it.
final class RecordingOwners: Sendable {
  static let shared = RecordingOwners()

  /// A service that records.
  struct Owner: Sendable, Equatable {
    let service: Int
    /// How messages name the test; nil outside of tests.
    let test: String?
    /// Whether it is a case of a parameterized test that was not told from the others.
    let isUnnamedCase: Bool
  }

  private struct Folder {
    // Names of files are in lowercase: those that differ in case only are one file on some systems.
    var writers: [String: Owner] = [:]
    var usedFiles: Set<String> = []
    /// The operations that a refresh has met.
    var operations: Set<String> = []
    /// The test that uses the folder, and the services of its scopes.
    var test: String?
    var scopes: Set<Int> = []
    var openScopes: Set<Int> = []
    /// Whether nothing may be deleted: the test has failed, or somebody else uses the folder.
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

  /// Whether another case of a test, in this process, has written one of some files.
  func hasOtherCase(_ files: some Sequence<String>, in url: URL, of owner: Owner) -> Bool {
    change(url) { folder in
      files.compactMap { folder.writers[$0.lowercased()] }
        .contains { $0.service != owner.service && $0.test == owner.test }
    }
  }

  /// Claims a file for a test; one that is repeated may write its own files again.
  /// - Parameter hasWritten: Whether the file was written, so that it isn't another test's any more.
  /// - Returns: the other test, or other unnamed case of it, that wrote it last in this process.
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

  /// Says that files are in use.
  /// - Parameter service: The service; nil if it is in another process.
  func use(_ files: [String], in url: URL, by service: Int?, refreshing operation: String? = nil) {
    change(url) { folder in
      folder.usedFiles.formUnion(files.map { $0.lowercased() })
      if let operation { folder.operations.insert(operation) }
      if !(service.map(folder.scopes.contains) ?? false) { folder.staysWhole = true }
    }
  }

  // MARK: Scopes

  /// Opens a folder for the scope of a test.
  func open(_ url: URL, for test: String, service: Int) {
    change(url) { folder in
      if folder.test ?? test != test { folder.staysWhole = true }
      folder.test = test
      folder.scopes.insert(service)
      folder.openScopes.insert(service)
    }
  }

  /// Ends the scope of a test, and deletes recordings that a refresh has left.
  ///
  /// Once all scopes of the test have ended without a failure, recordings of the operations that the refresh has met are
  /// deleted if nothing has written or replayed them, in folders that nobody else has used.
  /// - Returns: the paths of the files that are gone.
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
        // What is newer is another process's.
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
