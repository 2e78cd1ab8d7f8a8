import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that GraphQL services refuse, in a table for each form, with the whole message of each.
///
/// RFC 8259 defines JSON and GraphQL over HTTP defines requests; the text before the detail is that
/// of graphql-http.
///
/// `UploadFormTests`, `MultipartFormTests`, `PersistedQueryLookupTests` and `RequestFormTests` have the
/// tables for uploads, hashes and compressed bodies.
struct MalformedRequestErrorTests {
  /// The error of a request to a listed endpoint, or of each entry of a batch.
  private func faults(_ request: URLRequest) -> [String?] {
    let incoming = IncomingRequest(
      request, body: .success(RequestBody.Received(data: request.httpBody ?? Data())),
      isGraphQL: true, documents: DocumentCache())
    return (incoming.entries ?? [incoming]).map { $0.malformedError?.description }
  }

  /// Compares the error of each body with the message.
  private func expectFaults(_ rows: [(body: String, message: String)]) {
    for (body, message) in rows {
      let fault = faults(BatchExecutionTests.request(body)).first
      #expect(fault == "Malformed GraphQL request: \(message)", "\(body.prefix(100))")
    }
  }

  // MARK: JSON

  static let notJSON: [(body: String, offset: Int, fault: String)] = [
    ("{", 1, #"expected a member name in quotes or "}", found the end"#),
    ("[", 1, #"expected a value or "]", found the end"#),
    (#"{"query"#, 7, "expected the end of a string, found the end"),
    (#"{"query""#, 8, #"expected ":", found the end"#),
    (#"{"query":"#, 9, "expected a value, found the end"),
    (#"{"query":"{a}"#, 13, "expected the end of a string, found the end"),
    (#"{"query":"{a}""#, 14, #"expected "," or "}", found the end"#),
    (#"{"query":"{a}","#, 15, "expected a member name in quotes, found the end"),
    (#"{"query":"{a}",}"#, 15, #"expected a member name in quotes, found "}""#),
    (#"{"query":"{a}"]"#, 14, #"expected "," or "}", found "]""#),
    (#"{"query":"{a}" "x":1}"#, 15, #"expected "," or "}", found '"'"#),
    (#"{"query":"{a}"}}"#, 15, #"only white space may follow the value, found "}""#),
    (#"{"query":"{a}"}{"query":"{a}"}"#, 15, #"only white space may follow the value, found "{""#),
    (#"{query:"{a}"}"#, 1, #"expected a member name in quotes or "}", found "q""#),
    (#"{'query':"{a}"}"#, 1, #"expected a member name in quotes or "}", found "'""#),
    (#"{"query" "{a}"}"#, 9, #"expected ":", found '"'"#),
    (#"{"query":'{a}'}"#, 9, #"expected a value, found "'""#),
    (#"{"a":tru}"#, 8, #"expected the literal true, found "}""#),
    (#"{"query":undefined}"#, 9, #"expected a value, found "u""#),
    (#"{"query":"\x"}"#, 10, "invalid escape sequence in a string"),
    (#"{"query":"\u00"}"#, 10, "invalid escape sequence in a string"),
    (#"{"query":"\uD800"}"#, 10, "unpaired UTF-16 surrogate in a string"),
    (
      "{\"query\":\"{\ta}\"}", 11,
      "a string must not contain the control character byte 0x09 unescaped"
    ),
    (#"{"query":"{a}","variables":{"n":01}}"#, 33, #""1" isn't allowed here in a number"#),
    (#"{"query":"{a}","variables":{"n":1.}}"#, 34, #""}" isn't allowed here in a number"#),
    (#"{"query":"{a}","variables":{"n":+1}}"#, 32, #"expected a value, found "+""#),
    (#"{"query":"{a}","variables":{"n":NaN}}"#, 32, #"expected a value, found "N""#),
    (#"{"query":"{a}","variables":{"n":[1,]}}"#, 35, #"expected a value, found "]""#),
    ("@", 0, #"expected a value, found "@""#),
    (#"{"query":"{a}"} {"#, 16, #"only white space may follow the value, found "{""#),
    (#"{"query":"{a}"} // comment"#, 16, #"only white space may follow the value, found "/""#),
  ]

  static let notAnObject: [(body: String, detail: String)] = [
    (" \n", "The request body is empty."),
    ("\u{FEFF}", "The request body is empty."),
    ("5", "The request body must be a JSON object, found a number at byte 0."),
    (" true", "The request body must be a JSON object, found a boolean at byte 1."),
    ("null", "The request body must be a JSON object, found null at byte 0."),
    (#""{a}""#, "The request body must be a JSON object, found a string at byte 0."),
    (#" "a""#, "The request body must be a JSON object, found a string at byte 1."),
  ]

  @Test func bodyThatIsNotAJSONObjectIsReportedWithItsOffset() {
    let title = "Unparsable JSON body: "
    expectFaults(
      Self.notJSON.map {
        ($0.body, "\(title)The request body is not valid JSON at byte \($0.offset): \($0.fault).")
      })
    expectFaults(Self.notAnObject.map { ($0.body, title + $0.detail) })
    let deep = #"{"query":"{a}","variables":{"n":"# + String(repeating: "[", count: 600)
    let detail = """
      The request body is nested too deep at byte 542: \
      arrays and objects are nested more than 512 deep.
      """
    expectFaults([(deep, title + detail)])
  }

  static let wrongMembers: [(body: String, member: String, detail: String)] = [
    (#"{"query":5}"#, "query", "must be a string, found a number at byte 9"),
    (#"{"query":true}"#, "query", "must be a string, found a boolean at byte 9"),
    (#"{"query":{}}"#, "query", "must be a string, found an object at byte 9"),
    (#"{"query":["{a}"]}"#, "query", "must be a string, found an array at byte 9"),
    (
      #"{"query":"{a}","operationName":7}"#, "operationName",
      "must be a string, found a number at byte 31"
    ),
    (
      #"{"query":"{a}","operationName":{}}"#, "operationName",
      "must be a string, found an object at byte 31"
    ),
    (
      #"{"query":"{a}","variables":[]}"#, "variables",
      "must be an object, found an array at byte 27"
    ),
    (
      #"{"query":"{a}","variables":"{}"}"#, "variables",
      "must be an object, found a string at byte 27"
    ),
    (
      #"{"query":"{a}","variables":0}"#, "variables",
      "must be an object, found a number at byte 27"
    ),
    (
      #"{"query":"{a}","extensions":"x"}"#, "extensions",
      "must be an object, found a string at byte 28"
    ),
    (
      #"{"query":"{a}","extensions":[{}]}"#, "extensions",
      "must be an object, found an array at byte 28"
    ),
    (#"{"documentId":7}"#, "documentId", "must be a string, found a number at byte 14"),
    (#"{"documentId":{}}"#, "documentId", "must be a string, found an object at byte 14"),
    (#"{"variables":[1]}"#, "variables", "must be an object, found an array at byte 13"),
  ]

  static let duplicateMembers: [(body: String, member: String, offset: Int)] = [
    (#"{"query":"{a}","query":"{b}"}"#, "query", 15),
    (#"{"query":"{a}","quer\u0079":null}"#, "query", 15),
    (#"{"operationName":null,"query":"{a}","operationName":"A"}"#, "operationName", 36),
    (#"{"query":"{a}","variables":{},"variables":{}}"#, "variables", 30),
    (#"{"query":"{a}","extensions":{},"extensions":{}}"#, "extensions", 31),
    (#"{"documentId":"x","documentId":"x"}"#, "documentId", 18),
  ]

  @Test func memberOfTheWrongTypeTwiceOrMissingIsRefused() {
    expectFaults(
      Self.wrongMembers.map {
        ($0.body, "Invalid \($0.member): \"\($0.member)\" in the request body \($0.detail).")
      })
    expectFaults(
      Self.duplicateMembers.map { body, member, offset in
        let detail = "appears twice in the request body, the second time at byte \(offset)."
        return (body, "Invalid \(member): \"\(member)\" \(detail)")
      })
    let withoutDocument = ["{}", #"{"query":null}"#, #"{"variables":{}}"#, #"{"hello":"world"}"#]
    expectFaults(withoutDocument.map { ($0, Self.missingQuery) })
  }

  static let missingQuery = """
    Missing query: \
    The request has no "query", no "documentId" and no "extensions.persistedQuery".
    """

  // MARK: Documents

  // The messages are those of graphql-js.
  static let syntaxErrors: [(body: String, message: String)] = [
    (#"{"query":""}"#, "Syntax Error: Unexpected <EOF>."),
    (#"{"query":"hello"}"#, #"Syntax Error: Unexpected Name "hello"."#),
    (#"{"query":"{"}"#, "Syntax Error: Expected Name, found <EOF>."),
    (#"{"query":"{a"}"#, "Syntax Error: Expected Name, found <EOF>."),
    (#"{"query":"query A { a( }"}"#, #"Syntax Error: Expected Name, found "}"."#),
    (#"{"query":"query A($x) { a }"}"#, #"Syntax Error: Expected ":", found ")"."#),
    (#"{"query":"{ a(x: \"b) }"}"#, "Syntax Error: Unterminated string."),
    (#"{"query":"{ a } ?"}"#, #"Syntax Error: Unexpected character: "?"."#),
  ]

  static let unknownOperations: [(body: String, message: String)] = [
    (
      #"{"query":"query A { a }","operationName":"B"}"#, #"Unknown operation named "B"."#
    ),
    (
      #"{"query":"query A { a } query B { b }"}"#,
      "Must provide operation name if query contains multiple operations."
    ),
    (
      #"{"query":"query A { a } query B { b }","operationName":"C"}"#,
      #"Unknown operation named "C"."#
    ),
    (#"{"query":"{ a }","operationName":"A"}"#, #"Unknown operation named "A"."#),
    (#"{"query":"fragment F on T { a }"}"#, "Must provide an operation."),
    (#"{"query":"type T { a: Int }"}"#, #"The "T" definition is not executable."#),
  ]

  @Test func documentThatCannotBeExecutedIsRefused() {
    for (body, message) in Self.syntaxErrors {
      let fault = (faults(BatchExecutionTests.request(body)).first ?? nil) ?? ""
      #expect(fault.hasPrefix("Malformed GraphQL request: \(message)\n1:"), "\(fault)")
    }
    expectFaults(Self.unknownOperations)
  }

  // MARK: Items of a URL

  static let items: [(items: String, message: String)] = [
    ("", missingQuery), ("query=", missingQuery), ("q=%7Ba%7D", missingQuery),
    ("Query=%7Ba%7D", missingQuery), ("variables=%7B%7D", missingQuery),
    (
      "query=%7Ba%7D&query=%7Bb%7D",
      """
      Invalid query: \
      The query item "query" appears twice in the URL.
      """
    ),
    (
      "query=%7Ba%7D&operationName=A&operationName=A",
      """
      Invalid operationName: \
      The query item "operationName" appears twice in the URL.
      """
    ),
    (
      "query=%7Ba%7D&variables=%7B%7D&variables=%7B%7D",
      """
      Invalid variables: \
      The query item "variables" appears twice in the URL.
      """
    ),
    (
      "query=%7Ba%7D&variables=%5B%5D",
      """
      Invalid variables: \
      The query item "variables" must be an object.
      """
    ),
    (
      "query=%7Ba%7D&variables=1",
      """
      Invalid variables: \
      The query item "variables" must be an object.
      """
    ),
    (
      "query=%7Ba%7D&variables=%7B",
      """
      Invalid variables: \
      The query item "variables" is not valid JSON: Invalid JSON at line 1, column 2 (byte 1): \
      expected a member name in quotes or "}", found the end.
      """
    ),
    (
      "query=%7Ba%7D&variables=%FF",
      """
      Invalid variables: \
      The query item "variables" is not valid JSON: Invalid JSON at line 1, column 1 (byte 0): \
      expected a value, found byte 0xEF.
      """
    ),
    (
      "query=%7Ba%7D&extensions=x",
      """
      Invalid extensions: \
      The query item "extensions" is not valid JSON: Invalid JSON at line 1, column 1 (byte 0): \
      expected a value, found "x".
      """
    ),
    (
      "query=%7Ba%7D&extensions=%22%22",
      """
      Invalid extensions: \
      The query item "extensions" must be an object.
      """
    ),
    (
      "query=mutation%7Ba%7D",
      """
      Cannot perform mutations over GET: \
      Send the mutation with POST.
      """
    ),
    (
      "query=query+A%7Ba%7D&operationName=B",
      #"Unknown operation named "B"."#
    ),
  ]

  @Test func itemsOfAURLThatAreNotARequestAreRefused() {
    func expectFault(_ items: String, method: String, _ message: String) {
      var request = URLRequest(url: .of(endpoint + "?" + items))
      request.httpMethod = method
      #expect(faults(request) == ["Malformed GraphQL request: \(message)"], "\(method) \(items)")
    }
    for (items, message) in Self.items { expectFault(items, method: "GET", message) }
    for method in ["PUT", "DELETE", "PATCH", "HEAD"] {
      expectFault(
        "query=%7Ba%7D", method: method, "\(method) isn't a method of GraphQL over HTTP")
    }
  }

  // MARK: Batches

  @Test(
    arguments: [
      ("[]", ["No operations found in request. The request body is an empty list."]),
      (
        #"[{"query":"{a}"},5]"#,
        [
          nil,
          "Unparsable JSON body: The request body must be a JSON object, found a number at byte 17.",
        ]
      ),
      (
        #"[null,{"query":"{a}"}]"#,
        [
          "Unparsable JSON body: The request body must be a JSON object, found null at byte 1.",
          nil,
        ]
      ),
      (
        #"[[{"query":"{a}"}]]"#,
        ["Unparsable JSON body: The request body must be a JSON object, found an array at byte 1."]
      ),
      (
        #"[{"query":"{a}"},{"query":7}]"#,
        [
          nil,
          "Invalid query: \"query\" in the request body must be a string, found a number at byte 26.",
        ]
      ),
      (
        #"[{"query":"{a}","query":"{a}"},{"query":"{a}"}]"#,
        [
          "Invalid query: \"query\" appears twice in the request body, the second time at byte 16.",
          nil,
        ]
      ),
      (
        #"[{"query":"{a}"},{}]"#,
        [
          nil,
          """
          Missing query: \
          The request has no "query", no "documentId" and no "extensions.persistedQuery".
          """,
        ]
      ),
      (
        #"[{"query":"query A{a}","operationName":"B"},{"query":"{a}"}]"#,
        [#"Unknown operation named "B"."#, nil]
      ),
      (
        #"[{"query":"{a}"},"#,
        [
          """
          Unparsable JSON body: The request body is not valid JSON at byte 17: \
          expected a value, found the end.
          """
        ]
      ),
      (
        #"[{"query":"{a}"}"#,
        [
          """
          Unparsable JSON body: The request body is not valid JSON at byte 16: \
          expected "," or "]", found the end.
          """
        ]
      ),
      (
        #"[{"query":"{a}"}] x"#,
        [
          """
          Unparsable JSON body: The request body is not valid JSON at byte 18: \
          only white space may follow the value, found "x".
          """
        ]
      ),
    ] as [(String, [String?])])
  func ofABatchEachEntryHasItsOwnError(body: String, messages: [String?]) {
    #expect(
      faults(BatchExecutionTests.request(body))
        == messages.map { $0.map { "Malformed GraphQL request: \($0)" } })
  }

  @Test func errorsHaveTheirMessageAsALocalizedDescription() throws {
    let error = #expect(throws: MalformedRequestError.self) {
      try OperationRequest(URLRequest.graphQL(["query": "{"]))
    }
    let list = #expect(throws: PersistedDocuments.ManifestError.self) {
      try PersistedDocuments(manifest: Data("[".utf8))
    }
    #expect(error?.localizedDescription == error?.description && error?.description != "")
    #expect(list?.localizedDescription == list?.description)
  }
}
