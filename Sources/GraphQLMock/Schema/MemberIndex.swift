/// Finds the members of types and fields by name.
///
/// Most have few members, and comparing their numbers is faster than any table. Those with more share
/// one table, whose keys are pairs of owner and name.
struct MemberIndex: Sendable {
  enum Owner: Sendable {
    case type(TypeID)
    case field(FieldID)

    /// Types and fields are never told apart by their numbers alone.
    @inline(__always)
    func key(_ name: NameID) -> UInt64 {
      let owner: UInt64 =
        switch self {
        case .type(let type): UInt64(truncatingIfNeeded: type.index) << 1
        case .field(let field): UInt64(truncatingIfNeeded: field.index) << 1 | 1
        }
      return owner << 32 | UInt64(UInt32(bitPattern: name.index))
    }
  }

  private struct Slot: Sendable {
    var key: UInt64 = .max
    var position: Int32 = -1
  }

  /// Up to here, members are compared one by one.
  private static let threshold = 8

  /// A power of two, at least twice as many as members.
  private var slots: ContiguousArray<Slot> = []

  init(_ tables: SchemaTables) {
    let types = tables.types.lazy.enumerated().filter { $1.members.count > Self.threshold }
    let fields = tables.fields.lazy.enumerated().filter { $1.arguments.count > Self.threshold }
    var count = 0
    for (_, type) in types { count += type.members.count }
    for (_, field) in fields { count += field.arguments.count }
    guard count > 0 else { return }
    var capacity = 64
    while capacity < count * 2 { capacity *= 2 }
    slots = ContiguousArray(repeating: Slot(), count: capacity)
    for (index, type) in types {
      let owner = Owner.type(TypeID(index))
      switch type.kind {
      case .object, .interface: insert(type.members, owner) { tables.fields[$0].name }
      case .inputObject: insert(type.members, owner) { tables.inputs[$0].name }
      case .enum: insert(type.members, owner) { tables.enumValues[$0].name }
      case .scalar, .union: break
      }
    }
    for (index, field) in fields {
      insert(field.arguments, .field(FieldID(index))) { tables.inputs[$0].name }
    }
  }

  /// The position of the member of that name.
  /// - Parameters:
  ///   - members: The positions of the owner's members.
  ///   - nameAt: The name of the member at a position.
  @inline(__always)
  func position(
    of name: NameID, owner: Owner, in members: Range<Int>, nameAt: (Int) -> NameID
  ) -> Int? {
    if members.count <= Self.threshold {
      for position in members where nameAt(position) == name { return position }
      return nil
    }
    let key = owner.key(name)
    var slot = Self.hash(key) & (slots.count &- 1)
    while slots[slot].position >= 0 {
      if slots[slot].key == key { return Int(slots[slot].position) }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  /// The first of two members with one name stays.
  private mutating func insert(
    _ members: Range<Int32>, _ owner: Owner, nameAt: (Int) -> NameID
  ) {
    for position in members {
      let key = owner.key(nameAt(Int(position)))
      var slot = Self.hash(key) & (slots.count &- 1)
      while slots[slot].position >= 0, slots[slot].key != key {
        slot = (slot &+ 1) & (slots.count &- 1)
      }
      if slots[slot].position < 0 { slots[slot] = Slot(key: key, position: position) }
    }
  }

  @inline(__always)
  private static func hash(_ key: UInt64) -> Int {
    let product = key.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: (product.high ^ product.low) >> 1)
  }
}
