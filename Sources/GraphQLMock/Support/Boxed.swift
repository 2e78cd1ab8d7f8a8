/// A large value that others hold by one reference: then little code copies and destroys them.
@propertyWrapper final class Boxed<Value: Sendable>: Sendable {
  let wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
