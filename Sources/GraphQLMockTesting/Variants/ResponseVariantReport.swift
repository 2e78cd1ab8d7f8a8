/// A report on the changed responses that `withResponseVariants` has tried, and on the failures.
public struct ResponseVariantReport: Sendable, CustomStringConvertible {
  /// The number of changes that the schema allows in the responses of the first run, each tried alone.
  public let singleChangeCount: Int
  /// The number of changes to responses that were tried alone, not counting skipped runs.
  public let triedSingleChangeCount: Int
  /// The number of pairs of changes that can be made together, without changes that fail by themselves. Until pairs are
  /// tried, it includes pairs that exclude each other.
  let pairCount: Int
  /// The number of pairs of changes that at least one run made together.
  let triedPairCount: Int
  /// The number of skipped runs by reason.
  public let skippedRuns: [SkipReason: Int]
  /// The number of times that the body ran, including the first run and the runs that reduce failures.
  public let runCount: Int
  /// The messages of the reported failures, one for each cause.
  public let findings: [String]

  /// The reason why a run with changed responses was skipped.
  public enum SkipReason: Sendable, Hashable {
    /// The body threw a ``ResponseVariantSkip`` with this reason.
    case stated(String)
    /// The responses were those of the first run.
    case unchanged
    /// The responses were too large to generate.
    case tooLarge
  }

  /// The report as text, such as `38 of 40 single changes and 512 of 512 pairs were tried in 72 runs.`
  public var description: String {
    let skips = skippedRuns.map { ($0.text, $1) }.sorted { $0.0 < $1.0 }
      .map { " \($1) skipped: \($0)" }
    return "\(triedSingleChangeCount) of \(singleChangeCount) single changes and "
      + "\(triedPairCount) of \(pairCount) pairs were tried in \(runCount) runs." + skips.joined()
  }

  static func nothingTried(runCount: Int = 0) -> ResponseVariantReport {
    ResponseVariantReport(
      singleChangeCount: 0, triedSingleChangeCount: 0, pairCount: 0, triedPairCount: 0,
      skippedRuns: [:], runCount: runCount, findings: [])
  }
}

extension ResponseVariantReport.SkipReason {
  fileprivate var text: String {
    switch self {
    case .stated(let reason): reason
    case .unchanged: "The responses were those of the first run."
    case .tooLarge: "The responses were too large to generate."
    }
  }
}
