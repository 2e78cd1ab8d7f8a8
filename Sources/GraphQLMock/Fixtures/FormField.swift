/// A key of a JSON form, and how its property is read and written.
///
/// A form, such as a table row or a launch plan, is a list of fields. They are read in the order of
/// the list, in which messages also name the keys.
struct FormField<Form: Sendable>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Form, Value> & Sendable
  typealias Write<Value> = @Sendable (Value) throws -> MockJSON?

  let key: String
  let write: Write<Form>
  /// Reads the field from the parser of the whole form, even if the key is missing.
  ///
  /// Nil means that no file may have the key.
  let read: (@Sendable (FixtureParser, inout Form) throws -> Void)?
}

extension FormField {
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
    property(
      key, path,
      write: { try $0.flatMap(write) }, read: read)
  }

  static func text(_ key: String, _ path: Path<String?>) -> Self {
    optional(key, path, write: { .string($0) }, read: { try $0.text() })
  }

  static func texts(_ key: String, _ path: Path<[String]>) -> Self {
    property(
      key, path, write: { .texts($0) }, read: { try $0.texts() })
  }

  /// Names with a value, or with null for any value.
  static func pairs(_ key: String, _ path: Path<[String: String?]>) -> Self {
    property(
      key, path, write: { .pairs($0) }, read: { try $0.pairs() })
  }

  static func seconds(_ key: String, _ path: Path<Duration?>) -> Self {
    optional(
      key, path, write: { .number(max($0, .zero).seconds) },
      read: { try $0.seconds() })
  }

  /// A key that is allowed, but isn't read by this field.
  static func ignored(_ key: String) -> Self {
    Self(key: key, write: { _ in nil }, read: { _, _ in })
  }

  /// The same field in a form that has this one as an optional part.
  func of<Whole>(_ path: FormField<Whole>.Path<Form?>) -> FormField<Whole> {
    FormField<Whole>(key: key) { whole in
      guard let form = whole[keyPath: path] else { return nil }
      return try write(form)
    } read: { parser, whole in
      guard var form = whole[keyPath: path] else { return }
      try read?(parser, &form)
      whole[keyPath: path] = form
    }
  }
}

extension Array {
  /// Writes a form.
  /// - Parameter failed: Takes what a field can't write; throws it by default.
  func json<Form>(
    of form: Form,
    failed: (FormError) throws(FormError) -> Void = { error throws(FormError) in throw error }
  ) throws(FormError) -> MockJSON where Element == FormField<Form> {
    var members: [String: MockJSON] = [:]
    for field in self {
      do {
        members[field.key] = try field.write(form)
      } catch {
        try failed(error as? FormError ?? FormError("\(error)"))
      }
    }
    return .object(members)
  }

  /// Throws if the form has other keys than those of the fields.
  func read<Form>(
    _ parser: FixtureParser, _ what: String? = nil, into form: inout Form
  ) throws(FixtureError) where Element == FormField<Form> {
    try parser.allow(filter { $0.read != nil }.map(\.key), in: what)
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

  static func pairs(_ pairs: [String: String?]) -> MockJSON? {
    pairs.isEmpty ? nil : .object(pairs.mapValues { $0.map { .string($0) } ?? .null })
  }
}

/// Why a handler, a response or a launch plan can't be written for another process.
struct FormError: Error, Sendable, Equatable, CustomStringConvertible {
  let problems: [String]

  init(_ problems: String...) { self.problems = problems }
  init(_ problems: [String]) { self.problems = problems }

  static let closure = FormError(
    "it has a closure, which can't leave this process; give responses instead")

  /// The handler asks for something that no JSON value expresses.
  static func pattern(_ name: String) -> FormError {
    FormError("it asks for \(name), which a launch plan can't state; give a value")
  }

  var description: String { problems.joined(separator: "\n") }
}
