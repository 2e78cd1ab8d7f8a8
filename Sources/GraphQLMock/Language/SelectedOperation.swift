import Foundation

/// A parsed document with one of its operations, and the cached results of what was asked about it.
final class SelectedOperation: Sendable {
  let document: Document
  let operation: Document.Operation
  let variableDefaults: [(name: String, value: MockJSON)]
  /// Whether a fragment has the directive `@defer` or a field has `@stream`.
  let hasIncrementalDirectives: Bool
  let hasDirectives: Bool
  private let verdicts = Locked<[Question: OnceValue<Verdict>]>([:])
  private let knownKey = OnceValue<MatchKey>()
  private let knownRootFields = OnceValue<[String]>()

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

  /// The names of the operation's root fields, even of those that a variable in `@skip` or `@include` may exclude.
  var rootFields: [String] {
    knownRootFields.value {
      let root = FieldCollector.Parent(node: document.definitions[operation.definition].node)
      return FieldCollector(document).collect(below: [root]) { $1 }.selections.map(\.name)
    }
  }

  struct Question: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
      case document(edition: String), request(edition: String)
      /// The number is that of the response's `EncodedBody`.
      case response(Int)
      case nullArguments
    }

    /// The number that identifies the schema, or 0 if there is no schema.
    let types: Int
    let subject: Subject
    /// The variables of the request as JSON, or empty data if the result of the validation doesn't depend on them.
    var variables: Data
  }

  private struct Verdict: Sendable {
    let isValid: Bool
    /// An array of problems, without its type, because this cache serves upper floors whose types it can't name.
    let problems: any Sendable
  }

  private static let verdictLimit = 256
  /// The cache ignores requests whose variables have more bytes than this.
  private static let variablesLimit = 4_096

  /// Returns the answer to a question about validity, or nil if nobody has asked it.
  func knownValidity(of question: Question) -> Bool? {
    verdicts.withLock { $0[question] }?.made?.isValid
  }

  /// - Parameter mayWait: A Boolean value that indicates whether to wait for another thread that answers the question
  ///   at the moment. It's false if `find` calls closures of a test. Only the library's own threads wait.
  func problems<Problem: Sendable>(
    _ question: Question, mayWait: Bool, _ find: () -> [Problem]
  ) -> [Problem] {
    let known = verdicts.withLock { $0[question] }
    if let problems = known?.made?.problems as? [Problem] { return problems }
    guard question.variables.count <= Self.variablesLimit else { return find() }
    var question = question
    // The variables are copied, because a slice of the request body would keep the whole body in memory.
    question.variables = question.variables.copied
    let verdict = verdicts.withLock { verdicts in
      if mayWait, Blocking.isAllowed, let running = verdicts[question] { return running }
      if verdicts.count == Self.verdictLimit { verdicts = [:] }
      let new = OnceValue<Verdict>()
      verdicts[question] = new
      return new
    }
    let made = verdict.value {
      let problems = find()
      return Verdict(isValid: problems.isEmpty, problems: problems)
    }
    return made.problems as? [Problem] ?? find()
  }

  indirect enum Failure: Error, Equatable, Sendable {
    case syntax(GraphQLSyntaxError)
    case selection(Document.OperationSelectionError)

    var message: String {
      switch self {
      case .syntax(let error): error.message
      case .selection(let error): error.description
      }
    }
  }
}
