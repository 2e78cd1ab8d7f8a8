/// A key of a JSON format, such as `times` in `table.json`, with functions that read and write its value.
///
/// The keys of the formats are listed in `ResponseForm`, `HandlerForm` and `LaunchPlan+Fields`.
struct FormField<Form: Sendable>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Form, Value> & Sendable
  typealias Write<Value> = @Sendable (Value) throws -> MockJSON?

  let key: String
  /// The function that returns the value of the key, or nil to leave the key out. It throws `FormError`.
  let write: Write<Form>
  /// The function that reads the value of the key, called even if the key is missing. With nil, files can't have the key.
  let read: (@Sendable (FixtureParser, inout Form) throws -> Void)?

  static func property<Value>(
    _ key: String, _ path: Path<Value>, write: @escaping Write<Value>,
    read: @escaping @Sendable (FixtureParser) throws -> Value?
  ) -> Self {
    Self(key: key) { form in
      try write(form[keyPath: path])
    } read: { form, value in
      if let stated = try read(form[key]) { value[keyPath: path] = stated }
    }
  }

  static func optional<Value>(
    _ key: String, _ path: Path<Value?>, write: @escaping Write<Value>,
    read: @escaping @Sendable (FixtureParser) throws -> Value?
  ) -> Self {
    // A missing key is nil, which keeps the property. In the closure `{ try read($0) }`, the nil would be a value.
    property(key, path, write: { try $0.flatMap(write) }, read: read)
  }

  static func text(_ key: String, _ path: Path<String?>) -> Self {
    optional(key, path, write: { .string($0) }, read: { try $0.text() })
  }

  static func texts(_ key: String, _ path: Path<[String]>) -> Self {
    property(key, path, write: { .texts($0) }, read: { try $0.texts() })
  }

  static func pairs(_ key: String, _ path: Path<[(key: String, value: String?)]>) -> Self {
    property(key, path, write: { .pairs($0) }, read: { try $0.pairs() })
  }

  static func seconds(_ key: String, _ path: Path<Duration?>) -> Self {
    optional(key, path, write: { .number(max($0, .zero).seconds) }, read: { try $0.seconds() })
  }

  /// Creates a key that is either `true`, as in `"never": true`, or missing.
  static func mark<Value: Sendable>(
    _ key: String, _ path: Path<Value>, _ marked: Value,
    if isMarked: @escaping @Sendable (Value) -> Bool
  ) -> Self {
    property(
      key, path, write: { if isMarked($0) { true } else { nil } },
      read: { try $0.mark() ? marked : nil })
  }

  /// Creates a key that is allowed, but read with another key and never written.
  static func ignored(_ key: String) -> Self {
    Self(key: key, write: { _ in nil }, read: { _, _ in })
  }

  /// Returns the key of a form that has this form as a property. If the property is nil, the key is ignored.
  func of<Whole>(_ path: FormField<Whole>.Path<Form?>) -> FormField<Whole> {
    FormField<Whole>(key: key) { whole in
      try whole[keyPath: path].flatMap(write)
    } read: { parser, whole in
      guard var form = whole[keyPath: path] else { return }
      try read?(parser, &form)
      whole[keyPath: path] = form
    }
  }
}

extension Array {
  func json<Form>(of form: Form) throws(FormError) -> MockJSON where Element == FormField<Form> {
    var members: [String: MockJSON] = [:]
    for field in self {
      do {
        members[field.key] = try field.write(form)
      } catch {
        throw error as? FormError ?? .error(error)
      }
    }
    return .object(members)
  }

  /// Reads all keys in the order of this list, and throws an error if there are others.
  func read<Form>(
    _ parser: FixtureParser, into form: inout Form
  ) throws(FixtureError) where Element == FormField<Form> {
    try parser.allow(filter { $0.read != nil }.map(\.key))
    for field in self {
      do {
        try field.read?(parser, &form)
      } catch {
        throw error as? FixtureError
          ?? parser[field.key].error(error as? FixtureError.Reason ?? .sentence("\(error)"))
      }
    }
  }
}

extension MockJSON {
  static func texts(_ texts: [String]) -> MockJSON? {
    texts.isEmpty ? nil : .array(texts.map { .string($0) })
  }

  static func pairs(_ pairs: [(key: String, value: String?)]) -> MockJSON? {
    pairs.isEmpty ? nil : .object(of: pairs.map { ($0, $1.map { .string($0) } ?? .null) })
  }
}
