/// Stores a large value behind a reference, which needs less code to copy and destroy. To change it, replace the box.
@propertyWrapper final class Boxed<Value: Sendable>: Sendable {
  let wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
