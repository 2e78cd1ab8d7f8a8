/// Waits until a condition holds.
///
/// It checks once per millisecond, and leaves the threads to other tests in between.
///
/// - Throws: `CancellationError` when the time limit of the test expires; nothing else would end
///   it.
package func waitUntil(_ isSo: () throws -> Bool) async throws {
  while try !isSo() { try await Task.sleep(nanoseconds: 1_000_000) }
}
