// A shop in a terminal, as an app that is tested from another process:
//
//   SampleApp <endpoint> shared|own <email> <password> [<new name of the first product>]
//   SampleApp <endpoint> own till

import Foundation
import GraphQLMock

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let arguments = CommandLine.arguments.dropFirst()
guard (3...5).contains(arguments.count), let endpoint = URL(string: arguments[1]) else {
  Screen.show("SampleApp <endpoint> shared|own <email> <password>")
  exit(2)
}

// First thing in the app, and in debug builds only.
#if DEBUG || GRAPHQL_MOCK_LAUNCH
  let service = MockGraphQLService.startFromLaunchEnvironment()
#endif

var session = URLSession.shared
if arguments[2] == "own" {
  let configuration = URLSessionConfiguration.default
  #if DEBUG || GRAPHQL_MOCK_LAUNCH
    service?.install(in: configuration)
  #endif
  session = URLSession(configuration: configuration)
}

let start = WebClient(session: session, endpoint: endpoint)
#if DEBUG || GRAPHQL_MOCK_LAUNCH
  if arguments[3] == "till" {
    await Till(client: start).run(service)
    exit(0)
  }
#endif
if let client = await SignInScreen(client: start).run(email: arguments[3], password: arguments[4]) {
  await ProductListScreen(client: client).run()
  if arguments.count == 5 { await RenamingScreen(client: client).run(name: arguments[5]) }
}
