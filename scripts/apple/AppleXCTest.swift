// Stands in for what the sources use of Apple's XCTest beside what both platforms have.

@_exported import XCTest

public final class XCTSourceCodeLocation: NSObject {
  public init(filePath: String, lineNumber: Int) {}
}

public final class XCTSourceCodeContext: NSObject {
  public init(location: XCTSourceCodeLocation?) {}
}

public struct XCTIssue {
  public enum IssueType { case assertionFailure }

  public init(
    type: IssueType, compactDescription: String, sourceCodeContext: XCTSourceCodeContext
  ) {}

  public mutating func add(_ attachment: XCTAttachment) {}
}

open class XCTAttachment: NSObject {
  open var name: String?

  public init(data: Data, uniformTypeIdentifier: String) {}
}

extension XCTestCase {
  public func record(_ issue: XCTIssue) {}
}

@MainActor open class XCUIApplication {
  open var launchEnvironment: [String: String] = [:]
  open var launchArguments: [String] = []

  public init() {}

  open func launch() {}
}
