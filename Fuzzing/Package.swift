// swift-tools-version: 6.2

import PackageDescription

// A separate package, because the coverage flags it is built with aren't for the library.
// `scripts/fuzz` builds and runs it.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  // A trait, so that `scripts/fuzz` can measure the code that it adds to a release build.
  dependencies: [.package(name: "GraphQLMock", path: "..", traits: ["LaunchInRelease"])],
  targets: [
    .target(name: "FuzzDriver"),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["FuzzDriver", .product(name: "GraphQLMock", package: "GraphQLMock")]),
  ],
  swiftLanguageModes: [.v6]
)
