// A command is a change that a test makes to the running app. The command is written in the format of a launch plan,
// to the file with the next number, beside the app's journal. The app looks for the next number only.
//   1.command  {"version": 1, "command": {"verb": {"register": {}}, "at": {…}}, "handlers": […]}
//   2.command  {"version": 1, "command": {"verb": {"advance": {"seconds": 30}}, "at": {…}}}

package import Foundation

package struct AppCommand: Sendable {
  package enum Verb: Codable, Sendable {
    case register, reset, send, complete
    case close(code: Int, reason: String)
    case advance(seconds: Double)
    case change(ObjectKey, ObjectChange)

    /// The duration of `advance`. The number is from outside, and a larger one would trap.
    static func duration(_ seconds: Double) -> Duration {
      .seconds(seconds > 0 ? min(seconds, 9e18) : 0)
    }

    /// Whether this command of the UI test only affects later requests. Then it's never overdue, and the app's journal
    /// has it after it's carried out.
    var waitsForRequest: Bool {
      switch self {
      case .register, .reset, .change: true
      case .send, .complete, .close, .advance: false
      }
    }
  }

  package let verb: Verb
  /// The handlers to register, or one handler whose response is the event to send.
  let handlers: [RequestHandler]
  package let location: CodeLocation

  package init(_ verb: Verb, _ handlers: [RequestHandler] = [], at location: CodeLocation) {
    (self.verb, self.handlers, self.location) = (verb, handlers, location)
  }

  package init(
    _ verb: Verb, _ event: MockResponse = .never, to name: NameCondition,
    _ variables: VariablesCondition?, at location: CodeLocation
  ) {
    let match = OperationCondition(type: .subscription, name: name, variables: variables)
    self.init(
      verb, [RequestHandler(.operation(match), .responses([event]), location)], at: location)
  }

  var event: (subscription: OperationCondition, response: MockResponse)? {
    if case .register = verb { return nil }
    guard case .operation(let match)? = handlers.first?.target,
      case .responses(let responses)? = handlers.first?.provider, let response = responses.first
    else { return nil }
    return (match, response)
  }

  package var title: String {
    let others = handlers.count > 1 ? " and \(handlers.count - 1) more" : ""
    let what = handlers.first.map { "\($0.title)\(others)" } ?? "no handler"
    return switch verb {
    case .register: "register \(what)"
    case .reset: "reset"
    case .change(let object, _): "change the object \(object.typeName) \(object.id)"
    case .send: "send an event to \(what)"
    case .complete: "complete \(what)"
    case .close(let code, _): "close the WebSockets with \(code)"
    case .advance(let seconds): "advance the clock by \(Verb.duration(seconds).text)"
    }
  }

  static let ending = ".command"

  /// Returns the path of a command's file. `appendingPathComponent` would access the file.
  static func path(_ number: Int, in folder: URL) -> String { "\(folder.path)/\(number)\(ending)" }

  /// Writes the command to a temporary file and then renames it, so that the app never reads an incomplete command.
  /// - Throws: An error if the file can't be written or the command has a closure, which can't leave this process.
  package func write(to folder: URL, as number: Int) throws(LaunchPlanError) {
    do {
      var plan = LaunchPlan(handlers, filePath: location.filePath)
      plan.command = [
        "verb": try MockJSON(parsing: JSONEncoder().encode(verb)), "at": location.json,
      ]
      let text = try plan.text([:])
      let url = URL(fileURLWithPath: Self.path(number, in: folder))
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw LaunchPlanError(ofCommand: error)
    }
  }

  static func read(_ number: Int, in folder: URL) throws(LaunchPlanError) -> AppCommand {
    do {
      let text = try String(contentsOfFile: path(number, in: folder), encoding: .utf8)
      let plan = try LaunchPlan.read(text, display: "\(number)\(ending)").get()
      let (verb, location) = (plan.command?["verb"], CodeLocation(line: plan.command?["at"] ?? nil))
      guard let verb = try verb?.decode(Verb.self), let location else {
        throw CocoaError(.coderValueNotFound)
      }
      return AppCommand(verb, plan.handlers, at: location)
    } catch {
      throw LaunchPlanError(ofCommand: error)
    }
  }
}
