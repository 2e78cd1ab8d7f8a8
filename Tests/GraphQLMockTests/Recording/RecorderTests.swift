import Dispatch
import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A folder that several tests, processes and imports write to.
struct RecorderTests {
  /// Another process that records the same request writes the same file.
  @Test(.onOwnThreads, arguments: [true, false])
  func recordersThatWriteANewFileAtOnceKeepOneFileOfEachRequest(isSame: Bool) throws {
    for round in 0..<Effort.rounds(20, long: 50) {
      let folder = try TemporaryFolder()
      let recording = Recording(.missing, folder: folder.url)
      let recorders = (0..<4).map { _ in
        Recorder(recording, in: folder.url, mode: .missing, table: nil)
      }
      let numbers = isSame ? [1, 1, 1, 1] : [0, 1, 2, 3]
      let operations = try numbers.map { number in
        let variables: MockJSON = isSame ? [:] : ["password": "a-\(round)-\(number)-5f1e"]
        return try OperationRequest(.graphQL(["query": "query A { n }", "variables": variables]))
      }
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        let occurrence = recorders[index].nextOccurrence(for: operations[index])
        let response = SentResponse(
          status: 200, headers: [:], body: Data(#"{"data":{"n":\#(numbers[index])}}"#.utf8))
        #expect(recorders[index].record(response, to: operations[index], at: occurrence) == nil)
      }
      let files = try folder.files()
      #expect(Set(files.values).count == files.count && files.count == (isSame ? 1 : 4))
    }
  }

  @Test func returnedPositionIsNotAssignedTwice() throws {
    let folder = try TemporaryFolder()
    let recorder = Recorder(
      Recording(.missing, folder: folder.url), in: folder.url, mode: .missing, table: nil)
    let operation = try OperationRequest(.graphQL(["query": "query A { n }"]))
    let occurrences = (1...2).map { _ in recorder.nextOccurrence(for: operation) }
    recorder.giveBack(occurrences[0])
    #expect(recorder.nextOccurrence(for: operation).position == 3)
    let last = recorder.nextOccurrence(for: operation)
    recorder.giveBack(last)
    #expect(recorder.nextOccurrence(for: operation).position == last.position)
  }

  @Test func importKeepsUploadsWithDifferentBytes() throws {
    let folder = try TemporaryFolder()
    for text in ["Alpha", "Beta", "Alpha"] {
      let body = """
        --b\r
        Content-Disposition: form-data; name="operations"\r
        \r
        {"query":"mutation Up($file: Upload!) { up(file: $file) }","variables":{"file":null}}\r
        --b\r
        Content-Disposition: form-data; name="map"\r
        \r
        {"0":["variables.file"]}\r
        --b\r
        Content-Disposition: form-data; name="0"; filename="a.txt"\r
        \r
        \(text)\r
        --b--

        """
      let answer = MockJSON.string(#"{"data":{"up":"\#(text)"}}"#)
      let entry: MockJSON = [
        "request": [
          "method": "POST", "url": "https://api.example/graphql", "headers": [],
          "postData": [
            "mimeType": "multipart/form-data; boundary=b", "text": .string(body),
          ],
        ],
        "response": [
          "status": 200, "headers": [],
          "content": ["mimeType": "application/json", "text": answer],
        ],
      ]
      let archive: MockJSON = ["log": ["entries": [entry]]]
      try FixtureTable.importHTTPArchive(archive.encoded(), into: folder.url)
    }
    let answers = try folder.files().values.map {
      try MockJSON(parsing: $0)["response"]["body"]["data"]["up"].string ?? ""
    }
    #expect(answers.sorted() == ["Alpha", "Beta"])
  }
}
