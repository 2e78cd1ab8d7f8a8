// swift-tools-version: 6.2

import PackageDescription

// Test suites as a person runs them: in debug. `Benchmarks/run-suite` runs them in turn.
let package = Package(
  name: "Suite",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "GraphQLMock", path: "../.."),
    .package(name: "BenchmarkSupport", path: "../Support"),
  ],
  targets: [
    .target(name: "SuiteSupport"),
    .testTarget(name: "EmptyTests", dependencies: ["SuiteSupport"]),
    .testTarget(
      name: "HandWrittenTests",
      dependencies: [
        "SuiteSupport", .product(name: "BenchmarkSupport", package: "BenchmarkSupport"),
      ]),
    .testTarget(
      name: "FirstUseTests",
      dependencies: [
        "SuiteSupport", .product(name: "GraphQLMockTesting", package: "GraphQLMock"),
      ]),
    .testTarget(
      name: "LargeSuiteTests",
      dependencies: [
        "SuiteSupport", .product(name: "GraphQLMockTesting", package: "GraphQLMock"),
      ]),
    .testTarget(
      name: "MockTests",
      dependencies: [
        "SuiteSupport", .product(name: "GraphQLMockTesting", package: "GraphQLMock"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
