import Foundation

/// The sources of the tests with mistakes, to look up the lines in reports.
enum PlantedSources {
  /// The folder of this target.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let root = folder.deletingLastPathComponent().deletingLastPathComponent().path

  /// The tests of Swift Testing.
  static var functions: [String] {
    let planted = anchors.filter { !$0.key.hasPrefix("XCTest") && !$0.key.contains("Shop") }
    return planted.flatMap { _, lines in
      lines.compactMap { _, line in
        line.firstMatch(of: /^ .*func (`[^`]+`|\w+)\(.*\) ?(?:async|throws|\{|$)/).map {
          $0.1.filter { $0 != "`" }
        }
      }
    }.filter { $0 != "send" }
  }

  private static let files: [String: [String]] = {
    var files: [String: [String]] = [:]
    for folder in ["Planted", "App"].map(folder.appendingPathComponent) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names {
        let url = folder.appendingPathComponent(name)
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        files[name] = text.split(separator: "\n", omittingEmptySubsequences: false)
          .map(String.init)
      }
    }
    return files
  }()

  /// The lines from which others count, with their numbers.
  private static let anchors = files.mapValues { lines in
    lines.enumerated().filter { _, text in
      ["func ", "static let viewer", "struct "].contains { text.range(of: $0) != nil }
    }
  }

  /// A report without absolute paths, times and lines that depend on the rest of a file.
  static func withoutWhatChanges(_ report: String, in test: String) -> String {
    report.replacingOccurrences(of: root + "/", with: "")
      .replacing(/Tests\/MistakeTests\/(?:Planted|App)\//) { _ in "" }
      .replacing(/\d+\.\d ms/) { _ in "… ms" }
      .replacing(/waited \d+\.\d s/) { _ in "waited … s" }
      .replacing(/after \d+ ms/) { _ in "after … ms" }
      .replacing(/\/\S+\/GraphQLMockTests-[-0-9A-F]{36}/) { _ in "…" }
      .replacing(/127\.0\.0\.1:\d{2,}/) { _ in "127.0.0.1:…" }
      .replacing(/(\w+\.swift):(\d+)(?::\d+)?/) { match in
        guard let line = Int(match.2),
          let anchor = anchor(of: test, in: String(match.1))
        else { return String(match.0) }
        let distance = line - anchor - 1
        return "\(match.1):\(distance < 0 ? "" : "+")\(distance)"
      }
  }

  /// The line from which lines of a file are counted in the report of a test.
  private static func anchor(of test: String, in file: String) -> Int? {
    let heads = [
      "func \(test)(", "func `\(test)`(", "static let viewer = query(", "struct \(test)",
    ]
    let line = anchors[file]?.first(where: { line in
      heads.contains { line.element.range(of: $0) != nil }
    })
    return line?.offset
  }
}
