/// Finds values in a JSON text by their paths. Of several members with the same name, the last one is found.
enum JSONPlaces {
  /// Returns the position of the value at a path, or of the innermost existing value around a missing one.
  /// - Parameter ofName: Whether to return the position of a member's name in place of its value.
  static func position(
    of path: JSONPath, ofName: Bool = false, in bytes: ContiguousArray<UInt8>
  ) -> TextPosition {
    var (walk, nameStart) = (JSONWalk(), 0)
    // The offsets of the values along the path, from the whole text to the innermost value that was found.
    var offsets: [Int] = []
    while true {
      switch walk.next(bytes.span) {
      case .needsMore, .failed:
        // There is no token of a number that is the whole text.
        return TextPosition(of: offsets.last ?? walk.tokenizer.start, in: bytes.span)
      case .name: nameStart = walk.tokenizer.start
      case .endObject, .endArray: break
      case .beginObject, .beginArray, .string, .number, .literal:
        let depth = walk.path.count
        // Values beside the path are skipped as a whole, so `offsets` has all `depth` values around this one.
        guard depth <= path.components.count, walk.path.last == path.components.prefix(depth).last
        else {
          _ = walk.skip(bytes.span)
          continue
        }
        offsets.removeSubrange(depth...)
        if ofName, depth == path.components.count, case .member? = walk.path.last {
          offsets.append(nameStart)
        } else {
          offsets.append(walk.tokenizer.start)
        }
      }
    }
  }

  /// Returns the byte ranges of the outermost values whose paths are wanted, in one pass. The text must have no repeated
  /// names, or ranges inside of an earlier value remain.
  static func ranges(
    in bytes: ContiguousArray<UInt8>, where isWanted: ([JSONPath.Component]) -> Bool
  ) -> [JSONPath: Range<Int>] {
    var (walk, found) = (JSONWalk(), [JSONPath: Range<Int>]())
    while true {
      let token = walk.next(bytes.span)
      if [.needsMore, .failed].contains(token) { return found }
      guard token != .name, isWanted(walk.path) else { continue }
      found[JSONPath(walk.path)] = walk.skip(bytes.span)
    }
  }
}
