// Which test wrote which recording, so that two tests that would write one file are told.

import Foundation

/// A test that records.
struct RecordingOwner: Sendable, Hashable {
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
      paths.contains {
        guard let entry = entries[$0.lowercased()] else { return false }
        return entry.run != run && entry.owner.test == owner.test
      }
    }
  }

  /// Whether another test, or another unnamed case of one, has written one of some files in this process.
  func hasOther(_ paths: some Sequence<String>, than owner: RecordingOwner, run: UUID) -> Bool {
    let writers = entries.withLock { entries in paths.compactMap { entries[$0.lowercased()] } }
    return writers.contains {
      $0.run != run && ($0.owner.test != owner.test || owner.isUnnamedCase)
    }
  }

  /// Notes who wrote a file.
  /// - Parameters:
  ///   - path: The file; names that are equal but for case are one file on some systems.
  ///   - hasChanged: Whether it holds something else now.
  /// - Returns: what is wrong with that; nil if nothing is. A test that is repeated may write its own
  ///   files again.
  func take(
    _ path: String, for owner: RecordingOwner, run: UUID, hasChanged: Bool
  ) -> RecordingError? {
    let before = entries.withLock {
      $0.updateValue(Entry(owner: owner, run: run), forKey: path.lowercased())
    }
    guard hasChanged, let before, before.run != run else { return nil }
    if before.owner.test != owner.test {
      return .sharedByTests(file: path, before.owner.test, owner.test)
    }
    return owner.isUnnamedCase ? .sharedByCases(file: path, owner.test) : nil
  }
}
