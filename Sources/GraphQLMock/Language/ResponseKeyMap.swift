// From the response keys of one request to those of another that asks for the same thing.

/// What the response keys of a first request are called in a second one of the same nameless form.
struct ResponseKeyMap: Sendable {
  private let pairing: NodePairing
  private let fragments: FragmentIndex

  init(_ pairing: NodePairing) {
    self.pairing = pairing
    fragments = FragmentIndex(pairing.first.document)
  }

  /// A response map of the first request, under the response keys of the second.
  ///
  /// Everything but names, and the paths of errors, stays byte for byte.
  /// - Parameter text: The text; one that is no JSON object stays as it is.
  /// - Returns: nil if one key would have to become two, or two one.
  func renaming(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    var walk = Walk(map: self)
    return walk.renaming(text)
  }
}

extension ResponseKeyMap {
  /// The selection sets that one value has to satisfy, together, and what their keys become.
  fileprivate struct Group: Sendable {
    let sets: [Int]
    var keys: [String: (name: String, group: Int?)]?
  }

  /// The way through one text; groups are looked at when a value of theirs comes.
  private struct Walk {
    let map: ResponseKeyMap
    private var groups: [Group] = []
    private var indices: [[Int]: Int] = [:]
    private var hasFailed = false

    private enum Place {
      case unknown
      /// The response map, the list of errors, and one of them.
      case map, errors, error
      /// A value that selection sets describe; nil for a leaf.
      case data(Int?)
      /// The path of an error, and what the next key of it is in.
      case path(Int?)
    }

    private struct Frame {
      var place: Place
      let isObject: Bool
    }

    init(map: ResponseKeyMap) { self.map = map }

    mutating func renaming(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
      var tokenizer = JSONTokenizer()
      let bytes = text.span
      var result = ContiguousArray<UInt8>()
      var copied = 0
      var frames: [Frame] = []
      var place = Place.map
      let first = map.pairing.first
      let root = first.document.definitions[first.operation.definition].node
      let data = group(map.selectionSet(of: root).map { [$0] } ?? [])
      func replace(_ name: String?) {
        guard let name else { return }
        result += text[copied..<tokenizer.start]
        result += "\"\(name)\"".utf8
        copied = tokenizer.offset
      }
      reading: while !hasFailed {
        let token = tokenizer.next(bytes)
        switch token {
        case .needsMore, .failed: break reading
        case .beginObject, .beginArray:
          if case .errors = place, token == .beginObject { place = .error }
          frames.append(Frame(place: place, isObject: token == .beginObject))
        case .endObject, .endArray:
          frames.removeLast()
          place = elementPlace(of: frames.last)
        case .name:
          guard let top = frames.last else { break reading }
          let name = tokenizer.string(in: text)
          place = member(name, of: top.place, data: data)
          if case .data(let index?) = top.place { replace(keys(of: index)[name]?.name) }
        case .string:
          if let top = frames.indices.last, case .path(let index?) = frames[top].place {
            let key = keys(of: index)[tokenizer.string(in: text)]
            replace(key?.name)
            frames[top].place = .path(key?.group)
          }
          place = elementPlace(of: frames.last)
        case .number, .literal: place = elementPlace(of: frames.last)
        }
      }
      if hasFailed { return nil }
      return copied == 0 ? text : result + text[copied...]
    }

    /// What the next element of a list is; of an object, a name tells.
    private func elementPlace(of frame: Frame?) -> Place {
      guard let frame, !frame.isObject else { return .unknown }
      return frame.place
    }

    private mutating func member(_ name: String, of place: Place, data: Int) -> Place {
      switch place {
      case .map where name == "data": .data(data)
      case .map where name == "errors": .errors
      case .error where name == "path": .path(data)
      case .data(let index?): .data(keys(of: index)[name]?.group)
      default: .unknown
      }
    }

    // MARK: Groups

    private mutating func group(_ sets: [Int]) -> Int {
      if let known = indices[sets] { return known }
      groups.append(Group(sets: sets))
      indices[sets] = groups.count - 1
      return groups.count - 1
    }

    /// What the keys of a group become.
    private mutating func keys(of index: Int) -> [String: (name: String, group: Int?)] {
      if let known = groups[index].keys { return known }
      var names: [String: String] = [:]
      var back: [String: String] = [:]
      var sets: [String: [Int]] = [:]
      for (node, other) in map.fields(of: groups[index].sets) {
        let key = map.pairing.first.document.responseKey(of: node)
        let name = map.pairing.second.document.responseKey(of: other)
        if names[key, default: name] != name || back[name, default: key] != key {
          hasFailed = true
        }
        names[key] = name
        back[name] = key
        if let set = map.selectionSet(of: node) { sets[key, default: []].append(set) }
      }
      let keys = names.map { key, name in (key, (name, sets[key].map { group($0) })) }
      let known: [String: (name: String, group: Int?)] = Dictionary(uniqueKeysWithValues: keys)
      groups[index].keys = known
      return known
    }
  }

  /// The fields of selection sets and of the fragments in them, with their counterparts.
  private func fields(of sets: [Int]) -> [(Int, Int)] {
    let document = pairing.first.document
    var found: [(Int, Int)] = []
    var entered: Set<Int> = []
    var pending = Array(sets.reversed())
    while let set = pending.popLast() {
      guard entered.insert(set).inserted else { continue }
      for node in document.children(of: set) {
        switch document.nodes[node].kind {
        case .field:
          if let other = pairing.nodes[node] { found.append((node, other)) }
        case .fragmentSpread:
          guard let definition = fragments.first(named: document.nodes[node].range, in: document),
            let set = selectionSet(of: document.definitions[definition].node)
          else { continue }
          pending.append(set)
        default:
          if let set = selectionSet(of: node) { pending.append(set) }
        }
      }
    }
    return found
  }

  private func selectionSet(of node: Int) -> Int? { pairing.first.document.selectionSet(of: node) }
}
