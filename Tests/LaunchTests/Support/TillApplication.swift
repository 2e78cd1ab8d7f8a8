import Foundation

/// The till as the app of the stand-in, so that a UI test uses it as it does with Apple's classes.
@MainActor final class TillApplication: XCUIApplication {
  let till: RunningTill

  override init() {
    till = RunningTill()
    super.init()
  }

  override func launch() {
    till.app.process.environment = launchEnvironment
    try? till.app.process.run()
    till.read()
  }

  var buttons: XCUIElementQuery { XCUIElementQuery(till: till) }
  var staticTexts: XCUIElementQuery { XCUIElementQuery(till: till) }
}

@MainActor struct XCUIElementQuery {
  let till: RunningTill

  subscript(name: String) -> XCUIElement { XCUIElement(till: till, name: name) }
}

@MainActor struct XCUIElement {
  let till: RunningTill
  let name: String

  func tap() { till.tap(name) }

  func waitForExistence(timeout: TimeInterval) -> Bool { till.shows(name, within: timeout) }
}
