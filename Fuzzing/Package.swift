// swift-tools-version: 6.2

import PackageDescription

// A package of its own: what it is built with, coverage of every branch, is nothing for the library.
// `scripts/fuzz` builds and runs it.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GraphQLMock", path: "..")],
  targets: [
    .target(name: "FuzzDriver"),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["FuzzDriver", .product(name: "GraphQLMock", package: "GraphQLMock")]),
  ],
  swiftLanguageModes: [.v6]
)
