// Which test wrote which recording, so that two tests that would write one file are told.

import Foundation

/// A test that records.
struct RecordingOwner: Sendable, Equatable {
  /// How messages name the test.
  let test: String
  /// Whether it is a case of a parameterized test that was not told from the others.
  let isUnnamedCase: Bool
}

/// The files that tests of this process have written.
///
/// It is shared by all services, as the files are; nothing that a service answers depends on it.
final class RecordingOwners: Sendable {
  static let shared = RecordingOwners()

  private struct Entry {
    let owner: RecordingOwner
    /// What tells the runs of one test apart.
    let run: UUID
  }

  private let entries = Locked<[String: Entry]>([:])

  /// Whether another case of a test, in this process, has written one of some files.
  func hasOtherCase(_ paths: some Sequence<String>, of owner: RecordingOwner, run: UUID) -> Bool {
    guard owner.isUnnamedCase else { return false }
    return entries.withLock { entries in
      paths.compactMap { entries[$0.lowercased()] }
        .contains { $0.run != run && $0.owner.test == owner.test }
    }
  }

  /// Claims files for a test; one that is repeated may write its own files again.
  /// - Parameters:
  ///   - paths: The files; names that are equal but for case are one file on some systems.
  ///   - always: Whether to claim what another has, too.
  /// - Returns: the other test, or other unnamed case of it, that had one of them in this process.
  @discardableResult func claim(
    _ paths: [String], for owner: RecordingOwner, run: UUID, always: Bool = false
  ) -> RecordingOwner? {
    let keys = paths.map { $0.lowercased() }
    return entries.withLock { entries in
      let other = keys.compactMap { entries[$0] }.first {
        $0.run != run && ($0.owner.test != owner.test || owner.isUnnamedCase)
      }
      if other == nil || always {
        for key in keys { entries[key] = Entry(owner: owner, run: run) }
      }
      return other?.owner
    }
  }
}
