/// Why a handler, a response or a launch plan can't be written for another process.
indirect enum FormError: Error, Sendable, Equatable {
  case closure
  case pattern(String)
  case error(String)
  case fault
  case sequence
  case response(ResponseWritingError)
  case unusable(String)
  case several([String])
}

extension FormError: CustomStringConvertible {
  var description: String { problems.joined(separator: "\n") }

  var problems: [String] {
    switch self {
    case .closure: ["it has a closure, which can't leave this process; give responses instead"]
    case .pattern(let name): ["it asks for \(name), which a launch plan can't state; give a value"]
    case .error(let error):
      ["it answers with an error that is no URLError, which can't leave this process: \(error)"]
    case .fault: ["it answers with a fault, or after a random time, which no launch plan can state"]
    case .sequence:
      [
        "it answers with events of a sequence or of the test, which can't leave this process; give a list"
      ]
    case .response(let error): [error.description]
    case .unusable(let reason): [reason]
    case .several(let problems): problems
    }
  }
}
