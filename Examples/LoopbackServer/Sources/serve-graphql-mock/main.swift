// Serves a fixture table, a schema, or both; `usage` has the arguments.

import Foundation
import GraphQLMock
import LoopbackServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let usage = """
  usage: serve-graphql-mock [TABLE] [PORT] [--schema SCHEMA] [--objects OBJECTS]

    TABLE    A folder of fixtures. They answer before the schema does.
    PORT     The port on 127.0.0.1. The default is 4000; 0 chooses a free port.
    SCHEMA   A schema (SDL or the JSON of an introspection query), from which all other operations are answered.
    OBJECTS  A JSON file of objects by type, such as {"Todo": [{"id": "1", "title": "Milk"}]}.

  """

func fail(_ message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(code)
}

var table: FixtureTable?
var schema: ServiceSchema?
var objects: [String: [MockJSON]]?
var port: UInt16 = 4000
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  if argument == "--schema", let path = arguments.popFirst() {
    schema = ServiceSchema(contentsOf: [URL(fileURLWithPath: path)])
  } else if argument == "--objects", let path = arguments.popFirst() {
    do {
      let json = try MockJSON(parsing: Data(contentsOf: URL(fileURLWithPath: path)))
      objects = json.object?.mapValues { $0.array ?? [] }
    } catch {
      fail("\(path) can't be read: \(error.localizedDescription)", code: 2)
    }
    if objects == nil { fail("\(path) must have a list of objects for each type", code: 2) }
  } else if let number = UInt16(argument) {
    port = number
  } else if !argument.hasPrefix("-"), table == nil {
    table = FixtureTable(folder: URL(fileURLWithPath: argument))
  } else {
    fail(usage, code: 2)
  }
}
if table == nil, schema == nil { fail(usage, code: 2) }
let faults = table?.check(schema: schema) ?? []
for fault in faults { print(fault) }
if !faults.isEmpty { exit(1) }

let service = MockGraphQLService(
  fixtures: table, schema: schema, unhandled: schema == nil ? .fail : .generated, objects: objects)
if schema != nil {
  // A mistake in the schema would otherwise be told only when a client asks.
  var request = URLRequest(url: URL(fileURLWithPath: "/graphql"))
  request.httpMethod = "POST"
  request.httpBody = Data(#"{"query": "{ __typename }"}"#.utf8)
  request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  _ = try? await service.respond(to: request)
}
for failure in service.failures { fail("\(failure)", code: 1) }
service.reset()
let server = try LoopbackServer(service, port: port, allowsOtherOrigins: true)
print("listening at \(try await server.start())")
try await server.wait()
