import Foundation
import TestSupport

/// A stand-in for Apple's class of that name, as its documentation describes it, so that the code for it
/// is compiled and run on Linux: launching starts the sample app.
@MainActor open class XCUIApplication {
  /// The environment variables that are passed to the app at launch.
  open var launchEnvironment: [String: String] = [:]
  /// The arguments that are passed to the app at launch.
  open var launchArguments: [String] = []

  let app = RunningApp()

  /// Makes a proxy for the app that the test target names.
  public init() {}

  /// Launches the app and returns when it runs.
  open func launch() {
    app.process.environment = launchEnvironment
    try? app.process.run()
  }
}
