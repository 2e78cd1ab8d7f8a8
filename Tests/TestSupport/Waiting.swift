/// Waits until something is so.
///
/// It looks once a millisecond, and leaves the threads to other tests meanwhile.
/// - Throws: `CancellationError` when the time of the test is up: nothing else would end it.
package func waitUntil(_ isSo: () throws -> Bool) async throws {
  while try !isSo() { try await Task.sleep(nanoseconds: 1_000_000) }
}
