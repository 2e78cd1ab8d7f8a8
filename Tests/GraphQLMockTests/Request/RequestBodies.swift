enum RequestBodies {
  /// Bodies of real clients: Apollo iOS 2.4, Shopify's client, SwiftGraphQL and others.
  static let valid: [ContiguousArray<UInt8>] = [
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

  static let faulty: [ContiguousArray<UInt8>] =
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
