"""Generates random values for the variables of an operation, most of which fit their types."""
from graphql import (
    is_enum_type, is_input_object_type, is_list_type, is_non_null_type, type_from_ast)
from graphql.language import OperationDefinitionNode

ODD = [None, True, 0, 1, -1, 1.5, 2147483647, 2147483648, -2147483649, "", "1", "a", "RED", "RDE", [],
       [1], [None], ["a", 1], {}, {"a": 1}, {"name": "x"}, {"from": 1}, {"low": "1"}, [[1]], False]


def value(type_, random, depth=0):
    if is_non_null_type(type_):
        return value(type_.of_type, random, depth + 1)
    if random.random() < 0.04:
        return random.choice(ODD)
    if is_list_type(type_):
        if random.random() < 0.2:
            return value(type_.of_type, random, depth + 1)
        return [value(type_.of_type, random, depth + 1) for _ in range(random.randint(0, 2))]
    if is_input_object_type(type_):
        names = list(type_.fields)
        result = {}
        if type_.is_one_of and random.random() < 0.8:
            names = [random.choice(names)]
        for name in names:
            field = type_.fields[name]
            required = is_non_null_type(field.type) or type_.is_one_of
            if random.random() < (0.97 if required else 0.3) and (depth < 4 or required):
                result[name] = value(field.type, random, depth + 1)
        if random.random() < 0.04:
            result[random.choice(["nam", "colur", "ragne", "x"])] = 1
        return result
    if is_enum_type(type_):
        return random.choice(list(type_.values))
    return {
        "Int": lambda: random.choice([0, 7, -12, 2147483647]),
        "Float": lambda: random.choice([0.5, 3, -2.25]),
        "String": lambda: random.choice(["", "text", "käse 🧀"]),
        "Boolean": lambda: random.choice([True, False]),
        "ID": lambda: random.choice(["a1", 7]),
    }.get(type_.name, lambda: random.choice(["x", 1, {"any": [1]}]))()


def variables_for(schema, document, random):
    """Values for the variables of a document's first operation; None if the operation has none."""
    operation = next(
        (d for d in document.definitions if isinstance(d, OperationDefinitionNode)), None)
    if operation is None or not operation.variable_definitions:
        return None
    values = {}
    for definition in operation.variable_definitions:
        type_ = type_from_ast(schema, definition.type)
        chance = random.random()
        if chance < 0.08:
            continue
        if chance < 0.2:
            values[definition.variable.name.value] = random.choice(ODD)
        else:
            values[definition.variable.name.value] = value(type_, random)
    return values
