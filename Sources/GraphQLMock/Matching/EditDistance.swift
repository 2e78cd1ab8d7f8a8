/// The similarity of two names (``LexicalDistance``).
enum EditDistance {
  /// The distance from which two names count as unrelated.
  static func limit(for name: String) -> Int { max(3, name.utf8.count / 3) }

  /// The most similar name, or `nil` if none is near.
  static func nearest(to wanted: String, among names: [String]) -> String? {
    let limit = limit(for: wanted)
    let near = names.map { (name: $0, distance: between($0, wanted, limit: limit)) }
    return near.min { $0.distance < $1.distance }.flatMap { $0.distance < limit ? $0.name : nil }
  }

  /// The most similar names, most similar first.
  ///
  /// At most 4,096 names of about the same length are compared. All others count as less similar.
  static func alike(_ wanted: String, among names: [String], atMost limit: Int) -> [String] {
    guard names.count > limit else { return names }
    func lengthening(_ name: String) -> Int { abs(name.utf8.count - wanted.utf8.count) }
    // Names that are farther away are ordered by their lengths alone.
    let farthest = 2 * Self.limit(for: wanted)
    let measure = LexicalDistance(to: beginning(of: wanted))
    let compared = names.lazy.filter { lengthening($0) <= 8 }.prefix(4_096).map { name in
      (
        name: name, distance: distance(of: name, to: wanted, measure, limit: farthest),
        lengthening: lengthening(name)
      )
    }
    let others = names.lazy.filter { lengthening($0) > 8 }.prefix(limit)
    let alike = compared.ordered {
      ($0.distance, $0.lengthening) < ($1.distance, $1.lengthening)
    }.map(\.name)
    return Array((alike + others).prefix(limit))
  }

  /// The distance without regard to case, at most `limit`.
  static func between(_ left: String, _ right: String, limit: Int) -> Int {
    distance(of: left, to: right, LexicalDistance(to: beginning(of: right)), limit: limit)
  }

  private static func distance(
    of name: String, to wanted: String, _ measure: LexicalDistance, limit: Int
  ) -> Int {
    if name.equalsIgnoringCase(wanted) { return 0 }
    return measure.measure(beginning(of: name), limit: limit - 1) ?? limit
  }

  /// Only the first 128 bytes of a name are compared.
  private static func beginning(of name: String) -> String {
    String(decoding: name.utf8.prefix(128), as: UTF8.self)
  }
}
