extension HeaderFields {
  /// The fields as fixture files have them: each name has a string, or a list if several fields have this name.
  var json: MockJSON {
    .object(
      Dictionary(
        uniqueKeysWithValues: byName.map { name, values in
          (name, values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) }))
        }))
  }
}
