import Foundation
import GraphQLMock

/// Loading a schema.
///
/// `prepare-schema` makes what is read here; without it, nothing is measured.
func registerSchemaBenchmarks() {
  guard let text = SchemaInput.text("schema.graphqls") else { return }
  var contenders = [
    Contender("schema 1 MB: load") {
      try ServiceSchema(definitions: text).check()
      return repeating { (try? ServiceSchema(definitions: text)) == nil ? -1 : 1 }
    }
  ]
  if let json = SchemaInput.data("schema.json") {
    contenders.append(
      Contender("schema 1 MB: load from introspection") {
        try ServiceSchema(introspection: json).check()
        return repeating { (try? ServiceSchema(introspection: json)) == nil ? -1 : 1 }
      })
  }
  compare("schema 1 MB", contenders)
}

/// The files that `prepare-schema` left.
private enum SchemaInput {
  static func data(_ name: String) -> Data? {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(".build/inputs")
    return try? Data(contentsOf: folder.appendingPathComponent(name))
  }

  static func text(_ name: String) -> String? {
    data(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
