import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Divided responses, reassembled like clients do, equal the whole response.
struct ReassembledResponseTests {
  private static let formats = [
    StreamedResponseTests.apollo, "multipart/mixed, application/json", "text/event-stream",
  ]

  /// The payloads of a response in any transport.
  private static func payloads(_ response: StreamedResponse) async throws -> [ClientJSON] {
    let type = response.headers["Content-Type"] ?? ""
    let body = try await response.body.collect()
    if type.hasPrefix("multipart/mixed") {
      let reader = try #require(MultipartReader(body, contentType: type))
      #expect(reader.isClosed)
      return try reader.parts.map { try ClientJSON($0.body) }
    }
    if type.hasPrefix("text/event-stream") {
      let events = EventStreamReader(body).events
      #expect(events.last?.type == "complete")
      return try events.dropLast().map { try ClientJSON($0.data) }
    }
    return [try ClientJSON(String(decoding: body, as: UTF8.self))]
  }

  private static func reassembled(
    _ document: String, _ service: MockGraphQLService, _ accept: String
  ) async throws -> Reassembly {
    let request = try URLRequest.asking(document, accept: accept)
    return try Reassembly(await payloads(service.respond(to: request)))
  }

  /// There is a part for each object that a fragment applies to, and for no other.
  @Test(.onOwnThreads) func reassembledPartsOfRandomDocumentsEqualTheWholeResponse() async throws {
    let schema = try ServiceSchema(definitions: RandomDeferral.schema)
    var faults: [String] = []
    var divided = 0
    for seed in 0..<UInt64(Effort.rounds(6, long: 400)) {
      let drawn = RandomDeferral(seed: seed)
      let whole = try ClientJSON(drawn.answer)
      let response = MockResponse.data(try MockJSON(parsing: drawn.answer)).deferred
      for types in [schema, nil] {
        let service = MockGraphQLService(.operation(response), schema: types)
        for format in Self.formats {
          do {
            let result = try await Self.reassembled(drawn.document, service, format)
            divided += result.deliveries.count
            if result.data != whole || !result.errors.isEmpty {
              faults.append("\(seed) \(format) data: \(drawn.document)\n\(result.data)\n\(whole)")
            }
            guard types != nil, drawn.isTyped else { continue }
            let wrong = result.deliveries.symmetricDifference(drawn.deliveries)
            if !wrong.isEmpty { faults.append("\(seed) \(format) \(drawn.document) \(wrong)") }
          } catch {
            faults.append("\(seed) \(format) \(error) \(drawn.document)\n\(drawn.answer)")
          }
        }
        faults += service.failures.map { "\(seed) \($0.message)" }
      }
    }
    #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(3))")
    #expect(divided > 100)
  }

  @Test(arguments: ReferenceDeferrals.cases)
  func reassembledPartsEqualTheDataOfGraphqlJS(document: String, data: String) async throws {
    let whole = try ClientJSON(data)
    let service = MockGraphQLService(
      .operation(.data(try MockJSON(parsing: data)).deferred))
    for format in Self.formats {
      let result = try await Self.reassembled(document, service, format)
      #expect(result.data == whole)
      #expect(result.errors.isEmpty)
    }
    #expect(service.failures == [])
  }
}
