// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The part of Starscream 4.0.8 that recipes use: its names and signatures.

public enum FrameOpCode: UInt8 {
  case continueFrame = 0x0
  case textFrame = 0x1
  case binaryFrame = 0x2
  case connectionClose = 0x8
  case ping = 0x9
  case pong = 0xA
  case unknown = 100
}

public enum WebSocketEvent {
  case connected([String: String])
  case disconnected(String, UInt16)
  case text(String)
  case binary(Data)
  case pong(Data?)
  case ping(Data?)
  case error((any Error)?)
  case viabilityChanged(Bool)
  case reconnectSuggested(Bool)
  case cancelled
  case peerClosed
}

public protocol EngineDelegate: AnyObject {
  func didReceive(event: WebSocketEvent)
}

public protocol Engine {
  func register(delegate: any EngineDelegate)
  func start(request: URLRequest)
  func stop(closeCode: UInt16)
  func forceStop()
  func write(data: Data, opcode: FrameOpCode, completion: (() -> Void)?)
  func write(string: String, completion: (() -> Void)?)
}

open class WebSocket {
  public init(request: URLRequest, engine: any Engine) {}
}
