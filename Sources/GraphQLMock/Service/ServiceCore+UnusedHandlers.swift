/// Finds the handlers that answered no request, and those that answered in their place.
extension ServiceCore {
  /// The limits of comparing unused handlers with requests: requests for each handler, and comparisons in all.
  private static let (requestLimit, comparisonLimit) = (1_000, 50_000)

  /// The handlers that the test shares with its suite, by title and location, which are the same in each of its tests.
  func sharedHandlers(withUnused: Bool) -> [(title: String, isUsed: Bool)] {
    registry.all.compactMap { entry in
      guard entry.isShared, !entry.isRow, entry.handler != nil else { return nil }
      let isUsed = registry.isUsed(entry)
      guard isUsed || withUnused else { return nil }
      let place = entry.location.map { " (\($0)\(entry.positionNote))" } ?? ""
      return (entry.statement + place, isUsed)
    }
  }

  var unusedHandlers: [(location: CodeLocation, message: String)] {
    let all = registry.all
    let unused = all.filter {
      $0.handler != nil && !$0.isRow && !$0.isShared && !registry.isUsed($0)
    }
    guard !unused.isEmpty else { return [] }
    let limit = min(Self.requestLimit, Self.comparisonLimit / unused.count)
    let requests = journal.requests.prefix(limit)
    return unused.compactMap { entry in
      guard let handler = entry.handler else { return nil }
      let shadows = requests.compactMap { received -> RegisteredHandler? in
        guard let other = received.source, other.rank > entry.rank,
          handler.matches(IncomingRequest(received.urlRequest, received.operations.first))
        else { return nil }
        return other
      }
      let note = entry.positionNote
      let number = note.isEmpty ? "" : " (\(note.dropFirst(2)))"
      return (handler.location, Self.message(ofUnused: handler.statement + number, shadows))
    }
  }

  private static func message(ofUnused title: String, _ shadows: [RegisteredHandler]) -> String {
    let what = "The handler for \(title) was never used"
    guard let shadow = shadows.first else { return what + ": no request matched it." }
    let place = shadow.location.map { " (\($0)\(shadow.positionNote))" } ?? ""
    let count = shadows.count { $0 === shadow }
    let requests = count == 1 ? "1 request" : "\(count) requests"
    return "\(what): it comes after \(shadow.statement)\(place).\n  That one is tried first, "
      + "and answered \(requests) that this one matches, too."
  }
}
