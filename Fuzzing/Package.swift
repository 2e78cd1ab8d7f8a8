// swift-tools-version: 6.2

import PackageDescription

// A package of its own: what it is built with, coverage of every branch, is nothing for the library.
// `scripts/fuzz` builds and runs it.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  // With a trait, so that scripts/fuzz can see what it adds to a release build.
  dependencies: [.package(name: "GraphQLMock", path: "..", traits: ["LaunchInRelease"])],
  targets: [
    .target(name: "FuzzDriver"),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["FuzzDriver", .product(name: "GraphQLMock", package: "GraphQLMock")]),
  ],
  swiftLanguageModes: [.v6]
)
