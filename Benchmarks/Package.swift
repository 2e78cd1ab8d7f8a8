// swift-tools-version: 6.2

import Foundation
import PackageDescription

// The peers in C++ are built where they are installed:
// - libgraphqlparser where LIBGRAPHQLPARSER names its prefix, for the headers of its lexer are not
//   installed as a rule (see README.md);
// - simdjson where its header is found.
let environment = ProcessInfo.processInfo.environment

func isFile(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

var peers: [Target] = []
var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

if let prefix = environment["LIBGRAPHQLPARSER"],
  isFile("\(prefix)/include/graphqlparser/lexer.h")
{
  peers.append(
    .target(
      name: "GraphQLParserPeer",
      cxxSettings: [
        .unsafeFlags(["-I\(prefix)/include", "-I\(prefix)/include/graphqlparser"])
      ],
      linkerSettings: [
        .unsafeFlags(["-L\(prefix)/lib", "-Xlinker", "-rpath", "-Xlinker", "\(prefix)/lib"]),
        .linkedLibrary("graphqlparser"),
      ]))
}

for prefix in ["/usr", "/usr/local", "/opt/homebrew"] where isFile("\(prefix)/include/simdjson.h") {
  #if arch(x86_64)
    // Without these, On-Demand falls back to code without vector instructions.
    let flags = ["-I\(prefix)/include", "-march=haswell"]
  #else
    let flags = ["-I\(prefix)/include"]
  #endif
  peers.append(
    .target(
      name: "SimdjsonPeer", cxxSettings: [.unsafeFlags(flags)],
      linkerSettings: [.unsafeFlags(["-L\(prefix)/lib"]), .linkedLibrary("simdjson")]))
  break
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "GraphQLMock", path: "..", traits: ["Benchmarks"]),
    .package(name: "BenchmarkSupport", path: "Support"),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: peers + [
    .executableTarget(
      name: "GraphQLMockBenchmarks",
      dependencies: peers.map { .target(name: $0.name) } + [
        .product(name: "GraphQLMock", package: "GraphQLMock"),
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "BenchmarkSupport", package: "BenchmarkSupport"),
      ],
      path: "Benchmarks/GraphQLMockBenchmarks",
      swiftSettings: settings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(name: "Ratios", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
