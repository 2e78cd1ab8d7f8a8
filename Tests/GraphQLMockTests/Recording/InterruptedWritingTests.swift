import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recordings and tables when the disk is full, the process is killed or a folder can't be made: no
/// file is incomplete, and no existing file is lost.
@Suite(.startsItselfAgain, .onWaitingThreads) struct InterruptedWritingTests {
  /// A capture of operations, each with that many letters in its response.
  static func archive(operations: [Int]) throws -> Data {
    try HTTPArchiveTests.capture(
      operations.enumerated().map { index, count in
        let letters = String(repeating: "x", count: count)
        return HTTPArchiveTests.entry(
          #"{"query":"query Q\#(index) { a }"}"#, #"{"data":{"a":"\#(letters)"}}"#)
      })
  }

  /// Runs this test binary to do one thing with a folder.
  ///
  /// - Parameter blocks: The largest size of a file, in blocks of 512 bytes. A process that ignores
  ///   the signal gets an error at the next block, as from a full disk.
  static func child(
    _ work: WriterWork, _ folder: URL, archive: Data = Data(), blocks: Int? = nil
  ) throws -> TestProcess {
    let file = folder.deletingLastPathComponent().appendingPathComponent("capture.har")
    try archive.write(to: file)
    let process = try ChildProcess.make(
      ["--testing-library", "swift-testing", "--filter", "WriterChild"],
      environment: [WriterWork.variable: "\(work.rawValue) \(folder.path)"])
    guard let blocks, let path = process.executableURL?.path else { return process }
    // On a Mac, a shell loses the variables with which the loader finds frameworks.
    let kept = (process.environment ?? [:]).filter { $0.key.hasPrefix("DYLD_") }
      .map { "export \($0.key)='\($0.value)'; " }.joined()
    let arguments = process.arguments ?? []
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "\(kept)trap '' XFSZ; ulimit -f \(blocks); exec \"$@\"", "sh", path] + arguments
    return process
  }

  /// Runs a child process to its end.
  ///
  /// - Returns: The error that it printed.
  static func error(of process: TestProcess) throws -> String? {
    let mark = "Caught error: "
    let line = try ChildProcess.output(of: process).first { $0.contains(mark) }
    return line?.range(of: mark).map { String(line?[$0.upperBound...] ?? "") }
  }

  @Test func fullDiskEndsAnImportWithoutLoss() throws {
    let parent = try TemporaryFolder()
    let folder = parent.url.appendingPathComponent("T")
    try FixtureTable.importHTTPArchive(
      try Self.archive(operations: [1, 2, 3]), into: folder)
    let old = try parent.files()
    let names = old.keys.sorted()
    let news = try Self.archive(operations: [11, 22_000, 33])
    let error = try Self.error(of: Self.child(.imports, folder, archive: news, blocks: 16))
    #expect(
      error == """
        The recording "\(folder.path)/\(names[1].dropFirst(2))" can't be written: \
        File too large
        """)
    let files = try parent.files()
    #expect(files.keys.sorted() == names)
    // The second file is unchanged. The others are written concurrently: each is complete, old or
    // new.
    #expect(files[names[1]] == old[names[1]])
    #expect(FixtureTable(folder: folder).check() == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
  }

  @Test func fullDiskLeavesAFileUnformatted() throws {
    let list = String(repeating: "1,", count: 3_999)
    let folder = try TemporaryFolder(["T/A.json": #"{"data":{"a":[\#(list)1]}}"#])
    let old = try folder.files()
    let table = folder.url.appendingPathComponent("T")
    let error = try Self.error(of: Self.child(.formats, table, blocks: 16))
    #expect(error == "A.json: the file can't be written: File too large")
    #expect(try folder.files() == old)
  }

  @Test func aFolderThatCannotBeMadeIsReportedAndTheClientGetsItsResponse() async throws {
    let folder = try TemporaryFolder(["file": "", "file.json": ""])
    let table = folder.url.appendingPathComponent("file/T")
    let capture = try Self.archive(operations: [1])
    let error = #expect(throws: (any Error).self) {
      try FixtureTable.importHTTPArchive(capture, into: table)
    }
    let server = try LoopbackServer { _ in
      .response("200 OK", ["Content-Type: application/json"], body: #"{"data":{"a":1}}"#)
    }
    let service = MockGraphQLService.recording(.missing, table)
    let request = try URLRequest.graphQL(["query": "query Q0 { a }"], to: server.url)
    #expect(try await service.makeSession().receive(request).body == #"{"data":{"a":1}}"#)
    #expect(service.failures.map(\.kind) == [.recordingError])
    let messages = [
      ("import", "\(try #require(error))"),
      ("service", try #require(service.failures.first?.message)),
    ]
    for (door, message) in messages {
      let isWhole =
        message.hasPrefix("The recording \"\(table.path)/Q0")
        && message.hasSuffix(".json\" can't be written: Not a directory")
      #expect(isWhole, "\(door): \(message)")
    }
    #expect(try folder.files() == ["file.json": ""])
  }

  @Test func killedImportLeavesWholeFilesAndCanBeRepeated() throws {
    let parent = try TemporaryFolder()
    let folder = parent.url.appendingPathComponent("T")
    let count = 40
    let old = try Self.archive(operations: Array(repeating: 1, count: count))
    let news = try Self.archive(operations: Array(repeating: 20_000, count: count))
    try FixtureTable.importHTTPArchive(old, into: folder)
    let before = try parent.files()
    let process = try Self.child(.imports, folder, archive: news)
    process.standardOutput = Pipe.closedOnExec()
    process.standardError = Pipe.closedOnExec()
    try process.run()
    // The process is killed as soon as it begins to write.
    let first = folder.appendingPathComponent("\(try #require(before.keys.min()).dropFirst(2))")
    let length = try Data(contentsOf: first).count
    while process.isRunning, try Data(contentsOf: first).count == length { usleep(500) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    let killed = try parent.files()
    try FixtureTable.importHTTPArchive(news, into: folder)
    let after = try parent.files()
    #expect(killed.count == count)
    for (name, text) in killed where text != before[name] { #expect(text == after[name]) }
    #expect(after.allSatisfy { $0.value.utf8.count > 20_000 })
    #expect(FixtureTable(folder: folder).check() == [])
  }
}

/// The task of a child process, in its environment.
enum WriterWork: String {
  case imports, formats

  static let variable = "GRAPHQL_MOCK_TEST_WRITER"
}

/// Performs the task; runs only in a child process.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[WriterWork.variable] != nil))
struct WriterChild {
  @Test func writes() throws {
    let stated = try #require(ProcessInfo.processInfo.environment[WriterWork.variable])
    let words = stated.split(separator: " ", maxSplits: 1).map(String.init)
    let folder = URL(fileURLWithPath: words[1])
    switch WriterWork(rawValue: words[0]) {
    case .imports:
      let archive = folder.deletingLastPathComponent().appendingPathComponent("capture.har")
      try FixtureTable.importHTTPArchive(Data(contentsOf: archive), into: folder)
    case .formats: try FixtureTable.format(folder)
    case nil: Issue.record("unknown work")
    }
  }
}
