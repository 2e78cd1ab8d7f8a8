import Foundation

/// Reads a file of expected values from the reference implementation.
package enum VectorFile {
  package static func load<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self, from test: String = #filePath
  ) throws -> Value {
    let folder = URL(fileURLWithPath: test).deletingLastPathComponent()
    let file = folder.appendingPathComponent("Vectors/\(name).json")
    return try JSONDecoder().decode(type, from: Data(contentsOf: file))
  }
}
