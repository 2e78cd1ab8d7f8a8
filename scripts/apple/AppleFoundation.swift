// A stand-in for Apple's Foundation and CoreFoundation: declarations of both platforms, and the other ones that
// the sources use, according to Apple's documentation.

@_exported import Foundation
@_exported import FoundationNetworking

public typealias CFString = String
public typealias CFArray = [String]

public final class CFRunLoop {}

public struct CFRunLoopMode {
  public var rawValue: CFString
}

public func CFRunLoopGetCurrent() -> CFRunLoop? { nil }
public func CFRunLoopCopyCurrentMode(_ runLoop: CFRunLoop?) -> CFRunLoopMode? { nil }
public func CFRunLoopPerformBlock(
  _ runLoop: CFRunLoop?, _ mode: Any?, _ block: (() -> Void)?
) {}
public func CFRunLoopWakeUp(_ runLoop: CFRunLoop?) {}
