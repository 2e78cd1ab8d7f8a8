/// What came of a run of `withAnswerVariants`.
public struct AnswerVariantReport: Sendable {
  /// How many single changes the answers of the plain run may have.
  public let singleChangeCount: Int
  /// How many of them were tried; fewer if the time was up.
  public let triedSingleChangeCount: Int
  /// How often the body was run, the plain run and what cut failures down among them.
  public let runCount: Int
  /// What fails, once for each cause, as it is reported.
  public let findings: [String]

  static let none = AnswerVariantReport(
    singleChangeCount: 0, triedSingleChangeCount: 0, runCount: 0, findings: [])
}

extension AnswerVariantReport {
  init(_ search: VariantSearch) {
    singleChangeCount = search.changes.count
    triedSingleChangeCount = search.singlesTried
    runCount = search.tried + 1
    findings = search.findings.map { $0.message(of: search.changes.count) }
  }
}

extension VariantSearch.Finding {
  /// How many of the other variants are listed.
  private static let listed = 5

  /// What the test is told.
  /// - Parameter total: How many single changes there are.
  func message(of total: Int) -> String {
    var lines = ["\(variant.title): \(failure.message)"]
    if !others.isEmpty {
      let count = others.count + 1
      lines.append("  \(count) variants fail for this reason, of \(total) single changes; so does")
      lines += others.prefix(Self.listed).map { "    \($0.title.lowercasingFirst)" }
      if others.count > Self.listed { lines.append("    and so on") }
    }
    lines.append("  repeat: \(variant.line)")
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate var lowercasingFirst: String { prefix(1).lowercased() + dropFirst() }
}
