/// Validates a document (GraphQL, section 5). Errors are in the order of graphql-js, but field conflicts come last.
struct DocumentValidator: Sendable {
  /// The number of errors at which validation stops, as in graphql-js.
  static let errorLimit = 100

  let document: Document
  let nodes: ContiguousArray<SyntaxNode>
  let definitions: ContiguousArray<Document.Definition>
  let types: TypeSystem
  /// A Boolean value that is false without a schema. Unknown names are then allowed.
  let knowsAllTypes: Bool
  /// The edition of the GraphQL specification. If it's nil, only errors in all editions are reported.
  let rules: SpecificationEdition?
  let facts: ContiguousArray<NodeFacts>
  let variableUses: [[Int]]
  let hasVariableUses: Bool
  let hasSpreads: Bool

  var findings: [ValidationFinding] = []
  private(set) var isDone = false
  /// The number of comparisons that `spend` still allows, so that the time is linear in the length of the document.
  private(set) var steps: Int

  /// The index of the definition that is visited.
  private(set) var current = 0
  /// The first operation and fragment of each name, by the error that another one is.
  var firstOfName: [ValidationError.Reason: Int] = [:]
  var fragments: FragmentTable
  /// For each field with conflicts, the first field that it conflicts with.
  var conflicts: [Int: (first: Int, reason: ValidationError.Conflict)] = [:]
  /// The printed values of arguments, which are cached because they are compared often.
  var printedValues: [Int: ByteKey] = [:]
  /// The fields and fragments in each selection set, including those in its inline fragments.
  var mergingSelections: [Int: (fields: [Int], fragments: [Int])] = [:]
  /// The variable definitions of the current operation, and the last one of each name, as in graphql-js.
  var variables: [Int] = []
  var variableTable: [String: Int] = [:]
  var visitedFragments: Set<Int> = []
  var fragmentsOfSubscriptions: Set<Int>?
  var labels: [ByteKey: Int] = [:]
  /// For each repeated field of an input object, the first field with the same name.
  var repeatedInputFields: [Int: Int] = [:]
  /// The index of the first syntax node whose value isn't validated yet.
  var valuesEnd = 0
  /// The index after an introspection field that is too deep, inside of which no other one is checked.
  var introspectionEnd = 0

  init(
    _ document: Document, types: TypeSystem, knowsAllTypes: Bool,
    rules: SpecificationEdition? = nil, steps: Int = 1_000_000, defaults: [FieldDefinition] = []
  ) {
    let gathered = DocumentFacts(document, types: types, defaults: defaults)
    self.document = document
    nodes = document.nodes
    definitions = document.definitions
    self.types = types
    self.knowsAllTypes = knowsAllTypes
    self.rules = rules
    facts = gathered.nodes
    variableUses = gathered.variableUses
    hasVariableUses = variableUses.contains { !$0.isEmpty }
    hasSpreads = nodes.contains { $0.kind == .fragmentSpread }
    self.steps = steps + 8 * document.nodes.count
    fragments = FragmentTable(document)
  }

  mutating func run() {
    for definition in definitions where definition.kind == .typeSystem {
      report(.notExecutable(definition: document.name(of: definition)), definition.range.lowerBound)
    }
    for index in definitions.indices where definitions[index].kind != .typeSystem && !isDone {
      visit(index)
    }
    if !isDone { checkUnusedFragments() }
    if !isDone { checkMerging() }
    if steps < 0 {
      findings.append(ValidationFinding(reason: .tooComplex, places: []))
    }
  }

  private mutating func visit(_ definition: Int) {
    let root = definitions[definition].node
    let end = Int(nodes[root].next)
    current = definition
    if definitions[definition].kind == .fragment {
      enterFragmentDefinition(definition)
    } else {
      enterOperation(definition)
    }
    // The fields and directives that contain the current node. Their required arguments are checked when they end.
    var open = ContiguousArray<Int>()
    var index = root + 1
    while index < end, !isDone {
      while let last = open.last, Int(nodes[last].next) <= index {
        open.removeLast()
        checkRequiredArguments(of: last)
      }
      if isDone { return }
      enter(index)
      if nodes[index].kind == .field || nodes[index].kind == .directive { open.append(index) }
      index += 1
    }
    while let last = open.popLast(), !isDone { checkRequiredArguments(of: last) }
    if !isDone, definitions[definition].kind != .fragment { leaveOperation(definition) }
  }

  @inline(__always) private mutating func enter(_ node: Int) {
    switch nodes[node].kind {
    case .field: enterField(node)
    case .fragmentSpread: enterSpread(node)
    case .inlineFragment: enterInlineFragment(node)
    case .typeCondition: if facts[node].type == nil { checkTypeName(nodes[node].range) }
    case .directive: enterDirective(node)
    case .argument: enterArgument(node)
    case .variableDefinition: enterVariableDefinition(node)
    case .type:
      if facts[Int(facts[node].parent)].expected == nil {
        checkTypeName(WrappedType.read(nodes[node].range, in: document.bytes).name)
      }
    case .list, .object, .objectField, .int, .float, .string, .name: enterValue(node)
    case .selectionSet, .variable, .alias, .defaultValue, .operation, .fragmentDefinition,
      .typeSystemDefinition, .memberDefinition:
      break
    }
  }

  mutating func report(_ reason: ValidationError.Reason, _ places: [Int]) {
    guard !isDone else { return }
    isDone = !reason.isWarning && findings.count { !$0.reason.isWarning } >= Self.errorLimit
    findings.append(
      isDone
        ? ValidationFinding(reason: .tooManyErrors, places: [])
        : ValidationFinding(reason: reason, places: places))
  }

  mutating func report(_ reason: ValidationError.Reason, _ place: Int) {
    report(reason, [place])
  }

  /// Reduces the number of remaining steps. If too few remain, returns false and ends the validation.
  mutating func spend(_ count: Int = 1) -> Bool {
    if isDone { return false }
    steps -= count
    isDone = steps < 0
    return !isDone
  }

  func name(of node: Int) -> String { document.name(of: node) }

  @inline(__always) func isSameName(_ left: Int, _ right: Int) -> Bool {
    isSameText(nodes[left].range, nodes[right].range)
  }

  func isSameText(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    Bytes.areEqual(document.bytes.span.extracting(left), document.bytes.span.extracting(right))
  }

  func groupsOfOneName(_ candidates: [Int]) -> [[Int]] {
    guard candidates.count > 1 else { return [] }
    // Comparing a few names with each other is faster than building a dictionary.
    if candidates.count <= 8, !hasRepeatedName(candidates) { return [] }
    return Dictionary(grouping: candidates) { name(of: $0) }.values
      .filter { $0.count > 1 }.ordered { $0[0] < $1[0] }
  }

  private func hasRepeatedName(_ nodes: [Int]) -> Bool {
    nodes.indices.contains { index in
      nodes[..<index].contains { isSameName($0, nodes[index]) }
    }
  }

  func place(ofField node: Int) -> Int {
    document.alias(of: node)?.lowerBound ?? start(of: node)
  }

  func placeBefore(_ node: Int) -> Int {
    // After the last error that is reported, offsets aren't needed.
    isDone ? 0 : document.startOfPunctuator(before: node)
  }

  func start(of node: Int) -> Int { Int(nodes[node].start) }
}
