import Foundation

/// A form with the media type `multipart/form-data` (RFC 7578).
struct MultipartForm: Sendable {
  typealias Failure = UploadForm.Failure

  static let partLimit = 20_000
  /// The maximum number of bytes of a part's header fields, as in `busboy`, with which `graphql-upload` reads forms.
  static let headLimit = 16_384
  /// The parts of the form. If the form has an error, only the parts before the error are included.
  private(set) var parts: [MultipartPart] = []
  private(set) var error: Failure?

  init(_ body: Data, contentType: String) {
    do throws(Failure) {
      try read(body.span, HeaderParameters(contentType[...])["boundary"])
    } catch {
      self.error = error
    }
  }

  private mutating func read(_ body: Span<UInt8>, _ boundary: String?) throws(Failure) {
    guard let boundary else { throw Failure("The type multipart/form-data has no boundary") }
    // A boundary may contain spaces, but must not end with a space (RFC 2046, section 5.1.1).
    guard (1...70).contains(boundary.utf8.count), !boundary.hasSuffix(" "),
      boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { throw Failure("\(boundary.quoted) isn't a valid boundary of a form") }
    let (found, isClosed) = MultipartPart.parse(
      body, boundary: boundary, isStrict: true, limit: Self.partLimit + 1)
    for (number, part) in found.enumerated() {
      if number == Self.partLimit {
        throw Failure("The form has more than \(number) parts", isTooLarge: true)
      }
      if part.headSize > Self.headLimit {
        throw Failure(
          "The head of part \(number) of the form has more than \(Self.headLimit) bytes",
          isTooLarge: true)
      }
      // Without a closing delimiter, the last part of the form is incomplete and isn't checked.
      if !isClosed, number == found.count - 1 { break }
      guard part.isHeadClosed else {
        throw Failure("The head of part \(number) of the form ends without an empty line")
      }
      parts.append(part)
    }
    if isClosed { return }
    throw Failure(
      found.isEmpty
        ? "The delimiter \("--\(boundary)".quoted) of the form isn't in the body"
        : "The form ends without its closing delimiter \("--\(boundary)--".quoted)")
  }
}
