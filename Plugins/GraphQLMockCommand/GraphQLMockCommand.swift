import Foundation
import PackagePlugin

/// `swift package graphql-mock …`: validates, formats and fills fixture tables.
@main struct GraphQLMockCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = Process()
    tool.executableURL = try context.tool(named: "graphql-mock-tool").url
    // Paths are those of the working folder, as the reader of what is found has them.
    tool.arguments = ["--package", context.package.directoryURL.path] + arguments
    try tool.run()
    tool.waitUntilExit()
    // What is wrong was said by the tool; the command's own exit code has to follow.
    if tool.terminationStatus != 0 { exit(tool.terminationStatus) }
  }
}
