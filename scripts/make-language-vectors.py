#!/usr/bin/env python3
"""Writes the vectors that the language tests compare with, using graphql-core as the reference.

    pip install graphql-core==3.2.8
    python3 scripts/make-language-vectors.py

The output is seeded and committed: Tests/GraphQLMockTests/Language/Vectors/*.json
  normalizer.json  documents and what strip_ignored_characters makes of them
  parser.json      documents and what the parser says of them
  sweeps.json      checksums over every string up to a length over a small alphabet

Two things that the edition of September 2026 allows and graphql-core 3.2 does not are added to its
parser here: empty selection sets, and descriptions of executable definitions and of variables.
"""
import itertools
import json
import pathlib
import random
import re

from graphql import GraphQLError, GraphQLSyntaxError, version
from graphql.language import DirectiveLocation, Lexer, Source, TokenKind
from graphql.language.ast import SelectionSetNode
from graphql.language.parser import Parser
from graphql.utilities import strip_ignored_characters

assert version == "3.2.8", version
FOLDER = pathlib.Path(__file__).parent.parent / "Tests/GraphQLMockTests/Language/Vectors"
RANDOM = random.Random(20260901)


class EditionParser(Parser):
    """graphql-core's parser with the grammar of the edition of September 2026."""

    EXECUTABLE = ("query", "mutation", "subscription", "fragment")

    def parse_selection_set(self):
        start = self._lexer.token
        selections = self.any(TokenKind.BRACE_L, self.parse_selection, TokenKind.BRACE_R)
        return SelectionSetNode(selections=selections, loc=self.loc(start))

    def parse_variable_definition(self):
        self.parse_description()
        return super().parse_variable_definition()

    def parse_definition(self):
        if self.peek_description():
            description = self._lexer.token
            keyword = self._lexer.lookahead()
            if keyword.kind == TokenKind.BRACE_L:
                raise GraphQLSyntaxError(
                    self._lexer.source, description.start,
                    "Unexpected description, descriptions are not supported on shorthand queries.")
            if keyword.kind == TokenKind.NAME and keyword.value in self.EXECUTABLE:
                self.advance_lexer()
                return super().parse_definition()
            try:
                return super().parse_definition()
            except GraphQLSyntaxError as error:
                wording = "descriptions are supported only on type definitions."
                if error.description.endswith(wording):
                    raise GraphQLSyntaxError(
                        self._lexer.source, description.start,
                        "Unexpected description, descriptions are supported only on definitions.")
                raise
        return super().parse_definition()


DOCUMENTS = [
    "{a}",
    "{ a b, c }",
    "query { a }",
    "query Q { a }",
    "{a{}}",
    "{}",
    'query Q($a: Int = 1, $b: [String!]! = ["x"], $c: In = {k: [1 2], m: {}} @d(x: 1)) @e { a }',
    '"About Q" query Q("About a" $a: Int) { a }',
    '"""About F""" fragment F on T { a }',
    """
query queryName($foo: ComplexType, $site: Site = MOBILE) @onQuery {
  whoever123is: node(id: [123, 456]) {
    id ,
    ... on User @onInlineFragment {
      field2 {
        id ,
        alias: field1(first:10, after:$foo,) @include(if: $foo) {
          id,
          ...frag @onFragmentSpread
        }
      }
    }
    ... @skip(unless: $foo) {
      id
    }
    ... {
      id
    }
  }
}

mutation likeStory @onMutation {
  like(story: 123) @onField {
    story {
      id @onField
    }
  }
}

subscription StoryLikeSubscription($input: StoryLikeSubscribeInput @onVariableDefinition)
  @onSubscription {
  storyLikeSubscribe(input: $input) {
    story {
      likers { count }
      likeSentence { text }
    }
  }
}

fragment frag on Friend @onFragmentDefinition {
  foo(size: $size, bar: $b, obj: {key: "value", block: \"\"\"

      block string uses \\\"\"\"

  \"\"\"})
}

{
  unnamed(truthy: true, falsy: false, nullish: null),
  query
}

query { __typename }
""",
    """
# All kinds of values
{
  ints(a: 0, b: -0, c: 1, d: -123456789012345678901234567890)
  floats(a: 0.0, b: -1.5, c: 1e10, d: 1E+10, e: 1.25e-3, f: 0e0)
  strings(a: "", b: "\\"\\\\\\/\\b\\f\\n\\r\\t", c: "\\u00e9\\uD83D\\uDE00\\u{1F600}", d: "# , é 😀")
  blocks(a: \"\"\"\"\"\", b: \"\"\" x \"\"\", c: \"\"\"
    a
      b

    c
  \"\"\")
  enums(a: RED, b: on, c: query, d: fragment, e: type)
  lists(a: [], b: [[1], [2, [3]]], c: [$a {b: $b}])
  objects(a: {}, b: {c: {d: {}}} f: {true: true, null: null})
}
""",
    "fragment query on mutation { fragment: on { on ... on on { type } ...type } }",
    "{ a @b @c(d: 1) @b ... @d { e } ...F @g(h: [$i]) }",
    'schema @d { query: Q mutation: M }',
    'extend schema @d',
    'extend schema { subscription: S }',
    '"about" scalar S @d(a: 1)',
    'extend scalar S @d',
    'type T implements & A & B @d { "f" a(b: Int = 1 @d, "c" c: [T!]!): T! @d b: S }',
    'type T implements A B',
    'type T implements A & B',
    'extend type T implements A',
    'extend type T @d',
    'interface I implements J { a: T }',
    'union U @d = | A | B',
    'union U = A',
    'extend union U = C',
    'enum E { "a" A @d B }',
    'extend enum E { C }',
    'input I @d { a: Int = 1 @d b: [I] = [{a: 1}] }',
    'extend input I { c: Int }',
    'directive @d(a: Int = 1) repeatable on | QUERY | FIELD_DEFINITION',
    'directive @d on FRAGMENT_SPREAD | INLINE_FRAGMENT',
    'type query { query: query } query Q { a } type mutation',
    "\ufeff{\ufeffa\ufeff}\ufeff",
    "{a\r\nb\rc\n\rd}",
    "# only a comment\n",
    "#c\r{a}#d",
]

REJECTED = [
    "", " ", "{", "}", "{a", "{a}}", "a", "query", "query Q", "query Q(", "query Q()", "query Q($)",
    "query Q($a)", "query Q($a:)", "query Q($a: Int", "query Q($a: Int) ", "query Q($a: [Int)",
    "query Q($a: Int!!){a}", "query Q($a: !Int){a}", "query Q($a: []){a}", "query Q($a: Int = $b){a}",
    "query Q($a: Int = [1 {b: $c}]){a}", "query Q($a: Int = $){a}", "query Q($a: Int @d(x: $b)){a}",
    "query Q($a: Int = 1 2){a}", "{a(}", "{a()}", "{a(b)}", "{a(b:)}", "{a(b: 1}", "{a(b: [1)}",
    "{a(b: {c})}", "{a(b: {c: })}", "{a(b: {1: 2})}", "{a(b: {c: 1)}", "{a(1: 2)}", "{a(b: $)}",
    "{a(b: $1)}", "{a(b: @c)}", "{a: }", "{a: b: c}", "{: a}", "{a b: }", "{a @}", "{a @ @b}",
    "{a @1}", "{a ...}", "{a ... on}", "{a ... on {b}}", "{a ... on T}", "{...F{a}}", "{... on on T {a}}",
    "{a {b}", "{a {b]}", "{[a]}", "{1}", '{"a"}', '{"""a"""}', "{a ! b}", "{a | b}", "{a & b}", "{a = 1}",
    "fragment", "fragment F", "fragment F on", "fragment F on T", "fragment on on T {a}",
    "fragment F {a}", "fragment F on on {a}", "fragment F(a: Int) on T {a}", "fragment 1 on T {a}",
    "query {a} query", "query {a} b", "{a} 1", "{a} {b} ]", "foo {a}", "Query {a}", "query Q Q {a}",
    '"d" {a}', '"d" foo', '"d"', '"d" "e" query {a}', '"d" extend type T @d', '"d" 1', '"d" on',
    "extend", "extend foo", "extend type", "extend type T", "extend type T foo", "extend schema",
    "extend scalar S", "extend union U", "extend enum E", "extend input I", "extend interface I",
    "extend directive @d on FIELD", "extend query {a}", '{ extend "d" }',
    "schema", "schema {}", "schema {a: T}", "schema {query}", "schema {query:}", "schema {query T}",
    "type", "type T {}", "type T {a}", "type T {a:}", "type T {a(): T}", "type T {a(b): T}",
    "type T {a(b: T = $c): T}", "type T implements", "type T implements {a: T}", "type T implements A &",
    "type T implements A & {a: T}", "type T {a: T = 1}", "interface", "interface I {}",
    "union", "union U =", "union U = |", "union U = A |", "union U = A B",
    "enum E {}", "enum E {true}", "enum E {false}", "enum E {null}", "enum E {A: 1}", "enum E {A @}",
    "input I {}", "input I {a}", "input I {a(b: Int): Int}", "input I {a: Int = }",
    "directive", "directive d on FIELD", "directive @d", "directive @d on", "directive @d on foo",
    "directive @d on FIELD |", "directive @d on FIELD FOO", "directive @d() on FIELD",
    "directive @d repeatable FIELD", "directive @ on FIELD",
    "{a(b: 00)}", "{a(b: 01)}", "{a(b: -)}", "{a(b: -a)}", "{a(b: +1)}", "{a(b: 1.)}", "{a(b: .1)}",
    "{a(b: 1.a)}", "{a(b: 1.0.0)}", "{a(b: 1.0e)}", "{a(b: 1e)}", "{a(b: 1e+)}", "{a(b: 1ea)}",
    "{a(b: 0x1)}", "{a(b: 1a)}", "{a(b: 1_)}", "{a(b: 1.5a)}", "{a(b: 1e5a)}", "{a(b: 1e5.)}",
    "{a(b: 0b)}", "{a(b: 1.é)}", "{a(b: 1", "{a(b: -", "{a(b: 1.",
    '{a(b: ")}', '{a(b: "\n")}', '{a(b: "\r")}', '{a(b: "\\x")}', '{a(b: "\\")}', '{a(b: "\\u")}',
    '{a(b: "\\u123")}', '{a(b: "\\u12G4")}', '{a(b: "\\uD800")}', '{a(b: "\\uDC00")}',
    '{a(b: "\\uD800\\u0041")}', '{a(b: "\\uD800\\uD800")}', '{a(b: "\\uD83D\\uDE0")}', '{a(b: "\\u{}")}',
    '{a(b: "\\u{110000}")}', '{a(b: "\\u{D800}")}', '{a(b: "\\u{1F600")}',
    '{a(b: "\\u{000000000}")}', '{a(b: "\\u{00000041}")}', '{a(b: "\\u{G}")}', '{a(b: "\\é")}',
    '{a(b: """)}', '{a(b: """a""")}}', '{a(b: """\\""")}', '{a(b: """a\\""")}', '{a(b: """a"")}',
    "{a(b: 'c')}", "{a?}", "{a%}", "{a\\b}", "{a;b}", "{a^b}", "{a~b}", "{a`b}", "{a/b}", "{a*b}", "{a<b}",
    "{.}", "{..}", "{...}", "{....}", "{. . .}", "{é}", "{a 😀}", "{\u200b}", "{\u00a0}", "{\x00}", "{\x07}",
    "{\x7f}", "{\u2028a}",
    "\n\n{\n  a\n  b(x: ?)\n}\n", "{\r\n  a\r\n  ?\r\n}", "{\r  a\r  ?\r}", "# é😀\n{ é }", '{ a(s: "é😀") ? }',
    '{ a(s: """é\n😀\r\nb""") ? }',
]

PIECES = [
    "{", "}", "(", ")", "[", "]", "$", "!", "=", ":", "@", "|", "&", "...", "on", "query", "mutation",
    "fragment", "type", "extend", "a", "b", "Foo", "true", "null", "1", "-0", "1.5", '"s"', '"""b"""', "#c\n",
    ",", "\n", " ", "$a", "a:", "{a}", "(a: 1)", "@d", "é", "?", ".",
]


def tokens(text):
    """The texts of all tokens, what is ignored between them included."""
    lexer, position, pieces = Lexer(Source(text)), 0, []
    while lexer.advance().kind != TokenKind.EOF:
        token = lexer.token
        if token.start > position:
            pieces.append(text[position:token.start])
        pieces.append(text[token.start:token.end])
        position = token.end
    return pieces + [text[position:]]


def mutated(text):
    pieces = tokens(text)
    for _ in range(RANDOM.choice([1, 1, 1, 2, 3])):
        index = RANDOM.randrange(len(pieces))
        kind = RANDOM.randrange(4)
        if kind == 0:
            del pieces[index]
        elif kind == 1:
            pieces.insert(index, RANDOM.choice(PIECES))
        elif kind == 2:
            pieces[index] = RANDOM.choice(PIECES)
        else:
            other = RANDOM.randrange(len(pieces))
            pieces[index], pieces[other] = pieces[other], pieces[index]
        if not pieces:
            break
    return "".join(pieces)


def random_tokens():
    return "".join(
        RANDOM.choice(PIECES) + RANDOM.choice(["", " ", "", "\n", ",", "\t", "\ufeff", "#x\n", "\r\n"])
        for _ in range(RANDOM.randrange(1, 24)))


def normalized(text):
    """What the reference makes of a document. None where graphql-core and graphql-js differ:
    Python's splitlines knows more line breaks than GraphQL."""
    if any(character in text for character in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"):
        return None
    try:
        return {"source": text, "normalized": strip_ignored_characters(text)}
    except GraphQLSyntaxError as error:
        return {"source": text, **fault(error)}
    except IndexError:  # graphql-core, for a backslash at the end
        return None


def fault(error):
    """The message and the position. The latter as graphql-js computes it (getLocation): Python's
    splitlines, which graphql-core uses, puts the start of a line at the end of the line before."""
    position, line, start = error.positions[0], 1, 0
    for match in re.finditer(r"\r\n|[\n\r]", error.source.body):
        if match.start() >= position:
            break
        line, start = line + 1, match.end()
    return {"message": error.message, "line": line, "column": position + 1 - start}


def parsed(text):
    try:
        EditionParser(Source(text)).parse_document()
        return {"source": text}
    except GraphQLSyntaxError as error:
        return {"source": text, **fault(error)}
    except IndexError:
        return None


def block_strings():
    lines = ["", " ", "  a", "a", "\t a ", " \\\"\"\"", '"', '""', "\\", "b\"", " é", "\\\\", "a\\"]
    for _ in range(220):
        text = RANDOM.choice(["\n", "\r\n", "\r"]).join(
            RANDOM.choice(lines) for _ in range(RANDOM.randrange(1, 6)))
        yield '{a(b: """' + text + '""" c: ' + RANDOM.choice(["1", "D", '"e"', "[", "$f"]) + ")}"


def sweep(prefix, alphabet, suffix, length):
    """FNV-1a over the normalized form of every string; a document that has none counts as "!"."""
    value = 0xCBF29CE484222325
    count = accepted = 0
    for size in range(length + 1):
        for letters in itertools.product(alphabet, repeat=size):
            count += 1
            try:
                result = strip_ignored_characters(prefix + "".join(letters) + suffix)
                accepted += 1
            except (GraphQLSyntaxError, IndexError):
                result = "!"
            for byte in (result + "\n").encode():
                value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return {
        "prefix": prefix, "alphabet": alphabet, "suffix": suffix, "length": length,
        "count": count, "accepted": accepted, "checksum": f"{value:016x}",
    }


def write(name, value):
    text = json.dumps(value, ensure_ascii=True, indent=0, sort_keys=True)
    (FOLDER / name).write_text(text + "\n")
    print(name, len(value), len(text))


def unique(items):
    seen = set()
    return [x for x in items if x and not (x["source"] in seen or seen.add(x["source"]))]


def main():
    small = [d for d in DOCUMENTS if len(d) < 150]
    texts = DOCUMENTS + REJECTED + list(block_strings())
    texts += [random_tokens() for _ in range(250)]
    write("normalizer.json", unique(map(normalized, texts)))
    texts = DOCUMENTS + REJECTED
    texts += [mutated(RANDOM.choice(small)) for _ in range(900)]
    texts += [mutated(d) for d in DOCUMENTS if len(d) >= 150 for _ in range(40)]
    texts += [random_tokens() for _ in range(100)]
    write("parser.json", unique(map(parsed, texts)))
    # The longer ones are for the long form of the suite.
    write("sweeps.json", [found for length in (6, 7) for found in [
        sweep('"""', ['"', "\\", " ", "\n", "\r", "a"], '"""', length),
        sweep("", ['"', "\\", "\n", "u", "{", "0"], "", length),
        sweep("", ["0", "1", ".", "-", "e", "+"], "", length),
        sweep("", ["a", ".", ",", "#", "\n", "1"], "", length),
    ]])


if __name__ == "__main__":
    main()
