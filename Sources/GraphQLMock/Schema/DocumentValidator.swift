/// Validates in one walk by section 5, in the order of the reference implementation, but unmergeable fields come last.
struct DocumentValidator: Sendable {
  /// The reference implementation stops here.
  static let errorLimit = 100

  let document: Document
  let bytes: ContiguousArray<UInt8>
  let nodes: ContiguousArray<SyntaxNode>
  let definitions: ContiguousArray<Document.Definition>
  let types: TypeSystem
  /// False if `types` has built-in types only, so that unknown names aren't errors.
  let knowsAllTypes: Bool
  /// Nil for what every edition refuses.
  let rules: HTTPEdition?
  let facts: ContiguousArray<NodeFacts>
  let variableUses: [[Int]]
  let hasVariableUses: Bool
  let hasSpreads: Bool

  private(set) var findings: [ValidationFinding] = []
  private(set) var isDone = false
  /// The remaining budget for work that isn't linear in the size of the document.
  private(set) var steps: Int

  private(set) var current = 0
  /// The first definition of each name.
  var operationNames: [String: Int] = [:]
  var fragmentNames: [String: Int] = [:]
  var fragments: FragmentTable
  var merging = MergingMemory()
  /// Of the current operation.
  var variables: [Int] = []
  /// Of two with one name, the last counts.
  var variableTable: [String: Int] = [:]
  var visitedFragments: Set<Int> = []
  var fragmentsOfSubscriptions: Set<Int>?
  /// The directives of incremental delivery, by label.
  var labels: [String: Int] = [:]
  /// Maps input fields that repeat a name to the first of the name.
  var repeatedInputFields: [Int: Int] = [:]
  /// Nodes before it are inside a value that was validated.
  var valuesEnd = 0
  /// Nodes before it are inside an introspection that was validated.
  var introspectionEnd = 0

  /// - Parameter steps: Far more than enough for a document that people write.
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

  // MARK: The walk

  private mutating func visit(_ definition: Int) {
    let root = definitions[definition].node
    let end = Int(nodes[root].next)
    current = definition
    if definitions[definition].kind == .fragment {
      enterFragmentDefinition(definition)
    } else {
      enterOperation(definition)
    }
    // Some rules run on leaving these fields and directives.
    var open = ContiguousArray<Int>()
    var index = root + 1
    while index < end, !isDone {
      while let last = open.last, Int(nodes[last].next) <= index {
        open.removeLast()
        leave(last)
      }
      if isDone { return }
      enter(index)
      if nodes[index].kind == .field || nodes[index].kind == .directive { open.append(index) }
      index += 1
    }
    while let last = open.popLast(), !isDone { leave(last) }
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

  @inline(__always)
  private mutating func leave(_ node: Int) {
    if nodes[node].kind == .field {
      checkRequiredArguments(ofField: node)
    } else {
      checkRequiredArguments(ofDirective: node)
    }
  }

  // MARK: Reporting

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

  /// Spends the budget on work of more than one step per node; validation ends if the budget is exceeded.
  mutating func spend(_ count: Int = 1) -> Bool {
    if isDone { return false }
    steps -= count
    isDone = steps < 0
    return !isDone
  }

  // MARK: Names

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
    // Comparing few is faster than a table.
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
    // Finding the punctuator means reading the text before the node, so only reported errors do it.
    isDone ? 0 : document.startOfPunctuator(before: node)
  }

  func start(of node: Int) -> Int { Int(nodes[node].start) }
}
