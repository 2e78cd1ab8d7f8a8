import Foundation
@_spi(Benchmarks) import GraphQLMock

#if canImport(SimdjsonPeer)
  import SimdjsonPeer
#endif

/// Decoding of bodies, whole and in chunks.
func registerBodyBenchmarks() {
  compareDecoders("body 1 KB", size: 1_024, documentSize: 700)
  compareDecoders("body 4 KB", size: 4_096, documentSize: 1_500)
  compareDecoders("body 64 KB arrays", size: 65_536, documentSize: 1_000)
  compareDecoders("body 64 KB objects", size: 65_536, documentSize: 1_000, payload: .objects)
  compareDecoders("body 64 KB base64", size: 65_536, documentSize: 1_000, payload: .base64)
  compareDecoders(
    "body 10 MB", size: 10_000_000, documentSize: 1_000, slice: .microseconds(1),
    total: .seconds(8), withFoundation: false)
}

private func compareDecoders(
  _ name: String, size: Int, documentSize: Int, payload: RequestBodyText.Payload = .arrays,
  slice: Duration = .microseconds(400), total: Duration = .milliseconds(2500),
  withFoundation: Bool = true
) {
  let makeBody: () -> Data = {
    RequestBodyText.make(size: size, documentSize: documentSize, payload: payload)
  }
  func decoder(_ suffix: String, _ decode: @escaping (Data) -> Int) -> Contender {
    Contender("\(name): \(suffix)") {
      let body = makeBody()
      try check(decode(body), suffix)
      return repeating { decode(body) }
    }
  }
  var contenders = [
    decoder("decode") { BenchmarkedSteps.decode($0) },
    decoder("decode in chunks") { BenchmarkedSteps.decode($0, chunkSize: 65_536) },
  ]
  if withFoundation {
    contenders += [
      decoder("JSONDecoder with variables") { body in
        let request = try? JSONDecoder().decode(DecodableRequest.self, from: body)
        return request?.query.utf8.count ?? -1
      },
      decoder("JSONDecoder without variables") { body in
        let request = try? JSONDecoder().decode(DecodableRequestHead.self, from: body)
        return request?.query.utf8.count ?? -1
      },
    ]
  }
  #if canImport(SimdjsonPeer)
    contenders.append(
      Contender("\(name): simdjson") {
        let body = makeBody()
        let padded = ContiguousArray(body) + Array(repeating: 0, count: simdjson_padding())
        let decode = {
          padded.withUnsafeBufferPointer {
            simdjson_decode($0.baseAddress, body.count, $0.count)
          }
        }
        guard decode() == BenchmarkedSteps.decode(body) else {
          throw PreparationError("simdjson found something else")
        }
        return repeating(decode)
      })
  #endif
  compare(name, slice: slice, total: total, contenders)
}
