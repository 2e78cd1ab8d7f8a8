import Benchmark
import Foundation

/// One way to do a thing, held against others.
struct Contender {
  /// Unique among all benchmarks: the table of ratios finds its median by it.
  let name: String
  /// Makes the inputs, and gives what is timed, which does the thing that many times.
  ///
  /// It returns something of each result, so that none is optimised away.
  let prepare: () throws -> (_ repetitions: Int) -> Int
  /// How many things a repetition does; the time recorded is that of one.
  let thingsPerRepetition: Int

  init(
    _ name: String, thingsPerRepetition: Int = 1,
    _ prepare: @escaping () throws -> (_ repetitions: Int) -> Int
  ) {
    self.name = name
    self.prepare = prepare
    self.thingsPerRepetition = thingsPerRepetition
  }

  var metric: BenchmarkMetric { .custom(name, useScalingFactor: false) }

  /// Whether a contender is to be measured; `CONTENDER` names one to be profiled alone.
  static func isWanted(_ name: String) -> Bool { only == nil || only == name }

  private static let only = ProcessInfo.processInfo.environment["CONTENDER"]
}

/// Times contenders by turns, so that what disturbs the machine disturbs all of them alike.
///
/// An iteration times each contender once, for about a `slice`, and records the picoseconds that one
/// thing takes. The order changes from iteration to iteration, for who comes after whom matters as well.
func compare(
  _ name: String, slice: Duration = .microseconds(400), total: Duration = .milliseconds(1500),
  _ contenders: [Contender], cleanUp: (@Sendable () throws -> Void)? = nil
) {
  let contenders = contenders.filter { Contender.isWanted($0.name) }
  guard !contenders.isEmpty else { return }
  let race = Race(contenders, slice: slice)
  Benchmark(
    name,
    configuration: .init(
      metrics: contenders.map(\.metric) + [.throughput], warmupIterations: 3, maxDuration: total,
      maxIterations: 5_000, teardown: { try cleanUp?() })
  ) { benchmark in
    do {
      try race.run { benchmark.measurement($0, $1) }
    } catch {
      benchmark.error("\(error)")
    }
  }
}

private final class Race {
  private struct Runner {
    let metric: BenchmarkMetric
    let run: (Int) -> Int
    let repetitions: Int
    let things: Int
  }

  private let contenders: [Contender]
  private let slice: Duration
  private var runners: [Runner] = []
  private var generator = SeededGenerator(seed: 4)

  init(_ contenders: [Contender], slice: Duration) {
    self.contenders = contenders
    self.slice = slice
  }

  func run(record: (BenchmarkMetric, Int) -> Void) throws {
    if runners.isEmpty { runners = try contenders.map(makeRunner) }
    for runner in runners.shuffled(using: &generator) {
      let time = Self.time(runner.run, runner.repetitions)
      record(runner.metric, time.picoseconds / runner.things)
    }
  }

  /// Finds out how many repetitions fill a slice.
  private func makeRunner(_ contender: Contender) throws -> Runner {
    let run = try contender.prepare()
    var repetitions = 1
    while true {
      let time = Self.time(run, repetitions)
      if time >= slice || repetitions >= 1 << 20 { break }
      repetitions *= time * 8 < slice ? 8 : 2
    }
    return Runner(
      metric: contender.metric, run: run, repetitions: repetitions,
      things: repetitions * contender.thingsPerRepetition)
  }

  private static func time(_ run: (Int) -> Int, _ repetitions: Int) -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let result = run(repetitions)
    let end = clock.now
    blackHole(result)
    return start.duration(to: end)
  }
}

extension Duration {
  /// The whole picoseconds, as far as they fit.
  var picoseconds: Int {
    Int(components.seconds * 1_000_000_000_000 + components.attoseconds / 1_000_000)
  }
}

/// What went wrong while a benchmark was prepared.
struct PreparationError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Sums up what a function gives, as often as asked.
func repeating(_ body: @escaping () -> Int) -> (Int) -> Int {
  { repetitions in
    var sum = 0
    for _ in 0..<repetitions { sum &+= body() }
    return sum
  }
}

/// Throws unless a step that is to be measured works.
func check(_ result: Int, _ what: String) throws {
  if result < 0 { throw PreparationError("\(what) failed") }
}
