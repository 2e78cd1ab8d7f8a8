// The codes of `URLError` as fixture files and launch plans write them: by name, or by number.

import Foundation

extension URLError.Code {
  /// Reads a code from a fixture; nil if it is none.
  init?(fixture value: MockJSON) {
    if let name = value.string, let code = Self.byName[name] {
      self = code
    } else if let number = value.int, number < 0 {
      self.init(rawValue: number)
    } else {
      return nil
    }
  }

  /// The code as fixtures have it.
  var fixture: MockJSON {
    Self.byName.first { $0.value == self }.map { .string($0.key) } ?? .number(rawValue)
  }

  /// The code as messages name it.
  var name: String { fixture.string ?? fixture.description }

  /// Whether no connection to the service came about, so that the service said nothing.
  ///
  /// A connection that was lost later, and a time-out, aren't among these: a client may have to deal with them.
  var isFailureToConnect: Bool { Self.failuresToConnect.contains(self) }

  private static let failuresToConnect: Set<URLError.Code> = [
    .appTransportSecurityRequiresSecureConnection, .cannotConnectToHost, .cannotFindHost,
    .clientCertificateRejected, .clientCertificateRequired, .dataNotAllowed, .dnsLookupFailed,
    .internationalRoamingOff, .notConnectedToInternet, .secureConnectionFailed,
    .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
    .serverCertificateUntrusted,
  ]

  private static let byName: [String: URLError.Code] = [
    "appTransportSecurityRequiresSecureConnection":
      .appTransportSecurityRequiresSecureConnection,
    "badServerResponse": .badServerResponse,
    "badURL": .badURL,
    "callIsActive": .callIsActive,
    "cancelled": .cancelled,
    "cannotConnectToHost": .cannotConnectToHost,
    "cannotDecodeContentData": .cannotDecodeContentData,
    "cannotDecodeRawData": .cannotDecodeRawData,
    "cannotFindHost": .cannotFindHost,
    "cannotLoadFromNetwork": .cannotLoadFromNetwork,
    "cannotParseResponse": .cannotParseResponse,
    "clientCertificateRejected": .clientCertificateRejected,
    "clientCertificateRequired": .clientCertificateRequired,
    "dataLengthExceedsMaximum": .dataLengthExceedsMaximum,
    "dataNotAllowed": .dataNotAllowed,
    "dnsLookupFailed": .dnsLookupFailed,
    "httpTooManyRedirects": .httpTooManyRedirects,
    "internationalRoamingOff": .internationalRoamingOff,
    "networkConnectionLost": .networkConnectionLost,
    "notConnectedToInternet": .notConnectedToInternet,
    "redirectToNonExistentLocation": .redirectToNonExistentLocation,
    "requestBodyStreamExhausted": .requestBodyStreamExhausted,
    "resourceUnavailable": .resourceUnavailable,
    "secureConnectionFailed": .secureConnectionFailed,
    "serverCertificateHasBadDate": .serverCertificateHasBadDate,
    "serverCertificateHasUnknownRoot": .serverCertificateHasUnknownRoot,
    "serverCertificateNotYetValid": .serverCertificateNotYetValid,
    "serverCertificateUntrusted": .serverCertificateUntrusted,
    "timedOut": .timedOut,
    "unknown": .unknown,
    "unsupportedURL": .unsupportedURL,
    "userAuthenticationRequired": .userAuthenticationRequired,
    "userCancelledAuthentication": .userCancelledAuthentication,
    "zeroByteResource": .zeroByteResource,
  ]
}
