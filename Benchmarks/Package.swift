// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "GraphQLMock", path: ".."),
    .package(name: "BenchmarkSupport", path: "Support"),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "GraphQLMockBenchmarks",
      dependencies: [
        .product(name: "GraphQLMock", package: "GraphQLMock"),
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "BenchmarkSupport", package: "BenchmarkSupport"),
      ],
      path: "Benchmarks/GraphQLMockBenchmarks",
      swiftSettings: settings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(name: "Ratios", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
