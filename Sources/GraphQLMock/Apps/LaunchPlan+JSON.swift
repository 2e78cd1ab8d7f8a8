// Writes and reads launch plans. The app validates a plan, because it's untrusted input.

import Foundation

extension LaunchPlan {
  func json(environment: [String: String]) -> Result<MockJSON, LaunchPlanError> {
    var plan = self
    var problems = errors
    if let recording = options.recording, recording.folder != nil {
      switch recording.mode(in: environment) {
      case .success(let mode): plan.options.recording?.mode = mode
      case .failure(let error): problems.append(error.description)
      }
    }
    plan.tables = tables.map { $0.placed(near: filePath) }
    plan.options.place(near: filePath)
    var members: [String: MockJSON] = [:]
    for field in Self.fields {
      do {
        guard let value = try field.write(plan) else { continue }
        members[field.key] = value
        // The test reports what the app couldn't read.
        let text = try MockJSON.object([field.key: value]).encoded()
        let parser = try FixtureParser(text, display: "", folder: nil)
        var read = LaunchPlan()
        try [field].read(parser, into: &read)
      } catch {
        let unreadable = (error as? FixtureError).map {
          "The app can't read \"\(field.key)\": \($0.message)"
        }
        let found = (error as? FormError)?.problems ?? [unreadable ?? "\(error)"]
        // A message of several lines ends with an excerpt of a document, so it gets no period.
        problems += found.map { $0.hasSuffix(".") || $0.contains("\n") ? $0 : $0 + "." }
      }
    }
    return problems.isEmpty
      ? .success(.object(members)) : .failure(LaunchPlanError(.unwritable(problems)))
  }

  static func read(
    _ text: String, display: String = variable
  ) -> Result<LaunchPlan, LaunchPlanError> {
    guard text.utf8.count <= sizeLimit else {
      return .failure(LaunchPlanError(.tooLarge(bytes: text.utf8.count)))
    }
    do throws(FixtureError) {
      let parser = try FixtureParser(Data(text.utf8), display: display, folder: nil)
      guard parser.json.isObject else { throw parser.wrongType("an object", "a launch plan") }
      // A launch plan of another version may have different fields.
      guard parser.json["version"].int == version else {
        return .failure(LaunchPlanError(.version(parser.json["version"].description)))
      }
      var plan = LaunchPlan()
      try fields.read(parser, into: &plan)
      return .success(plan)
    } catch {
      return .failure(LaunchPlanError(.content(error)))
    }
  }

  /// Returns the folder of the journal of an invalid plan, so that the test learns why it's invalid.
  static func journalFolder(of text: String) -> URL? {
    guard text.utf8.count <= sizeLimit, let json = try? MockJSON(parsing: text),
      let path = json["journal"].string
    else { return nil }
    return try? folder(path)
  }

  /// Returns the folder at a path, which must be absolute and contain no symbolic links.
  private static func folder(_ path: String) throws(FixtureError.Reason) -> URL {
    guard path.hasPrefix("/"), String(path.dropFirst()).isPathBelow else {
      throw .relativeFolder(path)
    }
    let url = URL(fileURLWithPath: path)
    let canonical = url.canonical
    guard canonical.path == path else { throw .linkedFolder(path, target: canonical.path) }
    return url
  }

  @Sendable static func folder(_ parser: FixtureParser) throws -> URL {
    guard let path = try parser.text() else { throw parser.wrongType("a string") }
    return try folder(path)
  }
}
