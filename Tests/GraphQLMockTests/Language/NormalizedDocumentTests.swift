import Foundation
import TestSupport
import Testing

@testable import GraphQLMock

struct NormalizedDocumentTests {
  struct Vector: Decodable, Sendable {
    let source: String
    let normalized: String?
    let message: String?
    let line: Int?
    let column: Int?
  }

  @Test func strippedDocumentsEqualThoseOfGraphqlCore328() throws {
    var differences: [String] = []
    for vector in try VectorFile.load("normalizer", as: [Vector].self) {
      do throws(GraphQLSyntaxError) {
        let text = try NormalizedDocument.text(of: vector.source)
        if text.unicodeScalars.elementsEqual((vector.normalized ?? "an error").unicodeScalars) {
          continue
        }
        differences.append("\(vector.source.debugDescription)\n\(text)")
      } catch {
        if vector.message.map(ReferenceMessage.inDoubleQuotes)
          == ReferenceMessage.inDoubleQuotes(error.message),
          error.line == vector.line, error.column == vector.column
        {
          continue
        }
        differences.append("\(vector.source.debugDescription)\n\(error)\nnot \(vector)")
      }
    }
    #expect(differences == [])
  }

  struct Sweep: Decodable, Sendable {
    let prefix: String
    let alphabet: [String]
    let suffix: String
    let length: Int
    let count: Int
    let accepted: Int
    let checksum: String
  }

  @Test(.onOwnThreads) func strippedShortStringsEqualThoseOfGraphqlCore328() throws {
    for sweep in try VectorFile.load("sweeps", as: [Sweep].self)
    where sweep.length == Effort.rounds(6, long: 7) {
      var checksum: UInt64 = 0xCBF2_9CE4_8422_2325
      var count = 0
      var accepted = 0
      var unstable = 0
      ShortStrings.forEach(
        Array(sweep.prefix.utf8), sweep.alphabet.flatMap(\.utf8), Array(sweep.suffix.utf8),
        upTo: sweep.length
      ) { bytes in
        count += 1
        var text = ContiguousArray<UInt8>()
        if NormalizedDocument.append(bytes.span, to: &text) == nil {
          accepted += 1
          // Stripping is idempotent. Checks every eighth document, to save time.
          if count & 7 == 0 {
            var again = ContiguousArray<UInt8>()
            let fault = NormalizedDocument.append(text.span, to: &again)
            if fault != nil || again != text { unstable += 1 }
          }
        } else {
          text = [0x21]
        }
        for index in text.indices {
          checksum = (checksum ^ UInt64(text[index])) &* 0x100_0000_01B3
        }
        checksum = (checksum ^ 0x0A) &* 0x100_0000_01B3
      }
      let counts: [Int] = [unstable, count, accepted]
      #expect(counts == [0, sweep.count, sweep.accepted], "\(sweep)")
      #expect(checksum == UInt64(sweep.checksum, radix: 16), "\(sweep)")
    }
  }

  @Test func strippingSeparatesOnlyTokensThatNeedASpace() {
    // graphql-js, stripIgnoredCharacters-test.ts, crosses the same classes.
    let punctuators = ["!", "$", "&", "(", ")", ":", "=", "@", "[", "]", "{", "|", "}"]
    let others = ["a", "A1", "_", "1", "-0", "3.14", "1e5", #""s""#, #""\"""#, #""""b""""#]
    let ignored = [
      " ", "\t", "\n", "\r", "\r\n", ",", "\u{FEFF}", "#c\n", "#\r", " ,\n", "#\",\n\t",
    ]
    var differences: [String] = []
    for left in punctuators + others + ["..."] {
      for right in punctuators + others + ["..."] {
        let needsSpace =
          others.contains(left) && (others.contains(right) || right == "...")
        let expected = left + (needsSpace ? " " : "") + right
        for between in ignored {
          for source in [left + between + right, between + left + between + right + between] {
            if (try? NormalizedDocument.text(of: source)) != expected {
              differences.append(source)
            }
          }
        }
      }
    }
    #expect(differences == [])
  }

  @Test func ignoredTokensAreStripped() throws {
    #expect(try NormalizedDocument.text(of: "query  Q # c\n{ a, b }") == "query Q{a b}")
    #expect(throws: GraphQLSyntaxError.self) { try NormalizedDocument.text(of: "{ a? }") }
  }
}

/// Calls back with every string up to a length.
enum ShortStrings {
  static func forEach(
    _ prefix: [UInt8], _ alphabet: [UInt8], _ suffix: [UInt8], upTo length: Int,
    _ body: (ContiguousArray<UInt8>) -> Void
  ) {
    for size in 0...length {
      var digits = ContiguousArray(repeating: 0, count: size)
      var bytes = ContiguousArray(prefix)
      bytes.append(contentsOf: repeatElement(alphabet[0], count: size))
      bytes.append(contentsOf: suffix)
      while true {
        body(bytes)
        var position = size - 1
        while position >= 0 {
          digits[position] += 1
          if digits[position] < alphabet.count {
            bytes[prefix.count + position] = alphabet[digits[position]]
            break
          }
          digits[position] = 0
          bytes[prefix.count + position] = alphabet[0]
          position -= 1
        }
        if position < 0 { break }
      }
    }
  }
}
