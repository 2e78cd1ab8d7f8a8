import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

/// Forms by RFC 7578 and RFC 2046, section 5.1.1.
struct MultipartFormTests {
  static func form(_ body: String, _ type: String = "multipart/form-data; boundary=b") -> (
    parts: [String: String], error: UploadForm.Failure?
  ) {
    let data = Data("x\(body)".utf8).dropFirst()
    let form = MultipartForm(data, contentType: type)
    return (
      Dictionary(
        form.parts.map { part in
          (part.name ?? "", String(decoding: data.slice(part.content), as: UTF8.self))
        }, uniquingKeysWith: { first, _ in first }),
      form.error
    )
  }

  static let head = "Content-Disposition: form-data; name="
  static let whole = "--b\r\n\(head)\"a\"\r\n\r\n1\r\n--b--"

  @Test func partsAreReadByteByByte() {
    let body =
      """
      preamble\r\n--b\r\n\(Self.head)"a"\r\n\r\n1\r\n--not\r\n--bc\r\n\r\n--b \r\n\
      content-disposition: form-data; filename=x; name=c\r\nContent-Type: text/plain\r\n\r\n\
      \r\n--b\t\r\n\(Self.head)d\r\n\r\n\r\r\n\n-\r\n--b--\r\nepilogue
      """
    let form = Self.form(body, "multipart/form-data; boundary=\"b\"")
    #expect(form.parts == ["a": "1\r\n--not\r\n--bc\r\n", "c": "", "d": "\r\r\n\n-"])
    #expect(form.error == nil)
    // A boundary may contain a space (RFC 2046, section 5.1.1).
    let spaced = Self.form(
      body.replacing("--b", with: "--b c"), "multipart/form-data; boundary=\"b c\"")
    #expect(spaced.parts["c"] == "")
  }

  @Test func namesAndTypesAreReadAsClientsWriteThem() {
    let body = """
      --b
      Content-Disposition: form-data; x; name="0"; filename="a;b \\"c\\" \\d.png"
      Content-Type: image/png

      1
      --b
      content-disposition:form-data;NAME=1;filename=
      CONTENT-TYPE:\ttext/plain; charset=utf-8

      2
      --b
      Content-Length: 1
      Content-Disposition: form-data; name = "é" ; x

      3
      --b--
      """
    let data = Data(body.replacingOccurrences(of: "\n", with: "\r\n").utf8)
    let form = MultipartForm(data, contentType: "multipart/form-data; charset=utf-8; boundary=b")
    #expect(form.error == nil)
    let parts: [[String?]] = form.parts.map { [$0.name, $0.fileName, $0.contentType] }
    let expected: [[String?]] = [
      ["0", #"a;b "c" \d.png"#, "image/png"], ["1", "", "text/plain; charset=utf-8"],
      ["é", nil, nil],
    ]
    #expect(parts == expected)
  }

  @Test func truncatedFormIsReported() {
    let whole = Self.form(Self.whole)
    #expect(whole.parts == ["a": "1"] && whole.error == nil)
    for length in 0..<Self.whole.utf8.count {
      let cut = String(decoding: Self.whole.utf8.prefix(length), as: UTF8.self)
      let message: String =
        length < 3
        ? #"The delimiter "--b" of the form isn't in the body"#
        : #"The form ends without its closing delimiter "--b--""#
      #expect(Self.form(cut).error?.message == message, "cut at \(length)")
    }
  }

  @Test(arguments: [
    (whole, "multipart/form-data", "The type multipart/form-data has no boundary"),
    (whole, "multipart/form-data; boundary=", #""" isn't a valid boundary of a form"#),
    (whole, "multipart/form-data; boundary=\"é\"", #""é" isn't a valid boundary of a form"#),
    (
      whole, "multipart/form-data; boundary=\"b \"", #""b " isn't a valid boundary of a form"#
    ),
    (
      whole, "multipart/form-data; boundary=" + String(repeating: "b", count: 71),
      "\"" + String(repeating: "b", count: 71) + "\" isn't a valid boundary of a form"
    ),
    (
      whole, "multipart/form-data; boundary=c",
      #"The delimiter "--c" of the form isn't in the body"#
    ),
    (
      "x" + whole, "multipart/form-data; boundary=c",
      #"The delimiter "--c" of the form isn't in the body"#
    ),
    (
      "--b\r\n\(head)\"a\"\r\n--b--", "multipart/form-data; boundary=b",
      "The head of part 0 of the form ends without an empty line"
    ),
    (
      "--b\r\nX: \(String(repeating: "x", count: 16_384))\r\n\r\n1\r\n--b--",
      "multipart/form-data; boundary=b", "The head of part 0 of the form has more than 16384 bytes"
    ),
    (
      "--b\n\(head)a\n\n1\n--b--", "multipart/form-data; boundary=b",
      #"The delimiter "--b" of the form isn't in the body"#
    ),
    (
      "--b\r\n\(head)a\r\n\r\n1\r\n--b x\r\n", "multipart/form-data; boundary=b",
      #"The form ends without its closing delimiter "--b--""#
    ),
    (
      "--b\r\n\(head)a\r\n\r\n1\r\n--b-\r\n", "multipart/form-data; boundary=b",
      #"The form ends without its closing delimiter "--b--""#
    ),
  ])
  func anErrorSaysWhatIsWrong(body: String, type: String, message: String) {
    #expect(Self.form(body, type).error?.message == message)
  }

  @Test func headOf16384BytesIsRead() {
    let name = "\(Self.head)\"a\"\r\n"
    let filler = String(repeating: "x", count: 16_384 - name.utf8.count - "X: \r\n".utf8.count)
    let form = Self.form("--b\r\n\(name)X: \(filler)\r\n\r\n1\r\n--b--")
    #expect(form.parts == ["a": "1"] && form.error == nil)
  }

  @Test(arguments: ["X: y\r\n", "", "Content-Disposition: attachment; name=a\r\n"])
  func partWithoutANameIsReported(fields: String) throws {
    let body = Data("--b\r\n\(Self.head)b\r\n\r\n1\r\n--b\r\n\(fields)\r\n2\r\n--b--".utf8)
    let form = MultipartForm(body, contentType: "multipart/form-data; boundary=b")
    let error = #expect(throws: UploadForm.Failure.self) { try UploadForm.read(form, of: body) }
    #expect(
      error?.message == "Part 1 of the form has no Content-Disposition with form-data and a name")
  }

  @Test(.onOwnThreads) func manyPartsAndAlmostDelimitersAreReadInLinearTime() {
    var body = ""
    for number in 0..<MultipartForm.partLimit {
      body += "--b\r\n\(Self.head)\(number)\r\n\r\n\r\n"
    }
    let form = Self.form(body + "--b\r\n\(Self.head)x\r\n\r\n\r\n--b--")
    #expect(form.parts.count == MultipartForm.partLimit)
    #expect(form.error?.message == "The form has more than 20000 parts")
    // Each start of the delimiter but the last byte.
    let start = "\r\n--" + String(repeating: "b", count: 69)
    let nearly = String(repeating: start, count: 1_000)
    let boundary = String(repeating: "b", count: 70)
    body = "--\(boundary)\r\n\(Self.head)a\r\n\r\n\(nearly)\r\n--\(boundary)--\r\n"
    #expect(Self.form(body, "multipart/form-data; boundary=\(boundary)").parts == ["a": nearly])
  }
}
