/// Looks for the answers that break a client: says which variant is to be tried next, and is told how that
/// went.
///
/// All single changes come first, then pairs and mixtures of those that broke nothing. What fails is
/// cut down to the fewest changes that still fail for the same reason.
package struct VariantSearch: Sendable {
  /// Why a client fails.
  package struct Failure: Sendable {
    /// What is equal for equal causes.
    package let cause: String
    package let message: String
    /// What is equal for the same mistake at other places of an answer.
    package let remark: String

    /// - Parameter remark: Nil takes the cause.
    package init(cause: String, message: String, remark: String? = nil) {
      self.cause = cause
      self.message = message
      self.remark = remark ?? cause
    }
  }

  /// What fails for one reason.
  package struct Finding: Sendable {
    package let failure: Failure
    /// The first variant that fails so, cut down.
    package let variant: AnswerVariant
    /// The others.
    package fileprivate(set) var others: [AnswerVariant] = []

    package init(_ variant: AnswerVariant, _ failure: Failure) {
      (self.variant, self.failure) = (variant, failure)
    }
  }

  /// How many places of a change are tried one at a time.
  private static let placeLimit = 16
  /// How many changes a mixture has at most.
  private static let mixtureSize = 6

  private indirect enum Stage: Sendable {
    /// A change by itself.
    case single(Int)
    /// Several changes.
    case mixture
    /// Whether this, which is less, fails for the same reason, too.
    case less(than: AnswerVariant, Failure, rest: [AnswerVariant])
  }

  package let changes: [AnswerChange]
  package private(set) var findings: [Finding] = []
  /// How many of the single changes were taken from the list.
  private var singlesTaken = 0
  /// How many of these were skipped.
  package private(set) var singlesSkipped = 0
  /// How many of these were tried.
  package var singlesTried: Int { singlesTaken - singlesSkipped }
  /// How many variants were tried, to cut them down among them.
  package private(set) var tried = 0
  private let mixtures: Int
  private var mixturesTried = 0
  package private(set) var mixturesSkipped = 0
  /// The changes that broke nothing.
  private var harmless: [Int] = []
  private var random: UInt64
  private var stage = Stage.mixture
  /// What to cut down: the variant that is tried next is less than one that failed.
  private var cutting: (variant: AnswerVariant, failure: Failure, rest: [AnswerVariant])?

  /// - Parameters:
  ///   - mixtures: How many pairs and mixtures are tried.
  ///   - seed: What they depend on.
  package init(_ changes: [AnswerChange], mixtures: Int, seed: UInt64) {
    self.changes = changes
    self.mixtures = mixtures
    random = seed
  }

  /// The variant to try next; nil if all were tried.
  package mutating func next() -> AnswerVariant? {
    tried += 1
    if let cut = cutting, let less = cut.rest.first {
      stage = .less(than: cut.variant, cut.failure, rest: Array(cut.rest.dropFirst()))
      return less
    }
    if singlesTaken < changes.count {
      stage = .single(singlesTaken)
      singlesTaken += 1
      return AnswerVariant(changes: [changes[singlesTaken - 1]])
    }
    while mixturesTried < mixtures, harmless.count > 1 {
      mixturesTried += 1
      stage = .mixture
      if let mixture = mixture() { return mixture }
    }
    tried -= 1
    return nil
  }

  /// Takes what came of the variant that `next` gave.
  /// - Parameter failure: Why it failed; nil if it did not.
  package mutating func take(_ failure: Failure?) {
    switch stage {
    case .single(let index):
      guard let failure else { return harmless.append(index) }
      let change = changes[index]
      let places = change.places.count > 1 ? change.places.prefix(Self.placeLimit) : []
      cut(
        AnswerVariant(changes: [change]), failure,
        to: places.map { AnswerVariant(changes: [change.only(at: $0)]) })
    case .mixture:
      // Each of the changes is harmless by itself.
      if let failure, let variant = latest { cut(variant, failure, to: variant.withoutOne) }
    case .less(let variant, let reason, let rest):
      guard let failure, failure.cause == reason.cause, let less = cutting?.rest.first else {
        return cut(variant, reason, to: rest)
      }
      cut(less, failure, to: less.changes.count > 1 ? less.withoutOne : [])
    }
  }

  /// Takes that the answers of the variant that `next` gave can't be made up, or equal the plain ones.
  package mutating func skip() {
    switch stage {
    case .single: singlesSkipped += 1
    case .mixture: mixturesSkipped += 1
    case .less: take(nil)
    }
  }

  /// Takes that the variant that `next` gave was not tried to its end.
  package mutating func giveBack() {
    if case .single = stage { singlesTaken -= 1 }
  }

  /// Notes what is still to be cut down, as nothing more is tried.
  /// - Parameter last: What failed last, which counts whatever came before it.
  package mutating func end(with last: Finding? = nil) {
    if let (variant, failure, _) = cutting { cut(variant, failure, to: []) }
    guard let last, !findings.contains(where: { $0.failure.cause == last.failure.cause }) else {
      return
    }
    findings.append(last)
  }

  /// How many single changes were neither tried nor skipped.
  package var singlesLeft: Int { changes.count - singlesTaken }

  /// The mixture that was drawn last.
  private var latest: AnswerVariant?

  /// Goes on with what is less than a variant that fails, or notes the variant if nothing is left.
  private mutating func cut(
    _ variant: AnswerVariant, _ failure: Failure, to rest: [AnswerVariant]
  ) {
    cutting = rest.isEmpty ? nil : (variant, failure, rest)
    guard rest.isEmpty else { return }
    if let known = findings.firstIndex(where: { $0.failure.cause == failure.cause }) {
      findings[known].others.append(variant)
    } else {
      findings.append(Finding(variant, failure))
    }
  }

  /// A pair, or a mixture; nil if what was drawn does not go together.
  private mutating func mixture() -> AnswerVariant? {
    let size = mixturesTried * 2 <= mixtures ? 2 : 3 + below(Self.mixtureSize - 2)
    var chosen: [AnswerChange] = []
    for _ in 0..<size {
      let change = changes[harmless[below(harmless.count)]]
      let known = chosen + chosen.flatMap(\.conditions)
      let added = [change] + change.conditions
      let clashes = added.contains { one in
        known.contains { $0.key == one.key && $0.identity != one.identity }
      }
      // Two long lists, one inside the other, would have 625 elements.
      if change.isLongList, chosen.contains(where: \.isLongList) { continue }
      if !clashes, !chosen.contains(where: { $0.identity == change.identity }) {
        chosen.append(change)
      }
    }
    latest = chosen.count > 1 ? AnswerVariant(changes: chosen) : nil
    return latest
  }

  private mutating func below(_ count: Int) -> Int {
    Int(truncatingIfNeeded: SplitMix.next(&random) % UInt64(count))
  }
}

extension AnswerVariant {
  /// The variants that have one change less.
  fileprivate var withoutOne: [AnswerVariant] {
    changes.indices.map { index in changing { $0.changes.remove(at: index) } }
  }
}
