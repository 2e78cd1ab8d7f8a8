import Foundation

/// Encodes and decodes Base64 with the standard or URL-safe alphabet (RFC 4648, sections 4 and 5).
enum Base64 {
  static func decode(_ text: some Collection<UInt8>) -> ContiguousArray<UInt8>? {
    var digits = text.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    if !digits.contains(0x3D) {
      digits += Array(repeating: 0x3D, count: (4 - digits.count % 4) % 4)
    }
    guard digits.count % 4 == 0 else { return nil }
    return Data(base64Encoded: Data(digits)).map { ContiguousArray($0) }
  }

  static func encodeForURL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
