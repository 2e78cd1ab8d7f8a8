/// Validates a document (section 5) with errors in graphql-js's order, but field conflicts last.
struct DocumentValidator: Sendable {
  /// The number of errors at which validation stops, as in graphql-js.
  static let errorLimit = 100

  let document: Document
  let bytes: ContiguousArray<UInt8>
  let nodes: ContiguousArray<SyntaxNode>
  let definitions: ContiguousArray<Document.Definition>
  let types: TypeSystem
  /// A Boolean value that is false if `types` has only built-in types, so that unknown names aren't errors.
  let knowsAllTypes: Bool
  /// The edition of the specification, or nil to report only errors of all editions.
  let rules: HTTPEdition?
  let facts: ContiguousArray<NodeFacts>
  let variableUses: [[Int]]
  let hasVariableUses: Bool
  let hasSpreads: Bool

  private(set) var findings: [ValidationFinding] = []
  private(set) var isDone = false
  /// The remaining steps for work that isn't linear in the document's size, which people's documents never use up.
  private(set) var steps: Int

  private(set) var current = 0
  /// The index of the first operation with each name.
  var operationNames: [String: Int] = [:]
  var fragmentNames: [String: Int] = [:]
  var fragments: FragmentTable
  /// The conflicts between two fields, by the node of the later field.
  var conflicts: [Int: (first: Int, reason: ValidationError.Conflict)] = [:]
  /// The texts of the values of arguments, which are compared often.
  var printedValues: [Int: ByteKey] = [:]
  /// The fields in a selection set, including those in inline fragments, and the fragments that it spreads.
  var mergingSelections: [Int: (fields: [Int], fragments: [Int])] = [:]
  /// The variable definitions of the current operation.
  var variables: [Int] = []
  /// The variable definitions by name, of which the last applies if a name is repeated.
  var variableTable: [String: Int] = [:]
  var visitedFragments: Set<Int> = []
  var fragmentsOfSubscriptions: Set<Int>?
  /// The nodes of `@defer` and `@stream` directives by their label.
  var labels: [String: Int] = [:]
  /// The first input field of the same name, for each input field of a value that repeats a name.
  var repeatedInputFields: [Int: Int] = [:]
  /// The end of a value that was validated as a whole, so that the nodes inside of it are skipped.
  var valuesEnd = 0
  /// The end of an introspection field that was reported, so that the fields inside of it are skipped.
  var introspectionEnd = 0

  init(
    _ document: Document, types: TypeSystem, knowsAllTypes: Bool, rules: HTTPEdition? = nil,
    steps: Int = 1_000_000, defaults: [FieldDefinition] = []
  ) {
    let gathered = DocumentFacts(document, types: types, defaults: defaults)
    self.document = document
    bytes = document.bytes
    nodes = document.nodes
    definitions = document.definitions
    self.types = types
    self.knowsAllTypes = knowsAllTypes
    self.rules = rules
    facts = gathered.nodes
    variableUses = gathered.variableUses
    hasVariableUses = variableUses.contains { !$0.isEmpty }
    hasSpreads = gathered.spreadCount > 0
    self.steps = steps + 8 * document.nodes.count
    fragments = FragmentTable(document)
  }

  mutating func run() {
    checkDefinitions()
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
    // The enclosing fields and directives, whose required arguments are checked after their contents.
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

  @inline(__always)
  private mutating func enter(_ node: Int) {
    switch nodes[node].kind {
    case .field: enterField(node)
    case .fragmentSpread: enterSpread(node)
    case .inlineFragment: enterInlineFragment(node)
    case .typeCondition:
      if facts[node].type == nil { checkTypeName(nodes[node].range) }
    case .directive: enterDirective(node)
    case .argument: enterArgument(node)
    case .variableDefinition: enterVariableDefinition(node)
    case .type:
      if facts[Int(facts[node].parent)].expected == nil,
        let name = WrappedType.name(nodes[node].range, in: bytes)
      {
        checkTypeName(name)
      }
    case .list, .object, .objectField, .int, .float, .string, .name: enterValue(node)
    case .selectionSet, .variable, .alias, .defaultValue, .operation, .fragmentDefinition,
      .typeSystemDefinition, .memberDefinition:
      break
    }
  }

  mutating func report(_ reason: ValidationError.Reason, _ places: [Int]) {
    guard !isDone else { return }
    isDone = findings.count >= Self.errorLimit
    findings.append(
      isDone
        ? ValidationFinding(reason: .tooManyErrors, places: [])
        : ValidationFinding(reason: reason, places: places))
  }

  mutating func report(_ reason: ValidationError.Reason, _ place: Int) {
    report(reason, [place])
  }

  /// Subtracts from the remaining steps, or returns false and ends the validation if too few remain.
  mutating func spend(_ count: Int = 1) -> Bool {
    if isDone { return false }
    steps -= count
    isDone = steps < 0
    return !isDone
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func name(of node: Int) -> String { text(nodes[node].range) }

  @inline(__always)
  func isSameName(_ left: Int, _ right: Int) -> Bool {
    isSameText(nodes[left].range, nodes[right].range)
  }

  func isSameText(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    Bytes.areEqual(bytes.span.extracting(left), bytes.span.extracting(right))
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
    responseKey(of: node).lowerBound
  }

  func placeBefore(_ node: Int) -> Int {
    // Only reported errors need the offset, which takes reading the text before the node.
    isDone ? 0 : document.startOfPunctuator(before: node)
  }

  func start(of node: Int) -> Int { Int(nodes[node].start) }
}
