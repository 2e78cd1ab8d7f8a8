import Foundation
import GraphQLMock

/// Opening of a table of 10,000 files, each the answer to an operation of its own.
func registerFixtureBenchmarks() {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "GraphQLMockBenchmarks-\(ProcessInfo.processInfo.processIdentifier)")
  compare(
    "fixture table", total: .seconds(2),
    [
      Contender("fixture table: open 10000 files") {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 0..<10_000 {
          let text = "{\n  \"data\": {\n    \"number\": \(number)\n  }\n}\n"
          try Data(text.utf8).write(to: folder.appendingPathComponent("Operation\(number).json"))
        }
        return repeating { FixtureTable(folder: folder).name.utf8.count }
      }
    ],
    cleanUp: {
      if FileManager.default.fileExists(atPath: folder.path) {
        try FileManager.default.removeItem(at: folder)
      }
    })
}
