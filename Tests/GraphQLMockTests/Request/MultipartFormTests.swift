import Foundation
import Testing

@testable import GraphQLMock

/// Forms by RFC 7578 and RFC 2046, section 5.1.1.
@Suite struct MultipartFormTests {
  static func parts(_ body: String, _ type: String) -> [String: String]? {
    let data = Data(body.utf8)
    guard let form = MultipartForm(data, contentType: type) else { return nil }
    return Dictionary(
      form.parts.map { ($0.name, String(decoding: data[$0.content], as: UTF8.self)) },
      uniquingKeysWith: { first, _ in first })
  }

  static let head = "Content-Disposition: form-data; name="

  @Test func partsAreFoundWithTheirContentByteByByte() {
    let body =
      "preamble\r\n--b\r\n\(Self.head)\"a\"\r\n\r\n1\r\n--not\r\n\r\n--b \r\n"
      + "content-disposition: form-data; filename=x; name=c\r\nContent-Type: text/plain\r\n\r\n"
      + "\r\n--b--\r\nepilogue"
    #expect(
      Self.parts(body, "multipart/form-data; boundary=\"b\"") == ["a": "1\r\n--not\r\n", "c": ""])
  }

  @Test func whatIsNoFormIsNone() {
    let whole = "--b\r\n\(Self.head)\"a\"\r\n\r\n1\r\n--b--"
    #expect(Self.parts(whole, "multipart/form-data; boundary=b") == ["a": "1"])
    #expect(Self.parts(whole, "multipart/form-data") == nil)
    #expect(Self.parts(whole, "multipart/form-data; boundary=") == nil)
    #expect(Self.parts(whole, "multipart/form-data; boundary=c") == nil)
    for length in 0..<(whole.utf8.count - 1) {
      let cut = String(decoding: whole.utf8.prefix(length), as: UTF8.self)
      #expect(Self.parts(cut, "multipart/form-data; boundary=b") == nil, "cut at \(length)")
    }
  }
}
