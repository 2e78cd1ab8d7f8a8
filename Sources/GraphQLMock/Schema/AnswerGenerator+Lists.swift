extension AnswerGenerator {
  // A page of a list. Each element has a number that never changes, even if other elements are deleted.
  struct Page: Sendable {
    static let (relay, mark) = (["edges", "nodes"], "cursor:")
    fileprivate var (after, offset, number, firstNumber) = (Int.min, 0, 0, 1)
    fileprivate var (first, last): (Int?, Int?)
    var isLast = false
    // The numbers of the page's elements. Elements that a mutation created have negative numbers.
    fileprivate(set) var slots: [Int]?
    fileprivate var (start, total, size) = (0, 0, 0)
    fileprivate var hasMore: Bool { !isLast && start + (slots?.count ?? 0) < total }

    /// Returns the value of a field with a number, which is null if there's no such page, or nil for other fields.
    fileprivate func number(of field: String) -> MockJSON? {
      switch field {
      case "totalcount", "total", "count": .number(total)
      case "page", "currentpage", "pagenumber": .number(firstNumber + number)
      case "next", "nextpage": hasMore ? .number(firstNumber + number + 1) : .null
      case "prev", "previous", "prevpage", "previouspage":
        number > 0 ? .number(firstNumber + number - 1) : .null
      case "pages", "totalpages", "pagecount", "lastpage":
        .number(max((total + size - 1) / max(size, 1), 1))
      default: nil
      }
    }

    // Applies a paging argument such as `first` or `offset`. Returns false if that isn't possible.
    mutating func take(_ value: MockJSON, as argument: String, default other: MockJSON?) -> Bool {
      let int = value.int.flatMap { $0 < 0 ? nil : min($0, AnswerGenerator.valueLimit) }
      switch GeneratedScalars.plain(argument) {
      case "first", "limit", "take", "perpage", "pagesize": first = int
      case "last": last = int
      case "offset", "skip": offset = int ?? 0
      case "page", "pagenumber":
        firstNumber = other == 0 ? 0 : 1
        number = max((int ?? 0) - firstNumber, 0)
      case "after", "cursor", "nexttoken":
        let slot = value.string.flatMap {
          $0.hasPrefix(Self.mark) ? Int($0.dropFirst(Self.mark.count)) : nil
        }
        after = slot ?? after
        // If the cursor is unknown, this page is the last one, so that clients stop requesting pages.
        isLast = isLast || (slot == nil && !value.isNull)
        return slot != nil || value.isNull
      default: return false
      }
      return int != nil || value.isNull
    }
  }

  func pageValue(of field: String, _ type: NamedType, at place: Place) -> MockJSON? {
    guard place.page != nil || place.slot != nil else { return nil }
    let (page, name) = (place.page ?? Page(), GeneratedScalars.plain(field))
    if ["Int", "Float"].contains(type.name) { return place.page?.number(of: name) }
    switch type.name {
    case "Boolean" where name.hasPrefix("hasprev"): return .bool(page.start > 0)
    case "Boolean": return GeneratedScalars.onLastPage(field).map { .bool($0 != page.hasMore) }
    case let text where ["String", "ID"].contains(text) || text.lowercased().hasSuffix("cursor"):
      guard name.hasSuffix("cursor") || name == "nexttoken" else { return nil }
      if name.hasPrefix("next"), !page.hasMore { return .null }
      let slot = name.hasPrefix("start") ? page.slots?.first : page.slots?.last
      return (place.slot ?? slot).map { "\(Page.mark)\($0)" } ?? .null
    default: return nil
    }
  }

  func list(ofPage type: NamedType) -> FieldDefinition? {
    guard !isMutation, type.fields["id"] == nil else { return nil }
    if let list = type.fields["edges"] ?? type.fields["nodes"] { return list }
    return type.fields.first {
      $0.type.nullable.isList && system.namedType(of: $0.type)?.fields["id"] != nil
    }
  }

  /// Determines the elements of a page before its fields, because `totalCount` and others depend on the elements.
  func open(_ place: inout Place, of type: NamedType) {
    guard place.page != nil, let list = list(ofPage: type) else { return }
    var inner = place
    if !Page.relay.contains(list.name) { inner.identity += ".\(list.name)" }
    let stated = place.stated.first?.json
    var count = stated?[list.name].array?.count ?? stated?["nodes"].array?.count
    for list in [list, type.fields["nodes"] ?? list] where count == nil {
      let override = pathOverride(at: place, member: ".\(list.name)") ?? overrides.fields[list]
      if case .json(let json)? = override?.content { count = json.array?.count }
      if case .list(let length)? = override?.content { count = length }
    }
    place.page = page(inner, of: list.type.nullable.unwrapped, count: count)
  }

  // Returns a page of a list. If the test sets the list or its length, a page size in the arguments has no effect.
  func page(
    _ place: Place, of element: WrappedType, stating array: [MockJSON]? = nil, count: Int?
  ) -> Page {
    var page = place.page ?? Page()
    let stated = array?.count ?? count
    let count = stated ?? (place.listDepth < Self.doubledLists ? 2 : 1)
    var all = Array(0..<max(min(count, Self.valueLimit + 1), 0))
    if array == nil, let objects, let type = nodeType(of: element) {
      let created = place.isFiltered ? 0 : objects.created(type.name).count
      all.insert(contentsOf: (-created..<0).prefix(1_000), at: 0)
      if !objects.deleted.isEmpty {
        all.removeAll { slot in
          var inner = self.element(slot, of: place, type)
          name(&inner, type)
          return objects.deleted.contains(inner.identity)
        }
      }
    }
    let (total, size) = (all.count, stated ?? page.first ?? all.count)
    let after = all.firstIndex { $0 > page.after } ?? total
    var start = min(after + page.offset + page.number * size, total)
    let end = stated != nil ? total : min(total, start + size)
    if let last = page.last, stated == nil { start = max(start, end - last) }
    (page.slots, page.start) = (Array(all[start..<end]), start)
    (page.total, page.size) = (total, size)
    return page
  }

  func nodeType(of element: WrappedType) -> NamedType? {
    guard !element.nullable.isList, let type = system.namedType(of: element) else { return nil }
    let node = type.fields["id"] == nil ? type.fields["node"] : nil
    return system.possibleTypes(of: node.flatMap { system.namedType(of: $0.type) } ?? type).first
  }

  func element(_ slot: Int, of list: Place, _ type: NamedType?) -> Place {
    var place = list
    place.identity += ".\(slot)"
    (place.slot, place.isFiltered, place.page) = (slot, true, nil)
    // An element doesn't inherit these properties from its list.
    (place.owner, place.parent, place.given, place.mutation) = (nil, nil, [], nil)
    var id = slot == 0 && list.parent?.typeName == type?.name ? list.parent?.id : nil
    if slot < 0 { id = objects?.created(type?.name ?? "").dropFirst(-slot - 1).first }
    place.key = id.map { ("id", $0, Self.short($0)) }
    return place
  }
}
