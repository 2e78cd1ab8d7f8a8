import Foundation
import Testing

@testable import GraphQLMock

/// Codes of `URLError` in fixtures and recordings.
struct FailureCodeTests {
  @Test func everyCodeIsReadFromTheNameThatIsWritten() {
    for (name, code) in URLError.Code.byName {
      #expect(
        code.fixture == .string(name) && URLError.Code(fixture: .string(name)) == code, "\(name)")
      #expect(URLError.Code(fixture: .number(code.rawValue)) == code, "\(name)")
    }
  }

  @Test(arguments: ["0", "1", "1001", "-1.5", "true", "null", "\"timeout\"", "\"TimedOut\"", "[]"])
  func anythingElseIsNotACode(text: String) throws {
    #expect(try URLError.Code(fixture: MockJSON(parsing: text)) == nil)
  }

  @Test(arguments: ["fixture", "table"]) func jsonSchemasListTheNames(schema: String) throws {
    let response = try TableFileTests.schema("\(schema).schema.json").root["$defs"]["response"]
    let names = response["properties"]["failure"]["anyOf"][0]["enum"].array?.map(\.string)
    #expect(Set(names ?? []) == Set(URLError.Code.byName.keys))
  }

  /// The codes that Apple describes as a connection that wasn't made. These failures aren't recorded.
  @Test func failuresToConnectAreThoseWithoutAConnection() {
    let names = URLError.Code.byName.filter { $0.value.isFailureToConnect }.keys.sorted()
    #expect(
      names == [
        "appTransportSecurityRequiresSecureConnection", "cannotConnectToHost", "cannotFindHost",
        "clientCertificateRejected", "clientCertificateRequired", "dataNotAllowed",
        "dnsLookupFailed", "internationalRoamingOff", "notConnectedToInternet",
        "secureConnectionFailed", "serverCertificateHasBadDate",
        "serverCertificateHasUnknownRoot", "serverCertificateNotYetValid",
        "serverCertificateUntrusted",
      ])
  }
}
