/// Validates one document by the rules of section 5, in one walk over its syntax tree.
///
/// The rules are asked in the order of the reference implementation (specifiedRules) whenever a node is
/// entered or left, so that errors come in its order too, but for fields that can't be merged: those come
/// last. What a rule needs to know of types was gathered before (``DocumentFacts``).
struct DocumentValidator: Sendable {
  /// The reference implementation stops here.
  static let errorLimit = 100

  let document: Document
  let bytes: ContiguousArray<UInt8>
  let nodes: ContiguousArray<SyntaxNode>
  let definitions: ContiguousArray<Document.Definition>
  let types: TypeSystem
  /// False if `types` holds built-in types only: then nothing is said of what it does not have.
  let knowsAllTypes: Bool
  /// The edition whose rules apply; nil for what every edition refuses.
  let rules: HTTPEdition?
  let facts: ContiguousArray<DocumentFacts.NodeFacts>
  /// By definition.
  let variableUses: [[Int]]
  let hasVariableUses: Bool
  let hasSpreads: Bool

  private(set) var findings: [ValidationError.Unlocated] = []
  /// Whether enough was found, or validating took too long.
  private(set) var isDone = false
  /// What may still be spent on work that does not grow with the document alone.
  private(set) var steps: Int

  // What the rules remember.
  /// The definition that is being validated.
  private(set) var current = 0
  /// The first operation of each name, and the first fragment.
  var operationNames: [String: Int] = [:]
  var fragmentNames: [String: Int] = [:]
  var fragments: FragmentTable
  var merging = MergingMemory()
  /// The definitions of the current operation's variables, in the order of the text.
  var variables: [Int] = []
  /// By name; of two with one name, the last counts.
  var variableTable: [String: Int] = [:]
  var visitedFragments: Set<Int> = []
  /// The fragments that subscriptions spread, once they are needed.
  var fragmentsOfSubscriptions: Set<Int>?
  /// The directives of incremental delivery by their labels.
  var labels: [String: Int] = [:]
  /// Fields of input objects that repeat an earlier one, and that one.
  var repeatedInputFields: [Int: Int] = [:]
  /// The first node whose values are validated again.
  var valuesEnd = 0
  /// The first node whose introspection is validated again.
  var introspectionEnd = 0

  /// - Parameters:
  ///   - steps: What may be spent on comparing, in steps; for a document that people write it is far
  ///     more than enough.
  ///   - defaults: Inputs of a schema whose default values are validated.
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
      findings.append(ValidationError.Unlocated(reason: .tooComplex, places: []))
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
    // The fields and directives that are open: what is asked when they are left.
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
        ? ValidationError.Unlocated(reason: .tooManyErrors, places: [])
        : ValidationError.Unlocated(reason: reason, places: places))
  }

  mutating func report(_ reason: ValidationError.Reason, _ place: Int) {
    report(reason, [place])
  }

  /// Spends what takes more than one step for each node.
  /// - Returns: False when nothing is left to be spent; then nothing more is validated.
  mutating func spend(_ count: Int = 1) -> Bool {
    if isDone { return false }
    steps -= count
    isDone = steps < 0
    return !isDone
  }

  // MARK: Names

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func name(of node: Int) -> String { text(nodes[node].range) }

  /// Whether two nodes have the same name.
  @inline(__always)
  func isSameName(_ left: Int, _ right: Int) -> Bool {
    isSameText(nodes[left].range, nodes[right].range)
  }

  func isSameText(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    Bytes.areEqual(bytes.span.extracting(left), bytes.span.extracting(right))
  }

  /// The nodes of one kind that repeat the name of an earlier one, as groups in the order of their
  /// first.
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

  /// Where a field begins: at its alias, if it has one.
  func place(ofField node: Int) -> Int {
    responseKey(of: node).lowerBound
  }

  /// The place of a node that begins with a punctuator before its name.
  func placeBefore(_ node: Int) -> Int {
    // To find it takes reading what stands between: for each error that is told, no more.
    isDone ? 0 : document.startOfPunctuator(before: node)
  }

  func start(of node: Int) -> Int { Int(nodes[node].start) }
}
