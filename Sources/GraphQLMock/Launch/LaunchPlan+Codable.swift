extension LaunchPlan: Codable {
  /// Decodes a launch plan.
  /// - Throws: An error of the decoder, or `DecodingError.dataCorrupted` with the message of a ``LaunchPlanError``.
  public init(from decoder: any Decoder) throws {
    switch Self.read(try MockJSON(from: decoder).description) {
    case .success(let plan): self = plan
    case .failure(let error):
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Encodes the launch plan.
  /// - Throws: An error of the encoder, or `EncodingError.invalidValue` with the message of a ``LaunchPlanError``.
  public func encode(to encoder: any Encoder) throws {
    // An empty environment leaves the recording mode unchanged.
    switch json(environment: [:]) {
    case .success(let json): try json.encode(to: encoder)
    case .failure(let error):
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }
}
