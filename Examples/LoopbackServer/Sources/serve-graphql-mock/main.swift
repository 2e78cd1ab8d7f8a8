// Serves a fixture table: serve-graphql-mock FOLDER [PORT]

import Foundation
import GraphQLMock
import LoopbackServer

let arguments = CommandLine.arguments
guard arguments.count > 1, let port = UInt16(arguments.count > 2 ? arguments[2] : "4000") else {
  print("usage: serve-graphql-mock FOLDER [PORT]")
  exit(2)
}
let table = FixtureTable(folder: URL(fileURLWithPath: arguments[1]))
let faults = table.check()
for fault in faults { print(fault) }
if !faults.isEmpty { exit(1) }

let server = try LoopbackServer(MockGraphQLService(fixtures: table), port: port)
print("listening at \(try await server.start())")
try await server.wait()
