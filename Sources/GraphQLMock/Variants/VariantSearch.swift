/// Searches for the answers that break a client: proposes the next variant, and takes its result.
///
/// All single changes come first, then pairs and mixtures of those that broke nothing. A failing variant is reduced
/// to the fewest changes that still fail for the same reason.
package struct VariantSearch: Sendable {
  package struct Failure: Sendable {
    /// Equal for equal causes.
    package let cause: String
    package let message: String
    /// Equal for the same mistake at other places of an answer.
    package let remark: String

    /// - Parameter remark: Nil uses the cause.
    package init(cause: String, message: String, remark: String? = nil) {
      self.cause = cause
      self.message = message
      self.remark = remark ?? cause
    }
  }

  /// All variants that fail for one reason.
  package struct Finding: Sendable {
    package let failure: Failure
    /// The first one, reduced.
    package let variant: AnswerVariant
    package fileprivate(set) var others: [AnswerVariant] = []

    package init(_ variant: AnswerVariant, _ failure: Failure) {
      (self.variant, self.failure) = (variant, failure)
    }
  }

  /// Places of a change that are tried one at a time.
  private static let placeLimit = 16
  private static let mixtureSize = 6

  private indirect enum Stage: Sendable {
    case single(Int)
    case mixture
    case less(than: AnswerVariant, Failure, rest: [AnswerVariant])
  }

  package let changes: [AnswerChange]
  package private(set) var findings: [Finding] = []
  private var singlesTaken = 0
  package private(set) var singlesSkipped = 0
  package var singlesTried: Int { singlesTaken - singlesSkipped }
  /// Includes the reduced ones.
  package private(set) var tried = 0
  private let mixtures: Int
  private var mixturesTried = 0
  package private(set) var mixturesSkipped = 0
  private var harmless: [Int] = []
  private var random: UInt64
  private var stage = Stage.mixture
  private var cutting: (variant: AnswerVariant, failure: Failure, rest: [AnswerVariant])?

  /// - Parameter mixtures: The number of pairs and mixtures to try.
  package init(_ changes: [AnswerChange], mixtures: Int, seed: UInt64) {
    self.changes = changes
    self.mixtures = mixtures
    random = seed
  }

  /// Nil if all were tried.
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

  /// Takes the result of the variant that `next` returned.
  /// - Parameter failure: Nil if it didn't fail.
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

  /// Skips the variant that `next` returned: its answers can't be generated, or equal the plain ones.
  package mutating func skip() {
    switch stage {
    case .single: singlesSkipped += 1
    case .mixture: mixturesSkipped += 1
    case .less: take(nil)
    }
  }

  /// Returns the variant that `next` returned, since it wasn't tried to its end.
  package mutating func giveBack() {
    if case .single = stage { singlesTaken -= 1 }
  }

  /// Notes failures that weren't reduced yet, because nothing more is tried.
  /// - Parameter last: The last failure, which counts regardless of earlier ones.
  package mutating func end(with last: Finding? = nil) {
    if let (variant, failure, _) = cutting { cut(variant, failure, to: []) }
    guard let last, !findings.contains(where: { $0.failure.cause == last.failure.cause }) else {
      return
    }
    findings.append(last)
  }

  /// Neither tried nor skipped.
  package var singlesLeft: Int { changes.count - singlesTaken }

  private var latest: AnswerVariant?

  /// Continues with reduced variants, or notes this variant if it can't be reduced.
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
  fileprivate var withoutOne: [AnswerVariant] {
    changes.indices.map { index in changing { $0.changes.remove(at: index) } }
  }
}
