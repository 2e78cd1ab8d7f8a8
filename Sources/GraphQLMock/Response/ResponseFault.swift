// What can be wrong with a response that a handler gave.

import Foundation

enum ResponseFault: Error, Sendable, Hashable {
  case unencodable(String)
  case invalidStatus(Int)
  case unreadableFile(path: String, reason: String)
  case unknownFixture(name: String, tables: [String])
  case thrown(String)
}

extension ResponseFault: CustomStringConvertible, LocalizedError {
  var description: String {
    switch self {
    case .unencodable(let reason):
      "The response can't be encoded as JSON: \(reason)"
    case .invalidStatus(let code):
      "\(code) is no status code of HTTP; it must be 100 to 599."
    case .unreadableFile(let path, let reason):
      "The file of the response, \"\(path)\", can't be read: \(reason)"
    case .unknownFixture(let name, let tables):
      tables.isEmpty
        ? "There is no fixture \"\(name)\": the service has no fixture table."
        : "There is no fixture \"\(name)\" in \(tables.joined(separator: ", "))."
    case .thrown(let reason):
      "The handler threw an error: \(reason)"
    }
  }

  var errorDescription: String? { description }
}
