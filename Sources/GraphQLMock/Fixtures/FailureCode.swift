import Foundation

extension URLError.Code {
  init?(fixture value: MockJSON) {
    if let name = value.string, let code = Self.byName[name] {
      self = code
    } else if let number = value.int, number < 0 {
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

  private static let byName: [String: URLError.Code] = {
    let words = """
      unknown -1 cancelled -999 badURL -1000 timedOut -1001 unsupportedURL -1002
      cannotFindHost -1003 cannotConnectToHost -1004 networkConnectionLost -1005
      dnsLookupFailed -1006 httpTooManyRedirects -1007 resourceUnavailable -1008
      notConnectedToInternet -1009 redirectToNonExistentLocation -1010 badServerResponse -1011
      userCancelledAuthentication -1012 userAuthenticationRequired -1013 zeroByteResource -1014
      cannotDecodeRawData -1015 cannotDecodeContentData -1016 cannotParseResponse -1017
      internationalRoamingOff -1018 callIsActive -1019 dataNotAllowed -1020
      requestBodyStreamExhausted -1021 appTransportSecurityRequiresSecureConnection -1022
      dataLengthExceedsMaximum -1103 secureConnectionFailed -1200
      serverCertificateHasBadDate -1201 serverCertificateUntrusted -1202
      serverCertificateHasUnknownRoot -1203 serverCertificateNotYetValid -1204
      clientCertificateRejected -1205 clientCertificateRequired -1206 cannotLoadFromNetwork -2000
      """.split(whereSeparator: \.isWhitespace)
    var codes: [String: URLError.Code] = [:]
    for index in stride(from: 0, to: words.count, by: 2) {
      codes[String(words[index])] = Int(words[index + 1]).flatMap { URLError.Code(rawValue: $0) }
    }
    return codes
  }()
}
