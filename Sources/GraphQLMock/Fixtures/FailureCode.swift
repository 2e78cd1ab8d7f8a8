import Foundation

extension URLError.Code {
  init?(fixture value: MockJSON) {
    if let name = value.string, let code = Self.byName[name] {
      self = code
    } else if let number = value.int, number < 0 {  // as all codes of `URLError` are
      self.init(rawValue: number)
    } else {
      return nil
    }
  }

  var fixture: MockJSON {
    Self.byName.first { $0.value == self }.map { .string($0.key) } ?? .number(rawValue)
  }

  var name: String { fixture.string ?? fixture.description }

  /// A Boolean value that indicates whether the error code means that the client couldn't connect to the service.
  /// Timeouts and lost connections are excluded, because an app may have to handle them.
  var isFailureToConnect: Bool { Self.failuresToConnect.contains(self) }

  private static let failuresToConnect: Set<URLError.Code> = [
    .appTransportSecurityRequiresSecureConnection, .cannotConnectToHost, .cannotFindHost,
    .clientCertificateRejected, .clientCertificateRequired, .dataNotAllowed, .dnsLookupFailed,
    .internationalRoamingOff, .notConnectedToInternet, .secureConnectionFailed,
    .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
    .serverCertificateUntrusted,
  ]

  /// The names in fixtures and recordings of users, which `fixture.schema.json` and `table.schema.json` list, too.
  static let byName: [String: URLError.Code] = [
    "appTransportSecurityRequiresSecureConnection": .appTransportSecurityRequiresSecureConnection,
    "badServerResponse": .badServerResponse, "badURL": .badURL, "callIsActive": .callIsActive,
    "cancelled": .cancelled, "cannotConnectToHost": .cannotConnectToHost,
    "cannotDecodeContentData": .cannotDecodeContentData,
    "cannotDecodeRawData": .cannotDecodeRawData, "cannotFindHost": .cannotFindHost,
    "cannotLoadFromNetwork": .cannotLoadFromNetwork, "cannotParseResponse": .cannotParseResponse,
    "clientCertificateRejected": .clientCertificateRejected,
    "clientCertificateRequired": .clientCertificateRequired,
    "dataLengthExceedsMaximum": .dataLengthExceedsMaximum, "dataNotAllowed": .dataNotAllowed,
    "dnsLookupFailed": .dnsLookupFailed, "httpTooManyRedirects": .httpTooManyRedirects,
    "internationalRoamingOff": .internationalRoamingOff,
    "networkConnectionLost": .networkConnectionLost,
    "notConnectedToInternet": .notConnectedToInternet,
    "redirectToNonExistentLocation": .redirectToNonExistentLocation,
    "requestBodyStreamExhausted": .requestBodyStreamExhausted,
    "resourceUnavailable": .resourceUnavailable, "secureConnectionFailed": .secureConnectionFailed,
    "serverCertificateHasBadDate": .serverCertificateHasBadDate,
    "serverCertificateHasUnknownRoot": .serverCertificateHasUnknownRoot,
    "serverCertificateNotYetValid": .serverCertificateNotYetValid,
    "serverCertificateUntrusted": .serverCertificateUntrusted, "timedOut": .timedOut,
    "unknown": .unknown, "unsupportedURL": .unsupportedURL,
    "userAuthenticationRequired": .userAuthenticationRequired,
    "userCancelledAuthentication": .userCancelledAuthentication,
    "zeroByteResource": .zeroByteResource,
  ]
}
