/// Stores a large value behind a reference, so that less code is generated to copy and destroy it.
/// Copies share the value, so it can't be changed: replace the box.
@propertyWrapper final class Boxed<Value: Sendable>: Sendable {
  let wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
