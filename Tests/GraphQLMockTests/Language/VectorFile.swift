import Foundation

/// Reads a file of vectors that `scripts/make-language-vectors.py` wrote.
enum VectorFile {
  static func load<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self, from test: String = #filePath
  ) throws -> Value {
    let folder = URL(fileURLWithPath: test).deletingLastPathComponent()
    let file = folder.appendingPathComponent("Vectors/\(name).json")
    return try JSONDecoder().decode(type, from: Data(contentsOf: file))
  }
}
