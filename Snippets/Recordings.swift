// Recordings: importing a capture and replaying it.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let capture = #"""
  {"log": {"version": "1.2", "creator": {"name": "proxy", "version": "1"}, "entries": [
    {"request": {"method": "POST", "url": "https://shop.example/graphql", "headers": [],
       "postData": {"mimeType": "application/json",
         "text": "{\"query\":\"query HeroName($episode: Episode) { hero(episode: $episode) { name } }\",\"variables\":{\"episode\":\"EMPIRE\"}}"}},
     "response": {"status": 200, "headers": [],
       "content": {"mimeType": "application/json",
         "text": "{\"data\": {\"hero\": {\"name\": \"Luke\"}}}"}}}
  ]}}
  """#

let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("Recordings-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }
for file in try FixtureTable.importHTTPArchive(Data(capture.utf8), into: folder) {
  print(file)
  print(try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8))
}

let service = MockGraphQLService(
  recording: Recording(.never, folder: folder))
// White space doesn't change the meaning of a request.
for query in [
  "query HeroName($episode: Episode) { hero(episode: $episode) { name } }",
  "query HeroName($episode: Episode) {\n  hero(episode: $episode) {\n    name\n  }\n}",
] {
  guard let endpoint = URL(string: "https://shop.example/graphql") else { break }
  var request = URLRequest(url: endpoint)
  request.httpMethod = "POST"
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  let body: MockJSON = ["query": .string(query), "variables": ["episode": "EMPIRE"]]
  request.httpBody = try body.encoded()
  let (data, _) = try await service.makeSession().data(for: request)
  print(String(decoding: data, as: UTF8.self))
}
