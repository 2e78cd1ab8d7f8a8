// swift-tools-version: 6.2

import PackageDescription

// The benchmarks are a separate package, so that the library itself needs no dependency and no extra target.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GraphQLMock", path: "..")],
  targets: [
    .executableTarget(
      name: "Benchmarks", dependencies: [.product(name: "GraphQLMock", package: "GraphQLMock")]),
    .testTarget(
      name: "LargeSuiteTests",
      dependencies: [.product(name: "GraphQLMockTesting", package: "GraphQLMock")]),
  ],
  swiftLanguageModes: [.v6]
)
