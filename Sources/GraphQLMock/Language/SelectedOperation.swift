import Foundation

/// An operation selected from a document, with what matching needs.
final class SelectedOperation: Sendable {
  let document: Document
  let operation: Document.Operation
  let variableDefaults: [(name: String, value: MockJSON)]
  /// Whether the document uses `@defer` on a fragment or `@stream` on a field.
  ///
  /// Elsewhere they are the service's own directives.
  let hasIncrementalDirectives: Bool
  let hasDirectives: Bool
  private let verdicts = Locked<[Question: Verdict]>([:])
  private let knownKey = MadeOnce<MatchKey>()
  private let knownRootFields = MadeOnce<[String]>()

  init(document: Document, operation: Document.Operation) {
    self.document = document
    self.operation = operation
    variableDefaults = document.variableDefaults(of: operation)
    hasDirectives = document.nodes.contains { $0.kind == .directive }
    hasIncrementalDirectives = document.nodes.indices.contains { node in
      switch document.nodes[node].kind {
      case .field: document.directive("stream", of: node) != nil
      case .fragmentSpread, .inlineFragment: document.directive("defer", of: node) != nil
      default: false
      }
    }
  }

  var key: MatchKey { knownKey.value { MatchKey(operation, in: document) } }

  /// In the order of the text, including fields that a variable may leave out.
  var rootFields: [String] {
    knownRootFields.value {
      let root = FieldCollector.Parent(node: document.definitions[operation.definition].node)
      return FieldCollector(document).collect(below: [root]) { $1 }.selections.map(\.name)
    }
  }
}

extension SelectedOperation {
  /// What is asked about an operation: whether something is wrong.
  struct Question: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
      case document(edition: String), request(edition: String)
      /// The content of a response by its number.
      case answer(Int)
    }

    /// The number of the type system; 0 without one.
    let types: Int
    let subject: Subject
    /// Empty if they make no difference.
    var variables: Data
  }

  private struct Verdict {
    let isSound: Bool
    /// A list of problems, whose type belongs to a folder above.
    let problems: any Sendable
  }

  /// How many verdicts are remembered; then all are forgotten.
  private static let verdictLimit = 256
  /// How many bytes of variables are remembered with a question.
  private static let variablesLimit = 4_096

  /// Whether nothing is wrong; nil if nobody asked yet.
  func isSound(_ question: Question) -> Bool? { verdicts.withLock { $0[question]?.isSound } }

  /// Returns what is wrong, and remembers it.
  func problems<Problem: Sendable>(
    _ question: Question, _ find: () -> [Problem]
  ) -> [Problem] {
    let known = verdicts.withLock { $0[question]?.problems }
    if let known = known as? [Problem] { return known }
    let problems = find()
    guard question.variables.count <= Self.variablesLimit else { return problems }
    var question = question
    // A part of a body would keep all of it.
    question.variables = question.variables.copied
    verdicts.withLock { verdicts in
      if verdicts.count == Self.verdictLimit { verdicts = [:] }
      verdicts[question] = Verdict(isSound: problems.isEmpty, problems: problems)
    }
    return problems
  }
}

extension SelectedOperation {
  /// The reason why a document leads to no operation.
  indirect enum Failure: Error, Equatable, Sendable {
    case syntax(GraphQLSyntaxError)
    case selection(OperationSelectionError)

    /// The text of `errors[].message`.
    var message: String {
      switch self {
      case .syntax(let error): error.message
      case .selection(let error): error.message
      }
    }
  }
}
