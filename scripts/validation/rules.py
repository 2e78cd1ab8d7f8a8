"""Documents for each rule, after the validation tests of graphql-js; the schema is named first."""

SMALL = {
    "ExecutableDefinitionsRule": [
        "query Q { version }",
        "query Q { version } fragment F on Query { version }",
        "{ version } type Cow { name: String } extend type Dog { colour: String }",
        "schema { query: Query } type Query { test: String } extend schema @directive { version }",
        "directive @a on FIELD { version } scalar S",
    ],
    "UniqueOperationNamesRule": [
        "query A { version } query B { version }",
        "query Foo { version } fragment Foo on Query { version }",
        "query Foo { version } query Foo { version } mutation Foo { rename(id: 1, name: \"a\") { id } }",
        "query Foo { version } subscription Foo { tick }",
        "mutation Foo { move(id: 1, range: {to: 1}) } mutation Foo { move(id: 2, range: {to: 1}) }",
    ],
    "LoneAnonymousOperationRule": [
        "{ version }",
        "query A { version } query B { version }",
        "{ ...F } fragment F on Query { version }",
        "{ version } { version }",
        "{ version } mutation Foo { move(id: 1, range: {to: 1}) }",
        "query { version } subscription { tick }",
    ],
    "SingleFieldSubscriptionsRule": [
        "subscription S { tick }",
        "subscription S { tick tick }",
        "subscription S { tick other: tick }",
        "subscription { a: tick ... { b: tick } ...F } fragment F on Subscription { c: tick d: tick }",
        "subscription S { tick ...F } fragment F on Subscription { ...F renamed { id } ...G }",
        "subscription S { __typename }",
        "subscription { tick ...I } fragment I on Subscription { __typename }",
        "subscription S { tick @skip(if: false) renamed @include(if: false) { id } }",
        "subscription S { a: tick ... @skip(if: true) { b: tick } }",
    ],
    "KnownTypeNamesRule": [
        "query ($a: String, $r: [String!]!) { user(id: 4) { friends(first: 1) { ...F } } }"
        " fragment F on User { name ... on User { id } }",
        "query ($v: JumbledUpLetters, $i: [Usr!]) { user(id: 4) { name ... on Badger { name } } }",
        "fragment F on Peat { name } { ...F }",
        "query ($v: Strng = \"a\") { echo(text: $v) }",
        "query ($v: [[Addres!]!]!, $w: Colr) { version }",
    ],
    "VariablesAreInputTypesRule": [
        "query ($a: Int, $b: [Boolean!]!, $c: Filter) { version }",
        "query ($a: User, $b: [[Query!]]!, $c: Address) { version }",
        "query ($a: [User!] = [], $b: Unknown) { version }",
    ],
    "ScalarLeafsRule": [
        "{ version user(id: 1) { name } }",
        "{ user(id: 1) }",
        "{ users users { friends(first: 1) } }",
        "{ version { length } }",
        "{ user(id: 1) { name(limit: 1) { x } matrix { a } colour { name } } }",
        "{ u: user(id: 1) { f: friends(first: 1) @include(if: true) } }",
    ],
    "KnownFragmentNamesRule": [
        "{ ...F ... on Query { ...G } ... { version } } fragment F on Query { ...G }"
        " fragment G on Query { version }",
        "{ ...Unknown1 ... on Query { ...Unknown2 } user(id: 1) { ...Unknown3 @skip(if: true) } }",
        "fragment F on Query { ...Unknown } { ...F }",
    ],
    "UniqueFragmentNamesRule": [
        "{ ...A ...B } fragment A on Query { version } fragment B on Query { version }",
        "{ ...A } fragment A on Query { version } fragment A on Query { a: version }",
        "fragment A on Query { version } fragment A on Query { version }"
        " fragment A on Query { version }",
    ],
    "NoUnusedFragmentsRule": [
        "{ ...A } fragment A on Query { ...B } fragment B on Query { version }",
        "query A { ...F } query B { ...G } fragment F on Query { version } fragment G on Query { version }",
        "{ version } fragment U on Query { version } fragment V on User { id }",
        "{ version } fragment A on Query { ...B } fragment B on Query { ...A }",
        "{ ...Unknown } fragment Known on Query { version }",
    ],
    "NoFragmentCyclesRule": [
        "{ ...A } fragment A on Query { ...B } fragment B on Query { version }",
        "{ ...A } fragment A on Query { ...B ...B } fragment B on Query { version }",
        "{ ...A } fragment A on Query { ...A }",
        "{ user(id: 1) { ...A } } fragment A on User { best { ... on User { ...A } } }",
        "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
        "{ ...B } fragment B on Query { ...A } fragment A on Query { ...B }",
        "{ ...A } fragment A on Query { ...B } fragment B on Query { ...C } fragment C on Query { ...O }"
        " fragment X on Query { ...Y } fragment Y on Query { ...Z } fragment Z on Query { ...O }"
        " fragment O on Query { ...P } fragment P on Query { ...A ...X }",
        "{ ...A } fragment A on Query { ...B ...C } fragment B on Query { ...A }"
        " fragment C on Query { ...A ...B }",
        "{ ...A } fragment A on Query { ...B } fragment B on Query { ...B ...C }"
        " fragment C on Query { ...A ...B }",
        "{ ...A } fragment A on Query { ...Unknown ... { ... { ...A } } ...A }",
    ],
    "UniqueVariableNamesRule": [
        "query A($x: Int, $y: String) { echo(text: $y) sum(values: [$x]) }",
        "query ($x: Int, $x: Int, $x: String) { echo(text: $x) }",
        "query A($x: Int, $y: Int, $x: String, $y: Int) { version }",
    ],
    "NoUndefinedVariablesRule": [
        "query F($a: String) { echo(text: $a) }",
        "query F($a: String) { echo(text: $a) b: echo(text: $b) ... { c: echo(text: $c) } }",
        "{ echo(text: $a) ...F } fragment F on Query { b: echo(text: $b) }",
        "query A($a: String) { ...F } query B($b: String) { ...F } fragment F on Query {"
        " echo(text: $a) c: echo(text: $b) }",
        "query A($x: [Int]) { echo(nested: [$x, [$y]]) f: users(filter: {ids: [$z]}) { id } }",
        "query A { version @skip(if: $gone) }",
        "query A { ...F } fragment F on Query { ...G } fragment G on Query { echo(text: $a) ...F }",
    ],
    "NoUnusedVariablesRule": [
        "query ($a: String, $b: Boolean!) { echo(text: $a) @include(if: $b) }",
        "query F($a: String, $b: String, $c: String) { echo(text: $b) }",
        "query ($a: String) { version }",
        "query A($a: String) { ...F } query B($b: String) { ...F }"
        " fragment F on Query { echo(text: $a) }",
        "query A($a: String, $b: String) { ...F } fragment F on Query { echo(text: $b) }"
        " fragment G on Query { echo(text: $a) }",
    ],
    "KnownDirectivesRule": [
        "{ version @include(if: true) @onField ... @skip(if: false) { version } }",
        "{ version @unknown user(id: 1) @unknown { name @wrong(a: 1) } }",
        "query @include(if: true) { version @onQuery(times: 1) ...F @onField }"
        " fragment F on Query @skip(if: true) { version }",
        "query ($a: Int @onField @onQuery(times: 1)) { sum(values: [$a]) ... @onField { version } }",
        "mutation M @onQuery(times: 1) { move(id: 1, range: {to: 2}) }",
        "subscription @onQuery(times: 1) { tick @deprecated @specifiedBy(url: \"x\") @oneOf }",
    ],
    "UniqueDirectivesPerLocationRule": [
        "{ version @onField @onField @skip(if: true) @include(if: true) }",
        "{ version @skip(if: true) @skip(if: true) }",
        "{ version @skip(if: true) @include(if: true) @skip(if: false) @include(if: true)"
        " @skip(if: false) }",
        "query @onQuery(times: 1) @onQuery(times: 2) { ... @include(if: true) @include(if: true) {"
        " version } ...F @skip(if: true) @skip(if: true) }"
        " fragment F on Query @tag(names: \"a\") @tag(names: \"b\") { version }",
        "{ version @unknown @unknown }",
    ],
    "KnownArgumentNamesRule": [
        "{ echo(text: \"a\", flag: true) user(id: 1) { name(format: \"x\") } }",
        "{ echo(txt: \"a\", flg: true) version(a: 1) unknown(b: 2) }",
        "{ version @skip(iff: true, if: false) @onField(x: 1) @unknown(y: 1) }",
        "{ echo(text: \"a\", unknown: {a: 1}) user(id: 1) { friends(frst: 1, first: 2, filtre: null) { id } } }",
        "query @onQuery(time: 1, times: 2, nte: \"\") { version }",
        "{ echo @unknown(text: 1, txt: 2) }",
    ],
    "UniqueArgumentNamesRule": [
        "{ a: echo(text: \"a\") b: echo(text: \"a\") @tag(names: \"a\") }",
        "{ echo(text: \"a\", text: \"b\", text: \"c\", flag: true, flag: true) }",
        "{ version @skip(if: true, if: false) @onField(a: 1, a: 2) }",
    ],
    "ValuesOfCorrectTypeRule": [
        "{ echo(text: \"a\", flag: true, when: 1) sum(values: [1, 2], scale: 1)"
        " users(colour: DARK_BLUE) { name(limit: 3) } user(id: 1) { id } }",
        "{ echo(text: null, flag: null) sum(values: 1, scale: null) }",
        "{ echo(text: 1) a: echo(text: 1.0) b: echo(text: true) c: echo(text: BAR) d: echo(text: [\"a\"]) }",
        "{ user(id: 1) { a: name(limit: \"3\") b: name(limit: 829384293849283498239482938)"
        " c: name(limit: FOO) d: name(limit: 3.0) e: name(limit: 3.333) f: name(limit: 2147483648)"
        " g: name(limit: -2147483648) } }",
        "{ a: sum(values: [], scale: \"3.3\") b: sum(values: [], scale: true) c: sum(values: [], scale: X)"
        " d: sum(values: [], scale: 1e400) }",
        "{ a: echo(flag: 2) b: echo(flag: 1.0) c: echo(flag: \"true\") d: echo(flag: TRUE) }",
        "{ a: user(id: 1.0) { id } b: user(id: true) { id } c: user(id: SOMETHING) { id }"
        " d: user(id: [1]) { id } e: user(id: {a: 1}) { id } f: user(id: null) { id } }",
        "{ a: users(colour: 1) { id } b: users(colour: \"RED\") { id } c: users(colour: true) { id }"
        " d: users(colour: JUMBO) { id } e: users(colour: red) { id } f: users(colour: [RED]) { id }"
        " g: users(colour: DARK_GRREN) { id } h: users(colour: {a: RED}) { id } }",
        "{ a: sum(values: [\"one\", 2, null]) b: sum(values: \"one\") c: sum(values: null)"
        " d: echo(nested: [[1, \"2\"], 3, [[4]]]) e: echo(nested: {a: 1}) }",
        "{ users(filter: {ids: [1, true], colour: GREY, colours: [null], range: {to: \"x\", from: null}}) { id } }",
        "{ users(filter: {range: {}, unknown: 1, coluor: RED, and: [{exact: 1}, 2, null]}) { id } }",
        "{ users(filter: [{exact: true}]) { id } a: users(filter: \"x\") { id } b: users(filter: RED) { id } }",
        "query ($a: Int = 1, $b: String = \"ok\", $c: Range = {to: 1}, $d: Int! = 123) { version }",
        "query ($a: Int! = null, $b: String! = null, $c: Range = {from: null, to: null}) { version }",
        "query ($a: Int = \"one\", $b: String = 4, $c: Range = \"notRange\", $d: [String] = [\"one\", 2],"
        " $e: Range = {from: 123, to: \"abc\", step: {a: 1}}, $f: Range = {from: 1}) { version }",
        "{ version @include(if: \"no\") @skip(if: ENUM) }",
        "{ echo(text: \"\"\"block\"\"\", flag: \"\"\"two\"\"\") a: echo(flag: \"tab\\t\\u0007\\\"\") }",
        "query ($v: Int) { echo(nested: [$v, [$v], {a: $v}]) users(filter: {range: {to: $v}}) { id } }",
    ],
    "ProvidedRequiredArgumentsRule": [
        "{ user(id: 1) { friends(first: 1) { id } name } sum(values: 1) }",
        "{ user { friends(after: 1) { id } } sum(scale: 2) }",
        "{ version @include @skip(unless: true) @onQuery @tag }",
        "mutation { rename { id } move(reason: \"x\") }",
        "{ user @unknown(id: 1) { id } }",
    ],
    "VariablesInAllowedPositionRule": [
        "query ($a: String, $b: Boolean!, $c: [Int!]!, $d: ID) { echo(text: $a) @skip(if: $b)"
        " sum(values: $c) user(id: 1) { friends(first: 1, after: $d) { id } } }",
        "query ($a: String!, $b: [String!], $c: Int) { echo(text: $a, flag: $b) sum(values: $c) }",
        "query ($id: ID, $if: Boolean) { user(id: $id) @include(if: $if) { id } }",
        "query ($id: ID = 1, $to: Int = null) { user(id: $id) { id } users(filter: {range: {to: $to}}) { id } }",
        "query ($first: Int!) { users(first: $first) { name(limit: $first) } }",
        "query ($every: Int) { ...F } fragment F on Query { user(id: $every) { id } }",
        "query ($a: [Int], $b: [Int!]!, $c: [[Int]]) { x: sum(values: $a) y: sum(values: $b)"
        " echo(nested: $c) z: echo(nested: $b) w: sum(values: [$c]) }",
        "subscription ($n: Int) { tick(every: $n) }",
        "query ($from: Int, $colours: [Colour!]) {"
        " users(filter: {range: {from: $from, to: 1}, colours: $colours}) { id } }",
        "query ($u: User, $x: Unknown) { echo(text: $u) a: echo(text: $x) }",
    ],
    "UniqueInputFieldNamesRule": [
        "{ users(filter: {exact: true, colour: RED, range: {from: 1, to: 2}}) { id } }",
        "{ users(filter: {exact: true, exact: true, exact: false}) { id } }",
        "{ users(filter: {and: [{exact: true, colour: RED, exact: true}], range: {to: 1, to: 1}}) { id } }",
        "{ echo(when: {a: {b: 1, b: 2}, a: 3}) }",
    ],
    "MaxIntrospectionDepthRule": [
        "{ __schema { types { fields { type { fields { name } } } } } }",
        "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }",
        "{ __type(name: \"User\") { interfaces { possibleTypes { inputFields { name } } } } }",
        "{ a: __schema { types { ...T } } } fragment T on __Type { fields { type { ...U } } }"
        " fragment U on __Type { interfaces { ... { possibleTypes { name } } ...T } }",
        "{ __schema { types { ...T } } } fragment T on __Type { name ofType { ...T } }",
    ],
}

ABSTRACT = {
    "FragmentsOnCompositeTypesRule": [
        "{ dog { ...A ...B ... on Being { id } ... { id } } canines { ...C } } fragment A on Dog { id }"
        " fragment B on Canine { id } fragment C on Canines { __typename }",
        "{ dog { ... on Boolean { id } ... on FurColour { id } ... on PetFilter { id } } }",
        "{ dog { ...A } } fragment A on Int { bad }",
        "{ dog { ...A } } fragment A on Complex { range }",
    ],
    "FieldsOnCorrectTypeRule": [
        "{ dog { __typename tn: __typename name owner { name } } canines { __typename } }",
        "{ dog { meowVolume unknown { deeper } barkVolum } }",
        "{ being { nickname barkVolume howls unknown } canine { nickname } }",
        "{ pet(by: {age: 1}) { name id meowVolume barkVolume nickname box } }",
        "{ dog { ... on Cat { barkVolume } ...F } } fragment F on Dog { nme aeg: agee volume: barkVolumes }",
        "{ anything { name id model pets } named { name id age } }",
        "{ __schema { types { name unknown } } dog { __schema { a } __type(name: \"a\") { name } } }",
        "subscription { __schema { types { name } } }",
    ],
    "PossibleFragmentSpreadsRule": [
        "{ dog { ... on Dog { id } ... on Canine { id } ... on Pet { __typename } ... on Being { id } } }",
        "{ being { ... on Dog { id } ... on Canine { id } ... on Human { id } } pet(by: {age: 1}) {"
        " ... on Named { name } ... on Cat { id } ... on Canines { __typename } } }",
        "{ cat { ... on Dog { barkVolume } ...D } } fragment D on Dog { barkVolume }",
        "{ human { ... on Pet { __typename } ...P ...C } } fragment P on Pet { __typename }"
        " fragment C on Canines { __typename }",
        "{ pet(by: {age: 1}) { ... on Human { id } ... on Wolf { howls } ... on Robot { id } } }",
        "{ robot { ... on Named { name } ... on Node { id ... on Canine { id } } } }",
        "{ canines { ... on Cat { id } ... on Being { ... on Cat { id } } } }",
        "{ dog { ... on Unknown { x } ...U ... on Int { y } } } fragment U on Gone { x }",
    ],
    "OverlappingFieldsCanBeMergedRule": [
        "{ dog { name name otherName: name ...F ...F } } fragment F on Dog { name }",
        "{ dog { knows(command: SIT) knows(command: SIT) knows(command: SIT) } }",
        "{ dog { fido: name fido: nickname } }",
        "{ dog { name: nickname name } }",
        "{ dog { name(surname: true) name } }",
        "{ dog { knows(command: SIT) knows(command: HEEL) } }",
        "query ($c: DogCommand) { dog { knows(command: SIT) knows(command: $c) } }",
        "{ pet(by: {age: 1}) { ... on Dog { name: nickname } ... on Cat { name } } }",
        "{ being { ... on Dog { name: nickname } ... on Canine { name } } }",
        "{ pet(by: {age: 1}) { ... on Dog { volume: barkVolume } ... on Cat { volume: meowVolume } } }",
        "{ pet(by: {age: 1}) { ... on Dog { box { scalar } } ... on Cat { box { scalar } } } }",
        "{ pet(by: {age: 1}) { ... on Dog { box { deep { v: scalar } } }"
        " ... on Cat { box { deep { v: scalar } } } } }",
        "{ anything { ... on Robot { x: name } ... on Dog { x: name } ... on Human { x: id } } }",
        "{ human { x: pets { __typename } x: relatives { id } } }",
        "{ ...A ...B } fragment A on Query { x: dog { id } } fragment B on Query { x: cat { id } }",
        "{ a { ...A ...B } b { ...B ...C } c { ...C } x: dog { id } }"
        " fragment A on Query { x: cat { id } } fragment B on Query { x: robot { id } }"
        " fragment C on Query { x: being { id } ...B }",
        "{ human { x: id } human { x: name } }",
        "{ human { x: id y: name } human { x: name y: id } }",
        "{ human { cat { x: id } } human { cat { x: name } } }",
        "{ human { cat { owner { cat { x: id } } cat: owner { x: name } } cat { owner { cat { x: name } } } } }",
        "{ h: human { ...F } h: human { ...G } } fragment F on Human { x: id ...G }"
        " fragment G on Human { y: name ...I } fragment I on Human { x: name y: age }",
        "{ complex(value: {required: true, int: 1}, strings: []) complex(value: {int: 1, required: true}, strings: []) }",
        "{ complex(value: {required: true, int: 1}, strings: []) complex(strings: [], value: {required: true}) }",
        "{ complex(strings: [\"a\", \"b\"]) complex(strings: [\"b\", \"a\"]) }",
        "{ complex(strings: [\"a\"]) complex(strings: [\"\\u0061\"]) complex(strings: [\"\"\"a\"\"\"]) }",
        "{ complex(value: {required: true, strings: [\"x\"], string: \"y\"}, strings: [])"
        " complex(value: {required: true, string: \"y\", strings: [\"x\"]}, strings: []) }",
        "{ ...A } fragment A on Query { dog { name ...B } } fragment B on Dog { owner { pets { ...B } } name: nickname }",
        "{ dog { ...X } } fragment X on Dog { name ...X name: nickname }",
        "{ dog { a: __typename a: name } pet(by: {age: 1}) { ... on Dog { b: __typename } ... on Cat { b: meowVolume } } }",
        "{ unknown { x: a x: b } dog { y: unknown1 y: unknown2 } }",
    ],
    "ValuesOfCorrectTypeRule": [
        "{ pet(by: {name: \"a\"}) { __typename } a: pet(by: {owner: {name: \"a\"}}) { __typename } }",
        "{ pet(by: {}) { __typename } a: pet(by: {name: \"a\", age: 1}) { __typename }"
        " b: pet(by: {name: null}) { __typename } c: pet(by: {nme: \"a\"}) { __typename } }",
        "query ($n: String, $m: String!, $d: String = \"a\") { pet(by: {name: $n}) { __typename }"
        " a: pet(by: {name: $m}) { __typename } b: pet(by: {name: $d}) { __typename } }",
        "query ($a: Int! = 1, $i: Int = 1) { human { a: pets(where: {age: $a}) { __typename }"
        " b: pets(where: {name: $i}) { __typename }"
        " c: pets(where: {owner: {name: \"a\", pets: {age: $i}}}) { __typename } } }",
        "{ pet(by: {owner: {pets: [{name: \"a\", name: \"b\"}, {}, {owner: {name: null}}]}}) { __typename } }",
        "{ complex(value: {int: \"1\", strings: [\"a\", 1], lists: [[1], null, [null]], nonNull: null}, strings: [null]) }",
        "{ anything(kinds: [BROWN, BRWN, \"BLACK\"]) { __typename } complex(command: HEAL, strings: \"x\") }",
    ],
}
