import Foundation

/// Runs a closure on a thread with 512 KiB, which is the stack of secondary threads on Apple platforms.
package func onSmallStack<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { ended in
    let thread = Thread { ended.resume(with: Swift.Result { try body() }) }
    thread.stackSize = 512 << 10
    thread.start()
  }
}
