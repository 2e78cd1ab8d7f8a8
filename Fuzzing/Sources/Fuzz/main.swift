// Fuzz <target> [options of libFuzzer] [corpora]

import FuzzDriver
import Foundation

guard CommandLine.arguments.count > 1,
  let target = FuzzTarget.all.first(where: { $0.name == CommandLine.arguments[1] })
else {
  print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
  exit(CommandLine.arguments.count > 1 ? 1 : 0)
}

FuzzTarget.current = target

// libFuzzer gets the arguments after the target.
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = CommandLine.unsafeArgv + 1
exit(
  withUnsafeMutablePointer(to: &arguments) { pointer in
    LLVMFuzzerRunDriver(&count, pointer) { data, size in
      FuzzTarget.current?.run(ContiguousArray(UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
  })
