import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// Makes up variants of responses, answers with errors, and answers of one service, as
/// `scripts/check-schema.py` asks for them.
struct VariantOracleTests {
  private static let question = ProcessInfo.processInfo.environment["GRAPHQL_MOCK_VARIANTS"]
  /// How many combinations and errors there are of one operation.
  private static let (combinations, faults) = (12, 6)

  private struct Question: Decodable {
    var schemas: [String: String]
    var operations: [Operation]
    /// How many variants and errors are wanted.
    var variants: Int
    var faults: Int
    /// How many single changes there are of one operation.
    var singles: Int
    var agreeing: [Operation]
  }

  private struct Operation: Decodable {
    var schema: String
    var document: String
    var variables: SchemaVectors.JSONText
  }

  private struct Answers: Encodable {
    var variants: [Variant] = []
    var faults: [Fault] = []
    var agreeing: [SchemaVectors.JSONText] = []
    /// All single changes of each operation, failures of the service included.
    var changes: [[Change]] = []
    /// How many variants have more values than a response may have.
    var tooLarge = 0
  }

  private struct Change: Encodable {
    var key: String
    var wording: String
    var places: [String]
  }

  private struct Variant: Encodable {
    var operation: Int
    var title: String
    var data: SchemaVectors.JSONText
    /// What our own check says of it.
    var problems: [String]
  }

  private struct Fault: Encodable {
    var operation: Int
    /// The field, or the path, that has an error.
    var key: String
    /// The data without the error.
    var plain: SchemaVectors.JSONText
    var data: SchemaVectors.JSONText
    var paths: [SchemaVectors.JSONText]
  }

  /// An operation with what it is asked of.
  private struct Subject: Sendable {
    let schema: ServiceSchema
    let request: OperationRequest
    let selected: SelectedOperation

    init(_ operation: Operation, _ schema: ServiceSchema) throws {
      self.schema = schema
      request = try OperationRequest(
        .graphQL(["query": .string(operation.document), "variables": operation.variables.json]))
      selected = try #require(request.selectedOperation)
    }

    func response(
      _ overrides: GeneratedOverrides = [:], objects: MadeUpObjects? = nil
    ) throws -> Result<ResponseGenerator.Made, GenerationError> {
      let system = try schema.system
      return ResponseGenerator.data(
        for: selected.operation, of: selected.document, in: system,
        variables: request.coercedVariables,
        overrides: ResolvedOverrides(overrides, in: system), objects: objects)
    }

    func problems(in data: MockJSON) throws -> [String] {
      ResponseCheck.problems(
        in: data, for: selected.operation, of: selected.document, in: try schema.system,
        variables: request.coercedVariables
      ).map { $0.description(in: selected.document) }
    }

    var changes: [ResponseChange] {
      get throws { try changes(withFaults: false) }
    }

    func changes(withFaults: Bool) throws -> [ResponseChange] {
      try ResponseChanges(
        to: [request], of: schema, stating: [:], examples: [:], withFaults: withFaults
      ).all
    }
  }

  @Test(.enabled(if: question != nil))
  func areMadeUpAsTheScriptAsks() throws {
    let file = URL(fileURLWithPath: try #require(Self.question))
    let question = try JSONDecoder().decode(Question.self, from: Data(contentsOf: file))
    let schemas = try question.schemas.mapValues { try ServiceSchema(definitions: $0) }
    var answers = Answers()
    for (index, operation) in question.operations.enumerated() {
      let subject = try Subject(operation, #require(schemas[operation.schema]))
      answers.changes.append(
        try subject.changes(withFaults: true).map {
          Change(key: $0.key, wording: $0.value.kind, places: $0.places)
        })
      if answers.variants.count < question.variants {
        try add(variantsOf: subject, index, question.singles, to: &answers)
      }
      if answers.faults.count < question.faults { try add(faultsOf: subject, index, to: &answers) }
    }
    answers.variants = Array(answers.variants.prefix(question.variants))
    let services = schemas.mapValues { _ in MadeUpObjects() }
    for operation in question.agreeing {
      let subject = try Subject(operation, #require(schemas[operation.schema]))
      let data = try subject.response(objects: services[operation.schema]).get().data
      answers.agreeing.append(SchemaVectors.JSONText(data))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try encoder.encode(answers).write(
      to: file.deletingPathExtension().appendingPathExtension("answer"))
  }

  private func add(
    variantsOf subject: Subject, _ index: Int, _ count: Int, to answers: inout Answers
  ) throws {
    var search = VariantSearch(
      try subject.changes, combinations: Self.combinations)
    var (singles, combinations): ([ResponseVariant], [ResponseVariant]) = ([], [])
    while let variant = search.next() {
      search.record(nil)
      if variant.changes.count > 1 { combinations.append(variant) } else { singles.append(variant) }
    }
    for variant in spread(singles, count) + combinations {
      switch try subject.response(variant.overrides(in: [:])) {
      case .success(let made):
        answers.variants.append(
          Variant(
            operation: index, title: variant.title, data: SchemaVectors.JSONText(made.data),
            problems: try subject.problems(in: made.data)))
      case .failure: answers.tooLarge += 1
      }
    }
  }

  /// Errors in the place of fields, of those that may be null and of others, and of elements of lists.
  private func add(faultsOf subject: Subject, _ index: Int, to answers: inout Answers) throws {
    var keys: Set<String> = []
    let fields = try subject.changes.filter { keys.insert($0.key).inserted }
    for (number, field) in spread(fields, Self.faults).enumerated() {
      let place = try #require(field.places.first)
      let key = [field.key, place, field.type.hasPrefix("[") ? "\(place)[0]" : place][number % 3]
      var values = ResponseVariant(changes: [field]).overrides(in: [:]).values
      values[field.key] = nil
      // An override of a field also chooses the type of interfaces and unions, so the plain response needs one.
      if key == field.key { values[key] = GeneratedValue(json: .null) }
      let plain = try subject.response(GeneratedOverrides(values)).get()
      values[key] = .error("No")
      let made = try subject.response(GeneratedOverrides(values)).get()
      #expect(made.errors.allSatisfy { $0.message == "No" })
      answers.faults.append(
        Fault(
          operation: index, key: key, plain: SchemaVectors.JSONText(plain.data),
          data: SchemaVectors.JSONText(made.data),
          paths: made.errors.map { SchemaVectors.JSONText($0.path ?? .null) }))
    }
  }

  /// Some of many, from the first to the last.
  private func spread<Element>(_ all: [Element], _ count: Int) -> [Element] {
    guard all.count > count else { return all }
    return (0..<count).map { all[$0 * all.count / count] }
  }
}
