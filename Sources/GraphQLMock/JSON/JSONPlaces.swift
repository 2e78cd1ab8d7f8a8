/// The byte ranges of the values along a path in a JSON text.
///
/// For the path `a[0]`, these are the ranges of the whole text, of the member `a` and of its first element. If an
/// object has several members with the same name, the last one is used.
struct JSONPlaces: Sendable {
  struct Location: Sendable {
    // The byte offset of the member's name, or of the value if it isn't a member of an object.
    let start: Int
    var range: Range<Int>
  }

  /// The locations of all values along the path, from the whole text to the value at the end of the path.
  private(set) var onPath: [Location] = []
  /// The locations of the members or elements of the value at the end of the path.
  private(set) var children: [Location] = []
  private let reachesEndOfPath: Bool

  init(of path: JSONPath, in text: Span<UInt8>) {
    var walk = JSONWalk()
    var nameStart = 0
    let components = path.components
    reading: while true {
      let token = walk.next(text)
      let depth = walk.path.count
      switch token {
      case .needsMore, .failed: break reading
      case .name: nameStart = walk.tokenizer.start
      case .endObject, .endArray:
        onPath[depth].range = onPath[depth].range.lowerBound..<walk.tokenizer.offset
      case .beginObject, .beginArray, .string, .number, .literal:
        let start = walk.tokenizer.start
        var place = Location(start: start, range: start..<walk.tokenizer.offset)
        if case .member? = walk.path.last { place = Location(start: nameStart, range: place.range) }
        if depth <= components.count, depth == 0 || components[depth - 1] == walk.path[depth - 1] {
          // Values beside the path are skipped as a whole, so `onPath` has all `depth` values around this one. A
          // repeated member replaces the earlier one.
          onPath.removeSubrange(depth...)
          onPath.append(place)
          children = []
        } else {
          guard let range = walk.skip(text) else { break reading }
          place.range = range
          if depth > components.count { children.append(place) }
        }
      }
    }
    reachesEndOfPath = onPath.count > components.count
  }

  var range: Range<Int>? { reachesEndOfPath ? onPath.last?.range : nil }

  /// Returns the position of the value at a path, or of the innermost existing value around a missing one.
  static func position(
    of path: JSONPath, ofName: Bool = false, in bytes: ContiguousArray<UInt8>
  ) -> TextPosition {
    let places = JSONPlaces(of: path, in: bytes.span)
    let place = places.onPath.last
    let offset = ofName && places.reachesEndOfPath ? place?.start : place?.range.lowerBound
    return TextPosition(of: offset ?? 0, in: bytes.span)
  }

  /// Returns the byte ranges of the outermost members with a name, by their paths, in one pass.
  static func ranges(of name: String, in bytes: ContiguousArray<UInt8>) -> [JSONPath: Range<Int>] {
    var (walk, found) = (JSONWalk(), [JSONPath: Range<Int>]())
    while true {
      let token = walk.next(bytes.span)
      if [.needsMore, .failed].contains(token) { return found }
      guard walk.path.last == .member(name), token != .name else { continue }
      found[JSONPath(walk.path)] = walk.skip(bytes.span)
    }
  }
}
