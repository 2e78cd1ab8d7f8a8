import Foundation

/// A piece of work whose time is compared with that of others.
struct Contender {
  let name: String
  /// Runs the work a number of times, and returns a value that depends on each run, so that none is optimized away.
  let run: (_ repetitions: Int) async throws -> Int

  init(_ name: String, _ run: @escaping (_ repetitions: Int) async throws -> Int) {
    (self.name, self.run) = (name, run)
  }

  /// - Parameter body: A closure that does the work once, and returns a negative number if it fails.
  static func repeating(_ name: String, _ body: @escaping () -> Int) -> Contender {
    Contender(name) { repetitions in
      var sum = 0
      for _ in 0..<repetitions {
        let result = body()
        guard result >= 0 else { throw Failure("\(name) failed") }
        sum &+= result
      }
      return sum
    }
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Measures contenders in turns, so that other work on the machine slows all of them equally.
///
/// A contender's turn takes about as long as `slice`. The order of the contenders changes at random, because each
/// leaves caches and threads behind that affect the next one.
/// - Parameter afterTurn: A closure that runs, unmeasured, each time that all contenders have had a turn.
/// - Returns: The median time of each contender, in nanoseconds.
func race(
  _ contenders: [Contender], slice: Duration = .microseconds(400), total: Duration = .seconds(2),
  afterTurn: () -> Void = {}
) async throws -> [String: Double] {
  let clock = ContinuousClock()
  var repetitions: [Int] = []
  for contender in contenders {
    var count = 1
    while count < 1 << 20 {
      let time = try await clock.measure { _ = try await contender.run(count) }
      if time >= slice { break }
      count *= time * 8 < slice ? 8 : 2
    }
    repetitions.append(count)
  }
  afterTurn()
  var times = contenders.map { _ in [Double]() }
  var sum = 0
  let end = clock.now + total * contenders.count
  repeat {
    for index in contenders.indices.shuffled() {
      let time = try await clock.measure {
        sum &+= try await contenders[index].run(repetitions[index])
      }
      times[index].append(time / .nanoseconds(1) / Double(repetitions[index]))
    }
    afterTurn()
  } while clock.now < end
  if sum == .min { print() }  // uses the results, so that the work isn't optimized away
  return Dictionary(
    uniqueKeysWithValues: zip(contenders.map(\.name), times.map { $0.sorted()[$0.count / 2] }))
}
