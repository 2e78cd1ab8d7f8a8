#!/usr/bin/env python3
"""Compares parsed schemas, checks of responses and generated responses with graphql-core.

    pip install graphql-core==3.2.8
    swift build --build-tests
    scripts/check-schema.py                # read, generate and compare; a difference is printed and fails
    scripts/check-schema.py --variants 20000 --faults 1000     # more of the variants
    scripts/check-schema.py --vectors      # write the vectors that the ordinary suite compares with

Schemas, read from definitions and from both forms of introspection, are compared type by type as graphql-core
prints them, without descriptions, deprecation reasons and `@specifiedBy`. Responses are generated for random
valid operations; graphql-core then executes the operation with the response as its root value, which must
give the same data and no error. This happens in two processes, which must write the same bytes. Responses
that graphql-core makes of random values must be valid, and with one planted mistake each must have exactly
that error.

For some of the operations, variants of the responses are generated: single changes, and combinations of
them. graphql-core must accept each variant like the plain response, and each kind of change must be tried at each
place where a document allows it. With an error in place of a field or an
element, the data and the paths of errors must equal those of graphql-core when a resolver raises there.
Finally, one service answers many queries, some of which request objects by the ids in other responses: the
same field of the same object with the same arguments must be the same.
"""
import argparse
import collections
import copy
import functools
import itertools
import json
import operator
import pathlib
import random
import re
import sys

from graphql import (
    GraphQLError, TypeInfo, TypeInfoVisitor, Visitor, build_ast_schema, build_client_schema,
    build_schema, execute, get_named_type, introspection_from_schema, is_abstract_type, is_composite_type,
    is_enum_type, is_introspection_type, is_list_type, is_non_null_type, is_object_type, is_specified_directive,
    is_specified_scalar_type, parse, print_ast, print_type, validate, validate_schema, visit)
from graphql.execution.values import get_variable_values
from graphql.language import OperationDefinitionNode
from graphql.utilities.print_schema import print_directive
from graphql.validation.validate import validate_sdl

sys.path.insert(0, str(pathlib.Path(__file__).parent / "reference"))
import harness  # noqa: E402
import places  # noqa: E402
from documents import Documents  # noqa: E402
from values import variables_for  # noqa: E402


def faults(text):
    try:
        document = parse(text)
    except GraphQLError as error:
        return [error.message]
    errors = validate_sdl(document)
    try:
        errors = errors or validate_schema(build_ast_schema(document, assume_valid_sdl=True))
    except TypeError:
        # graphql-core stops earlier than graphql-js at a type of the wrong kind. The Swift tests have
        # handwritten schemas for that.
        return None
    return sorted(re.sub(r"'([^'\s]*)'", r'"\1"', error.message) for error in errors)


def without_texts(text):
    text = re.sub(r'\s*""".*?"""', "", text)
    return re.sub(r'( @deprecated)\(reason: "(?:[^"\\]|\\.)*"\)| @specifiedBy\([^)]*\)', r"\1", text)


def printed(schema):
    types = {
        name: without_texts(print_type(type_)) for name, type_ in schema.type_map.items()
        if not is_introspection_type(type_) and not is_specified_scalar_type(type_)}
    directives = {
        "@" + directive.name: with_sorted_places(without_texts(print_directive(directive)))
        for directive in schema.directives
        if not is_specified_directive(directive)}
    roots = {
        operation: type_ and type_.name for operation, type_ in [
            ("query", schema.query_type), ("mutation", schema.mutation_type),
            ("subscription", schema.subscription_type)]}
    possible = {
        name: sorted(t.name for t in schema.get_possible_types(type_))
        for name, type_ in schema.type_map.items() if is_abstract_type(type_)}
    return {"elements": {**types, **directives}, "roots": roots, "possible": possible}


def with_sorted_places(text):
    head, places = text.rsplit(" on ", 1)
    return head + " on " + " | ".join(sorted(places.split(" | ")))


def readings(texts, introspected=()):
    """Each schema in the forms that the library reads: definitions, and current and legacy introspection."""
    for name, text in texts.items():
        schema = build_schema(text)
        assert not validate_schema(schema), name
        # These schemas spell default values differently than introspection does, and they are compared as text.
        if name not in introspected:
            yield {"name": name, "text": text, "printed": printed(schema)}
        current = introspection_from_schema(
            schema, descriptions=False, specified_by_url=True, directive_is_repeatable=True,
            schema_description=True, input_value_deprecation=True, input_object_one_of=True)
        legacy = introspection_from_schema(
            schema, descriptions=False, specified_by_url=False, directive_is_repeatable=False,
            schema_description=False, input_value_deprecation=False, input_object_one_of=False)
        for form, json_ in [("current", {"data": current}), ("legacy", legacy)]:
            yield {
                "name": f"{name} from {form} introspection", "introspection": json.dumps(json_),
                "printed": printed(build_client_schema(json_.get("data", json_)))}


class TypeNames(Visitor):
    """Adds `__typename` to abstract types, so that the executor can resolve them."""

    def __init__(self, info):
        super().__init__()
        self.info = info

    def names(self, type_):
        return "__typename" if is_abstract_type(type_) else ""

    def leave_selection_set(self, node, *_):
        names = self.names(self.info.get_parent_type())
        if names:
            node.selections = (*parse(f"{{ {names} }}").definitions[0].selection_set.selections, *node.selections)


def accepted(schema, document):
    try:
        return not validate(schema, document)
    except GraphQLError:
        # graphql-core's rule for subscriptions crashes if a variable skips a field.
        return False


def valid_operations(schema, generator, visitor, change=lambda text: text):
    """Random documents with one operation that graphql-core accepts, each with values for its variables."""
    documents = Documents(schema, generator)
    while True:
        document = documents.document()
        info = TypeInfo(schema)
        visit(document, TypeInfoVisitor(info, visitor(info)))
        document = parse(change(print_ast(document)))
        operations = [d for d in document.definitions if isinstance(d, OperationDefinitionNode)]
        if len(operations) > 1 or not accepted(schema, document):
            continue
        values = variables_for(schema, document, generator) or {}
        if isinstance(get_variable_values(schema, operations[0].variable_definitions or [], values), dict):
            yield document, operations[0], values


def answer_cases(texts, counts, seed):
    for name, text in texts.items():
        schema, generator = build_schema(text), random.Random(f"{seed} {name}")
        for document, _, values in itertools.islice(
                valid_operations(schema, generator, TypeNames), counts[name]):
            case = {"schema": name, "document": print_ast(document), "variables": values}
            data, types = random_answer(schema, case, generator)
            if data is None:
                continue
            case["data"] = json.dumps(data)
            case["broken"] = [
                {"data": json.dumps(wrong), "says": [says]}
                for wrong, says in broken(data, types, generator)]
            case["variables"] = json.dumps(values)
            yield case


def random_answer(schema, case, random):
    """A response that graphql-core builds from random values, with the type of the field at each path."""
    types = {}

    def make(type_):
        if is_non_null_type(type_):
            return make_one(type_.of_type)
        return None if random.random() < 0.1 else make_one(type_)

    def make_one(type_):
        if is_list_type(type_):
            return [make(type_.of_type) for _ in range(random.choice([0, 1, 1, 2]))]
        if is_abstract_type(type_):
            return {"__typename": random.choice(schema.get_possible_types(type_)).name}
        if is_enum_type(type_):
            return random.choice(list(type_.values))
        return {
            "Int": random.choice([0, 7, -2147483648, 2147483647]),
            "Float": random.choice([0.5, 3, -2e300]), "String": random.choice(["", "text", "käse"]),
            "Boolean": random.choice([True, False]), "ID": random.choice(["a1", "7"]),
        }.get(type_.name, {} if is_object_type(type_) else random.choice(["x", 1, {"any": [1]}]))

    def resolve(source, info, /, **_):
        types[tuple(info.path.as_list())] = info.return_type
        return make(info.return_type)

    result = execute(
        schema, parse(case["document"]), root_value={}, variable_values=case["variables"],
        field_resolver=resolve)
    assert not result.errors, result.errors
    return result.data, types


def broken(data, types, random):
    """Responses with one planted mistake each, with the problem that the library must report."""
    def text(path):
        return "data" + "".join(
            f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)

    objects = []
    pending = [((), data)]
    while pending:
        path, value = pending.pop()
        if isinstance(value, list):
            pending += [((*path, index), element) for index, element in enumerate(value)]
        elif isinstance(value, dict) and (path == () or "any" not in value):
            objects.append(path)
            pending += [((*path, key), member) for key, member in value.items()]

    def changed(path, change):
        result = copy.deepcopy(data)
        change(functools.reduce(operator.getitem, path, result))
        return result

    path = random.choice(objects)
    target = functools.reduce(operator.getitem, path, data)
    if target:
        key = random.choice(list(target))
        yield changed(path, lambda o: o.pop(key)), f"missing {key} in {text(path)}"
    yield (
        changed(path, lambda o: o.update(notSelected=1)),
        f"notSelected notSelected in {text(path)}")
    leaves = [
        (path, type_) for path, type_ in types.items()
        if get_named_type(type_).name in ("Int", "Float", "String", "Boolean", "ID")
        or is_enum_type(get_named_type(type_))]
    if leaves:
        path, type_ = random.choice(leaves)
        yield (
            changed(path[:-1], lambda o: o.update({path[-1]: {}})),
            f"wrongType {type_} in {text(path)}")
    required = [(path, type_) for path, type_ in types.items() if is_non_null_type(type_)]
    if required:
        path, type_ = random.choice(required)
        yield (
            changed(path[:-1], lambda o: o.update({path[-1]: None})),
            f"null {type_} in {text(path)}")


def first_difference(expected, found):
    for part in expected:
        for key in sorted({**expected[part], **found[part]}):
            left, right = expected[part].get(key), found[part].get(key)
            if left != right:
                return f"{left} is read as {right}"
    return None


def executed(schema, case, data):
    """The result of executing an operation with graphql-core, in which each field has its value in `data`."""
    def resolve(source, info, /, **_):
        return source[info.path.key]

    return execute(
        schema, parse(case["document"]), root_value=data,
        variable_values=json.loads(case["variables"]),
        field_resolver=resolve)


class Named(TypeNames):
    """Adds `__typename` to every selection set, and `id` to those of types with that field."""

    def names(self, type_):
        if has_id(type_) or not is_abstract_type(type_):
            return "__typename" + " id" * has_id(type_)
        return "__typename" + "".join(
            f" ... on {possible.name} {{ id }}" for possible in self.info._schema.get_possible_types(type_)
            if has_id(possible))


def has_id(type_):
    field = getattr(type_, "fields", {}).get("id")
    return field is not None and get_named_type(field.type).name == "ID" and not field.args


def ids_in(value):
    """The values of all members named `id` in a JSON value."""
    if isinstance(value, list):
        return {id_ for element in value for id_ in ids_in(element)}
    if not isinstance(value, dict):
        return set()
    own = {value["id"]} if isinstance(value.get("id"), str) else set()
    return own | {id_ for member in value.values() for id_ in ids_in(member)}


def agreeing_cases(name, schema, ids, count, seed):
    """Queries whose arguments are ids of objects in other responses."""
    generator, ids = random.Random(f"{seed} {name} agreeing"), sorted(ids)
    operations = valid_operations(
        schema, generator, Named,
        lambda text: re.sub(r'"a1"', lambda _: json.dumps(generator.choice(ids)), text))
    queries = (each for each in operations if each[1].operation.value == "query")
    for document, _, values in itertools.islice(queries, count):
        values = {key: generator.choice(ids) if value == "a1" else value for key, value in values.items()}
        yield {"schema": name, "document": print_ast(document), "variables": json.dumps(values)}


class Agreement:
    """Compares the responses of one service: a field of an object must have the same value in each of them."""

    def __init__(self, schema):
        self.schema, self.seen, self.compared, self.differences = schema, {}, 0, []

    def take(self, case, data):
        owners = {}

        def reduced(value, owner):
            """The value with each object replaced by its type and id."""
            if isinstance(value, list):
                return [reduced(element, (*owner, i)) for i, element in enumerate(value)]
            if not isinstance(value, dict) or "__typename" not in value:
                return value
            name = (value["__typename"], value.get("id"))
            owners[id(value)] = name if name[1] is not None else owner
            return name

        def resolve(source, info, /, **arguments):
            value = source[info.path.key]
            given = {key: one for key, one in arguments.items() if one is not None}
            owner = owners.get(id(source), ("Query",))
            key = (*owner, info.field_name, json.dumps(given, sort_keys=True))
            if is_abstract_type(get_named_type(info.return_type)) and isinstance(value, dict):
                key = (*key, value.get("__typename"))  # What a document selects decides on the type of the object.
            found = reduced(value, key) if is_composite_type(
                get_named_type(info.return_type)) else value
            known, document = self.seen.setdefault(key, (found, case["document"]))
            self.compared += document != case["document"]
            if known != found:
                self.differences.append(
                    f"{key}: {known} is {found}\n{document}\n{case['document']}"
                    f"\n{case['variables']}")
            return value

        result = execute(
            self.schema, parse(case["document"]), root_value=data,
            variable_values=json.loads(case["variables"]), field_resolver=resolve)
        if result.errors or result.data != data:
            self.differences.append(f"{case['document']}\n{result.errors}")


def with_error(schema, case, fault):
    """Executes an operation in which one field or list element raises an error. Returns the result and its paths."""
    key, matches = fault["key"], set()

    def texts(path):
        keys = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)[1:]
        return keys, re.sub(r"\[\d+\]", "", keys)

    def elements(value, path):
        if not isinstance(value, list):
            return value
        return [
            raising(element, (*path, index)) if texts((*path, index))[0] == key
            else elements(element, (*path, index)) for index, element in enumerate(value)]

    def raising(_, path):
        matches.add(path)
        return GraphQLError("No")

    def resolve(source, info, /, **_):
        path = tuple(info.path.as_list())
        value = source[info.path.key]
        if key in (f"{info.parent_type.name}.{info.field_name}", *texts(path)):
            return raising(value, path)
        return elements(value, path)

    result = execute(
        schema, parse(case["document"]), root_value=json.loads(fault["plain"]),
        variable_values=json.loads(case["variables"]), field_resolver=resolve)
    return result, matches


def variant_differences(schemas, texts, cases, answers, options):
    """Differences to graphql-core in variants of responses, in responses with errors, and between responses."""
    generator = random.Random(options.seed)
    operations = generator.sample(cases, len(cases))
    ids = {name: {"a1"} for name in texts}
    for case, found in zip(cases, answers):
        ids[case["schema"]] |= ids_in(json.loads(found["data"]))
    agreeing = [
        case for name, schema in schemas.items()
        for case in agreeing_cases(name, schema, ids[name], 300, options.seed)]
    asked = ("schema", "document", "variables")
    answer = harness.ask("VariantOracleTests", "GRAPHQL_MOCK_VARIANTS", {
        "schemas": texts, "variants": options.variants, "faults": options.faults, "singles": 28,
        "operations": [{key: case[key] for key in asked} for case in operations],
        "agreeing": agreeing}, times=2)
    differences = []
    for variant in answer["variants"]:
        case = operations[variant["operation"]]
        data = json.loads(variant["data"])
        result = executed(schemas[case["schema"]], case, data)
        if result.errors or result.data != data or variant["problems"]:
            differences.append(
                f"{variant['title']}\n{case['document']}\n{result.errors} {variant['problems']}")
    tried = collections.Counter()
    for case, changes in zip(operations, answer["changes"]):
        made = {(change["wording"], change["key"], place) for change in changes for place in change["places"]}
        for kind, wordings, key, place in places.expected(schemas[case["schema"]], case):
            tried[kind] += 1
            # The library names a change by the field or, for a list inside of a list, by its path.
            if not {(wording, one, place) for wording in wordings for one in (key, place)} & made:
                differences.append(f"{kind}: {wordings} of {key} at {place} isn't tried\n{case['document']}")
    errors = 0
    for fault in answer["faults"]:
        case = operations[fault["operation"]]
        result, matches = with_error(schemas[case["schema"]], case, fault)
        # When null propagates, graphql-core has no errors for fields that it hasn't executed. The specification
        # allows these errors, and the library sends them.
        paths = {tuple(json.loads(path)) for path in fault["paths"]}
        expected = {tuple(error.path) for error in result.errors or []}
        errors += len(expected) > 0
        if result.data != json.loads(fault["data"]) or not expected <= paths or (
                bool(expected) != bool(paths)) or not matches <= paths:
            differences.append(
                f"an error at {fault['key']}\n{case['document']}\n{result.data}\n{fault['data']}"
                f"\n{expected}\n{paths}")
    services = {name: Agreement(schema) for name, schema in schemas.items()}
    for case, data in zip(agreeing, answer["agreeing"]):
        services[case["schema"]].take(case, json.loads(data))
    for service in services.values():
        differences += service.differences
    compared = sum(service.compared for service in services.values())
    print("tried at every place:", ", ".join(f"{count} {kind}" for kind, count in sorted(tried.items())))
    print(
        f"{len(answer['variants'])} variants of"
        f" {len({variant['operation'] for variant in answer['variants']})} operations"
        f" ({answer['tooLarge']} were too large), {errors} answers with an error,"
        f" {compared} fields in more than one of {len(agreeing)} operations of a service,"
        f" {len(differences)} differences")
    return differences


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--count", type=int, default=2000, help="operations on the large schema")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--variants", type=int, default=500)
    parser.add_argument("--faults", type=int, default=100, help="answers with errors in fields")
    options = parser.parse_args()
    vectors = json.loads((harness.VECTORS / "schemas.json").read_text())
    read = {case["name"]: case["text"] for case in vectors["readings"] if "text" in case}
    texts = harness.schemas(large=not options.vectors)
    if options.vectors:
        vectors.update(
            faulty=[{"text": case["text"], "messages": faults(case["text"])} for case in vectors["faulty"]],
            readings=list(readings(read)), schemas=texts,
            answers=list(answer_cases(texts, {"small": 25, "abstract": 35}, "vectors")))
        (harness.VECTORS / "schemas.json").write_text(json.dumps(vectors, ensure_ascii=False, indent=0) + "\n")
        return 0
    reads = list(readings({**read, **texts}, introspected=("small", "abstract")))
    counts = {"small": 300, "abstract": 300, "large": options.count}
    cases = list(answer_cases(texts, counts, options.seed))
    answer = harness.ask("SchemaOracleTests", "GRAPHQL_MOCK_SCHEMAS", {
        "readings": [{k: v for k, v in read.items() if k != "printed"} for read in reads],
        "schemas": texts, "answers": cases}, times=2)
    differences = []
    for read, found in zip(reads, answer["readings"]):
        if found != read["printed"]:
            differences.append(f"{read['name']}: {first_difference(read['printed'], found)}")
    schemas = {name: build_schema(text) for name, text in texts.items()}
    for case, found in zip(cases, answer["answers"]):
        data = json.loads(found["data"])
        result = executed(schemas[case["schema"]], case, data)
        if result.errors or result.data != data or found["problems"]:
            differences.append(f"{case['document']}\n{result.errors} {found}")
        if found["problemsOfOther"]:
            differences.append(f"{case['document']}\n{case['data']} {found['problemsOfOther']}")
        for one, says in zip(case["broken"], found["says"]):
            if one["says"] != says:
                differences.append(f"{case['document']}\n{one} {says}")
    differences += variant_differences(schemas, texts, cases, answer["answers"], options)
    for difference in differences[:5]:
        print(difference[:2000])
    print(
        f"{len(reads)} readings of schemas, {len(cases)} answers made up,"
        f" {sum(len(case['broken']) for case in cases)} faulty answers,"
        f" {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
