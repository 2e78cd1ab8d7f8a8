/// Responses in parts, byte for byte as Apollo Router sends them, and as GraphQL over SSE defines
/// them.
package enum StreamSamples {
  package static let multipart = (
    type: #"multipart/mixed; boundary="-"; deferSpec=20220824"#,
    pieces: [
      "\r\n---",
      "\r\ncontent-type: application/json\r\n\r\n"
        + #"{"data":{"n":1.50,"token":"server-secret"},"hasNext":true}"# + "\r\n---",
      "\r\ncontent-type: application/json\r\n\r\n"
        + #"{"incremental":[{"data":{"b":2},"path":[]}],"hasNext":false}"# + "\r\n---",
      "--\r\n",
    ]
  )
  package static let events = (
    type: "text/event-stream",
    pieces: [
      ":\n\n", "event: next\ndata: {\"data\":{\"n\":1}}\n\n",
      "event: next\ndata: {\ndata:   \"data\": null}\n\n", "event: complete\ndata:\n\n",
    ]
  )

  package static let all = [multipart, events]
}
