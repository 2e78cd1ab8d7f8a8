#if canImport(Testing)
  public import GraphQLMock
  public import Testing

  extension CodeLocation {
    /// Creates a location from a `SourceLocation` of Swift Testing, such as the location of a function's call.
    ///
    /// ```swift
    /// func viewer(
    ///   _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    /// ) -> RequestHandler {
    ///   .query("Viewer", .data(["viewer": ["name": .string(name)]]))
    ///     .reported(at: CodeLocation(sourceLocation))
    /// }
    /// ```
    public init(_ location: SourceLocation) {
      self.init(
        fileID: location.fileID, filePath: location.path, line: location.line,
        column: location.column)
    }
  }

  extension SourceLocation {
    init(_ location: CodeLocation) {
      // `SourceLocation` traps if the file ID has no module name, or if the line or the column is less than 1.
      let isComplete = location.fileID.contains("/")
      self.init(
        fileID: isComplete ? location.fileID : "Unknown/\(location.fileID)",
        filePath: location.filePath, line: max(location.line, 1), column: max(location.column, 1))
    }
  }
#endif
