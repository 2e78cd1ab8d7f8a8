import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reading of requests, next to Foundation's decoder.
func registerBodyBenchmarks() {
  compareReaders("request 1 KB", size: 1_024, documentSize: 700)
  compareReaders("request 64 KB arrays", size: 65_536, documentSize: 1_000)
  compareReaders("request 64 KB objects", size: 65_536, documentSize: 1_000, payload: .objects)
  compareReaders("request 64 KB base64", size: 65_536, documentSize: 1_000, payload: .base64)
}

private func compareReaders(
  _ name: String, size: Int, documentSize: Int, payload: RequestBodyText.Payload = .arrays
) {
  func reader(_ suffix: String, _ read: @escaping (Data) -> Int) -> Contender {
    Contender("\(name): \(suffix)") {
      let body = RequestBodyText.make(size: size, documentSize: documentSize, payload: payload)
      try check(read(body), suffix)
      return repeating { read(body) }
    }
  }
  var request = SampleRequest.hero.request
  compare(
    name,
    [
      reader("OperationRequest") { body in
        request.httpBody = body
        return (try? OperationRequest(request))?.document?.utf8.count ?? -1
      },
      reader("JSONDecoder with variables") { body in
        let request = try? JSONDecoder().decode(DecodableRequest.self, from: body)
        return request?.query.utf8.count ?? -1
      },
      reader("JSONDecoder without variables") { body in
        let request = try? JSONDecoder().decode(DecodableRequestHead.self, from: body)
        return request?.query.utf8.count ?? -1
      },
    ])
}
