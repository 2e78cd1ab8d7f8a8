// One measurement a process: `Scale MEASUREMENT COUNT FOLDER` prints its figures as JSON.

import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[2]),
  let measurement = Measurements.all[arguments[1]]
else {
  print("usage: Scale MEASUREMENT COUNT FOLDER")
  for name in Measurements.all.keys.sorted() { print("  \(name)") }
  exit(64)
}
do {
  let figures = try await measurement(count, URL(fileURLWithPath: arguments[3]))
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  print(String(decoding: try encoder.encode(figures), as: UTF8.self))
} catch {
  print("error: \(error)")
  exit(1)
}
