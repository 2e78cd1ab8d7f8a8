// A stand-in for the declarations of Apple's XCTest that the sources use and Linux doesn't have.

@_exported import XCTest

public final class XCTSourceCodeLocation: NSObject {
  public let fileURL: URL
  public let lineNumber: Int

  public init(filePath: String, lineNumber: Int) {
    fileURL = URL(fileURLWithPath: filePath)
    self.lineNumber = lineNumber
  }
}

public final class XCTSourceCodeContext: NSObject {
  public let location: XCTSourceCodeLocation?

  public init(location: XCTSourceCodeLocation?) { self.location = location }
}

public struct XCTIssue {
  public enum IssueType { case assertionFailure }

  public var compactDescription: String
  public var associatedError: (any Error)?
  public var sourceCodeContext: XCTSourceCodeContext

  public init(
    type: IssueType, compactDescription: String, sourceCodeContext: XCTSourceCodeContext
  ) {
    self.compactDescription = compactDescription
    self.sourceCodeContext = sourceCodeContext
  }

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

  public init() {}

  open func launch() {}
}

public func XCTExpectFailure(_ failureReason: String? = nil) {}
