import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Processing outside input is linear: four times as much takes about four times as long instead of
/// sixteen times.
///
/// The test measures the processor time of its thread, which other tests don't use.
struct ScalingTests {
  struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    let count: Int
    /// Makes an input of a size, and the work to measure.
    let work: @Sendable (Int) throws -> () throws -> Void

    init(
      _ name: String, _ count: Int, _ work: @escaping @Sendable (Int) throws -> () throws -> Void
    ) {
      self.name = name
      self.count = count
      self.work = work
    }

    var testDescription: String { name }
  }

  static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  static func document(_ make: @escaping @Sendable (Int) -> String, _ name: String, _ count: Int)
    -> Input
  {
    Input(name, count) { count in
      let text = make(count)
      return { _ = try MatchKey(document: text) }
    }
  }

  static func json(_ make: @escaping @Sendable (Int) -> String, _ name: String, _ count: Int)
    -> Input
  {
    Input(name, count) { count in
      let bytes = ContiguousArray(make(count).utf8)
      return {
        guard case .success(let json) = JSONParser.parse(bytes, repeatedMembers: .areErrors) else {
          throw CocoaError(.coderInvalidValue)
        }
        _ = json.droppingNullMembers() == json
        _ = try json.encoded()
      }
    }
  }

  static func redacted(_ make: @escaping @Sendable (Int) -> MockJSON, _ name: String, _ count: Int)
    -> Input
  {
    Input(name, count) { count in
      let request = try URLRequest.graphQL([
        "query": "query A($a: Int) { a(b: $a) }", "variables": ["v": make(count)],
      ])
      let operation = try OperationRequest(request)
      return { _ = RequestRedactor(Redaction(), operation).variables(operation.variables) }
    }
  }

  /// A recorded stream of many events.
  static func recordedStream(_ count: Int) -> Data {
    let part = ##"{"before":"data: ","behind":"\n\n","body":{"data":{"n":1}}}"##
    return Data(
      (#"{"recorded":{"version":1},"request":{},"response":{"parts":["#
        + Array(repeating: part, count: count).joined(separator: ",")
        + #"],"headers":{"Content-Type":"text/event-stream"}}}"#).utf8)
  }

  static func divided(_ name: String) -> Input {
    Input(name, 400) { count in
      let text = "{ all @stream { id ... @defer { name } } ... @defer { all { age } } }"
      let outcome = DocumentCache(countLimit: 0).outcome(
        for: ContiguousArray(text.utf8), operationName: nil)
      let operation = try outcome.get()
      let all = (0..<count).map { ["id": .number($0), "name": nil, "age": 7] as MockJSON }
      let errors = (0..<count).map { ["path": ["all", .number($0), "name"]] as MockJSON }
      let map: MockJSON = ["data": ["all": .array(all)], "errors": .array(errors)]
      return {
        let divided = DeferredDivision.divide(
          map, by: operation, variables: [:], interval: .zero)
        guard try divided.payloads().count == 2 * count + 2,
          try divided.whole()["data"]["all"].array?.count == count
        else { throw CocoaError(.coderInvalidValue) }
      }
    }
  }

  static func validated(_ make: @escaping @Sendable (Int) -> String, _ name: String) -> Input {
    Input(name, 700) { count in
      let document = try Document.parse(make(count)).get()
      return { _ = document.validate(by: .september2026) }
    }
  }

  /// Work at the limit of steps takes seconds in debug builds.
  static let merged: [Input] = [
    validated(
      { count in
        "{" + repeated("a{b}", count) + (0..<count).map { "...on T\($0){a{b}}" }.joined() + "}"
      }, "fields on many types"),
    validated(
      { count in
        "{" + (0..<count).map { "a\($0){...F0}" }.joined(separator: " ") + "}"
          + (0..<count).map { "fragment F\($0) on T{...F\($0 + 1)}" }.joined()
          + "fragment F\(count) on T{x}"
      }, "a chain of fragments in many fields"),
  ]

  /// An invalid schema and its message.
  static func invalidSchema(_ make: @escaping @Sendable (Int) -> String, _ name: String) -> Input {
    Input(name, 400) { count in
      let text = "type Query { a: Int }\n" + make(count)
      return {
        do { _ = try ServiceSchema(definitions: text) } catch { _ = "\(error)" }
      }
    }
  }

  /// Data that is validated against a document, and a miss.
  static func missed(_ make: @escaping @Sendable (Int) -> String, _ name: String) -> Input {
    Input(name, 300) { count in
      let request = try OperationRequest(.graphQL(["query": .string(make(count))]))
      let handler = RequestHandler.operation(document: make(count + 1), .data([:]))
      let registry = HandlerRegistry()
      registry.register([handler])
      let incoming = IncomingRequest(URLRequest(url: .of(endpoint)), request)
      return {
        let failure = MatchFailure(
          request: incoming, registry: registry,
          mask: RequestMask(
            request: incoming, redactor: RequestRedactor(Redaction(), request),
            hidesDifferences: true))
        _ = String(describing: failure)
      }
    }
  }

  static func checked(_ make: @escaping @Sendable (Int) -> String, _ name: String) -> Input {
    Input(name, 300) { count in
      let document = try Document.parse(make(count)).get()
      let operation = try document.selectOperation(named: nil).get()
      return { _ = ResponseCheck.problems(in: ["f": 1], for: operation, of: document) }
    }
  }

  /// Input with the same error many times.
  static let again: [Input] = [
    invalidSchema({ (0..<$0).map { "type T\($0) { a: Missing }\n" }.joined() }, "uses of no type"),
    invalidSchema({ repeated("type T { a: Int }\n", $0) }, "types of one name"),
    invalidSchema(
      { "type T {" + repeated("a: Int\n", $0) + "}" }, "fields of one name in a schema"),
    invalidSchema(
      { (0..<$0).map { "extend type T\($0) { a: Int } type U\($0) { a: Int }\n" }.joined() },
      "extensions of no type"),
    invalidSchema(
      { count in (0..<count).map { "input I\($0) { a: I\(($0 + 1) % count)! }\n" }.joined() },
      "input objects in a cycle"),
    missed({ "{ a" + repeated(" a", $0) + " }" }, "a field on a miss"),
    missed({ "{ a(" + repeated("b: 1 ", $0) + ") }" }, "an argument on a miss"),
    missed(
      { "{ a(" + repeated("b: \(repeated("1", 4_000)) ", $0) + ") }" },
      "the text of an argument that repeats on a miss"),
    missed(
      { count in
        "{ ...F0 } "
          + (0..<count).map { "fragment F\($0) on T { ...F\(($0 + 1) % count) } " }.joined()
      }, "a cycle of fragments on a miss"),
    missed(
      { count in "{ ...F0 } fragment F0 on T {" + repeated(" ...F0", count) + " }" },
      "a fragment in itself on a miss"),
    Input("a field of a list that is stated by names", 30) { count in
      let query = "{ " + repeated("f { g } ", count) + "}"
      let request = try OperationRequest(.graphQL(["query": .string(query)]))
      let data: MockJSON = ["f": .array(Array(repeating: ["g": 1], count: count))]
      return {
        var keying = MockResponse.FieldKeying(FragmentRule())
        _ = try keying.keyed(data, by: request.selection, on: nil)
      }
    },
    checked({ "{ " + repeated("f ", $0) + "}" }, "a field with data"),
    checked({ "{ " + repeated("f { f } ", $0) + "}" }, "a field of objects with data"),
  ]

  static let streams: [Input] = [
    Input("events of a launch plan", 100) { count in
      let events = (0..<count).map { MockResponse.data(["n": .number($0)]) }
      let text = try LaunchPlan(.subscription("A", .events(events))).text([:])
      return { _ = try LaunchPlan.read(text).get() }
    },
    Input("new members of a response", 300) { count in
      let values = ["a", "b"].map { name in
        MockJSON(.object(JSONMembers((0..<count).map { ("\(name)\($0)", 1) })))
      }
      return { _ = ShapeComparison.differences(from: values[0], to: values[1]) }
    },
    divided("parts of a response"),
    Input("deferred fragments of an object", 200) { count in
      let names = (0..<count).map { "f\($0)" }
      let text = "{ a {" + names.map { " ... @defer { \($0) }" }.joined() + " } }"
      let operation = try DocumentCache(countLimit: 0).outcome(
        for: ContiguousArray(text.utf8), operationName: nil
      ).get()
      let object = MockJSON(.object(JSONMembers(names.map { ($0, 1) })))
      return {
        let divided = DeferredDivision.divide(
          ["data": ["a": object]], by: operation, variables: [:], interval: .zero)
        guard try divided.payloads().count == count + 1 else {
          throw CocoaError(.coderInvalidValue)
        }
      }
    },
    Input("parts of a recorded stream", 100) { count in
      let data = recordedStream(count)
      return {
        let parser = try FixtureParser(data, display: "A.json", folder: nil)
        _ = try RecordedParts.stream(parser["response"])
      }
    },
    Input("events of a whole body", 1_000) { count in
      let body = Data(repeated("data: {\"data\":{\"n\":1}}\n\n", count).utf8)
      return { _ = RecordedStream(body, contentType: "text/event-stream") }
    },
    Input("chunks that are taken one by one", 10_000) { count in
      {
        let stream = ResponseStream(bodyLimit: 0)
        for _ in 0..<count { stream.send(Data([1])) }
        for _ in 0..<count { _ = stream.take(1) }
      }
    },
    Input("comments of a document that can't be parsed", 500) { count in
      let text = ContiguousArray(("{ a( " + repeated("#a#\n", count)).utf8)
      return { _ = SecretRewriter(Redaction().rules()).document(text) }
    },
  ]

  static let inputs: [Input] =
    streams + again + (Effort.isLong ? merged : []) + [
      document({ "{ " + repeated("a(b: 1) ", $0) + "}" }, "fields", 300),
      document({ "{ " + (0..<$0).map { "a\($0) " }.joined() + "}" }, "fields of other names", 300),
      document(
        {
          "{ ...F0 } "
            + (0..<$0).map { "fragment F\($0) on T { ...F\($0 + 1) ...F\($0 + 1) } " }
            .joined() + "fragment F\($0) on T { a }"
        }, "fragments", 100),
      document({ "{ a(b: [" + repeated("1,", $0) + "]) }" }, "elements of a list", 500),
      document(
        { "{ a(b: {" + (0..<$0).map { "m\($0): 1 " }.joined() + "}) }" }, "fields of an object",
        200),
      document({ "{ a(b: \"" + repeated("x\\u00e9", $0) + "\") }" }, "a string", 4_000),
      document({ "{ a(b: \"\"\"" + repeated("  x\n", $0) + "\"\"\") }" }, "a block string", 1_000),
      document({ repeated("# comment\n,", $0) + "{ a }" }, "what is ignored", 1_000),
      document({ "{ " + repeated("x", $0) + " }" }, "a name", 5_000),
      validated(
        { "{" + (0..<$0).map { "a(b:\($0))" }.joined() + "}" }, "fields that conflict"),
      json({ "[" + repeated("1,", $0) + "1]" }, "elements", 1_000),
      json({ "{" + (0..<$0).map { "\"m\($0)\":null," }.joined() + "\"z\":1}" }, "members", 500),
      json({ "\"" + repeated("x\\n", $0) + "\"" }, "a string of JSON", 3_000),
      json({ repeated("1", $0) + "." + repeated("2", $0) }, "a number", 2_000),
      redacted({ .array((0..<$0).map { ["password": .string("s3cr3t-\($0)")] }) }, "secrets", 40),
      redacted({ .string(repeated("letters ", $0)) }, "a text", 2_000),
      redacted({ .string(repeated("a", $0)) }, "a word", 5_000),
      redacted({ .string(repeated("token=abc&", $0)) }, "a text of secrets", 100),
      redacted({ .string(repeated("sk-ey-", $0)) }, "a word of many beginnings", 500),
      redacted({ .string("token " + repeated("a is ", $0)) }, "a text of types", 500),
      Input("an object of many names and values", 100) { count in
        let members = Array(repeating: #""key":"a","value":"b""#, count: count)
        let text = ContiguousArray("{\(members.joined(separator: ","))}".utf8)
        return { _ = SecretRewriter(SecretRules()).json(text, SecretScope()) }
      },
      Input("messages that were cut off", 40) { count in
        let variables = MockJSON(
          .object(JSONMembers((0..<count).map { ("token\($0)", .string("s3cr3t-\($0)")) })))
        let operation = try OperationRequest(
          .graphQL(["query": "{ a }", "variables": variables]))
        let redactor = RequestRedactor(Redaction(), operation)
        let text = repeated("it says … of …\n", count)
        return { _ = redactor.text(text) }
      },
      Input("exchanges that tell secrets", 20) { count in
        let answers = (0..<count).map { number in
          SentResponse(
            status: 200, headers: ["Content-Type": "application/json"],
            body: Data(#"{"data":{"token":"s3cr3t-of-\#(number)"}}"#.utf8))
        }
        let request = try URLRequest.graphQL(["query": "query A($a: Int) { a(b: $a) }"])
        let operation = try OperationRequest(request)
        return {
          let redaction = Redaction().rememberingSecrets()
          for answer in answers {
            let redactor = RequestRedactor(redaction, operation)
            _ = redactor.answered(answer).responseBody(
              answer.body, contentType: "application/json")
          }
        }
      },
      Input("places of secrets in a recording", 100) { count in
        let members = (0..<count).map { #"\"token\#($0)\":\"s3cr3t-of-place-\#($0)\""# }
        let archive = Data(
          ("""
          {"log":{"entries":[{"request":{"url":"https://a.example/","method":"POST","headers":[],\
          "postData":{"text":"{\\"query\\":\\"{ a }\\"}"}},"response":{"status":200,"headers":[],\
          "content":{"mimeType":"application/json","text":"{\(members.joined(separator: ","))}"}}}]}}
          """)
          .utf8)
        return {
          let folder = try TemporaryFolder()
          try FixtureTable.importHTTPArchive(archive, into: folder.url)
        }
      },
      Input("broken JSON that nests", 500) { count in
        let response = SentResponse(
          status: 200, headers: ["Content-Type": "application/json"],
          body: Data(repeated(#"{"b":"x","a":"#, count).utf8))
        return {
          _ = RequestRedactor(Redaction(), request: nil, operations: [], response: response)
        }
      },
      Input("requests of a batch with a secret", 40) { count in
        let entry =
          #"{"query":"query A($v: Int) { a(v: $v) }","variables":{"password":"s3cr3t-ID"}}"#
        let entries = (0..<count).map { entry.replacingOccurrences(of: "ID", with: "\($0)") }
        var request = URLRequest(url: .of(endpoint))
        request.httpMethod = "POST"
        request.httpBody = Data("[\(entries.joined(separator: ","))]".utf8)
        let incoming = IncomingRequest(reading: request)
        guard incoming.operations.count == count else { throw CocoaError(.coderInvalidValue) }
        return {
          let redaction = Redaction().rememberingSecrets()
          for operation in incoming.operations {
            _ = RequestRedactor(redaction, operation).variables(operation.variables)
          }
        }
      },
      Input("operations and fixtures of a coverage", 20) { count in
        var files: [String: String] = [:]
        for number in 0..<count {
          files["GraphQL/O\(number).graphql"] = "query O\(number) { a }"
          files["Table/O\(number).json"] = #"{"data":{"a":1}}"#
        }
        let folder = try TemporaryFolder(files)
        return {
          let coverage = OperationCoverage(
            at: folder.url.appendingPathComponent("GraphQL").path,
            fixtures: [FixtureTable(folder: folder.url.appendingPathComponent("Table"))])
          guard coverage.unanswered + coverage.unusedFixtures + coverage.errors == [] else {
            throw CocoaError(.coderInvalidValue)
          }
        }
      },
      Input("parts of a form", 200) { count in
        let part = "--b\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\nx\r\n"
        let body = Data((repeated(part, count) + "--b--\r\n").utf8)
        return { _ = MultipartForm(body, contentType: "multipart/form-data; boundary=b") }
      },
      Input("lines of a journal", 50) { count in
        let line = #"{"request":{"id":ID,"startedAt":1,"ending":"answered"}}"#
        let text = (0..<count).map { line.replacingOccurrences(of: "ID", with: "\($0)") + "\n" }
        let data = Data(text.joined().utf8)
        return {
          var lines = JournalLines()
          lines.add(data)
        }
      },
      Input("entries of an archive", 50) { count in
        let entry =
          """
          {"request":{"url":"https://a.example/ID","method":"GET","headers":[]},\
          "response":{"status":200,"headers":[],"content":{"text":"{}"}}}
          """
        let entries = (0..<count).map { entry.replacingOccurrences(of: "ID", with: "\($0)") }
        let data = Data(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#.utf8)
        return {
          for entry in try HTTPArchiveEntry.list(in: data).get() { _ = HTTPArchiveEntry(entry) }
        }
      },
      Input("rows of a table", 50) { count in
        let rows = (0..<count).map { #"{"request":{"path":"/\#($0)"},"response":{}}"# }
        let data = Data(#"{"rows":[\#(rows.joined(separator: ",\n"))]}"#.utf8)
        let folder = TableFolder(url: URL(fileURLWithPath: "/"))
        return {
          _ = try HandlerForm.handlers(ofTable: data, display: "t", path: "/t", folder: folder)
        }
      },
      Input("types of a schema", 100) { count in
        let text =
          "type Query { a: Int } "
          + (0..<count).map { "type T\($0) { a: T\($0) b: Query } " }.joined()
        return { _ = try ServiceSchema(definitions: text) }
      },
      Input("messages of a socket", 50) { count in
        let subscribe = Data(#"{"id":"ID","type":"subscribe","payload":{"query":"{ a }"}}"#.utf8)
        return {
          var machine = SocketStateMachine(.transport)
          _ = machine.received(Data(#"{"type":"connection_init"}"#.utf8))
          _ = machine.accepted(payload: nil)
          for number in 0..<count {
            let text = String(decoding: subscribe, as: UTF8.self)
            _ = machine.received(
              Data(text.replacingOccurrences(of: "ID", with: "\(number)").utf8))
          }
        }
      },
      Input("exchanges of a journal", 200) { count in
        let request = URLRequest(url: .of(endpoint))
        return {
          var limits = JournalLimits()
          limits.bytes = 100_000
          let journal = Journal(limits)
          for _ in 0..<count {
            journal.end(
              journal.begin(request, operations: []), .answered,
              response: SentResponse(status: 200, headers: [:], body: Data()))
          }
        }
      },
      Input("unused handlers of one line", 50) { count in
        {
          _ =
            MockGraphQLService((0..<count).map { _ in .query("A", .data([:])) }).core.unusedHandlers
        }
      },
    ]

  private static func processorTime(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try work()
    return now() - start
  }

  /// Linear work is below it on a busy machine, too; quadratic work has 2.
  private static let limit = 1.4

  /// The exponent of the growth from a size to four times that size: the least of some attempts.
  ///
  /// Another process that evicts this thread's cache lines slows the larger work more, so an attempt counts by
  /// itself, too: quadratic work takes sixteen times as long in each of them.
  private static func exponent(_ input: Input) throws -> Double {
    let count = Effort.isLong ? input.count : input.count / 2
    let (small, large) = (try input.work(count), try input.work(4 * count))
    try small()  // what is set up once
    var times = (small: Double.infinity, large: Double.infinity)
    var exponent = Double.infinity
    for _ in 0..<24 {
      let smallTime = try processorTime { for _ in 0..<2 { try small() } } / 2
      let largeTime = try processorTime(large)
      times = (min(times.small, smallTime), min(times.large, largeTime))
      let ratio = min(largeTime / smallTime, times.large / times.small)
      exponent = min(exponent, log2(ratio) / 2)
      if exponent < limit { break }
    }
    return exponent
  }

  /// Every eighth input, or all in the long form of the suite.
  private static let tried = inputs.enumerated().filter { Effort.isLong || $0.offset % 8 == 0 }
    .map(\.element)

  @Test(.onOwnThreads, arguments: tried) func costIsLinear(input: Input) throws {
    let exponent = try Self.exponent(input)
    #expect(exponent < Self.limit, "\(exponent)")
  }
}
