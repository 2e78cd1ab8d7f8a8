import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// The result, including an error and its offset, doesn't depend on where a body is cut.
struct JSONBodyDecoderCutTests {
  @Test(.onOwnThreads) func decodedBodyIsTheSameHoweverItIsCut() {
    var wrong: [String] = []
    let bodies: [(isFaulty: Bool, body: ContiguousArray<UInt8>)] =
      Self.bodies.map { (false, $0) } + Self.faultyBodies.map { (true, $0) }
    for (isFaulty, body) in bodies {
      let whole = JSONBodyDecoder.decode(Data(body))
      let isRead = if case .success = whole { true } else { false }
      if isRead == isFaulty { wrong.append("read: \(String(decoding: body, as: UTF8.self))") }
      for cut in 0...body.count where decode(body, cuts: [cut]) != whole {
        wrong.append("\(String(decoding: body, as: UTF8.self)) cut at \(cut)")
      }
      if decode(body, cuts: Array(0...body.count)) != whole {
        wrong.append("\(String(decoding: body, as: UTF8.self)) cut everywhere")
      }
      guard body.count <= 60 else { continue }
      for first in 0...body.count {
        for second in first...body.count where decode(body, cuts: [first, second]) != whole {
          wrong.append("\(String(decoding: body, as: UTF8.self)) cut at \(first) and \(second)")
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func damagedBodyHasTheSameResultHoweverItIsCut() {
    var random = SeededGenerator(seed: 8_261)
    var wrong: [String] = []
    for _ in 0..<Effort.rounds(500, long: 2_000) {
      let body = DamagedBody.make(from: Self.bodies, &random)
      let cuts = (0..<3).map { _ in Int.random(in: 0...body.count, using: &random) }.sorted()
      if decode(body, cuts: cuts) != decode(body, cuts: []) {
        wrong.append("\(String(decoding: body, as: UTF8.self)) cut at \(cuts)")
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func depthLimitAppliesToEveryMember() {
    func body(_ name: String, _ depth: Int) -> ContiguousArray<UInt8> {
      let open = String(repeating: "[", count: depth - 2)
      let close = String(repeating: "]", count: depth - 2)
      return ContiguousArray("{\"\(name)\":{\"a\":\(open)\(close)}}".utf8)
    }
    for name in ["variables", "extensions", "more"] {
      if case .failure(let error) = decode(body(name, 512), cuts: []) {
        Issue.record("\(error)")
      }
      let expected = BodyError(
        problem: .json(.nestingTooDeep(limit: 512)), offset: name.utf8.count + 9 + 510)
      #expect(decode(body(name, 513), cuts: [400]) == .failure(expected), "\(name)")
      #expect(decode(body(name, 200_000), cuts: [777]) == .failure(expected), "\(name)")
    }
    let batch = ContiguousArray(repeating: UInt8(ascii: "["), count: 100_000)
    let expected = BodyError(problem: .json(.nestingTooDeep(limit: 512)), offset: 512)
    #expect(decode(batch, cuts: []) == .failure(expected))
  }

  private func decode(
    _ body: ContiguousArray<UInt8>, cuts: [Int]
  ) -> Result<RequestParameters?, BodyError> {
    var decoder = JSONBodyDecoder()
    var start = 0
    for end in cuts + [body.count] {
      let chunk = body[start..<end]
      decoder.push(chunk.span)
      start = end
    }
    return decoder.finish(body: Data(body))
  }
}

extension JSONBodyDecoderCutTests {
  /// Bodies of real clients: Apollo iOS 2.4, Shopify's client, SwiftGraphQL and others.
  static let bodies: [ContiguousArray<UInt8>] = [
    #"""
    {"extensions":{"clientLibrary":{"name":"apollo-ios","version":"2.4.0"},"persistedQuery":{"sha256Hash":"b9d49e889d6f5877c0bf09b8b4f88a71f88836a771e0e48c270a9aa8b506dda1","version":1}},"operationName":"HeroName","query":"query HeroName($episode: Episode) { hero(episode: $episode) { __typename name } }","variables":{"episode":"EMPIRE"}}
    """#,
    #"""
    {"extensions":{"clientLibrary":{"name":"apollo-ios","version":"2.4.0"}},"operationName":"CreateReviewForEpisode","query":"mutation CreateReviewForEpisode($episode: Episode!, $review: ReviewInput!) { createReview(episode: $episode, review: $review) { __typename stars commentary } }","variables":{"episode":"JEDI","review":{"commentary":"This is a great movie!","favorite_color":null,"stars":5}}}
    """#,
    #"""
    {"extensions":{"clientLibrary":{"name":"apollo-ios","version":"2.4.0"}},"operationName":"Search","query":"query Search($term: String) { search(text: $term) { __typename ... on Human { __typename id name } } }","variables":{"term":"a\/b \"q\" é 😀   \t\\"}}
    """#,
    #"""
    {"operationName":"Rename","query":"mutation Rename($id: ID!, $name: String!) {\n  account: renameAccount(id: $id, name: $name) {\n    id\n    displayName\n  }\n}","variables":{"name":"Checking é","id":"a\/1"}}
    """#,
    #"{"query":"query GetAccounts {\n  accounts {\n    id\n    displayName\n  }\n}","variables":{},"operationName":"GetAccounts"}"#,
    #"{"query":"query @inContext(country:CA) {products(first:2,query:\"tag:\\\"a\/b\\\" é\"){edges{node{id,title}}}}"}"#,
    #"{"query":"query {shop{name}}"}"#,
    #"[{"query":"{a}"},{"query":"{b}","x":[1.5e+3]}]"#,
    "\u{FEFF} {\"query\" : null , \"variables\" : { \"a\" : [ ] } }\r\n",
    #"{"q\u0075ery":"\ud83d\ude00\u00e9","variables":{"é":"\ud83d\ude00"}}"#,
    #"{"a":[true,false,null,-0.5E-2],"query":"é€😀"}"#,
    // Texts that are read token by token: numbers of every form, literals, empty and nested
    // containers, names and strings of one, two and more words, with and without white space.
    #"{"variables":{"n":[0,-0,1,12,1234567,12345678,-123456789012345678,0.5,-1.25,10.0e3,1E+2,2e-10,3,4],"b":[true,false,null,[],{},[[]],[{}],{"a":{}}],"name":"seven 7","eight 8 ":"nine 9 9","sixteen 16 here!":"seventeen is here","a longer name":"a string that is longer than sixteen bytes, or even than sixty-four"},"query":"{a}"}"#,
    #"""
    {
      "variables" : {
        "ids" : [ 1 , 22,333 ,
          -4.5 , true , false,null ],
        "tags": [ "a" , "b\n\"c\"", "\u00e9 é 😀" , "a long one, with \\ and \/ and € behind" ],
        "empty" : { } , "none" : [ ]	, "inner": {"a" : {"b":[ ]} }
      },
      "query" : "{ a }"
    }
    """#,
    "{\"variables\":{\"a\":" + String(repeating: "[{\"b\":", count: 70) + "[1,{}]"
      + String(repeating: "}]", count: 70) + ",\"c\":[2]}}",
    "{}",
  ].map { ContiguousArray($0.utf8) }

  static let faultyBodies: [ContiguousArray<UInt8>] =
    [
      "", " ", "\u{FEFF}", "\u{FEFF}\u{FEFF}{}", "[", "[1,2", "7", "x", "{\"a\":tru}",
      "{\"a\":nulL}",
      #"{"query":"\ud83d"}"#, #"{"query":"\ud83d\n"}"#, #"{"query":"\ude00"}"#, #"{"a":"\ud83dx"}"#,
      #"{"query":"\u00zz"}"#, #"{"a":"\q"}"#, "{\"query\":\"a\nb\"}", "{\"a\":\"a\nb\"}",
      #"{"a":01}"#, #"{"a":-}"#, #"{"a":1.}"#, #"{"a":1e}"#, #"{"a":1e+}"#, #"{"a":-"#, #"{"a":1"#,
      #"{"query":7}"#, #"{"variables":"a"}"#, #"{"extensions":[]}"#, #"{"operationName":true}"#,
      #"{"query":"a","query":"b"}"#, #"{"variables":{},"variables":null}"#, #"{"query":nul}"#,
      #"{"query":"a",}"#, #"{"query""a"}"#, #"{"query":}"#, #"{,}"#, #"{"a":1}}"#, #"[1]]"#,
      #"{"variables":{"a":[1,2,03,4,5,6]}}"#, #"{"variables":{"a":[-01,1]}}       "#,
      #"{"variables":{"a":[1,2,,3,4,5]}}"#, #"{"variables":{"a":[1.,2,3]}}    "#,
      #"{"variables":{"a":[1e,2,3]}}    "#, #"{"variables":{"a":[1.5.2,2,3]}}    "#,
      #"{"variables":{"a":[truE,2,3]}}    "#, #"{"variables":{"a":[falsy,2,3]}}    "#,
      #"{"variables":{"a":[nul,2,3]}}     "#, #"{"variables":{"a" "b","c":"d"}}     "#,
      #"{"variables":{"a":"b" "c":"d"}}     "#, #"{"variables":{"a":"b","c"]}}     "#,
      #"{"variables":{"a":"b",}}     "#, #"{"variables":{"a":[1,2}}}     "#,
      "{\"variables\":{\"a\":[1,\0,2]}}     ", #"{"variables":{"a":[1,]}}"#,
      #"{"variables":{"a":[1,}}"#, #"{"a":{"b":1]}"#, #"{"a":[1}"#, #"{"a":{"b"}}"#, #"{"a":{1}}"#,
    ].map { ContiguousArray($0.utf8) } + [
      [0xEF], [0xEF, 0xBB], [0xEF, 0xBB, 0x7B], [0xEF, 0x20, 0x7B, 0x7D],
      ContiguousArray(#"{"query":""#.utf8) + [0xC3, 0x22, 0x7D],
      ContiguousArray(#"{"query":""#.utf8) + [0xF0, 0x9F, 0x98, 0x22, 0x7D],
      ContiguousArray(#"{"a":""#.utf8) + [0xED, 0xA0, 0x80, 0x22, 0x7D],
      ContiguousArray(#"{"a":""#.utf8) + [0xE2, 0x82],
    ]
}
