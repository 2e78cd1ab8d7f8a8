import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The files of a folder, and the similar name of a missing file. The search by name is tested with tables and schemas.
struct FileFinderTests {
  // Tables ignore hidden files, too. A Mac adds `._schema.graphqls` on other file systems.
  @Test func hiddenFilesAndFoldersAreNotRead() throws {
    let folder = try TemporaryFolder([
      "b/c.GraphQL": "", "a.graphqls": "", "a.json": "", "._a.graphqls": "",
      ".build/d.graphqls": "",
      "old.graphqls/readme.md": "", "old.graphqls/e.graphqls": "",
    ])
    let found = try FileFinder.files(of: .schema, at: folder.url)
    let start = folder.url.path.utf8.count + 1
    #expect(
      found.map { String($0.path.utf8.dropFirst(start)) ?? "" }
        == ["a.graphqls", "b/c.GraphQL", "old.graphqls/e.graphqls"])
  }

  @Test func aFileIsReadWhateverItsNameIs() throws {
    let folder = try TemporaryFolder([".schema.txt": ""])
    let file = folder.url.appendingPathComponent(".schema.txt")
    #expect(try FileFinder.files(of: .schema, at: file) == [file])
  }

  @Test func aFolderWithoutSuchFilesIsAnError() throws {
    let folder = try TemporaryFolder(["a.txt": "", ".a.graphqls": ""])
    #expect(
      throws: FileFinder.Failure.empty(
        folder: folder.url.path, endings: ["graphqls", "graphql", "gql"])
    ) {
      try FileFinder.files(of: .schema, at: folder.url)
    }
  }

  @Test func aFolderWithTooManyFilesIsAnError() throws {
    let folder = try TemporaryFolder([".b.txt": "", "a.graphqls": "", "b/c.txt": ""])
    #expect(try FileFinder.files(of: .schema, at: folder.url, limit: 3).count == 1)
    #expect(throws: FileFinder.Failure.tooMany(folder: folder.url.path, limit: 2)) {
      try FileFinder.files(of: .schema, at: folder.url, limit: 2)
    }
  }

  /// A name with an extension can only mean a file of the same kind.
  @Test(arguments: [
    ("9.PNG", #"; did you mean "Covers/7.PNG"?"#), ("9.png", #"; did you mean "Covers/7.PNG"?"#),
    ("LICENCE", #"; did you mean "Covers/LICENSE"?"#), ("LICENCE.txt", "."),
  ]) func aSimilarNameIsFoundWhateverTheExtensionIs(name: String, lead: String) async throws {
    let folder = try TemporaryFolder([
      "Package.swift": "", "Covers/7.PNG": "", "Covers/8.jpg": "", "Covers/LICENSE": "",
      "Covers/LICENCE.md": "",
    ])
    let source = folder.url.appendingPathComponent("ATests.swift").path
    let service = MockGraphQLService(.http("/a", .file("Covers/\(name)", filePath: source)))
    _ = try? await service.respond(to: URLRequest(url: .of("https://a.example/a")))
    #expect(
      service.failures.map { $0.message.components(separatedBy: " Searched: ")[0] } == [
        #"The response's file "Covers/\#(name)" can't be read: there is no file "Covers/\#(name)"\#(lead)"#
      ])
  }
}
