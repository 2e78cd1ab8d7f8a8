import Foundation
import GraphQLMock
import TestSupport
import Testing

struct ValidationOracleTests {
  @Test(.onOwnThreads, arguments: ValidationRule.allCases)
  func eachRuleAgreesWithGraphqlCore328(_ rule: ValidationRule)
    throws
  {
    let file = try VectorFile.load("rules", as: ValidationCases.self, from: #filePath)
    let cases = file.cases.filter { $0.rule == rule.rawValue }
    #expect(cases.count >= 3)
    let schemas = try file.loadedSchemas()
    var isBroken = false
    for vector in cases {
      let rows = try vector.validate(schemas)
      #expect(ValidationCase.agree(rows, vector.expected), "\(vector.document) \(rows)")
      isBroken = isBroken || rows.contains { $0.rule == rule.rawValue }
    }
    #expect(isBroken)
  }

  @Test(.onOwnThreads) func generatedDocumentsAndVariablesAgreeWithGraphqlCore328() throws {
    let file = try VectorFile.load("validation", as: ValidationCases.self, from: #filePath)
    let schemas = try file.loadedSchemas()
    var differences: [String] = []
    for vector in file.cases {
      var rows = try vector.validate(schemas)
      if vector.isBare == true {
        if vector.isAccepted == true, rows != [] {
          differences.append("refused without a schema: \(vector.document)\n\(rows)")
        }
        rows = rows.filter { ValidationCase.bareRules.contains($0.rule) }
      }
      // Objects and lists are printed differently: see `scripts/check-validation.py`.
      let isInspected = vector.expected.contains { row in
        row.message.contains("value [") || row.message.contains("value {")
          || row.message.contains(": [") || row.message.contains(": {")
      }
      let agrees =
        vector.variables != nil && isInspected
        ? rows.map(\.places) == vector.expected.map(\.places)
        : ValidationCase.agree(rows, vector.expected)
      if !agrees { differences.append("\(vector.document)\n\(rows)\nnot \(vector.expected)") }
    }
    #expect(differences == [])
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["GRAPHQL_MOCK_ORACLE"] != nil))
  func validationOracleAnswersTheScript() throws {
    let path = try #require(ProcessInfo.processInfo.environment["GRAPHQL_MOCK_ORACLE"])
    let file = URL(fileURLWithPath: path)
    let input = try JSONDecoder().decode(ValidationCases.self, from: Data(contentsOf: file))
    let schemas = try input.loadedSchemas()
    let rows = try input.cases.map { try $0.validate(schemas) }
    try JSONEncoder().encode(rows)
      .write(to: file.deletingPathExtension().appendingPathExtension("answer"))
  }
}
