"""Finds all changes that the schema allows in the response to an operation, without using the library."""
import json

from graphql import (
    is_abstract_type, is_composite_type, is_enum_type, is_leaf_type, is_list_type, is_non_null_type, parse)
from graphql.execution.collect_fields import collect_fields, collect_sub_fields
from graphql.execution.values import get_variable_values
from graphql.language import FragmentDefinitionNode, OperationDefinitionNode

TYPE_LIMIT = 32
LEAVES = {
    "Float": ["0", "2", "-1", "-0.25", "123456789.125", "1e+19", "-1e+19"],
    "Int": ["0", "-1", "2147483647", ("-2147483648", "one more than there are")],
    "String": ["empty", "blank", "of 2,000 characters", "from right to left, with characters beyond the BMP"],
    "Boolean": [], "ID": [],
}
# The scalars for which the library has values of its own. All other custom scalars have an empty and a long text.
KNOWN = {
    "DateTime", "ISO8601DateTime", "Timestamp", "Date", "ISO8601Date", "LocalDate", "Time", "URL", "URI", "UUID",
    "JSON", "JSONObject", "Map", "Long", "BigInt", "Decimal", "Duration", "TimeZone", "PhoneNumber", "CountryCode",
    "Currency", "Port", "PositiveInt", "Locale", "Void", "Object", "JWT", "Short", "Byte",
}


def nullable(type_):
    return type_.of_type if is_non_null_type(type_) else type_


def named(type_):
    while not hasattr(type_, "name"):
        type_ = type_.of_type
    return type_


def expected(schema, case):
    """For each change: its kind, the accepted descriptions, the name of the field, and the path in the response."""
    document = parse(case["document"])
    operation = next(d for d in document.definitions if isinstance(d, OperationDefinitionNode))
    fragments = {d.name.value: d for d in document.definitions if isinstance(d, FragmentDefinitionNode)}
    values = get_variable_values(schema, operation.variable_definitions or [], json.loads(case["variables"]))
    root = schema.get_root_type(operation.operation)
    pending = [(root, "", "", collect_fields(schema, fragments, values, root, operation.selection_set))]
    seen = set()
    while pending:
        parent, path, first, fields = pending.pop()
        for key, nodes in fields.items():
            definition = parent.fields.get(nodes[0].name.value)
            if definition is None:
                continue
            place, start = (f"{one}.{key}" if one else key for one in (path, first))
            name = f"{parent.name}.{nodes[0].name.value}"
            types = possible_types(schema, definition.type)
            inner = [
                (type_, collect_sub_fields(schema, fragments, values, type_, nodes)) for type_ in types]
            inner = plain_type_first(inner)
            for kind, *wordings in kinds(schema, definition.type, inner):
                yield kind, wordings, name, place
            if is_list_type(nullable(definition.type)):
                if not is_non_null_type(nullable(definition.type).of_type):
                    yield "an element with an error", ["with an error"], f"{start}[0]", f"{start}[0]"
            list_ = nullable(definition.type)
            while is_list_type(list_):
                start, list_ = f"{start}[0]", nullable(list_.of_type)
            asked = {node.type_condition.name.value for node in conditions(nodes, fragments)}
            for position, (type_, fields_) in enumerate(inner):
                step = (type_.name, place, tuple(id(node) for nodes_ in fields_.values() for node in nodes_))
                if step in seen or position > 0 and type_.name not in asked:
                    continue
                seen.add(step)
                pending.append((type_, place, start, fields_))


def plain_type_first(inner):
    """Moves the type of the plain response to the front: the first one for which a condition that doesn't hold for
    all types selects a field other than `__typename`, or else the first one."""
    nodes = [{id(node): node for nodes in fields.values() for node in nodes} for _, fields in inner]
    shared = set.intersection(*map(set, nodes)) if nodes else set()
    for position, selected in enumerate(nodes):
        if any(one not in shared and node.name.value != "__typename" for one, node in selected.items()):
            return [inner[position], *inner[:position], *inner[position + 1:]]
    return inner


def conditions(nodes, fragments):
    pending, seen = [node.selection_set for node in nodes if node.selection_set], set()
    while pending:
        for node in pending.pop().selections:
            if node.kind == "fragment_spread" and node.name.value not in seen:
                seen.add(node.name.value)
                node = fragments[node.name.value]
            if getattr(node, "type_condition", None):
                yield node
            if node.kind in ("inline_fragment", "fragment_definition"):
                pending.append(node.selection_set)


def possible_types(schema, type_):
    type_ = named(type_)
    if not is_composite_type(type_):
        return []
    return list(schema.get_possible_types(type_)) if is_abstract_type(type_) else [type_]


def kinds(schema, type_, inner):
    """The kinds of changes of a field of a type, with their descriptions. `inner` has the types of its objects."""
    yield "an error", "with an error"
    yield "missing", "missing"
    if not is_non_null_type(type_):
        yield "null", "null"
    for type__, _ in inner[1:]:
        yield "possible types", f"of the type {type__.name}"
    leaf, type_ = named(type_), nullable(type_)
    if is_list_type(type_):
        prefix = ""
        for wording in ("empty", "of one element", "of 25 elements"):
            yield "lengths", wording
        while True:
            element = type_.of_type
            if not is_non_null_type(element):
                yield "null beside not null", f"{prefix}with null at the start"
                yield "null beside not null", f"{prefix}with null at the end"
            if not is_list_type(nullable(element)):
                break
            type_ = nullable(element)
            prefix += "with the first list "
            for wording in ("empty", "of one element", "of 25 elements"):
                yield "inner lists", prefix + wording
        if len(inner) > 1:
            first, *others = [type__.name for type__, _ in inner]
            yield "alternating types", *[
                f"{prefix}of {first} and {other}{ids}" for other in others for ids in ("", " with the same id")]
        if is_enum_type(leaf) and len(leaf.values) > 1:
            yield "alternating enum values", f"{prefix}of {' and '.join(list(leaf.values)[:2])}"
        if any(has_id(*each) for each in inner[:TYPE_LIMIT]):
            yield "equal ids", f"{prefix}with the same id twice"
        return
    if is_enum_type(leaf):
        for value in list(leaf.values)[1:]:
            yield "enum values", value
    elif is_leaf_type(leaf):
        builtin = leaf.name in LEAVES
        wordings = LEAVES.get(leaf.name, [] if leaf.name in KNOWN else ["empty", "of 2,000 characters"])
        for wording in wordings:
            wordings = wording if isinstance(wording, tuple) else [wording]
            yield leaf.name if builtin else "unknown scalars", *wordings


def has_id(type_, fields):
    id_ = type_.fields.get("id")
    return (
        id_ is not None and is_leaf_type(nullable(id_.type))
        and any(nodes[0].name.value == "id" for nodes in fields.values()))
