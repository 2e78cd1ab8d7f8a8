/// Searches for responses that make a client fail, first with single changes, and then with combinations of them.
///
/// Only changes that are harmless alone are combined. Failing combinations are reduced to the fewest changes.
package struct VariantSearch: Sendable {
  package struct Failure: Sendable {
    /// A text that is equal for failures of the same kind at the same place. A reduction keeps it.
    package let cause: String
    package let message: String
    /// A text that is equal for failures of the same kind at all places, which are reported together.
    package let remark: String
    package var response: String?
    /// A Boolean value that indicates whether an expectation failed, so that the runner has its own issue.
    package var isExpectation = false
    /// A Boolean value that indicates whether the test accepts this error if the service fails, which it didn't.
    package var isAcceptedOfFaults = false

    package init(cause: String, message: String, remark: String? = nil) {
      self.cause = cause
      self.message = message
      self.remark = remark ?? cause
    }
  }

  package struct Finding: Sendable {
    package let failure: Failure
    /// The first set of changes that caused this failure, reduced to the fewest changes.
    package let variant: ResponseVariant
    /// The other variants with this failure, each reduced.
    package fileprivate(set) var others: [ResponseVariant] = []

    package init(_ variant: ResponseVariant, _ failure: Failure) {
      (self.variant, self.failure) = (variant, failure)
    }
  }

  /// What `next` has returned, for `record` and `skip`. The numbers are indices of changes.
  private enum Stage: Sendable {
    case single(Int)
    case combination([Int], ResponseVariant)
    case reduction

    var isSingle: Bool { if case .single = self { true } else { false } }
  }

  /// Reduces a failing set of changes as long as it still fails (the ddmin algorithm of Zeller and Hildebrandt).
  private struct Reduction: Sendable, Changeable {
    let variant: ResponseVariant
    let failure: Failure
    let partCount: Int
    var candidates: [ResponseVariant]

    /// - Parameter partCount: The number of parts that the changes are divided into. Each candidate lacks one part.
    init(_ variant: ResponseVariant, _ failure: Failure, partCount: Int = 2) {
      (self.variant, self.failure, self.partCount) = (variant, failure, partCount)
      let count = variant.changes.count
      candidates = (0..<(count > 2 ? partCount : 0)).map { part in
        let range = part * count / partCount..<(part + 1) * count / partCount
        return variant.changing { $0.changes.removeSubrange(range) }
      }
    }

    private var hasSimpler = false

    /// The reduction by smaller parts, or after the smallest, by simpler values and single places of the changes.
    var finer: Reduction? {
      guard !hasSimpler else { return nil }
      let count = variant.changes.count
      if count > 2, partCount < count {
        return Reduction(variant, failure, partCount: min(2 * partCount, count))
      }
      return changing {
        $0.hasSimpler = true
        $0.candidates = variant.changes.indices.flatMap { index in
          let change = variant.changes[index]
          let places = count == 1 && change.places.count > 1 ? change.places : []
          let simpler = change.simpler + places.prefix(VariantSearch.placeLimit).map(change.only)
          return simpler.map { simple in variant.changing { $0.changes[index] = simple } }
        }
      }
    }
  }

  /// The maximum number of places of a change at which a reduction tries it alone.
  private static let placeLimit = 16
  /// The default limit of combinations, and the number of changes up to which there is none.
  private static let (combinationLimit, unlimitedChangeCount) = (100, 60)

  package let changes: [ResponseChange]
  package private(set) var findings: [Finding] = []
  /// The variants to try in a second round because they ended an earlier run, or that a canceled run hasn't tried.
  private var postponed: [(stage: Stage, variant: ResponseVariant)] = []
  private var crashes: Set<String> = []
  /// The indices of the changes that weren't tried alone, without those in `postponed`.
  private var singles: ArraySlice<Int>
  private var singlesSkipped = 0
  package var singlesTried: Int { changes.count - singlesLeft - singlesSkipped }
  private var combinationsLeft: Int
  private var cover: PairCover?
  /// The harmless changes that `cover` knows. They become more when a second round finds others.
  private var covered: [Int] = []
  private var harmless: [Int] = []
  private var stage = Stage.reduction
  /// Whether the current variant is tried again, because it ended an earlier run or wasn't tried in it.
  private var isRetriedAfterCrash = false
  private var reduction: Reduction?
  /// The changes of the combination that was tried last, or empty after a single change.
  private var combination: [Int] = []

  /// - Parameters:
  ///   - combinations: The maximum number of combinations to try, or nil for the default.
  ///   - crashes: The `changeLines` of each variant that ended an earlier run.
  package init(_ changes: [ResponseChange], combinations: Int?, crashes: [[String]] = []) {
    self.changes = changes
    singles = Array(changes.indices)[...]
    let isUnlimited = changes.count <= Self.unlimitedChangeCount
    combinationsLeft = combinations ?? (isUnlimited ? .max : Self.combinationLimit)
    guard !crashes.isEmpty else { return }
    // Combinations contain changes without their conditions, and reductions contain changes at a single place.
    var forms = changes.flatMap { [$0, $0.changing { $0.conditions = [] }] + $0.simpler }
    forms += forms.flatMap { form in form.places.prefix(Self.placeLimit).map(form.only) }
    let known = Dictionary(forms.map { (ResponseVariant(changes: [$0]).code, $0) }) { one, _ in one
    }
    for lines in crashes {
      let variant = ResponseVariant(changes: lines.compactMap { known[$0] })
      // For example, the client may no longer request a field.
      guard variant.changes.count == lines.count else { continue }
      let index = changes.firstIndex { ResponseVariant(changes: [$0]).code == variant.code }
      postponed.append((index.map(Stage.single) ?? .combination([], variant), variant))
      singles.removeAll { $0 == index }
      self.crashes.insert(variant.code)
    }
  }

  package var crashed: [ResponseVariant] { crashes.isEmpty ? [] : postponed.map(\.variant) }

  /// Makes `next` return the variants that ended earlier runs, and returns false if there are none.
  package mutating func retry() -> Bool {
    defer { crashes = [] }
    return !crashes.isEmpty
  }

  /// Returns the next variant to try. Call `record`, `skip` or `giveBack` before the next call.
  /// - Parameter isTimeUp: Whether to return only variants to try again.
  package mutating func next(isTimeUp: Bool = false) -> ResponseVariant? {
    if isTimeUp { end() }
    while let variant = proposed(isTimeUp) {
      guard !crashes.isEmpty, crashes.contains(variant.code) else { return variant }
      skip()
    }
    return nil
  }

  private mutating func proposed(_ isTimeUp: Bool) -> ResponseVariant? {
    if let candidate = reduction?.candidates.first {
      stage = .reduction
      return candidate
    }
    isRetriedAfterCrash = crashes.isEmpty && !postponed.isEmpty
    if isRetriedAfterCrash {
      let again = postponed.removeFirst()
      stage = again.stage
      return again.variant
    }
    if isTimeUp { return nil }
    if let index = singles.popFirst() {
      stage = .single(index)
      return ResponseVariant(changes: [changes[index]])
    }
    guard combinationsLeft > 0, harmless.count > 1 else { return nil }
    if cover == nil || covered.count < harmless.count {
      cover = PairCover(changes, harmless: harmless)
      cover?.record(covered)
      covered = harmless
    }
    guard let next = cover?.next() else { return nil }
    combinationsLeft -= 1
    let combined = next.map { index, keepsConditions in
      keepsConditions ? changes[index] : changes[index].changing { $0.conditions = [] }
    }
    stage = .combination(next.map(\.index), ResponseVariant(changes: combined))
    return ResponseVariant(changes: combined)
  }

  /// Records the result of the variant that `next` returned: a failure, or nil if the client worked.
  package mutating func record(_ failure: Failure?) {
    switch stage {
    case .single(let index):
      combination = []
      guard let failure else { return harmless.append(index) }
      reduce(Reduction(ResponseVariant(changes: [changes[index]]), failure))
    case .combination(let indices, let variant):
      if failure == nil { cover?.record(indices) }
      combination = indices
      if let failure { reduce(Reduction(variant, failure)) }
    case .reduction:
      guard var current = reduction else { return }
      let candidate = current.candidates.removeFirst()
      if let failure, failure.cause == current.failure.cause {
        reduce(Reduction(candidate, failure, partCount: max(current.partCount - 1, 2)))
      } else {
        reduce(current)
      }
    }
  }

  /// Skips the variant that `next` returned, because its changes are impossible or didn't change any response.
  package mutating func skip() {
    switch stage {
    case .single: singlesSkipped += 1
    case .combination(let indices, _): cover?.record(indices, isSkipped: true)
    case .reduction: record(nil)
    }
  }

  /// Undoes `next`, because the run with the variant was canceled.
  package mutating func giveBack(_ variant: ResponseVariant) {
    if stage.isSingle { postponed.append((stage, variant)) }
  }

  /// - Parameter last: A finding to add unless another finding has the same cause.
  package mutating func end(with last: Finding? = nil) {
    if let reduction { addFinding(reduction.variant, reduction.failure) }
    reduction = nil
    let isKnown = findings.contains { $0.failure.cause == last?.failure.cause }
    if let last, !isKnown { findings.append(last) }
  }

  package var singlesLeft: Int { singles.count + postponed.count { $0.stage.isSingle } }

  /// The number of pairs of harmless changes that can be tried together, and the number of pairs that were tried.
  package var pairs: (all: Int, tried: Int) {
    if let cover { return (cover.pairCount, cover.triedCount) }
    return (harmless.count * (harmless.count - 1) / 2, 0)
  }

  /// Tries fewer changes. If all smaller variants have been tried, adds a finding.
  private mutating func reduce(_ next: Reduction) {
    var next = next
    while next.candidates.isEmpty {
      guard let finer = next.finer else {
        reduction = nil
        return addFinding(next.variant, next.failure)
      }
      next = finer
    }
    reduction = next
  }

  private mutating func addFinding(_ variant: ResponseVariant, _ failure: Failure) {
    if !combination.isEmpty {
      let keys = Set(variant.changes.map(\.key))
      let failing = combination.filter { keys.contains(changes[$0].key) }
      cover?.record(combination, failing: failing)
    }
    // What ended an earlier run is told even if its cause is known.
    let known = findings.firstIndex { $0.failure.cause == failure.cause }
    if let known, !isRetriedAfterCrash {
      findings[known].others.append(variant)
    } else {
      findings.append(Finding(variant, failure))
    }
  }
}
