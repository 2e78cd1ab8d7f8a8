import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// Paths that must stay inside a folder, and URLs without links.
struct PathTests {
  // A combining character (U+0301) or joiner (U+200D) after a slash is another `Character`, but the file system
  // compares bytes (POSIX.1-2024, section 4.16 "Pathname Resolution").
  @Test(arguments: [
    ("a", true), ("a/b.json", true), (".hidden", true), ("...", true), ("a/..b", true),
    ("\u{301}", true), ("", false), ("/", false), ("/a", false), ("a/", false), ("a//b", false),
    (".", false), ("..", false), ("./a", false), ("a/./b", false), ("../a", false),
    ("a/../b", false), ("a/..", false), ("../\u{301}a", false), ("/\u{301}a", false),
    ("../\u{200D}a", false), ("a/\u{301}/..", false),
  ])
  func aPathStaysBelowItsFolder(path: String, isBelow: Bool) {
    #expect(path.isPathBelow == isBelow)
  }

  @Test func linksAreResolvedAlsoAboveFilesThatDoNotExist() throws {
    let folder = try TemporaryFolder(["real/a.json": "{}"])
    let real = folder.url.canonical.appendingPathComponent("real")
    let link = folder.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    #expect(link.appendingPathComponent("a.json").canonical.path == real.path + "/a.json")
    #expect(link.appendingPathComponent("new/b.json").canonical.path == real.path + "/new/b.json")
    #expect(link.appendingPathComponent("./x/../a.json").canonical.path == real.path + "/a.json")
    #expect(URL(fileURLWithPath: "/").canonical.path == "/")
  }
}
