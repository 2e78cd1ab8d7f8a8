import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// Schemas in files: how they are found, and when they are read again.
struct ServiceSchemaFilesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["sub/a.graphqls": "type Query { a: Int }"])
  }

  private var file: URL { folder.url.appendingPathComponent("sub/a.graphqls") }

  private func write(_ text: String, changed: Date? = nil) throws {
    try Data(text.utf8).write(to: file)
    guard let changed else { return }
    try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: file.path)
  }

  private func field(of url: URL) throws -> String? {
    try ServiceSchema(contentsOf: [url]).system.rootTypes[.query]?.fields.first?.name
  }

  @Test func servicesWithTheSameFilesShareASchema() {
    func content(of url: URL) -> ServiceSchema.Content {
      ServiceSchema(contentsOf: [url]).content
    }
    // The cache is small, so a test that runs at the same time may remove a schema from it.
    #expect((0..<100).contains { _ in content(of: file) === content(of: file) })
    #expect(content(of: file) !== content(of: folder.url))
  }

  @Test func schemaIsReadAgainIfTheDateOrTheSizeOfItsFileChanges() throws {
    for (field, seconds) in [("a", 1_000.0), ("bb", 1_000), ("cc", 2_000)] {
      try write("type Query { \(field): Int }", changed: Date(timeIntervalSince1970: seconds))
      #expect(try self.field(of: file) == field)
    }
  }

  @Test(arguments: ["link.graphqls", "links/link.graphqls"])
  func linkedSchemaIsReadAgainIfItsTargetChanges(name: String) throws {
    let link = folder.url.appendingPathComponent(name)
    let links = link.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: links, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let url = name.contains("/") ? links : link
    #expect(try field(of: url) == "a")
    try write("type Query { other: Int }")
    #expect(try field(of: url) == "other")
  }

  @Test func messagesNameTheFilesAsTheSchemaStatesThem() throws {
    try write("type Query { a: Gone }")
    for (url, name) in [
      (folder.url, "sub/a.graphqls"), (file, "a.graphqls"), (folder.url, "sub/a.graphqls"),
    ] {
      let error = #expect(throws: ServiceSchemaError.self) {
        try ServiceSchema(contentsOf: [url]).check()
      }
      #expect(error?.description == "\(name):1:17: Unknown type \"Gone\".")
    }
  }

  /// A folder of a schema may also have fixtures.
  @Test func onlyAFileThatIsNamedItselfIsReadAsJSON() throws {
    let json = folder.url.appendingPathComponent("sub/fixture.json")
    try Data("{}".utf8).write(to: json)
    #expect(try field(of: folder.url) == "a")
    #expect(throws: ServiceSchemaError.self) { try field(of: json) }
  }

  @Test(arguments: [
    ("GitHub", "GitHub.graphqls"), ("github.json", "GitHub.graphqls"),
    ("Shopp.graphqls", "Shop.graphqls"), ("sdl", "sdls"),
    ("sdls/b.graphqls", "sdls/a.graphqls"),
  ])
  func missingSchemaSuggestsTheNearestName(name: String, nearest: String) throws {
    let folder = try TemporaryFolder([
      "Package.swift": "", "GitHub.swift": "", "GitHub.graphqls": "", "Shop.graphqls": "",
      "Shop/Feed.json": "", "Fixtures/sdls/a.graphqls": "",
    ])
    let path = folder.url.standardizedFileURL.path
    let error = #expect(throws: ServiceSchemaError.self) {
      try ServiceSchema.named(name, filePath: "\(path)/GitHub.swift").check()
    }
    #expect(
      error?.description == """
        there is no schema "\(name)"; did you mean "\(nearest)"? Searched: \(path)/Fixtures/\(name), \
        \(path)/\(name)
        """)
  }

  @Test func pathIsRefusedAsTheNameOfASchemaOrTable() {
    let error = #expect(throws: ServiceSchemaError.self) {
      try ServiceSchema("/tmp/x.graphqls").check()
    }
    #expect(
      error?.description == """
        "/tmp/x.graphqls" can't name a schema: a name must not start or end with "/", or \
        contain "." or ".." as a folder; for a path, use `ServiceSchema(contentsOf:)`
        """)
    #expect(
      FixtureTable("/tmp/Shop").check().map(\.message) == [
        """
        "/tmp/Shop" can't name a fixture table: a name must not start or end with "/", or \
        contain "." or ".." as a folder; for a path, use `FixtureTable(folder:)`
        """
      ])
  }
}
