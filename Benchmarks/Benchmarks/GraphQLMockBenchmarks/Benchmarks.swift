import Benchmark

/// What the benchmark runner calls; it runs each benchmark in a process of its own.
let benchmarks: @Sendable () -> Void = {
  registerDocumentBenchmarks()
  registerBodyBenchmarks()
  registerMemoryBenchmarks()
  registerMatchingBenchmarks()
  registerSessionBenchmarks()
  registerFixtureBenchmarks()
  registerSchemaBenchmarks()
}
