// swift-tools-version: 6.2

import PackageDescription

// What more than one of the packages for benchmarks needs.
let package = Package(
  name: "BenchmarkSupport",
  platforms: [.macOS(.v13)],
  products: [.library(name: "BenchmarkSupport", targets: ["BenchmarkSupport"])],
  targets: [
    .target(
      name: "BenchmarkSupport",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
