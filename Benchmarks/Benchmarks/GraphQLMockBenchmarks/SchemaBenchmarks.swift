import Benchmark
import Foundation
@_spi(Benchmarks) import GraphQLMock

/// Loading a schema, and judging a document by it, next to graphql-core.
///
/// `prepare-schema` makes what is read here; without it, nothing is measured.
func registerSchemaBenchmarks() {
  guard let text = SchemaInput.text("schema.graphqls") else { return }
  var contenders = [
    Contender("schema 1 MB: load") {
      try ServiceSchema(definitions: text).check()
      return repeating { (try? ServiceSchema(definitions: text)) == nil ? -1 : 1 }
    }
  ]
  if let json = SchemaInput.data("schema.json") {
    contenders.append(
      Contender("schema 1 MB: load from introspection") {
        try ServiceSchema(introspection: json).check()
        return repeating { (try? ServiceSchema(introspection: json)) == nil ? -1 : 1 }
      })
  }
  compare("schema 1 MB", contenders)
  if let document = SchemaInput.text("document.graphql") {
    compare(
      "document 600 bytes",
      [
        Contender("document 600 bytes: validate") {
          let judging = try prepare(document, text)
          return repeating { judging.validate() }
        },
        Contender("document 600 bytes: validate without a schema") {
          let judging = try prepare(document, nil)
          return repeating { judging.validate() }
        },
        Contender("document 600 bytes: parse and validate") {
          let judging = try prepare(document, text)
          return repeating { judging.parseAndValidate() }
        },
        Contender("document 600 bytes: known") {
          let judging = try prepare(document, text)
          return repeating { judging.judgeRequest() }
        },
      ])
  }
  recordReference()
}

private func prepare(_ document: String, _ schema: String?) throws -> BenchmarkedJudging {
  let judging = try BenchmarkedJudging(
    document, schema: schema.map { try ServiceSchema(definitions: $0) })
  guard judging.parseAndValidate() == 0, judging.judgeRequest() == 0 else {
    throw PreparationError("The document is not valid")
  }
  return judging
}

/// What graphql-core took, which was measured before.
private func recordReference() {
  guard let json = SchemaInput.data("reference.json"),
    let times = try? JSONDecoder().decode([String: Int].self, from: json)
  else { return }
  let metrics = times.keys.sorted()
    .map { ($0, BenchmarkMetric.custom($0, useScalingFactor: false)) }
  Benchmark(
    "schema and document: graphql-core",
    configuration: .init(metrics: metrics.map(\.1), warmupIterations: 0, maxIterations: 1)
  ) { benchmark in
    for (name, metric) in metrics { benchmark.measurement(metric, times[name] ?? 0) }
  }
}

/// The files that `prepare-schema` left.
private enum SchemaInput {
  static func data(_ name: String) -> Data? {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(".build/inputs")
    return try? Data(contentsOf: folder.appendingPathComponent(name))
  }

  static func text(_ name: String) -> String? {
    data(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
