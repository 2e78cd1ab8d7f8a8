// A client without a URLSession: it calls the service directly and reads the body as it arrives.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client's interface to the network.
protocol Transport: Sendable {
  func send(_ body: Data) async throws -> (status: Int, chunks: [Data])
}

struct MockTransport: Transport {
  let service: MockGraphQLService
  let endpoint: URL

  func send(_ body: Data) async throws -> (status: Int, chunks: [Data]) {
    var request = URLRequest(url: endpoint)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = body
    let response = try await service.respond(to: request)
    var chunks: [Data] = []
    for try await chunk in response.body { chunks.append(chunk) }
    return (response.status, chunks)
  }
}

let service = MockGraphQLService(
  .query("Viewer", .data(["viewer": ["name": "Ada"]])),
  .mutation("Like", .networkError(.notConnectedToInternet)))

if let endpoint = URL(string: "https://shop.example/graphql") {
  let transport = MockTransport(service: service, endpoint: endpoint)
  let response = try await transport.send(
    Data(#"{"query":"query Viewer { viewer { name } }"}"#.utf8))
  print(response.status, response.chunks.map { String(decoding: $0, as: UTF8.self) })

  do {
    _ = try await transport.send(Data(#"{"query":"mutation Like { like { count } }"}"#.utf8))
  } catch let error as URLError {
    print("Like failed with URLError \(error.code.rawValue)")
  }
  for received in service.requests { print(received) }
}
