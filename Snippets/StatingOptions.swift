// Options of a service: unhandled requests, the size of the journal, and the clock of a test.

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let clock = SteppedClock()
let service = MockGraphQLService(
  .query("Viewer", .data(["viewer": ["name": "Ada"]]).delay(.seconds(60))),
  unhandled: .respond(.status(404)), clock: clock,
  options: ServiceOptions(journalLimit: 2, bodyLimit: 64))

func post(_ body: String) -> URLRequest? {
  guard let endpoint = URL(string: "https://shop.example/graphql") else { return nil }
  var request = URLRequest(url: endpoint)
  request.httpMethod = "POST"
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  request.httpBody = Data(body.utf8)
  return request
}

if let viewer = post(#"{"query":"query Viewer { viewer { name } }"}"#),
  let cart = post(#"{"query":"query Cart { cart { lines { product { id name } amount } } }"}"#)
{
  // A minute passes without waiting.
  async let response = service.respond(to: viewer)
  try await clock.waitForDelays()
  clock.advance(by: .seconds(60))
  print("Viewer:", try await response.status)

  print("Cart:", try await service.respond(to: cart).status)
  for received in service.requests {
    let kept = received.urlRequest.httpBody?.count ?? 0
    print("The journal has \(kept) of \(received.requestBodyLength) bytes.")
  }
}
