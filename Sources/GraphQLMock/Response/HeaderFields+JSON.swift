extension HeaderFields {
  /// The form in files: a string, or a list for several fields of one name.
  var json: MockJSON {
    .object(
      Dictionary(
        uniqueKeysWithValues: byName.map { name, values in
          (name, values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) }))
        }))
  }
}
