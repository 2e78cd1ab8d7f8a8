/// Holds a large value by one reference, so that less code is generated to copy and destroy it.
@propertyWrapper final class Boxed<Value: Sendable>: Sendable {
  let wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
