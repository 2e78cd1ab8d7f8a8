#!/usr/bin/env python3
"""Compares the validation of documents and variables with that of graphql-core.

    pip install graphql-core==3.2.8
    swift build --build-tests
    scripts/check-validation.py                # validate and compare; a difference is printed and fails
    scripts/check-validation.py --vectors      # write the vectors that the ordinary suite compares with

Documents are generated from three schemas and mutated, with a fixed seed. The verdict on each document, and
message and positions of each error must agree, in order. Quotes are unified, because graphql-core writes
'name' where graphql-js writes "name"; positions are computed from graphql-core's offsets by graphql-js's
algorithm, which counts UTF-16 code units.

These differences are excluded from the comparison:
- graphql-core 3.2.8 misses conflicts between fields and fragments of fragments; reference/graphql_js.py
  gives it the memory of graphql-js 16.11.
- It crashes if a variable controls a root field of a subscription, or if a variable of a oneOf input object
  isn't defined; such documents are skipped.
- It writes directive locations in lowercase, and prints values as Python does; both are converted to the
  spelling of graphql-js. A whole list or object in a message is skipped, because this package doesn't keep
  the order of members.
- A built-in scalar that no definition uses is unknown to it, but known here; the schemas use them all.
- It prints a long block string on several lines; messages of this package have one.
- It also validates type system definitions in a document; this package reports that they aren't executable,
  and validates the rest.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import sys

from graphql import GraphQLError, build_schema, parse, print_ast, validate
from graphql.execution.values import get_variable_values
from graphql.language import OperationDefinitionNode
from graphql.validation import specified_rules

sys.path.insert(0, str(pathlib.Path(__file__).parent / "reference"))
import graphql_js as _  # noqa: E402, F401
import harness  # noqa: E402
from documents import Documents, mutate, respell  # noqa: E402
from harness import unified  # noqa: E402
from values import variables_for  # noqa: E402

# The validation rules of graphql-core that need no schema.
BARE_RULES = [
    next(rule for rule in specified_rules if rule.__name__ == name)
    for name in """ExecutableDefinitionsRule UniqueOperationNamesRule LoneAnonymousOperationRule
    UniqueFragmentNamesRule KnownFragmentNamesRule NoUnusedFragmentsRule NoFragmentCyclesRule
    UniqueVariableNamesRule NoUndefinedVariablesRule NoUnusedVariablesRule UniqueArgumentNamesRule
    UniqueInputFieldNamesRule""".split()
]
BARE_SCHEMA = build_schema("type Query { bare: Int }")


def location(text, offset):
    """The line and column of an offset in code points, as getLocation of graphql-js computes them."""
    line, start = 1, 0
    for match in re.finditer(r"\r\n|[\n\r]", text):
        if match.start() >= offset:
            break
        line, start = line + 1, match.end()
    return [line, len(text[start:offset].encode("utf-16-le")) // 2 + 1]


def rows(errors, text):
    return [
        [unified(error.message), [location(text, offset) for offset in error.positions or []]]
        for error in errors
    ]


def reference(schema, text, rules):
    """The errors that graphql-core finds in a document; None if graphql-core crashes."""
    try:
        document = parse(text)
    except GraphQLError as error:
        return [[unified(error.message), [location(text, error.positions[0])]]]
    try:
        return rows(validate(schema, document, rules), text)
    except (KeyError, GraphQLError):
        return None


def in_javascript(message):
    """Replaces Python's spelling of values in a message, such as None, by that of JavaScript, such as null."""
    message = message.replace("to be a mapping.", "to be an object.").replace("not to be None.", "not to be null.")
    return re.sub(
        r'(^Variable "\$\w+" got invalid value .*?(?= at "|; )|value: (?:None|True|False)\b)',
        lambda match: re.sub(
            r"\b(None|True|False)\b", lambda word: {"None": "null"}.get(word[0], word[0].lower()), match[0]),
        message, flags=re.DOTALL)


def without_inspected(message):
    """Removes printed values from a message, because graphql-core quotes the names of members, and prints them in an
    order that JSON objects don't have."""
    message = re.sub(
        r'^(Variable "\$\w+" got invalid value )[\[{].*?( at "|; )(?=[A-Zv])', r"\1…\2", message,
        count=1, flags=re.DOTALL)
    return re.sub(r"(value: )[\[{].*$", r"\1…", message, flags=re.DOTALL)


def reference_variables(schema, text, values):
    document = parse(text)
    operation = next(d for d in document.definitions if isinstance(d, OperationDefinitionNode))
    result = get_variable_values(schema, operation.variable_definitions, values, 50)
    if isinstance(result, dict):
        return []
    return [[in_javascript(m), places] for m, places in rows(result, text)]


def make_cases(texts, counts, seed):
    cases = []
    for name, text in texts.items():
        schema = build_schema(text)
        generator = random.Random(f"{seed} {name}")
        documents = Documents(schema, generator)
        for index in range(counts[name]):
            document = documents.document()
            for _ in range([0, 1, 1, 1, 2, 3][index % 6]):
                document = mutate(document, schema, generator)
            text = respell(print_ast(document), generator)
            expected = reference(schema, text, specified_rules)
            if expected is None:
                continue
            cases.append({"schema": name, "document": text, "expected": expected})
            # The library also validates a document without a schema, by fewer rules.
            bare = reference(BARE_SCHEMA, text, BARE_RULES)
            cases.append(
                {"document": text, "expected": bare, "isAccepted": not expected, "isBare": True})
            if not expected:
                for _ in range(4):
                    values = variables_for(schema, parse(text), generator)
                    if values is None:
                        break
                    cases.append(
                        {"schema": name, "document": text, "variables": values,
                         "expected": reference_variables(schema, text, values)})
    return cases


def rule_cases(texts):
    """The handwritten documents for each validation rule, with the errors that graphql-core finds in them."""
    built = {name: build_schema(text) for name, text in texts.items()}
    cases = json.loads((harness.VECTORS / "rules.json").read_text())["cases"]
    for case in cases:
        case["expected"] = reference(built[case["schema"]], case["document"], specified_rules)
        assert case["expected"] is not None, case["document"]
    missing = {rule.__name__ for rule in specified_rules} - {case["rule"] for case in cases}
    assert not missing, missing
    return cases


def differences(cases, validated):
    bare_names = {rule.__name__ for rule in BARE_RULES}
    for case, found in zip(cases, validated):
        errors = [[unified(message), places] for message, places, _ in found]
        expected = case["expected"]
        if "variables" in case:
            errors = [[without_inspected(message), places] for message, places in errors]
            expected = [[without_inspected(message), places] for message, places in expected]
        if "isBare" in case:
            if case["isAccepted"] and errors:
                yield case, errors, []
                continue
            errors = [
                [unified(message), places] for message, places, rule in found
                if not rule or rule in bare_names]  # A syntax error has no rule.
        # The library reports conflicts of fields last and in other words, so only their presence is compared.
        if [is_conflict(errors), without_conflicts(errors)] != [
                is_conflict(expected), without_conflicts(expected)]:
            yield case, errors, expected


def without_conflicts(errors):
    return [row for row in errors if "conflict because" not in row[0]]


def is_conflict(errors):
    return len(without_conflicts(errors)) != len(errors)


def write(path, texts, cases):
    """Writes vectors for the Swift tests, with one case on each line."""
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    schemas = json.dumps(texts, ensure_ascii=False)
    path.write_text(f'{{"schemas": {schemas},\n"cases": [\n{lines}\n]}}\n')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--count", type=int, default=900, help="documents for each schema")
    parser.add_argument("--seed", type=int, default=17)
    options = parser.parse_args()
    texts = harness.schemas(large=not options.vectors)
    if options.vectors:
        write(harness.VECTORS / "rules.json", texts, rule_cases(texts))
        write(harness.VECTORS / "validation.json", texts, make_cases(texts, {"small": 70, "abstract": 90}, "vectors"))
        return 0
    cases = make_cases(texts, {name: options.count for name in texts}, options.seed)
    validated = harness.ask("ValidationOracleTests", "GRAPHQL_MOCK_ORACLE", {"schemas": texts, "cases": cases})
    found = list(differences(cases, validated))
    for case, errors, expected in found[:5]:
        print("schema", case.get("schema"), case.get("variables", ""))
        print(case["document"][:2000])
        for error in expected:
            if error not in errors:
                print("  expected", json.dumps(error, ensure_ascii=False))
        for error in errors:
            if error not in expected:
                print("  found   ", json.dumps(error, ensure_ascii=False))
        if sorted(map(str, errors)) == sorted(map(str, expected)):
            print("  in another order")
    kinds = collections.Counter(
        "variables" if "variables" in case else case.get("schema", "no schema") for case in cases)
    refused = sum(bool(case["expected"]) for case in cases)
    print(f"{len(cases)} cases ({dict(kinds)}), {refused} refused, {len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
