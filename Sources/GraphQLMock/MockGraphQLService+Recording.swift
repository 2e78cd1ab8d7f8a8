// What a test says of its recordings while it runs.

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension MockGraphQLService {
  /// Gives a case of a parameterized test recordings of its own, in a folder inside the test's.
  ///
  /// ```swift
  /// @Test(.graphQL(recording: .missing), arguments: Episode.allCases)
  /// func hero(episode: Episode) async throws {
  ///   MockGraphQLService.current.recordingCase(episode.rawValue)
  ///   …
  /// }
  /// ```
  /// The testing library does not reveal the arguments of a case, so the test names it, before its first
  /// request. Where nothing is recorded or replayed this does nothing.
  /// - Parameter name: What tells the case from the others. What is neither a letter, a digit, `-` nor
  ///   `_` becomes `-` in the folder's name, with a few digits that tell such names apart.
  public func recordingCase(_ name: String) { core.startCase(name) }

  /// Deletes the recordings that no request was answered from, nor recorded over.
  ///
  /// Call it at the end of a test that has made all its requests:
  ///
  /// ```swift
  /// try MockGraphQLService.current.removeUnusedRecordings()
  /// ```
  /// - Returns: the names of the files that are gone, sorted.
  /// - Throws: an error of the file system; files before it are gone.
  @discardableResult public func removeUnusedRecordings() throws -> [String] {
    try core.removeUnusedRecordings()
  }

  /// A session configuration whose sessions this service answers, for clients that take one.
  /// - Returns: an ephemeral configuration.
  public func makeConfiguration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    install(in: configuration)
    return configuration
  }
}
