import Foundation

do {
  let found = try Command.run(Array(CommandLine.arguments.dropFirst()))
  for line in found.lines { print(line.printable) }
  exit(found.hasErrors ? 1 : 0)
} catch {
  let lines = (error as? Command.UsageError)?.lines ?? ["\(error)"]
  for line in lines { FileHandle.standardError.write(Data("\(line.printable)\n".utf8)) }
  exit(2)
}
