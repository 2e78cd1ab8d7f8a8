import Foundation
import GraphQLMock
import Testing

/// Answers the questions of `scripts/check-schema.py`.
struct SchemaOracleTests {
  private static let question = ProcessInfo.processInfo.environment["GRAPHQL_MOCK_SCHEMAS"]

  private struct Answers: Encodable {
    var readings: [PrintedSchema] = []
    var answers: [Answer] = []
  }

  private struct Answer: Encodable {
    var data: SchemaVectors.JSONText
    var problems: [String]
    var problemsOfOther: [String]
    var says: [[String]]
  }

  @Test(.enabled(if: question != nil))
  func schemaOracleAnswersTheScript() throws {
    let file = URL(fileURLWithPath: try #require(Self.question))
    let vectors = try JSONDecoder().decode(SchemaVectors.self, from: Data(contentsOf: file))
    let schemas = try vectors.schemas.mapValues { try ServiceSchema(definitions: $0).system }
    var answers = Answers()
    answers.readings = try vectors.readings.map { PrintedSchema(try $0.schema().system) }
    for asked in vectors.answers {
      let system = try #require(schemas[asked.schema])
      let data = try asked.generated(system)
      answers.answers.append(
        Answer(
          data: SchemaVectors.JSONText(data), problems: try asked.problems(in: data, system),
          problemsOfOther: try asked.problems(in: asked.data.json, system),
          says: try asked.broken.map { try asked.problems(in: $0.data.json, system) }))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try encoder.encode(answers).write(
      to: file.deletingPathExtension().appendingPathExtension("answer"))
  }
}
