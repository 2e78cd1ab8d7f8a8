// What somebody writes who does not know the package yet. `scripts/check-spellings` has each function
// compiled, and holds what comes of it against the line above:
//
//   // compiles
//   // says: TEXT        the compiler's error, which is one of ours, has this text
//   // Swift says: TEXT  so does one of Swift's own, which no declaration of ours can reword
//
// This is no target of the package: most of it does not compile, and that is the point.

import Foundation
import GraphQLMockTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let (name, id, count, flag): (String, String, Int, Bool) = ("Ada", "7", 3, true)
let (ids, absent): ([String], String?) = (["a", "b"], nil)

struct Viewer: Encodable { var name: String }

extension RequestHandler {
  static let viewer = query("Viewer", .data(["viewer": nil]))
}

// MARK: Swift values in JSON

// says: .string(name)
func aText() { _ = MockGraphQLService(.query("Viewer", .data(["viewer": ["name": name]]))) }

// says: .number(n)
func aNumber() { _ = MockGraphQLService(.query("Cart", .data(["cart": ["count": count]]))) }

// says: .value(encodable)
func aList() { _ = MockGraphQLService(.query("Feed", .data(["feed": ["ids": ids]]))) }

// says: .value(encodable)
func aTextThatMayBeNil() { _ = MockGraphQLService(.query("Viewer", .data(["name": absent]))) }

// says: .string(name)
func valuesOfSeveralTypes() {
  _ = MockGraphQLService(
    .query("Viewer", .data(["a": ["b": name, "c": count, "d": nil, "e": flag]])))
}

// says: .value(encodable)
func anEncodableInside() {
  _ = MockGraphQLService(.query("Viewer", .data(["viewer": Viewer(name: "Ada")])))
}

// says: .data(encoding: all)
func anEncodable() { _ = MockGraphQLService(.query("Viewer", .data(Viewer(name: "Ada")))) }

// compiles
func anEncodableByItsLabel() {
  _ = MockGraphQLService(.query("Viewer", .data(encoding: ["viewer": Viewer(name: "Ada")])))
}

// says: .value(encodable)
func aListThatIsMapped() {
  _ = MockGraphQLService(.query("Feed", .data(["items": ids.map { ["id": $0] }])))
}

// says: .string(name)
func fieldsByName() { _ = MockGraphQLService(.query("Viewer", .data(fields: ["name": name]))) }

// says: .string(name)
func plainJSON() { _ = MockGraphQLService(.http("/sign-in", .json(["token": name]))) }

// compiles
func plainJSONAsAText() {
  _ = MockGraphQLService(.http("/sign-in", method: "POST", .json("{\"a\": 1}")))
}

// MARK: Names and variables

// says: variables: ["id": .string(id)]
func variables() { _ = MockGraphQLService(.query("Viewer", variables: ["id": id], .data([:]))) }

// says: variables: ["id": .string(id)]
func variablesOfAClosure() {
  _ = MockGraphQLService(.mutation("Like", variables: ["id": id]) { _ in .data([:]) })
}

// says: .string(id)
func exactVariables() {
  _ = MockGraphQLService(.query("Viewer", variables: .exactly(["id": id]), .data([:])))
}

// says: .named(name)
func aName() { _ = MockGraphQLService(.query(name, .data([:]))) }

// says: .named(name)
func aNameInTheJournal(service: MockGraphQLService) { _ = service.exchanges(named: name) }

// MARK: What answers

// says: .data([…])
func dataByALabel() { _ = MockGraphQLService(.query("Viewer", data: ["viewer": nil])) }

// says: .data([…])
func noAnswer() { _ = MockGraphQLService(.query("Viewer")) }

// says: .delay(.seconds(1))
func aDelayInSeconds() { _ = MockGraphQLService(.query("Viewer", .data([:]).delay(0.2))) }

// says: .data([…]).delay(…)
func aDelayByALabel() {
  _ = MockGraphQLService(.query("Viewer", .data([:]), delay: .seconds(1)))
}

// says: .data([…]).status(500)
func aStatusInFront() { _ = MockGraphQLService(.query("Viewer", .status(500, .data([:])))) }

// says: .data([…]).status(500)
func dataBehindAStatus() {
  _ = MockGraphQLService(.query("Viewer", .status(500).data(["a": 1])))
}

// compiles
func changesInARow() {
  _ = MockGraphQLService(.query("Viewer", .data(["a": 1]).status(500).header("ETag", "x")))
}

// says: .networkError(.timedOut)
func anErrorOfTheNetwork() {
  _ = MockGraphQLService(.query("Viewer", .error(URLError(.timedOut))))
}

// says: .networkError(.timedOut)
func aFailure() { _ = MockGraphQLService(.query("Viewer", .failure(URLError(.timedOut)))) }

// Swift says: cannot convert value of type '()' to closure result type 'MockResponse?'
func aClosureThatAnswersNothing() {
  _ = MockGraphQLService(.query("Viewer") { request in print(request.variables) })
}

// Swift says: expects 1 argument, which cannot be implicitly ignored
func aClosureWithoutTheRequest() {
  _ = MockGraphQLService(.query("Viewer") { .data(["viewer": nil]) })
}

// compiles
func aClosureThatDecides() {
  _ = MockGraphQLService(
    .query("Viewer") { request in
      if request.variables["id"] == "7" { return .data([:]) } else { return .error("x") }
    })
}

// Swift says: mutation of captured var
func aClosureThatCounts() {
  var calls = 0
  _ = MockGraphQLService(
    .query("Viewer") { _ in
      calls += 1
      return .data([:])
    })
}

// MARK: Plain HTTP

// says: method: "POST"
func aMethodInSecondPlace() { _ = MockGraphQLService(.http("/sign-in", .POST, .json(["a": 1]))) }

// says: method: "POST"
func post() { _ = MockGraphQLService(.post("/sign-in", .status(200))) }

// says: method: "GET"
func get() { _ = MockGraphQLService(.get("/avatar", .status(200))) }

// says: host: "a.example"
func aURL() throws {
  let url = try #require(URL(string: "https://a.example/x"))
  _ = MockGraphQLService(.http(url, .status(200)))
}

// MARK: Services and traits

// compiles
func aTable() { _ = MockGraphQLService(fixtures: "Shop") }

// Swift says: cannot pass array of type '[RequestHandler]' as variadic arguments
func aListOfHandlers() { _ = MockGraphQLService([.query("Viewer", .data([:]))]) }

// compiles
func severalHandlers(service: MockGraphQLService) {
  service.register(.query("A", .data([:])), .query("B", .data([:])))
}

// says: makeSession()
func aSession(service: MockGraphQLService) { _ = service.session }

// Swift says: must be unwrapped
func aClock(service: MockGraphQLService) { service.clock.advance(by: .seconds(1)) }

// says: fixtures: "Shop"
@Test(.graphQL(.query("A", .data([:])), .fixtures("Shop"))) func aTableAmongHandlers() {}

// compiles
@Test(.graphQL(fixtures: FixtureTable("Shop"))) func aTableThatIsAValue() {}

// compiles
@Test(.graphQL(schema: ServiceSchema("schema.graphqls"))) func aSchemaThatIsAValue() {}

// compiles
@Test(.graphQL(.viewer)) func aHandlerWithAName() {}

// MARK: The journal

// compiles
func aVariableIsCast(service: MockGraphQLService) {
  _ = service.exchanges(named: "Viewer").first?.request.variables["id"] as? String
}

// Swift says: cannot use optional chaining on non-optional value
func aVariableThatMayBeMissing(service: MockGraphQLService) {
  let found: String? = service.exchanges.first?.request.variables["id"]?.string
  _ = found
}

// says: .string(id)
func aVariableAndAText(service: MockGraphQLService) {
  #expect(service.exchanges[0].request.variables["id"] == id)
}

// says: .value(encodable)
func aVariableAndAList(service: MockGraphQLService) {
  #expect(service.exchanges.first?.request.variables["ids"] != ids)
}

// says: within: .seconds(2)
func aTimeout(service: MockGraphQLService) async throws {
  try await service.waitForExchanges(named: "Viewer", timeout: 2)
}

// compiles
func aBody(service: MockGraphQLService) async throws {
  try await service.waitForExchanges(named: "Viewer")
  #expect(service.exchanges.last?.response?.body == nil)
}

// says: urlRequest.value(forHTTPHeaderField: "Authorization")
func aHeaderField(service: MockGraphQLService) {
  #expect(service.exchanges[0].request.headers["Authorization"] == "x")
}

// compiles
func aMemberOfTheAnswer(service: MockGraphQLService) {
  #expect(service.exchanges[0].response?.json?["data"]["a"] == 1)
}

// compiles
func theNameOfAnOperation(service: MockGraphQLService) {
  #expect(service.exchanges[0].request.name == "Viewer")
  #expect(service.exchanges[0].request.operationName == "Viewer")
}
