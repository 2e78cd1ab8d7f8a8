// swift-tools-version: 6.2

import PackageDescription

// What grows with the number of handlers, rows, entries and requests, in debug and in release:
// `Benchmarks/run-scale` runs it.
let package = Package(
  name: "Scale",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "GraphQLMock", path: "../..")],
  targets: [
    .executableTarget(
      name: "Scale", dependencies: [.product(name: "GraphQLMock", package: "GraphQLMock")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
