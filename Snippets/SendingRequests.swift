// Request forms: a batch, the handshake of a persisted query, and an upload.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let service = MockGraphQLService(
  .query("Viewer", .data(["viewer": ["name": "Ada"]])),
  .query("Cart", .data(["cart": ["lines": []]])),
  .mutation("SetAvatar") { request in
    let file = request.files.first
    return .data(["setAvatar": "\(file?.filename ?? "") has \(file?.size ?? 0) bytes"])
  })

func send(_ title: String, _ body: String, type: String = "application/json") async throws {
  guard let url = URL(string: "https://shop.example/graphql") else { return }
  var request = URLRequest(url: url)
  request.httpMethod = "POST"
  request.setValue(type, forHTTPHeaderField: "Content-Type")
  request.httpBody = Data(body.utf8)
  let response = try await service.respond(to: request)
  let text = String(decoding: try await response.body.collect(), as: UTF8.self)
  print("\(title): \(response.status) \(text)")
}

try await send(
  "A batch",
  #"[{"query":"query Viewer { viewer { name } }"},{"query":"query Cart { cart { lines } }"}]"#)

// The hash is the SHA-256 of the document.
let hash = "eaeaa2e100ebedd7c4026676d17d9c2005626544c0375da61de59de281a36ebf"
let persisted = #""extensions":{"persistedQuery":{"version":1,"sha256Hash":"HASH"}}"#
  .replacingOccurrences(of: "HASH", with: hash)
try await send("A hash that is not known", "{\(persisted)}")
try await send(
  "The document with its hash", #"{"query":"query Viewer { viewer { name } }",\#(persisted)}"#)
try await send("The hash alone", "{\(persisted)}")

let operations =
  #"{"query":"mutation SetAvatar($file: Upload!) { setAvatar(file: $file) }","#
  + #""variables":{"file":null}}"#
try await send(
  "An upload",
  [
    "--boundary", #"Content-Disposition: form-data; name="operations""#, "", operations,
    "--boundary", #"Content-Disposition: form-data; name="map""#, "", #"{"0":["variables.file"]}"#,
    "--boundary", #"Content-Disposition: form-data; name="0"; filename="me.png""#,
    "Content-Type: image/png", "", "(an image)", "--boundary--",
  ].joined(separator: "\r\n"), type: "multipart/form-data; boundary=boundary")

for received in service.requests(named: "Viewer") { print(received) }
