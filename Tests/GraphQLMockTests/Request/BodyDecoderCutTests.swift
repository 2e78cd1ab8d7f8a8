import Foundation
import Testing

@testable import GraphQLMock

/// The result does not depend on where a body is cut, and is JSON exactly where the parser of whole
/// texts, which was written apart from it, says so, with the same fault at the same byte.
@Suite struct BodyDecoderCutTests {
  @Test func noCutChangesTheResult() {
    var wrong: [String] = []
    for body in Self.bodies + Self.faultyBodies {
      let whole = BodyDecoder.decode(Data(body))
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

  @Test func everyBodyIsReadAndEveryFaultIsFound() {
    func isRead(_ body: ContiguousArray<UInt8>) -> Bool {
      if case .success = BodyDecoder.decode(Data(body)) { true } else { false }
    }
    #expect(Self.bodies.filter { !isRead($0) } == [])
    #expect(Self.faultyBodies.filter(isRead) == [])
  }

  @Test func theParserOfWholeTextsAgrees() {
    var wrong: [String] = []
    for body in Self.bodies + Self.faultyBodies where !agrees(body) {
      wrong.append(String(decoding: body, as: UTF8.self))
    }
    #expect(wrong.isEmpty)
  }

  @Test func theParserOfWholeTextsAgreesOnDamagedBodies() {
    var random = SeededGenerator(seed: 8259)
    let bytes =
      Array(#"{}[]":,\/ untrfalse0123456789-+.eE"#.utf8) + [0x0A, 0x1F, 0x80, 0xC3, 0xED, 0xF4]
    var wrong: [String] = []
    for _ in 0..<4_000 {
      guard var body = Self.bodies.randomElement(using: &random) else { continue }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<body.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: body.remove(at: place)
        case 1: body.removeSubrange(place...)
        case 2: body.insert(bytes.randomElement(using: &random) ?? 0, at: place)
        default: body[place] = bytes.randomElement(using: &random) ?? 0
        }
        if body.isEmpty { break }
      }
      let cuts = (0..<3).map { _ in Int.random(in: 0...body.count, using: &random) }.sorted()
      if !agrees(body) || decode(body, cuts: cuts) != decode(body, cuts: []) {
        wrong.append(String(decoding: body, as: UTF8.self))
      }
    }
    #expect(wrong.isEmpty)
  }

  /// Every text of up to five of these bytes, as the value of a member that is skipped and as one
  /// that is kept.
  @Test func theParserOfWholeTextsAgreesOnEveryShortText() {
    let alphabet = Array(#"{}[]":,1-"#.utf8)
    var texts: [[UInt8]] = [[]]
    var wrong: [String] = []
    for _ in 1...4 {
      texts = texts.flatMap { text in alphabet.map { text + [$0] } }
      for text in texts {
        let body = ContiguousArray(#"{"a":"#.utf8) + text + [UInt8(ascii: "}")]
        if !agrees(body) || !agrees(ContiguousArray(text)) {
          wrong.append(String(decoding: text, as: UTF8.self))
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  /// Tokens, and halves of tokens, in any order inside variables, with enough behind them for the ways
  /// that read eight bytes at once.
  @Test func theParserOfWholeTextsAgreesOnAnyTokens() {
    let tokens = [
      "{", "}", "[", "]", "[]", "{}", ":", ",", "\"", "\"a\"", "\"name\":", "\"abcdefghij\"",
      "\"\\n\"",
      "\"\\u00e9\"", "\"é\"", "\"\\", "0", "00", "-", "-0", "-01", "7", "12,", "1234567,",
      "12345678,",
      "01,", "0,", "1.5", "1.", ".5", "1.25e", "1e5", "1E+5", "-1.5e-3", "1.2.3", "true", "false",
      "null", "nul", "truex", " ", "\n", "\u{1}", "e", ".",
    ].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 8_260)
    var wrong: [String] = []
    var readable = 0
    for _ in 0..<60_000 {
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 1...7, using: &random) {
        text += tokens.randomElement(using: &random) ?? []
      }
      let isList = Bool.random(using: &random)
      let variables = isList ? #"{"x":["# : #"{"x":"#
      var body = ContiguousArray(#"{"query":"{a}","variables":"#.utf8)
      body += Array(variables.utf8) + text + Array((isList ? "]}}" : "}}").utf8)
      if Bool.random(using: &random) { body += Array("          ".utf8) }
      if !agrees(body) { wrong.append(String(decoding: body, as: UTF8.self)) }
      if case .success = decode(body, cuts: []) { readable += 1 }
    }
    #expect(wrong.isEmpty)
    #expect(readable > 2_000, "\(readable)")
  }

  @Test func onlyWhatIsKeptHasALimitOfDepth() {
    func body(_ name: String, _ depth: Int) -> ContiguousArray<UInt8> {
      let open = String(repeating: "[", count: depth - 1)
      let close = String(repeating: "]", count: depth - 1)
      return ContiguousArray("{\"\(name)\":{\"a\":\(open)\(close)}}".utf8)
    }
    for name in ["variables", "extensions"] {
      if case .failure(let error) = decode(body(name, 512), cuts: []) {
        Issue.record("\(error)")
      }
      let expected = BodyError(
        problem: .json(.nestingTooDeep(limit: 512)), offset: name.utf8.count + 9 + 511)
      #expect(decode(body(name, 513), cuts: [700]) == .failure(expected))
    }
    #expect(decode(body("more", 200_000), cuts: [777]) == .success(.request(DecodedRequest())))
  }

  /// Whether decoder and parser come to the same result, as far as the parser can tell.
  private func agrees(_ body: ContiguousArray<UInt8>) -> Bool {
    let parsed = JSONParser.parse(body)
    switch (decode(body, cuts: []), parsed) {
    case (.success(.request(let request)), .success(let json)):
      return request.query.string == json["query"].string
        && request.operationName.string == json["operationName"].string
        && request.variables.json == (json["variables"].isNull ? [:] : json["variables"])
        && request.extensions.json == (json["extensions"].isNull ? [:] : json["extensions"])
    case (.success(.batch(let text)), .success(let json)):
      return (try? JSONParser.parse(text.bytes).get()) == json
    case (.failure(let error), .failure(let parserError)):
      switch error.problem {
      case .json(let kind):
        return JSONFault(kind: kind, offset: error.offset) == parserError.fault
      case .empty:
        return parserError.fault.kind == .unexpectedEnd(expected: .value)
      case .notAnObject, .wrongType, .duplicate: return error.offset <= parserError.offset
      }
    case (.failure(let error), .success(let json)):
      switch error.problem {
      case .json, .empty: return false
      case .notAnObject(let found): return json.kind == found
      case .wrongType, .duplicate: return json.kind == .object
      }
    case (.success, .failure): return false
    }
  }

  private func decode(
    _ body: ContiguousArray<UInt8>, cuts: [Int]
  ) -> Result<DecodedBody, BodyError> {
    var decoder = BodyDecoder()
    var start = 0
    for end in cuts + [body.count] {
      let chunk = body[start..<end]
      decoder.push(chunk.span)
      start = end
    }
    return decoder.finish()
  }
}

extension BodyDecoderCutTests {
  /// As clients send them: Apollo iOS 2.4, Shopify's client, SwiftGraphQL and others.
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
    // What is read token by token: numbers of every form, literals, empty and nested containers,
    // names and strings of one, two and more words, with and without white space.
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
