// swift-tools-version: 6.2

import PackageDescription

// What grows with the number of handlers, rows, entries and requests, in debug and in release:
// `Benchmarks/run-scale` runs it.
let package = Package(
  name: "Scale",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "GraphQLMock", path: "../.."),
    .package(name: "BenchmarkSupport", path: "../Support"),
  ],
  targets: [
    .executableTarget(
      name: "Scale",
      dependencies: [
        .product(name: "GraphQLMock", package: "GraphQLMock"),
        .product(name: "BenchmarkSupport", package: "BenchmarkSupport"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
