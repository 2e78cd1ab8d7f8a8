// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that the library doesn't depend on it.
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
