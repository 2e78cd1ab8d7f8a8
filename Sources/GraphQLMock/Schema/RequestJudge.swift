/// Judges requests by one type system, or by what every type system has in common; each document once.
final class RequestJudge: Sendable {
  /// How many bytes a document may have that is judged on a thread that others wait for.
  static let sizeJudgedAtOnce = 4_096
  /// How many bytes variables may have that are judged: longer ones would be read into memory for it.
  static let longestVariables = 4_194_304
  /// How many bytes variables may have that are judged on such a thread.
  static let variablesJudgedAtOnce = 65_536

  /// How many variables are known to be sound for one operation.
  private static let soundVariablesLimit = 256

  /// Judges where no schema is stated.
  static let withoutSchema = RequestJudge(nil)

  let types: TypeSystem?
  private var hasScalarChecks: Bool { types?.scalarChecks.isEmpty == false }
  private let identity = Identity()
  private let known = Locked(KnownVerdicts())

  init(_ types: TypeSystem?) { self.types = types }

  /// Tells judges apart.
  fileprivate final class Identity: Sendable {}

  /// What a service finds wrong with an operation's document, and whether its variables are judged.
  final class Verdict: OperationNote, @unchecked Sendable {
    /// Whose verdict it is.
    ///
    /// Not the judge itself: documents are remembered for as long as the process runs, and are not to
    /// keep its schema alive.
    fileprivate let judge: Identity
    fileprivate let rules: DocumentRules
    /// In the order of the reference implementation.
    let errors: [ValidationError]
    /// Whether the operation defines variables.
    let hasVariables: Bool
    /// Variables in which nothing was found wrong: clients send the same ones again and again.
    fileprivate let soundVariables = Locked<Set<Digest128>>([])

    fileprivate init(
      _ judge: Identity, _ rules: DocumentRules, _ errors: [ValidationError],
      hasVariables: Bool
    ) {
      self.judge = judge
      self.rules = rules
      self.errors = errors
      self.hasVariables = hasVariables
    }
  }

  /// Whether judging a request may take longer than others can wait.
  func mayTakeLong(_ request: OperationRequest, by rules: DocumentRules) -> Bool {
    guard let selected = request.selectedOperation else { return false }
    let known = knownVerdict(on: selected, by: rules)
    // Checks of scalars are the test's.
    if hasScalarChecks, known?.hasVariables ?? true { return true }
    return request.variablesSize > Self.variablesJudgedAtOnce
      || selected.document.bytes.count > Self.sizeJudgedAtOnce && known == nil
  }

  /// What a service finds wrong with a request: with its document or, if nothing is, its variables; and
  /// what was not validated.
  func errors(in request: OperationRequest, by rules: DocumentRules) -> [ValidationError] {
    guard let selected = request.selectedOperation else { return [] }
    let verdict = verdict(on: selected, by: rules)
    guard verdict.hasVariables, verdict.errors.allSatisfy(\.reason.isOwnLimit) else {
      return verdict.errors
    }
    guard request.variablesSize <= Self.longestVariables else {
      let reason = ValidationError.Reason.variablesTooLong(limit: Self.longestVariables)
      return verdict.errors + [ValidationError(reason: reason, locations: [])]
    }
    return verdict.errors + variableErrors(in: request, selected, verdict)
  }

  private func variableErrors(
    in request: OperationRequest, _ selected: SelectedOperation, _ verdict: Verdict
  ) -> [ValidationError] {
    let digest = request.variablesDigest
    if let digest, verdict.soundVariables.withLock({ $0.contains(digest) }) { return [] }
    let errors = variableErrors(selected, request.variables)
    if errors.isEmpty, let digest {
      verdict.soundVariables.withLock {
        if $0.count == Self.soundVariablesLimit { $0 = [] }
        $0.insert(digest)
      }
    }
    guard !errors.isEmpty, !request.files.isEmpty else { return errors }
    return variableErrors(
      selected, request.variables, uploads: Set(request.files.flatMap(\.paths)))
  }

  /// Judges the document of an operation.
  func verdict(on selected: SelectedOperation, by rules: DocumentRules) -> Verdict {
    if let known = knownVerdict(on: selected, by: rules) { return known }
    let bytes = selected.document.bytes
    let key = KnownVerdicts.Key(digest: Digest128(of: bytes.span, 0, bytes.count), rules: rules)
    // Checks of scalars are the test's: nobody waits for those.
    let errors = known.withLock { $0.errors(key, bytes) }
      .value(waits: Blocking.isAllowed && !hasScalarChecks) {
        selected.document.validate(by: rules, types: types)
      }
    let made = Verdict(identity, rules, errors, hasVariables: selected.hasVariableDefinitions)
    let verdict = known.withLock { $0.first(made, of: selected, key) }
    selected.note = verdict
    return verdict
  }

  private func knownVerdict(
    on selected: SelectedOperation, by rules: DocumentRules
  ) -> Verdict? {
    guard let verdict = selected.note as? Verdict, verdict.judge === identity,
      verdict.rules == rules
    else { return nil }
    return verdict
  }

  private func variableErrors(
    _ selected: SelectedOperation, _ variables: MockJSON, uploads: Set<String> = []
  ) -> [ValidationError] {
    let result = VariableCoercion.coerce(
      variables, for: selected.operation, in: selected.document, types: types, uploads: uploads)
    if case .failure(let failure) = result { return failure.errors }
    return []
  }
}

extension SelectedOperation {
  fileprivate var hasVariableDefinitions: Bool {
    let root = document.definitions[operation.definition].node
    return document.children(of: root).contains {
      document.nodes[$0].kind == .variableDefinition
    }
  }
}

/// What was found about documents, by all their bytes; forgotten all at once when it becomes much.
private struct KnownVerdicts {
  struct Key: Hashable {
    let digest: Digest128
    let rules: DocumentRules
  }

  private static let costLimit = 4 << 20
  private struct Entry {
    let bytes: ContiguousArray<UInt8>
    let errors = MadeOnce<[ValidationError]>()
    /// By the definitions of the operations.
    var verdicts: [Int: RequestJudge.Verdict] = [:]
  }

  private var entries: [Key: Entry] = [:]
  private var cost = 0

  /// What is wrong with a document, perhaps to be found out yet.
  mutating func errors(
    _ key: Key, _ bytes: ContiguousArray<UInt8>
  ) -> MadeOnce<[ValidationError]> {
    if let entry = entries[key], Bytes.areEqual(entry.bytes.span, bytes.span) {
      return entry.errors
    }
    let entry = Entry(bytes: bytes)
    let added = bytes.count + 512
    guard added < Self.costLimit / 4 else { return entry.errors }
    if cost + added > Self.costLimit {
      entries = [:]
      cost = 0
    }
    if entries.updateValue(entry, forKey: key) == nil { cost += added }
    return entry.errors
  }

  /// The verdict on an operation: the one that is known or, for the first time, that which was made.
  mutating func first(
    _ made: RequestJudge.Verdict, of selected: SelectedOperation, _ key: Key
  ) -> RequestJudge.Verdict {
    let bytes = selected.document.bytes
    guard let entry = entries[key], Bytes.areEqual(entry.bytes.span, bytes.span) else {
      return made
    }
    let definition = selected.operation.definition
    if let known = entry.verdicts[definition] { return known }
    entries[key]?.verdicts[definition] = made
    cost += 512 * made.errors.count
    return made
  }
}

extension DocumentRules {
  /// The edition of the specification that services of an edition of GraphQL over HTTP follow.
  init(_ edition: HTTPEdition) {
    self = edition == .september2026 ? .september2026 : .deployed
  }
}
