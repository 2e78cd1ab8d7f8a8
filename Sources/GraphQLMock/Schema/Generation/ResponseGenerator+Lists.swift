import Foundation

extension ResponseGenerator {
  /// A page of a list. Each element has a number that never changes, even if other elements are deleted.
  struct Page: Sendable {
    static let (connectionFields, cursorPrefix) = (["edges", "nodes"], "cursor:")
    /// The arguments. The number of a page counts from 0, and `firstNumber` is the first page's in arguments and fields.
    fileprivate var (after, offset, number, firstNumber) = (Int.min, 0, 0, 1)
    fileprivate var (first, last): (Int?, Int?)
    /// Whether no page follows, even if there are more elements.
    var isLast = false
    /// The `id` of each object, if an argument such as `ids` has them.
    var ids: [String?]?
    /// The field of the list or connection, such as `Query.users`.
    var list = ""
    /// The cursor in an argument, if this service has sent others for the list, but not this one.
    var unknownCursor: MockJSON?
    /// The numbers of the page's elements, ascending, or nil until `page` determines them.
    fileprivate(set) var slots: [Int]?
    fileprivate var isSeeded = false
    /// The index of the first element among all, their number, and the number of elements of a full page.
    fileprivate var (start, total, size) = (0, 0, 0)
    fileprivate var hasMore: Bool { !isLast && start + (slots?.count ?? 0) < total }

    /// Returns the value of a field with a number, which is null if there's no such page, or nil for other fields. Those that
    /// lead to other pages are also in `GeneratedScalars.pageFieldNames`.
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

    static func isCursorArgument(_ name: String) -> Bool {
      ["after", "cursor", "nexttoken"].contains(GeneratedScalars.foldedName(name))
    }

    /// Applies a paging argument such as `first` or `offset`. Returns false for others and for invalid values, which
    /// make another list. A cursor must be `cursorPrefix` with the number of an element.
    mutating func take(_ value: MockJSON, as argument: String, default other: MockJSON?) -> Bool {
      let int = value.int.flatMap { $0 < 0 ? nil : min($0, ResponseGenerator.valueLimit) }
      switch GeneratedScalars.foldedName(argument) {
      case "first", "limit", "take", "perpage", "pagesize": first = int
      case "last": last = int
      case "offset", "skip": offset = int ?? 0
      case "page", "pagenumber":
        firstNumber = other == 0 ? 0 : 1
        number = max((int ?? 0) - firstNumber, 0)
      case _ where Self.isCursorArgument(argument):
        let slot = value.string.flatMap {
          $0.hasPrefix(Self.cursorPrefix) ? Int($0.dropFirst(Self.cursorPrefix.count)) : nil
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

  /// Returns the value of a field about a page, such as `hasNextPage` or `cursor`, or nil for other fields.
  func pageValue(of field: String, _ type: NamedType, at place: Place) -> MockJSON? {
    guard place.page != nil || place.slot != nil else { return nil }
    let (page, name) = (place.page ?? Page(), GeneratedScalars.foldedName(field))
    if Self.isCursor(name) {
      if name.hasPrefix("next"), !page.hasMore { return .null }
      guard let slot = slot(ofCursor: name, at: place) else { return .null }
      return cursor(slot, ofType: type.name, field: field, at: place)
    }
    if ["Int", "Float"].contains(type.name) { return place.page?.number(of: name) }
    guard type.name == "Boolean" else { return nil }
    if name.hasPrefix("hasprev") { return .bool(page.start > 0) }
    return GeneratedScalars.onLastPage(field).map { .bool($0 != page.hasMore) }
  }

  static func isCursor(_ plainName: String) -> Bool {
    plainName.hasSuffix("cursor") || plainName == "nexttoken"
  }

  private func slot(ofCursor name: String, at place: Place) -> Int? {
    place.slot ?? (name.hasPrefix("start") ? place.page?.slots?.first : place.page?.slots?.last)
  }

  /// Each element has another cursor if the type is for identifiers or for dates. Returns nil for other types.
  private func cursor(
    _ slot: Int, ofType type: String, field: String, at place: Place
  ) -> MockJSON? {
    let isSeeded = place.page?.isSeeded ?? (place.typeName != nil)
    let name = isSeeded ? objects?.cursorName(at: slot) : nil
    let day = Date(
      timeIntervalSince1970: Double(GeneratedScalars.dayTime) + 86_400 * Double(slot))
    return GeneratedScalars.id(
      Page.cursorPrefix + (name ?? "\(slot)"), ofType: type, isStated: false)
      ?? GeneratedScalars.value(ofType: type, field: field).string.map {
        .string(
          $0.replacing(GeneratedScalars.day, with: day.formatted(.iso8601.year().month().day())))
      }
  }

  /// Remembers a cursor in the response, also one that the test states.
  mutating func noteCursor(
    _ value: MockJSON, of field: String, ofType type: String, at place: Place
  ) {
    let name = GeneratedScalars.foldedName(field)
    guard Self.isCursor(name), value.idText?.isEmpty == false else { return }
    let slot = slot(ofCursor: name, at: place)
    let isOwn = slot.flatMap { cursor($0, ofType: type, field: field, at: place) } == value
    cursors.append((place.list, value, isOwn ? slot : nil))
  }

  /// Returns the list in a connection or page, or nil for other types. The payload of a mutation is no page.
  func list(ofPage type: NamedType) -> FieldDefinition? {
    guard !isMutation, type.fields["id"] == nil else { return nil }
    if let list = type.fields["edges"] ?? type.fields["nodes"] { return list }
    return type.fields.first {
      $0.type.nullable.isList && system.namedType(of: $0.type)?.fields["id"] != nil
    }
  }

  /// Determines the elements of a page before its fields, because `totalCount` and others depend on the elements.
  mutating func open(_ place: inout Place, of type: NamedType, _ selected: SelectedFields.Fields) {
    guard place.page != nil, let list = list(ofPage: type) else { return }
    var inner = place
    if !Page.connectionFields.contains(list.name) { inner.identity += ".\(list.name)" }
    let lists = [list, type.fields["nodes"] ?? list].map { list in
      (list, key: selected.all.first { $0.first.name == list.name }?.key ?? list.name)
    }
    let stated = place.stated.first
    var whole = lists.lazy.compactMap { stated?.member($1, ofField: $0.name)?.array?.count }.first
    var count: Int?
    for (list, key) in lists where whole == nil && count == nil {
      let override = pathOverride(at: place, member: ".\(key)") ?? overrides.fields[list]
      if case .json(let json)? = override?.content { whole = json.array?.count }
      if case .list(let length)? = override?.content { count = length }
    }
    place.page = page(inner, of: list.type.nullable.unwrapped, whole: whole, count: count)
  }

  /// Returns a page of a list. If the test sets the elements, the whole list of this length is one page.
  mutating func page(_ place: Place, of element: WrappedType, whole: Int?, count: Int?) -> Page {
    var page = place.page ?? Page()
    let usual = place.listDepth < Self.doubledLists ? 2 : 1
    let count = whole ?? count ?? page.ids?.count ?? usual
    var all = Array(0..<max(min(count, Self.valueLimit + 1), 0))
    let node = system.node(of: element)
    page.isSeeded = whole == nil && page.ids == nil && isClosed(node)
    if page.isSeeded {
      all = slots(of: node, at: place, inList: true)
    } else if whole == nil, page.ids == nil, let deleted = objects?.deleted, !deleted.isEmpty,
      let type = nodeType(of: element)
    {
      all.removeAll { slot in
        var inner = self.element(slot, of: place, type)
        identify(&inner, type)
        return deleted.contains(inner.identity)
      }
    }
    let (total, size) = (all.count, whole ?? page.first ?? all.count)
    let after = all.firstIndex { $0 > page.after } ?? total
    var start = min(after + page.offset + page.number * size, total)
    let end = whole != nil ? total : min(total, start + size)
    if let last = page.last, whole == nil { start = max(start, end - last) }
    (page.slots, page.start) = (Array(all[start..<end]), start)
    (page.total, page.size) = (total, size)
    return page
  }

  func nodeType(of element: WrappedType) -> NamedType? {
    system.node(of: element).flatMap { system.possibleTypes(of: $0).first }
  }

  func element(_ slot: Int, of list: Place, _ type: NamedType?, isSeeded: Bool = false) -> Place {
    var place = list
    place.identity += ".\(slot)"
    (place.slot, place.page, place.filters) = (slot, nil, [])
    // An element doesn't inherit these properties from its list.
    (place.owner, place.parent, place.mutationInput) = (nil, nil, [])
    var id = slot == 0 && list.parent?.typeName == type?.name ? list.parent?.id : nil
    if let ids = list.page?.ids { id = ids.indices.contains(slot) ? ids[slot] : nil }
    if isSeeded, let object = objects?.object(at: slot) {
      (id, place.typeName) = (object.id, object.typeName)
    }
    place.key = id.map { ("id", $0) }
    return place
  }
}

extension TypeSystem {
  /// Returns the type of a list's objects, which is that of the field `node` in edges.
  func node(of element: WrappedType) -> NamedType? {
    guard !element.nullable.isList, let type = namedType(of: element) else { return nil }
    let node = type.fields["id"] == nil ? type.fields["node"] : nil
    return node.flatMap { namedType(of: $0.type) } ?? type
  }
}
