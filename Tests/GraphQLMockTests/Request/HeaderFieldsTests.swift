import Foundation
import GraphQLMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct HeaderFieldsTests {
  /// RFC 9110, section 5.3: the order of fields with the same name, whose case doesn't matter, is significant.
  @Test func fieldsWithOneNameInAnyCaseKeepTheirOrder() async throws {
    let fields: HeaderFields = ["x-b": "0", "via": "1", "Via": "2", "VIA": "3", "A": "4"]
    #expect(fields.values(of: "Via") == ["1", "2", "3"])
    #expect(fields["via"] == "1, 2, 3")
    #expect(fields.map(\.value) == ["4", "1", "2", "3", "0"])
    let service = MockGraphQLService(
      .http("/a", .status(200, headers: ["link": "1", "Link": "2", "LINK": "3"])))
    let sent = try await service.respond(to: URLRequest(url: .of("https://example.invalid/a")))
    #expect(sent.headers.values(of: "Link") == ["1", "2", "3"])
  }
}
