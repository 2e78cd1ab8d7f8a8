/// An error that explains why a handler or a response can't be written as JSON for another process.
struct FormError: Error, Sendable, Equatable, CustomStringConvertible {
  let problems: [String]

  static let closure = unusable(
    "it has a closure, which can't leave this process; give responses instead")
  static let fault = unusable(
    "it answers with a fault, without HTTP, or after a random time, which a launch plan can't "
      + "contain")
  static let sequence = unusable(
    "it answers with events of a sequence, which can't leave this process; give a list or "
      + "`.eventsFromTest`")

  static let condition = pattern(".where { … }")

  static func pattern(_ name: String) -> FormError {
    unusable("it matches \(name), which a launch plan can't contain; give a value")
  }

  static func error(_ error: any Error) -> FormError {
    unusable(
      "it answers with an error that isn't a URLError, which can't leave this process: \(error)")
  }

  static func unusable(_ problem: String) -> FormError { FormError(problems: [problem]) }

  var description: String { problems.joined(separator: "\n") }
}
