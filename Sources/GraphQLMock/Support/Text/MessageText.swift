extension String {
  static let nameLimit = 200
  static let messageLimit = 65_536

  /// Returns the text, which is cut after a number of code points, with a note of its length, if it has more.
  package func shortened(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return self }
    return "\(self[..<end])… (\(utf8.count) bytes)"
  }

  /// Returns the text with escape sequences such as `\u{1B}` for characters that control a terminal or reorder text.
  package func escapingControls(
    except kept: [Unicode.Scalar] = ["\n", "\t"], asJSON: Bool = false
  ) -> String {
    guard utf8.contains(where: { $0 < 0x20 && ($0 != 0x0A || !kept.contains("\n")) || $0 >= 0x7F })
    else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let properties = scalar.properties
      let isUnsafe =
        [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
        || properties.isBidiControl
      if isUnsafe, !kept.contains(scalar) {
        let hexadecimal = String(hexadecimal: scalar.value, width: 4, uppercase: true)
        result += (asJSON ? "\\u\(hexadecimal)" : scalar.escaped(asASCII: true)).unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The name as a Swift literal, shortened to `nameLimit` code points.
  var nameLiteral: String { shortened(to: Self.nameLimit).swiftLiteral }

  /// The first 80 code points as a Swift literal. A `Character` could be long.
  var quoted: String { String(unicodeScalars.prefix(80)).swiftLiteral }
}
