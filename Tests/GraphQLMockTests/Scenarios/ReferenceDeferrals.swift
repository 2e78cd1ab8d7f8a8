/// Documents of graphql-js 17.0.0-alpha.8 (`src/execution/__tests__/defer-test.ts` and `stream-test.ts`,
/// those without errors), and the data that graphql-js gives for them, put together from its payloads.
enum ReferenceDeferrals {
  static let cases: [(document: String, data: String)] = [
    (
      #"query HeroNameQuery{hero{id ...NameFragment@defer}}fragment NameFragment on Hero{n"#
        + #"ame}"#,
      #"{"hero":{"id":"1","name":"Luke"}}"#
    ),
    (
      #"query HeroNameQuery{hero{id ...NameFragment@defer(if:false)}}fragment NameFragment"#
        + #" on Hero{name}"#,
      #"{"hero":{"id":"1","name":"Luke"}}"#
    ),
    (
      #"query HeroNameQuery($shouldDefer:Boolean){hero{id ...NameFragment@defer(if:$should"#
        + #"Defer)}}fragment NameFragment on Hero{name}"#,
      #"{"hero":{"id":"1","name":"Luke"}}"#
    ),
    (
      #"query HeroNameQuery{...QueryFragment@defer(label:"DeferQuery")}fragment QueryFragm"#
        + #"ent on Query{hero{id}}"#,
      #"{"hero":{"id":"1"}}"#
    ),
    (
      #"query HeroNameQuery{hero{...TopFragment@defer(label:"DeferTop")}}fragment TopFragm"#
        + #"ent on Hero{id ...NestedFragment@defer(label:"DeferNested")}fragment NestedFragmen"#
        + #"t on Hero{friends{name}}"#,
      #"{"hero":{"id":"1","friends":[{"name":"Han"},{"name":"Leia"},{"name":"C-3PO"}]}}"#
    ),
    (
      #"query HeroNameQuery{hero{...TopFragment@defer(label:"DeferTop")...TopFragment}}fra"#
        + #"gment TopFragment on Hero{name}"#,
      #"{"hero":{"name":"Luke"}}"#
    ),
    (
      #"query HeroNameQuery{hero{...TopFragment ...TopFragment@defer(label:"DeferTop")}}fr"#
        + #"agment TopFragment on Hero{name}"#,
      #"{"hero":{"name":"Luke"}}"#
    ),
    (
      #"query HeroNameQuery{hero{id ...on Hero@defer(label:"InlineDeferred"){name}}}"#,
      #"{"hero":{"id":"1","name":"Luke"}}"#
    ),
    (
      #"query HeroNameQuery{hero{...@defer{name@skip(if:true)}}}"#,
      #"{"hero":{}}"#
    ),
    (
      #"query HeroNameQuery{hero{...@defer{...@defer{name}}}}"#,
      #"{"hero":{"name":"Luke"}}"#
    ),
    (
      #"query HeroNameQuery{hero{...@defer(label:"DeferID"){id}...@defer(label:"DeferName""#
        + #"){name}}}"#,
      #"{"hero":{"id":"1","name":"Luke"}}"#
    ),
    (
      #"query HeroNameQuery{...@defer(label:"DeferID"){hero{id}}...@defer(label:"DeferName"#
        + #""){hero{name}}}"#,
      #"{"hero":{"id":"1","name":"Luke"}}"#
    ),
    (
      #"query HeroNameQuery{hero{...@defer(label:"DeferID"){id}}...@defer(label:"DeferName"#
        + #""){hero{name}}}"#,
      #"{"hero":{"id":"1","name":"Luke"}}"#
    ),
    (
      #"query HeroNameQuery{...@defer(label:"DeferName"){hero{name ...@defer(label:"DeferI"#
        + #"D"){id}}}}"#,
      #"{"hero":{"name":"Luke","id":"1"}}"#
    ),
    (
      #"{hero{friends{...@defer{...FriendFrag ...@defer{...FriendFrag ...@defer{...FriendF"#
        + #"rag ...@defer{...FriendFrag}}}}}}}fragment FriendFrag on Friend{id name}"#,
      #"{"hero":{"friends":[{"id":"2","name":"Han"},{"id":"3","name":"Leia"},{"id":"4","na"#
        + #"me":"C-3PO"}]}}"#
    ),
    (
      #"{hero{nestedObject{deeperObject{foo}}anotherNestedObject{deeperObject{foo}}...@def"#
        + #"er{nestedObject{deeperObject{bar}}anotherNestedObject{deeperObject{foo}}}}}"#,
      #"{"hero":{"nestedObject":{"deeperObject":{"foo":"foo","bar":"bar"}},"anotherNestedO"#
        + #"bject":{"deeperObject":{"foo":"foo"}}}}"#
    ),
    (
      #"{hero{...@defer{nestedObject{deeperObject{foo ...@defer{foo bar}}}}}}"#,
      #"{"hero":{"nestedObject":{"deeperObject":{"foo":"foo","bar":"bar"}}}}"#
    ),
    (
      #"{hero{nestedObject{deeperObject{foo}}...@defer{nestedObject{deeperObject{foo bar}."#
        + #"..@defer{deeperObject{foo bar baz ...@defer{foo bar baz bak}}}}}}}"#,
      #"{"hero":{"nestedObject":{"deeperObject":{"foo":"foo","bar":"bar","baz":"baz","bak""#
        + #":"bak"}}}}"#
    ),
    (
      #"{hero{nestedObject{deeperObject{...@defer{foo}}}...@defer{nestedObject{deeperObjec"#
        + #"t{...@defer{foo bar}}}}}}"#,
      #"{"hero":{"nestedObject":{"deeperObject":{"foo":"foo","bar":"bar"}}}}"#
    ),
    (
      #"{a{b{c{d}...@defer{e{f}}}}...@defer{a{b{e{f}}}g{h}}}"#,
      #"{"a":{"b":{"c":{"d":"d"},"e":{"f":"f"}}},"g":{"h":"h"}}"#
    ),
    (
      #"query HeroNameQuery{...@defer{hero{id}}...@defer{hero{name shouldBeWithNameDespite"#
        + #"AdditionalDefer:name ...@defer{shouldBeWithNameDespiteAdditionalDefer:name}}}}"#,
      #"{"hero":{"id":"1","name":"Luke","shouldBeWithNameDespiteAdditionalDefer":"Luke"}}"#
    ),
    (
      #"{hero{friends{name}...@defer{friends{name}}}}"#,
      #"{"hero":{"friends":[{"name":"Han"},{"name":"Leia"},{"name":"C-3PO"}]}}"#
    ),
    (
      #"{hero{friends{name}...@defer{friends{id}}}}"#,
      #"{"hero":{"friends":[{"name":"Han","id":"2"},{"name":"Leia","id":"3"},{"name":"C-3P"#
        + #"O","id":"4"}]}}"#
    ),
    (
      #"{hero{nestedObject{name}...@defer{nestedObject{name}}}}"#,
      #"{"hero":{"nestedObject":null}}"#
    ),
    (
      #"query HeroNameQuery{hero{id ...NameFragment@defer}}fragment NameFragment on Hero{n"#
        + #"ame friends{...NestedFragment@defer}}fragment NestedFragment on Friend{name}"#,
      #"{"hero":{"id":"1","name":"slow","friends":[{"name":"Han"},{"name":"Leia"},{"name":"#
        + #""C-3PO"}]}}"#
    ),
    (
      #"{scalarList@stream(initialCount:1)}"#,
      #"{"scalarList":["apple","banana","coconut"]}"#
    ),
    (
      #"{scalarList@stream}"#,
      #"{"scalarList":["apple","banana","coconut"]}"#
    ),
    (
      #"{scalarList@stream(initialCount:1 label:"scalar-stream")}"#,
      #"{"scalarList":["apple","banana","coconut"]}"#
    ),
    (
      #"{scalarList@stream(initialCount:0 if:false)}"#,
      #"{"scalarList":["apple","banana","coconut"]}"#
    ),
    (
      #"query($shouldStream:Boolean){scalarList@stream(initialCount:2 if:$shouldStream)}"#,
      #"{"scalarList":["apple","banana","coconut"]}"#
    ),
    (
      #"{scalarListList@stream(initialCount:1)}"#,
      #"{"scalarListList":[["apple","apple","apple"],["banana","banana","banana"],["coconu"#
        + #"t","coconut","coconut"]]}"#
    ),
    (
      #"{friendList@stream(initialCount:2){name id}}"#,
      #"{"friendList":[{"name":"Luke","id":"1"},{"name":"Han","id":"2"},{"name":"Leia","id"#
        + #"":"3"}]}"#
    ),
    (
      #"{friendList@stream(initialCount:0){name id}}"#,
      #"{"friendList":[{"name":"Luke","id":"1"},{"name":"Han","id":"2"},{"name":"Leia","id"#
        + #"":"3"}]}"#
    ),
    (
      #"{friendList@stream(initialCount:0){id}}"#,
      #"{"friendList":[{"id":"1"},{"id":"2"},{"id":"3"}]}"#
    ),
    (
      #"{friendList@stream{name id}}"#,
      #"{"friendList":[{"name":"Luke","id":"1"},{"name":"Han","id":"2"},{"name":"Leia","id"#
        + #"":"3"}]}"#
    ),
    (
      #"{friendList@stream(initialCount:1){id name}}"#,
      #"{"friendList":[{"id":"1","name":"Luke"},{"id":"2","name":"Han"},{"id":"3","name":""#
        + #"Leia"}]}"#
    ),
    (
      #"{nestedObject{nestedFriendList@stream(initialCount:0){id}}nestedObject{...@defer{n"#
        + #"estedFriendList@stream(initialCount:0){id name}}}}"#,
      #"{"nestedObject":{"nestedFriendList":[{"id":"1","name":"Luke"},{"id":"2","name":"Ha"#
        + #"n"}]}}"#
    ),
    (
      #"{nestedObject{...DeferFragment@defer}}fragment DeferFragment on NestedObject{scala"#
        + #"rField nestedFriendList@stream(initialCount:0){name}}"#,
      #"{"nestedObject":{"scalarField":"slow","nestedFriendList":[{"name":"Luke"},{"name":"#
        + #""Han"}]}}"#
    ),
    (
      #"{friendList@stream(label:"stream-label"){...NameFragment@defer(label:"DeferName")i"#
        + #"d}}fragment NameFragment on Friend{name}"#,
      #"{"friendList":[{"id":"1","name":"Luke"},{"id":"2","name":"Han"}]}"#
    ),
    (
      #"{friendList@stream(initialCount:1 label:"stream-label"){...NameFragment@defer(labe"#
        + #"l:"DeferName")id}}fragment NameFragment on Friend{name}"#,
      #"{"friendList":[{"id":"1","name":"Luke"},{"id":"2","name":"Han"}]}"#
    ),
    (
      #"{friendList@stream(initialCount:1){name id}}"#,
      #"{"friendList":[{"name":"Luke","id":"1"}]}"#
    ),
    (
      #"{friendList@stream(initialCount:1){...@defer{name}id}}"#,
      #"{"friendList":[{"id":"1"}]}"#
    ),
  ]
}
