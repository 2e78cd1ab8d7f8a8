/// Waits until something is so, while other tasks run.
/// - Throws: `CancellationError` when the time of the test is up: nothing else would end it.
package func waitUntil(_ isSo: () throws -> Bool) async throws {
  while try !isSo() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
