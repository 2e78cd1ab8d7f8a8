import Foundation

do {
  let found = try Command(arguments: Array(CommandLine.arguments.dropFirst())).run()
  for line in found.lines { print(line) }
  exit(found.hasErrors ? 1 : 0)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(2)
}
