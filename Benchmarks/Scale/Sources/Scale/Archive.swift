import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Captures of traffic, from fixed seeds.
enum Archive {
  private static let document =
    "query Product($id: ID!, $first: Int) { product(id: $id) { __typename id name price { amount currency } reviews(first: $first) { nodes { id text } } } }"

  /// A capture of requests for one operation that differ in their variables.
  static func ofOneOperation(_ count: Int) throws -> Data {
    try archive((0..<count).map { try entry("Product", document, variables($0), body($0)) })
  }

  static func request(_ number: Int) throws -> URLRequest {
    try makeRequest("Product", document, variables(number), to: endpoint())
  }

  /// A capture of 1.36 KB a request: of a hundred operations, each with many variables, and of a few
  /// images.
  static func ofManyOperations(_ count: Int) throws -> Data {
    try archive(
      (0..<count).map { number in
        if number % 50 == 49 { return image(number) }
        let name = "Operation\(number % 100)"
        return try entry(
          name, document.replacingOccurrences(of: "Product", with: name), variables(number),
          body(number))
      })
  }

  private static func endpoint() throws -> URL { try makeURL("https://api.example/graphql") }

  private static func variables(_ number: Int) -> MockJSON {
    ["id": .string("product-\(number)"), "first": 2]
  }

  private static func body(_ number: Int) -> MockJSON {
    [
      "data": [
        "product": [
          "__typename": "Product", "id": .string("product-\(number)"),
          "name": .string("Product number \(number)"),
          "price": ["amount": .number(number), "currency": "EUR"],
          "reviews": [
            "nodes": [
              [
                "id": .string("r-\(number)-1"),
                "text": "It does what it says, and it came on time.",
              ],
              [
                "id": .string("r-\(number)-2"), "text": "I sent it back: it was not what I wanted.",
              ],
            ]
          ],
        ]
      ]
    ]
  }

  private static func archive(_ entries: [MockJSON]) throws -> Data {
    let log: MockJSON = [
      "version": "1.2", "creator": ["name": "Scale", "version": "1"], "entries": .array(entries),
    ]
    return try (["log": log] as MockJSON).encoded()
  }

  private static func entry(
    _ name: String, _ document: String, _ variables: MockJSON, _ body: MockJSON
  ) throws -> MockJSON {
    let request: MockJSON = [
      "operationName": .string(name), "query": .string(document), "variables": variables,
    ]
    return json(
      method: "POST", url: "https://api.example/graphql",
      postData: [
        "mimeType": "application/json",
        "text": .string(String(decoding: try request.encoded(), as: UTF8.self)),
      ],
      content: [
        "mimeType": "application/json", "size": 400,
        "text": .string(String(decoding: try body.encoded(), as: UTF8.self)),
      ])
  }

  private static func image(_ number: Int) -> MockJSON {
    json(
      method: "GET", url: "https://cdn.example/i/\(number).png?size=2", postData: nil,
      content: [
        "mimeType": "image/png", "size": 600, "encoding": "base64",
        "text": .string(
          Data((0..<600).map { UInt8(truncatingIfNeeded: $0 &* number) }).base64EncodedString()),
      ])
  }

  private static func json(
    method: String, url: String, postData: MockJSON?, content: MockJSON
  ) -> MockJSON {
    var request: [String: MockJSON] = [
      "method": .string(method), "url": .string(url), "httpVersion": "HTTP/2", "cookies": [],
      "queryString": [], "headersSize": -1, "bodySize": -1,
      "headers": [
        ["name": ":authority", "value": "api.example"],
        ["name": "Content-Type", "value": "application/json"],
        ["name": "Accept", "value": "application/graphql-response+json, application/json"],
        ["name": "User-Agent", "value": "Shop/1.4 (iPhone; iOS 19.1)"],
      ],
    ]
    request["postData"] = postData
    return [
      "startedDateTime": "2026-11-01T12:00:00.000Z", "time": 12.5, "cache": [:],
      "timings": ["send": 0, "wait": 12.5, "receive": 0], "request": .object(request),
      "response": [
        "status": 200, "statusText": "OK", "httpVersion": "HTTP/2", "cookies": [],
        "redirectURL": "", "headersSize": -1, "bodySize": -1, "content": content,
        "headers": [
          ["name": "Content-Type", "value": content["mimeType"]],
          ["name": "Date", "value": "Sun, 01 Nov 2026 12:00:00 GMT"],
        ],
      ],
    ]
  }
}
