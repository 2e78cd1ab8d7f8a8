/// One thing that an answer has otherwise than the plain one that is made up.
package struct AnswerChange: Sendable {
  indirect enum Effect: Sendable {
    /// The field has another value.
    case value(GeneratedValue)
    /// The operation has another answer.
    case response(MockResponse)
  }

  /// What is changed: a field of a type, as `User.avatar`, a path of response keys, or the name of an
  /// operation.
  let key: String
  let effect: Effect
  /// What it is now: `null`, `empty`.
  let wording: String
  /// How a test states it: `.null`.
  let literal: String
  /// The type of the field, as the schema writes it.
  let type: String
  /// The paths of response keys at which it is, in the order of the documents.
  package internal(set) var places: [String]
  /// Types of other objects, without which it is nowhere.
  let conditions: [AnswerChange]
  /// Whether the schema forbids it.
  let isInvalid: Bool

  init(
    _ key: String, _ effect: Effect, _ wording: String, literal: String, type: String = "",
    place: String = "", conditions: [AnswerChange] = [], isInvalid: Bool = false
  ) {
    (self.key, self.effect, self.wording) = (key, effect, wording)
    (self.literal, self.type, self.conditions) = (literal, type, conditions)
    self.isInvalid = isInvalid
    places = place.isEmpty ? [] : [place]
  }

  /// Tells it from all other changes.
  var identity: String { "\(key) \(wording)" }

  /// The same change at one of its places only.
  func only(at place: String) -> AnswerChange {
    AnswerChange(
      place, effect, wording, literal: literal, type: type, place: place, conditions: conditions,
      isInvalid: isInvalid)
  }

  /// Whether a list is longer than the plain one.
  var isLongList: Bool {
    if case .value(let value) = effect, case .list(let count) = value.content {
      count > 2
    } else {
      false
    }
  }

  /// Whether a client may ask for more because of it: for each element of a list, or page after page.
  var leadsOn: Bool {
    guard case .value(let value) = effect, case .json(let json) = value.content else {
      return isLongList
    }
    let name = key.split(separator: ".").last.map(String.init) ?? key
    return json.bool == nil ? json.int ?? 0 > 1 : GeneratedScalars.onLastPage(name) != nil
  }

  /// The change at each place by itself where one place is inside another, as each would multiply the
  /// elements of the others.
  var divided: [AnswerChange] {
    let sorted = places.sorted()
    let isNested = zip(sorted, sorted.dropFirst()).contains { $1.hasPrefix($0 + ".") }
    return isLongList && isNested ? places.map(only) : [self]
  }

  /// The change as a sentence has it: `User.avatar null at viewer.avatar (String)`.
  var phrase: String {
    guard case .value = effect else {
      return "the answer to \(key.isEmpty ? "the anonymous operation" : key) \(wording)"
    }
    let more = places.count > 1 ? " and \(places.count - 1) more" : ""
    let place = places.first.map { $0 == key ? "" : " at \($0)\(more)" } ?? ""
    let mayBeNull = type.hasSuffix("!") ? "" : ", may be null"
    return "\(key) \(wording)\(place) (\(type)\(mayBeNull))"
  }
}
