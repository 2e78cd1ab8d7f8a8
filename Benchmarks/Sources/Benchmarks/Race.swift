/// A piece of work whose time is compared with that of others.
struct Contender {
  let name: String
  let run: () async throws -> Void
}

struct Failure: Error { let description: String }

/// Measures contenders in turns, so that other work on the machine slows all of them equally.
///
/// The order of the contenders changes at random, because each leaves caches and threads behind that affect the next.
/// - Parameter afterTurn: A closure that runs, unmeasured, each time that all contenders have had a turn.
/// - Returns: The median time of each contender, in milliseconds.
func race(
  _ contenders: [Contender], total: Duration, afterTurn: () -> Void = {}
) async throws -> [Double] {
  let clock = ContinuousClock()
  for contender in contenders { try await contender.run() }
  var times = contenders.map { _ in [Double]() }
  let end = clock.now + total * contenders.count
  repeat {
    for index in contenders.indices.shuffled() {
      let time = try await clock.measure(contenders[index].run)
      times[index].append(time / .milliseconds(1))
    }
    afterTurn()
  } while clock.now < end
  return times.map { $0.sorted()[$0.count / 2] }
}
