import Foundation

/// Turns the results of a run into the tables of README.md.
@main
struct Ratios {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: Ratios <results in jmh format>")
      exit(64)
    }
    let medians = try Medians(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
    print("| what | figure | bar | |")
    print("|---|---|---|---|")
    for goal in Goal.all { print(goal.row(medians)) }
    print("\n| measured | median |")
    print("|---|---|")
    for name in medians.names {
      guard let median = medians[name], !name.hasSuffix("length") else { continue }
      print("| \(name) | \(text(median, isMemory: name.hasSuffix("memory"))) |")
    }
    if let service = medians["session: service"], let bare = medians["session: bare, safe delivery"]
    {
      print(
        "| session: what a service adds to safe delivery | \(text(service - bare, isMemory: false)) |"
      )
    }
  }

  private static func text(_ median: Double, isMemory: Bool) -> String {
    if isMemory { return String(format: "%.1f MB", median / 1e6) }
    return switch median {
    case ..<1e6: String(format: "%.1f ns", median / 1e3)
    case ..<1e9: String(format: "%.2f µs", median / 1e6)
    default: String(format: "%.2f ms", median / 1e9)
    }
  }
}
