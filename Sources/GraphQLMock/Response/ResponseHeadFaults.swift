// What can't be sent as the head of a response, whichever way the response came about.

import Foundation

extension MockResponse {
  /// Looks for a fault in the status and the header fields that the response states.
  func checkHead() throws(ResponseWritingError) {
    if let statusCode, !(100...599).contains(statusCode) { throw .invalidStatus(statusCode) }
    for (name, value) in headerFields {
      guard name.isHeaderFieldName else { throw .invalidFieldName(name) }
      guard value.isHeaderFieldValue else { throw .invalidFieldValue(name: name) }
    }
  }
}

extension ExchangeResponse {
  /// Looks for what the platform's Foundation can't deliver.
  func checkDelivery() throws(ResponseWritingError) {
    #if canImport(FoundationNetworking)
      if status == 401, headers.value(ofHeader: "WWW-Authenticate")?.hasBasicChallenge == true {
        throw .challenge
      }
    #endif
  }
}

extension String {
  /// Whether this is a token (RFC 9110, section 5.6.2), as names of header fields are.
  fileprivate var isHeaderFieldName: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }

  /// Whether the text holds none of what ends a header field, or is invalid in one (RFC 9110,
  /// section 5.5).
  fileprivate var isHeaderFieldValue: Bool {
    !utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0x00 }
  }

  /// Whether a value of `WWW-Authenticate` has a Basic challenge (RFC 7617), for Foundation.
  ///
  /// Challenges are separated by commas (RFC 9110, section 11.6.1). Foundation takes commas in quoted
  /// strings for such, too.
  fileprivate var hasBasicChallenge: Bool {
    utf8.split(separator: UInt8(ascii: ",")).contains { challenge in
      challenge.drop { $0 == 0x20 || $0 == 0x09 }.prefix(while: \.isTokenCharacter)
        .elementsEqual("basic".utf8) { $0.asciiLowercased == $1 }
    }
  }
}

extension UInt8 {
  /// Whether this is a character of a token (RFC 9110, section 5.6.2).
  fileprivate var isTokenCharacter: Bool {
    switch self {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C,
      0x7E:
      true
    default: false
    }
  }
}
