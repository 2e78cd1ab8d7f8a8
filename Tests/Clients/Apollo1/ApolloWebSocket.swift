// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Apollo
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The part of ApolloWebSocket 1.25 that recipes use: its names and signatures.

public protocol WebSocketClient: AnyObject {
  var request: URLRequest { get set }
  var delegate: (any WebSocketClientDelegate)? { get set }
  var callbackQueue: DispatchQueue { get set }
  func connect()
  func disconnect(forceTimeout: TimeInterval?)
  func write(ping: Data, completion: (() -> Void)?)
  func write(string: String)
}

public protocol WebSocketClientDelegate: AnyObject {
  func websocketDidConnect(socket: any WebSocketClient)
  func websocketDidDisconnect(socket: any WebSocketClient, error: (any Error)?)
  func websocketDidReceiveMessage(socket: any WebSocketClient, text: String)
  func websocketDidReceiveData(socket: any WebSocketClient, data: Data)
}

public class WebSocketTransport: NetworkTransport {
  public init(websocket: any WebSocketClient, store: ApolloStore? = nil) {}
}
