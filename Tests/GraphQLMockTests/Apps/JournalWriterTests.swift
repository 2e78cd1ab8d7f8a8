#if DEBUG || GRAPHQL_MOCK_LAUNCH
  import Foundation
  import GraphQLMock
  import TestSupport
  import Testing

  @testable import GraphQLMock

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// The file of a launched app that its test reads: when it's written, and who may read it.
  struct JournalWriterTests {
    @Test func journalFileIsReadableOnlyByItsUser() throws {
      let folder = try TemporaryFolder()
      let journal = folder.url.appendingPathComponent("journal")
      try PrivateFile.makeFolder(at: journal)
      _ = try JournalWriter(folder: journal, redaction: Redaction())
      let manager = FileManager.default
      let file = try #require(try manager.contentsOfDirectory(atPath: journal.path).first)
      for (path, permissions) in [(journal.path, 0o700), ("\(journal.path)/\(file)", 0o600)] {
        let attributes = try manager.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == permissions, "\(path)")
      }
    }

    @Test func nothingIsWrittenWhileTheJournalIsLocked() async throws {
      let folder = try TemporaryFolder()
      let log = try JournalWriter(folder: folder.url, redaction: Redaction())
      let journal = Journal(JournalLimits(), log: log)
      // The file can't be written while it is locked, and the journal doesn't wait for the lock.
      log.fileLock.withLock {
        for _ in 0..<100 {
          _ = journal.begin(URLRequest(url: .of("https://example.invalid/")), operations: [])
        }
      }
      log.writeAll()
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).first)
      var lines = JournalLines()
      lines.add(try Data(contentsOf: folder.url.appendingPathComponent(name)))
      #expect(lines.requests.map(\.id) == Array(0..<100))
    }

    /// Notes for each command whether it's in the journal's file when it's performed.
    private final class NotingService: CommandReceiver.Service {
      let folder: URL
      let areLogged = Locked<[Bool]>([])

      init(_ folder: URL) { self.folder = folder }

      var hasOpen: Bool { false }
      func isReady(for command: AppCommand) -> Bool { true }

      func perform(_ command: AppCommand) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var lines = JournalLines()
        for name in names where name.hasSuffix(".jsonl") {
          lines.add((try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data())
        }
        areLogged.withLock { $0.append(lines.commands[$0.count + 1] != nil) }
      }
    }

    @Test func commandsWithAnEffectAtOnceAreLoggedBeforeIt() throws {
      let folder = try TemporaryFolder()
      let place = CodeLocation(fileID: "M/T.swift", filePath: "/T.swift", line: 7, column: 1)
      let receiver = CommandReceiver(folder: folder.url)
      let log = try JournalWriter(folder: folder.url, redaction: Redaction())
      let service = NotingService(folder.url)
      receiver.begin(service, log)
      for (index, verb) in [
        AppCommand.Verb.advance(seconds: 1), .reset, .close(code: 1000, reason: ""),
      ].enumerated() {
        try AppCommand(verb, at: place).write(to: folder.url, as: index + 1)
      }
      receiver.take()
      #expect(service.areLogged.withLock { $0 } == [true, false, true])
    }
  }
#endif
