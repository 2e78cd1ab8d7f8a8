import TestSupport
import Testing

@testable import GraphQLMock

/// The data that a miss proposes.
struct ResponseSkeletonTests {
  private func skeleton(_ text: String, variables: MockJSON = [:]) throws -> MockJSON {
    let document = try Document.parse(text).get()
    let operation = try document.selectOperation(named: nil).get()
    return ResponseSkeleton.data(for: operation, of: document, variables: variables).json
  }

  @Test(
    arguments: [
      ("{ viewer { name } }", ["viewer": ["name": ""]]),
      (
        "{ feed { items { id title } status { code } address { city } } }",
        [
          "feed": [
            "items": [["id": "1", "title": ""]], "status": ["code": ""], "address": ["city": ""],
          ]
        ]
      ),
      (
        "{ first: users { id } users: user { id } }",
        ["first": [["id": "1"]], "users": ["id": "1"]]
      ),
      (
        "{ posts { edges { node { id } } } tags { nodes { id } } likes { n: pageInfo { next } } }",
        [
          "posts": ["edges": [["node": ["id": "1"]]]], "tags": ["nodes": [["id": "1"]]],
          "likes": ["n": ["next": ""]],
        ]
      ),
      ("{ a { x } a { y } }", ["a": ["x": "", "y": ""]]),
      (
        "{ hero { __typename ... on Droid { model } ... on Human { height } } }",
        ["hero": ["__typename": "Droid", "model": ""]]
      ),
      (
        "{ hero { kind: __typename ...F } } fragment F on Droid { model }",
        ["hero": ["kind": "Droid", "model": ""]]
      ),
      ("{ a ...F } fragment F on Query { b ...F }", ["a": "", "b": ""]),
      ("query($y: Boolean!) { a @include(if: $y) b @skip(if: $y) c @defer }", ["a": "", "c": ""]),
      ("{ a ...Unknown }", ["a": ""]),
      (
        """
        { isOpen has_next island hash itemCount totalPages price age page image createdAt at format
          birthDate userID paid imageURL number average cursor endCursor us { n } os { n }
          basis { n } ads { n } shouldAsk canAsk wasAsked canvas numPages numeral uri }
        """,
        [
          "isOpen": false, "has_next": false, "island": "", "hash": "", "itemCount": 0,
          "totalPages": 0, "price": 0, "age": 0, "page": "", "image": "",
          "createdAt": "2026-01-01T00:00:00Z", "at": "", "format": "",
          "birthDate": "2026-01-01T00:00:00Z", "userID": "1", "paid": "",
          "imageURL": "https://example.com", "number": "", "average": 0, "cursor": "",
          "endCursor": nil, "us": ["n": ""], "os": ["n": ""], "basis": ["n": ""],
          "ads": [["n": ""]], "shouldAsk": false, "canAsk": false, "wasAsked": false, "canvas": "",
          "numPages": 0, "numeral": "", "uri": "https://example.com",
        ]
      ),
    ] as [(String, MockJSON)])
  func hasTheShapeOfTheSelectionSet(text: String, data: MockJSON) throws {
    #expect(try skeleton(text, variables: ["y": true]) == data)
  }

  @Test(.onOwnThreads) func skeletonFitsEveryDocument() throws {
    var random = SeededGenerator(seed: 7)
    var wrong: [String] = []
    for _ in 0..<150 {
      let text = GeneratedDocument(using: &random).text(using: &random)
      let document = try Document.parse(text).get()
      let operation = try document.selectOperation(named: nil).get()
      let data = ResponseSkeleton.data(for: operation, of: document).json
      // A service refuses a document in which a key is a leaf for one type and an object for
      // another.
      let problems = ResponseCheck.problems(in: data, for: operation, of: document)
        .filter { problem in
          // A type that the document doesn't state is left out.
          if case .missing(_, _, isTypeName: true) = problem.fault { return false }
          return problem.fault != .notAnObject
        }
      if !problems.isEmpty { wrong.append("\(text)\n\(data)\n\(problems)") }
    }
    #expect(wrong == [])
  }

  @Test func skeletonReplacesValuesOverItsLimitWithNull() throws {
    let fields = (0..<100).map { "f\($0) { g }" }.joined(separator: " ")
    let wide = try #require(try skeleton("{ \(fields) }").object)
    let nulls: Int = wide.values.filter(\.isNull).count
    #expect(wide.count == 100)
    #expect(nulls == 41)
    #expect(wide["f0"] == ["g": ""])
    let open = String(repeating: "a {", count: 400)
    let close = String(repeating: "}", count: 401)
    let deep = try skeleton("{\(open)b\(close)")
    #expect(deep == (0..<12).reduce(["a": nil] as MockJSON) { inner, _ in ["a": inner] })
  }
}
