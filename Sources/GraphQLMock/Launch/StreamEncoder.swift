// Responses of several results as launch plans state them; `Fixtures/FixtureParser+Streams.swift` reads
// them.

import Foundation

enum StreamEncoder {
  static func members(of incremental: IncrementalResponse) -> [String: MockJSON] {
    [
      "incremental": [
        "initial": incremental.initial, "parts": .array(incremental.parts.map(json(of:))),
      ]
    ]
  }

  private static func json(of part: MockResponsePart) -> MockJSON {
    var members: [String: MockJSON] = ["path": .array(part.path)]
    switch part.content {
    case .data(let data): members["data"] = data
    case .items(let items): members["items"] = .array(items)
    }
    if let label = part.label { members["label"] = .string(label) }
    if !part.errors.isEmpty { members["errors"] = .array(part.errors.map(\.json)) }
    if let extensions = part.extensions { members["extensions"] = extensions }
    if part.delay > .zero { members["delay"] = .number(part.delay.seconds) }
    return .object(members)
  }

  static func members(
    of script: EventScript
  ) throws(HandlerEncodingError) -> [String: MockJSON] {
    guard case .list(let events, let interval) = script.source else { throw .sequence }
    var list: [MockJSON] = []
    for event in events { list.append(try TableResponseEncoder.json(of: event)) }
    var members: [String: MockJSON] = ["list": .array(list)]
    if interval > .zero { members["every"] = .number(interval.seconds) }
    if let heartbeat = script.heartbeat { members["heartbeat"] = .number(heartbeat.seconds) }
    return ["events": .object(members)]
  }
}
