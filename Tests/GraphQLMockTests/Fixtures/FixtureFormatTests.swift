import Foundation
import GraphQLMock
import TestSupport
import Testing

struct FixtureFormatTests {
  @Test func formattingContinuesAfterAnUnreadableFile() throws {
    let folder = try TemporaryFolder([
      "A.json": #"{"b":1,"a":2}"#, "B.json": "{", "C.json": #"{"b":1,"a":2}"#, "D.json": "[",
    ])
    let error = #expect(throws: FixtureError.self) { try FixtureTable.format(folder.url) }
    #expect(error?.file == "B.json")
    for name in ["A.json", "C.json"] {
      let text = try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
      #expect(text == "{\n  \"a\": 2,\n  \"b\": 1\n}\n", "\(name)")
    }
  }

  @Test func formattingKeepsLinksToOtherFiles() throws {
    let folder = try TemporaryFolder(["A.txt": #"{"b":1,"a":2}"#])
    let (file, link) = (
      folder.url.appendingPathComponent("A.txt"), folder.url.appendingPathComponent("A.json")
    )
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    #expect(try FixtureTable.format(folder.url) == ["A.json"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
    #expect(try String(contentsOf: file, encoding: .utf8) == "{\n  \"a\": 2,\n  \"b\": 1\n}\n")
  }

  @Test func normalizingSortsIndentsKeepsNumbersAndAnEditorsSchemaAndIsIdempotent() throws {
    let folder = try TemporaryFolder([
      "A.json": #"{"b":[1.50,1e3,{}],"a":{"z":null,"é":"\/"},"$schema":"s.json"}"#,
      "note.txt": "{ }",
    ])
    #expect(try FixtureTable.unformattedFiles(in: folder.url) == ["A.json"])
    #expect(try FixtureTable.format(folder.url) == ["A.json"])
    #expect(try FixtureTable.format(folder.url) == [])
    #expect(
      try String(contentsOf: folder.url.appendingPathComponent("A.json"), encoding: .utf8) == """
        {
          "$schema": "s.json",
          "a": {
            "z": null,
            "é": "/"
          },
          "b": [
            1.50,
            1e3,
            {}
          ]
        }

        """)
  }

  @Test func filesThatAreSentAsTheyAreStayAsTheyAre() throws {
    let sent = [
      "row.json": #"{"b":1,"a":2}"#, "Pages/row.json": "<p>", "Sub/own.json": "{", "Body.json": "[",
    ]
    let row = #"{"request":{"path":"/a"},"response":{"file":"FILE"}}"#
    func table(_ files: String...) -> String {
      let rows = files.map { row.replacingOccurrences(of: "FILE", with: $0) }
      return #"{"rows":[\#(rows.joined(separator: ","))]}"#
    }
    let folder = try TemporaryFolder(
      sent.merging([
        "table.json": table("row.json", "Pages/row.json"), "Sub/table.json": table("own.json"),
        "A.json": #"{"request":{},"response":{"file":"Body.json"}}"#,
      ]) { $1 })
    let formatted = ["A.json", "Sub/table.json", "table.json"]
    #expect(try FixtureTable.unformattedFiles(in: folder.url) == formatted)
    #expect(try FixtureTable.format(folder.url) == formatted)
    #expect(try folder.files().filter { !formatted.contains($0.key) } == sent)
    #expect(FixtureTable(folder: folder.url).check() == [])
  }

  @Test func hiddenFilesAndFoldersNamedLikeFilesAreIgnored() throws {
    let folder = try TemporaryFolder([
      ".vscode/settings.json": "// Comments are allowed here.", ".A.json": "{",
      "B.json/C.json": #"{"data":null}"#, "B.json/.git/d.json": "[",
    ])
    #expect(try FixtureTable.format(folder.url) == ["B.json/C.json"])
  }

  @Test func aFileThatIsSentFromASubfolderDoesNotHideAnErrorInAFixtureOfItsName() throws {
    let folder = try TemporaryFolder([
      "A.json": #"{"response":{"file":"Pages/B.json"},"request":{}}"#, "Pages/B.json": "{",
      "B.json": "{",
    ])
    let errors = FixtureTable(folder: folder.url).check()
    #expect(errors.map(\.file) == ["\(folder.url.lastPathComponent)/B.json"])
  }
}
