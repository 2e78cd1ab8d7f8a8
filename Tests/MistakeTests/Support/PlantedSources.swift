import Foundation

/// The sources of the tests with mistakes, for the lines that reports name.
enum PlantedSources {
  /// The folder of this target.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let root = folder.deletingLastPathComponent().deletingLastPathComponent().path

  /// The tests of Swift Testing.
  static var functions: [String] {
    let planted = files.filter { !$0.key.hasPrefix("XCTest") && !$0.key.contains("Shop") }
    return planted.flatMap { _, lines in
      lines.compactMap { line in
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
        guard let line = Int(match.2), let lines = files[String(match.1)],
          let anchor = lines.firstIndex(where: {
            $0.contains("func \(test)(") || $0.contains("func `\(test)`(")
              || $0.contains("static let viewer = query(") || $0.contains("struct \(test)")
          })
        else { return String(match.0) }
        let distance = line - anchor - 1
        return "\(match.1):\(distance < 0 ? "" : "+")\(distance)"
      }
  }
}
