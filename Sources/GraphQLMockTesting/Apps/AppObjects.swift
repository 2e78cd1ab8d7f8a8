import GraphQLMock

/// The objects of an app. A command changes them, but there's no way to read them.
struct AppObjects: ObjectStore {
  let app: LaunchedApp

  func write(_ change: ObjectChange, to object: ObjectKey, at location: CodeLocation) {
    app.give(AppCommand(.change(object, change), at: location))
  }

  private func refuse<Value>(_ location: CodeLocation, _ value: Value) -> Value {
    let message =
      "A UI test can assign and delete objects of the app, but not read, create or update them."
    MockReporting.record(ScopeIssue(message: message, location: location))
    return value
  }

  var text: String { "the objects of an app" }
  func text(of object: ObjectKey) -> String { "the \(object.typeName) \(object.id) of an app" }
  func ids(ofType _: String, at place: CodeLocation) -> [String] { refuse(place, []) }
  func exists(_: ObjectKey, at place: CodeLocation) -> Bool { refuse(place, false) }
  func value(of _: String, in _: ObjectKey, at place: CodeLocation) -> MockJSON {
    refuse(place, .null)
  }
  func create(_: String, _: MockJSON, at place: CodeLocation) -> String { refuse(place, "") }
  func update(_: ObjectKey, at place: CodeLocation, _: (inout MockJSON) -> Void) {
    refuse(place, ())
  }
}
