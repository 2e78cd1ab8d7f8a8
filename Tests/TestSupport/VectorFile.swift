import Foundation

/// Reads a file of expected values from the reference implementation, in a folder `Vectors` beside the test or its folder.
package enum VectorFile {
  package static func load<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self, from test: String = #filePath
  ) throws -> Value {
    let folder = URL(fileURLWithPath: test).deletingLastPathComponent()
    let files = [folder, folder.deletingLastPathComponent()]
      .map { $0.appendingPathComponent("Vectors/\(name).json") }
    let file = files.first { FileManager.default.fileExists(atPath: $0.path) } ?? files[0]
    return try JSONDecoder().decode(type, from: Data(contentsOf: file))
  }
}
