import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Uploads according to the GraphQL multipart request specification, with its examples.
struct UploadFormTests {
  struct Part: Sendable {
    var name: String
    var content: String
    var file: String?
    var type: String?

    init(_ name: String, _ content: String, file: String? = nil, type: String? = nil) {
      self.name = name
      self.content = content
      self.file = file
      self.type = type
    }
  }

  static func body(_ parts: [Part], boundary: String = "b") -> String {
    var body = ""
    for part in parts {
      body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\""
      if let file = part.file { body += "; filename=\"\(file)\"" }
      if let type = part.type { body += "\r\nContent-Type: \(type)" }
      body += "\r\n\r\n\(part.content)\r\n"
    }
    return "\(body)--\(boundary)--"
  }

  static func request(_ parts: [Part]) -> URLRequest {
    BatchExecutionTests.request(body(parts), type: "multipart/form-data; boundary=b")
  }

  /// A file as a line of text, in which the name and the type may be missing.
  private static func line(_ file: UploadedFile) -> String {
    let content = String(decoding: file.data, as: UTF8.self)
    let head = "\(file.filename ?? "no name"), \(file.contentType ?? "no type")"
    return "\(head), \(file.size) bytes at \(file.paths.joined(separator: " and ")): \(content)"
  }

  static let one =
    """
    {"query":"mutation Up($file: Upload!) { up(file: $file) { id } }",\
    "variables":{"file":null}}
    """
  static let list =
    """
    {"query":"mutation Ups($files: [Upload!]!) { ups(files: $files) { id } }",\
    "variables":{"files":[null,null]}}
    """

  @Test(arguments: [nil, URL.of(endpoint)])
  func uploadedFileIsAtItsVariable(stated: URL?) async throws {
    let service = MockGraphQLService(
      .mutation("Up", variables: ["file": nil]) { request in
        .data(["up": ["id": .string(request.files.first?.filename ?? "")]])
      }, endpoints: stated.map { [$0] })
    let incoming = try await service.makeSession().receive(
      Self.request([
        Part("operations", Self.one), Part("map", #"{"0":["variables.file"]}"#),
        Part("0", "Alpha\r\n", file: "a.txt", type: "text/plain"),
      ]))
    #expect(incoming.body == #"{"data":{"up":{"id":"a.txt"}}}"#)
    let asked = service.requests.map(\.operation)
    let files = asked.flatMap(\.files).map(Self.line)
    #expect(files == ["a.txt, text/plain, 7 bytes at variables.file: Alpha\r\n"])
    #expect(asked.map(\.variables) == [["file": nil]])
    #expect(service.failures == [])
  }

  @Test func anUploadOfApolloIOSIsRead() async throws {
    // A request as Apollo iOS 2.4.0 sends it.
    let boundary = "apollo-ios.boundary.390B27DA-5874-4F53-9B6B-1A87DA14177C"
    let operations =
      """
      {"extensions":{"clientLibrary":{"name":"apollo-ios","version":"2.4.0"}},\
      "operationName":"UploadOneFile","query":"mutation UploadOneFile($file: Upload!) \
      { singleUpload(file: $file) { __typename id path filename mimetype } }",\
      "variables":{"file":null}}
      """
    let body = Self.body(
      [
        Part("operations", operations), Part("map", #"{"0":["variables.file"]}"#),
        Part("0", "Alpha file content.\n", file: "a.txt", type: "text/plain"),
      ], boundary: boundary)
    let service = MockGraphQLService(.mutation("UploadOneFile", .data(["singleUpload": nil])))
    let incoming = try await service.makeSession().receive(
      BatchExecutionTests.request(body, type: "multipart/form-data; boundary=\(boundary)"))
    #expect(incoming.body == #"{"data":{"singleUpload":null}}"#)
    #expect(service.requests.first?.operation.files.map(\.filename) == ["a.txt"])
  }

  @Test func keysAndPathsAreComparedByTheirBytes() throws {
    let keys = ["\u{E9}", "e\u{301}"]
    let entries = keys.map { #""\#($0)":["variables.\#($0)"]"# }.joined(separator: ",")
    let variables = keys.map { #""\#($0)":null"# }.joined(separator: ",")
    let parts =
      [
        Part("operations", #"{"query":"{ a }","variables":{\#(variables)}}"#),
        Part("map", "{\(entries)}"),
      ] + keys.map { Part($0, $0) }
    let files = try OperationRequest(Self.request(parts)).files
    #expect(files.map { Data($0.data) } == keys.reversed().map { Data($0.utf8) })
  }

  @Test func uploadMayMapOneFileTwiceAndFilesIntoAList() async throws {
    let service = MockGraphQLService(.mutation("Ups", .data([:])))
    _ = try await service.makeSession().receive(
      Self.request([
        Part("operations", Self.list),
        Part("map", #"{"0":["variables.files.1"],"x":["variables.files.0"]}"#),
        Part("x", "X", file: "x.bin"), Part("0", "", file: "0.bin"), Part("unmapped", "-"),
      ]))
    let shared = try OperationRequest(
      Self.request([
        Part("operations", Self.list),
        Part("map", #"{"0":["variables.files.0","variables.files.1"]}"#), Part("0", "A"),
      ]))
    // The last of duplicate members of the map wins.
    let duplicate = try OperationRequest(
      Self.request([
        Part("operations", Self.one), Part("map", #"{"0":["variables.x"],"0":["variables.file"]}"#),
        Part("0", "A"),
      ]))
    let asked = service.requests.map(\.operation) + [shared, duplicate]
    let lines: [[String]] = asked.map { $0.files.map(Self.line) }
    let expected: [[String]] = [
      [
        "0.bin, no type, 0 bytes at variables.files.1: ",
        "x.bin, no type, 1 bytes at variables.files.0: X",
      ],
      ["no name, no type, 1 bytes at variables.files.0 and variables.files.1: A"],
      ["no name, no type, 1 bytes at variables.file: A"],
    ]
    #expect(lines == expected)
  }

  @Test func aBatchOfUploadsHasTheFilesOfEachEntry() async throws {
    let service = MockGraphQLService(
      .mutation("Up", .data(["up": 1])), .mutation("Ups", .data(["ups": 2])))
    let incoming = try await service.makeSession().receive(
      Self.request([
        Part("operations", "[\(Self.one),\(Self.list)]"),
        Part(
          "map",
          """
          {"0":["0.variables.file"],"1":["1.variables.files.0"],\
          "2":["1.variables.files.1"]}
          """),
        Part("0", "A", file: "a"), Part("1", "BB", file: "b"), Part("2", "CCC", file: "c"),
      ]))
    #expect(incoming.body == #"[{"data":{"up":1}},{"data":{"ups":2}}]"#)
    let lines: [[String]] = service.requests.map { $0.operation.files.map(Self.line) }
    let expected: [[String]] = [
      ["a, no type, 1 bytes at variables.file: A"],
      [
        "b, no type, 2 bytes at variables.files.0: BB",
        "c, no type, 3 bytes at variables.files.1: CCC",
      ],
    ]
    #expect(lines == expected)
  }

  static let invalidForms: [(parts: [Part], message: String, detail: String?)] =
    [
      ([], #"Missing multipart field "operations""#, nil),
      ([Part("map", "{}")], #"Missing multipart field "operations""#, nil),
      ([Part("operations", one)], #"Missing multipart field "map""#, nil),
      (
        [Part("map", "{}"), Part("operations", one)],
        #"Misordered multipart fields; "map" should follow "operations""#, nil
      ),
      (
        [Part("operations", one), Part("0", "A"), Part("map", #"{"0":["variables.file"]}"#)],
        #"Misordered multipart fields; files should follow "map""#,
        #"The part "0" comes before "map"."#
      ),
      (
        [Part("operations", one), Part("map", "{"), Part("0", "A")],
        #"Invalid JSON in the "map" multipart field"#,
        """
        "map" is not valid JSON: Invalid JSON at line 1, column 2 (byte 1): \
        expected a member name in quotes or "}", found the end.
        """
      ),
      (
        [Part("operations", one), Part("map", "[]"), Part("0", "A")],
        #"Invalid type for the "map" multipart field"#, #""map" must be an object, found an array."#
      ),
      (
        [Part("operations", one), Part("map", #"{"0":"variables.file"}"#), Part("0", "A")],
        #"Invalid type for the "map" multipart field entry key "0" array"#,
        #"The value of "0" in "map" must be a list of paths."#
      ),
      (
        [Part("operations", one), Part("map", #"{"0":["variables.file",7]}"#), Part("0", "A")],
        #"Invalid type for the "map" multipart field entry key "0" array index "1" value"#,
        #"Element 1 of "0" in "map" must be a path such as "variables.file"."#
      ),
      (
        [Part("operations", one), Part("map", #"{"0":["variables.file"]}"#)],
        "File missing in the request", #""map" names the part "0", which the form does not have."#
      ),
      (
        [Part("operations", one), Part("map", #"{"0":["variables.fil"]}"#), Part("0", "A")],
        #"Invalid object path for the "map" multipart field entry key "0" value "variables.fil""#,
        #""operations" has no value at "variables.fil"; it must have null there."#
      ),
      (
        [Part("operations", one), Part("map", #"{"0":["variables"]}"#), Part("0", "A")],
        #"Invalid object path for the "map" multipart field entry key "0" value "variables""#,
        #""operations" has no value at "variables"; it must have null there."#
      ),
      (
        [Part("operations", one), Part("map", #"{"0":["0.variables.file"]}"#), Part("0", "A")],
        #"Invalid object path for the "map" multipart field entry key "0" value "0.variables.file""#,
        #""operations" has no value at "0.variables.file"; it must have null there."#
      ),
      (
        [Part("operations", one), Part("map", #"{"0":["variables.file.x"]}"#), Part("0", "A")],
        #"Invalid object path for the "map" multipart field entry key "0" value "variables.file.x""#,
        #""operations" has no value at "variables.file.x"; it must have null there."#
      ),
      (
        [Part("operations", list), Part("map", #"{"0":["variables.files.2"]}"#), Part("0", "A")],
        """
        Invalid object path for the "map" multipart field entry key "0" value \
        "variables.files.2"
        """,
        #""operations" has no value at "variables.files.2"; it must have null there."#
      ),
      (
        [Part("operations", list), Part("map", #"{"0":["variables.files.00"]}"#), Part("0", "A")],
        """
        Invalid object path for the "map" multipart field entry key "0" value \
        "variables.files.00"
        """,
        #""operations" has no value at "variables.files.00"; it must have null there."#
      ),
      (
        [Part("operations", list), Part("map", #"{"0":["variables.files.+1"]}"#), Part("0", "A")],
        """
        Invalid object path for the "map" multipart field entry key "0" value \
        "variables.files.+1"
        """,
        #""operations" has no value at "variables.files.+1"; it must have null there."#
      ),
      (
        [
          Part("operations", "[\(one)]"), Part("map", #"{"0":["1.variables.file"]}"#),
          Part("0", "A"),
        ],
        #"Invalid object path for the "map" multipart field entry key "0" value "1.variables.file""#,
        #""operations" has no value at "1.variables.file"; it must have null there."#
      ),
      (
        [
          Part("operations", "[\(one)]"), Part("map", #"{"0":["variables.file"]}"#), Part("0", "A"),
        ],
        #"Invalid object path for the "map" multipart field entry key "0" value "variables.file""#,
        #""operations" has no value at "variables.file"; it must have null there."#
      ),
      (
        [
          Part("operations", #"{"query":"{ a }","variables":{"file":"a.txt"}}"#),
          Part("map", #"{"0":["variables.file"]}"#), Part("0", "A"),
        ], #"The value at "variables.file" must be null where a file belongs"#, nil
      ),
      (
        [
          Part("operations", one), Part("map", #"{"0":["variables.file"],"1":["variables.file"]}"#),
          Part("0", "A"), Part("1", "B"),
        ], #"Two files of "map" belong at "variables.file""#, nil
      ),
      (
        [
          Part("operations", one), Part("map", #"{"0":["variables.file"]}"#), Part("0", "A"),
          Part("0", "B"),
        ], #"The multipart field "0" appears twice in the form"#, nil
      ),
      (
        [Part("operations", "{"), Part("map", "{}")], "Unparsable JSON body",
        """
        The request body is not valid JSON at byte 59: expected a member name in quotes or "}", \
        found the end.
        """
      ),
      (
        [Part("operations", "[]"), Part("map", "{}")], "No operations found in request.",
        "The request body is an empty list."
      ),
    ]

  @Test(arguments: invalidForms)
  func anErrorSaysWhatIsWrong(parts: [Part], message: String, detail: String?) async throws {
    let service = MockGraphQLService(.operation(.any, .data([:])), endpoints: [.of(endpoint)])
    let incoming = try await service.makeSession().receive(Self.request(parts))
    #expect(incoming.status == 400)
    var error: [String: MockJSON] = ["message": .string(message)]
    if let detail { error["extensions"] = ["detail": .string(detail)] }
    #expect(try MockJSON(parsing: incoming.body) == ["errors": [.object(error)]])
    var line = "Malformed GraphQL request POST https://example.invalid/graphql: \(message)"
    if let detail { line += message.hasSuffix(".") ? " \(detail)" : ": \(detail)" }
    #expect(service.failures.map(\.message) == [line])
  }

  /// Recordings contain the hash.
  @Test func hashOfAFileNeverChanges() throws {
    let operation = try OperationRequest(
      Self.request([
        .init(
          "operations",
          #"{"query":"mutation Up($f: Upload!) { up(f: $f) }","variables":{"f":null}}"#),
        .init("map", #"{"0":["variables.f"]}"#), .init("0", "Hello", file: "a.txt"),
      ]))
    #expect(operation.uploads == ["variables.f": "04b7e1ab"])
  }

  @Test func formWithoutItsClosingDelimiterIsReported() async throws {
    let whole = Self.body([
      Part("operations", Self.one), Part("map", #"{"0":["variables.file"]}"#),
      Part("0", "Alpha", file: "a.txt"),
    ])
    let request = BatchExecutionTests.request(whole, type: "multipart/form-data; boundary=b")
    let message =
      #"Malformed GraphQL request: The form ends without its closing delimiter "--b--""#
    var wrong: [Int] = []
    for length in 3..<whole.utf8.count {
      var cut = request
      cut.httpBody = request.httpBody?.prefix(length)
      do {
        _ = try OperationRequest(cut)
        wrong.append(length)
      } catch {
        if error.description != message { wrong.append(length) }
      }
    }
    #expect(wrong == [])
  }

  @Test(arguments: [SpecificationEdition.deployed, .september2026])
  func partWithTooLongHeadersGets413(edition: SpecificationEdition) async throws {
    let name = String(repeating: "x", count: 16_384)
    let request = Self.request([Part("operations", Self.one), Part("0", "", file: name)])
    let service = MockGraphQLService(
      endpoints: [.of(endpoint)], options: ServiceOptions(edition: edition))
    #expect(try await service.respond(to: request).status == 413)
    let thrown = #expect(throws: MalformedRequestError.self) { try OperationRequest(request) }
    #expect(
      thrown?.description
        == "Malformed GraphQL request: The head of part 1 of the form has more than 16384 bytes")
  }

  @Test func formBeyondALimitIsRefusedWithoutAnEndpoint() async throws {
    let long = String(repeating: "x", count: 16_384)
    let forms: [([Part], String)] = [
      (
        [Part("operations", Self.one, type: long)],
        "The head of part 0 of the form has more than 16384 bytes"
      ),
      (
        [Part("operations", Self.one), Part("map", "{}", type: long)],
        "The head of part 1 of the form has more than 16384 bytes"
      ),
      (
        [Part("operations", Self.one)] + (1...20_000).map { Part("\($0)", "") },
        "The form has more than 20000 parts"
      ),
    ]
    for (parts, message) in forms {
      let service = MockGraphQLService(unhandled: .respond(.status(404)))
      #expect(
        try await service.makeSession().receive(Self.request(parts)).status == 413, "\(message)")
      #expect(
        service.failures.map(\.message) == [
          "Malformed GraphQL request POST https://example.invalid/graphql: \(message)"
        ], "\(message)")
    }
  }

  @Test func aStreamedUploadIsOnDiskBeyondTheLimit() async throws {
    let content = String(repeating: "0123456789", count: 20_000)
    let service = MockGraphQLService(
      .mutation("Up") { request in
        let file = request.files.first
        return .data(["up": ["id": .string("\(file?.size ?? 0) \(file?.data.count ?? 0)")]])
      }, options: ServiceOptions(bodyLimit: 1_000))
    var request = Self.request([
      Part("operations", Self.one), Part("map", #"{"0":["variables.file"]}"#),
      Part("0", content, file: "digits"),
    ])
    let body = try #require(request.httpBody)
    request.httpBody = nil
    request.httpBodyStream = InputStream(data: body)
    let incoming = try await service.makeSession().receive(request)
    #expect(incoming.body == #"{"data":{"up":{"id":"200000 200000"}}}"#)
    // The journal keeps only as much as its limit.
    let files = service.requests.flatMap(\.operation.files).map(Self.line)
    #expect(files == ["digits, no type, 200000 bytes at variables.file: "])
  }

  @Test func uploadWithAnInvalidDocumentIsAGraphQLRequest() async throws {
    let service = MockGraphQLService()
    var request = URLRequest(url: .of("https://example.invalid/graphql"))
    request.httpMethod = "POST"
    request.setValue("multipart/form-data; boundary=b", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(
      ("""
      --b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ a"}\r\n\
      --b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{}\r\n--b--\r\n
      """).utf8)
    _ = try? await service.makeSession().receive(request)
    // The words of graphql-js 16.
    #expect(
      service.failures.first?.message.contains("Syntax Error: Expected Name, found <EOF>.") == true)
  }
}
