"""Generates random GraphQL documents for a schema, most of which are valid, and changes documents at random."""
import copy

from graphql import (
    get_named_type, is_abstract_type, is_composite_type, is_enum_type, is_input_object_type,
    is_introspection_type, is_leaf_type, is_list_type, is_non_null_type, is_object_type, is_required_argument,
    parse)
from graphql.language import visitor
from graphql.language.ast import (
    ArgumentNode, DirectiveNode, FieldNode, FragmentDefinitionNode, FragmentSpreadNode,
    InlineFragmentNode, NamedTypeNode, NameNode, Node, ObjectFieldNode, OperationDefinitionNode,
    SelectionSetNode, VariableDefinitionNode, VariableNode, ListValueNode, ObjectValueNode)


class Documents:
    """A generator of documents that a schema accepts, except for conflicts between fields that occur at random."""

    def __init__(self, schema, random):
        self.schema, self.random = schema, random
        composite = [
            type_ for type_ in schema.type_map.values()
            if is_composite_type(type_) and not is_introspection_type(type_)]
        possible = {
            type_: {type_} if is_object_type(type_) else set(schema.get_possible_types(type_))
            for type_ in composite}
        abstract = [type_ for type_ in composite if is_abstract_type(type_)]
        # Computed once, because a large schema has hundreds of types.
        self.overlaps = {
            type_: [type_] + sorted(possible[type_], key=lambda other: other.name) + [
                other for other in abstract if possible[type_] & possible[other]]
            for type_ in composite}

    def document(self):
        random = self.random
        self.fragments, self.pending, self.aliases = {}, [], 0
        count = 1 if random.random() < 0.85 else 2
        parts = [self.operation(index, count) for index in range(count)]
        while self.pending:
            name, type_ = self.pending.pop()
            # Fragments use no variables, because several operations with different variables may spread them.
            self.variables = None
            parts.append(
                f"fragment {name} on {type_.name} {self.selections(type_, 2)}")
        random.shuffle(parts)
        return parse("\n".join(parts))

    def operation(self, index, count):
        random, schema = self.random, self.schema
        kinds = ["query"] * 6 + ["mutation"] * bool(schema.mutation_type) + [
            "subscription"] * bool(schema.subscription_type)
        kind = random.choice(kinds)
        root = {"query": schema.query_type, "mutation": schema.mutation_type,
                "subscription": schema.subscription_type}[kind]
        self.variables = {}
        body = self.selections(root, random.randint(2, 4), only=1 if kind == "subscription" else None)
        name = f"{kind.title()}{index}" if count > 1 or random.random() < 0.7 else ""
        definitions = ", ".join(f"${n}: {t}" for n, t in self.variables.items())
        if not name and not definitions and kind == "query" and random.random() < 0.4:
            return body
        directive = ""
        if kind == "query" and "onQuery" in {d.name for d in schema.directives}:
            directive = random.choice(["", "", " @onQuery(times: 3)"])
        return f"{kind} {name}{'(' + definitions + ')' if definitions else ''}{directive} {body}"

    def selections(self, type_, depth, only=None):
        random = self.random
        parts = []
        for _ in range(only or random.randint(1, 4)):
            chance = random.random()
            if chance < 0.12 and depth > 0 and not only:
                parts.append(self.spread(type_))
            elif chance < 0.26 and depth > 0 and not only:
                other = self.overlapping(type_)
                condition = random.choice([f"on {other.name} ", ""])
                parts.append(
                    f"... {condition}{self.directive()}"
                    + self.selections(other if condition else type_, depth - 1))
            else:
                parts.append(self.field(type_, depth))
        return "{ " + " ".join(parts) + " }"

    def overlapping(self, type_):
        return self.random.choice(self.overlaps[type_])

    def spread(self, type_):
        random = self.random
        known = [n for n, t in self.fragments.items() if t is type_]
        if known and random.random() < 0.4:
            return f"...{random.choice(known)}"
        if len(self.fragments) > 5:
            return "__typename"
        name = f"F{len(self.fragments)}"
        self.fragments[name] = type_
        self.pending.append((name, type_))
        return f"...{name} {self.directive()}"

    def directive(self):
        random = self.random
        if random.random() > 0.1:
            return ""
        name = random.choice(["skip", "include"])
        return f"@{name}(if: {random.choice(['true', 'false', self.variable('Boolean!')])}) "

    def field(self, type_, depth):
        random = self.random
        fields = getattr(type_, "fields", {})
        names = list(fields)
        if depth <= 0:
            names = [n for n in names if is_leaf_type(get_named_type(fields[n].type))]
        if not names or random.random() < 0.08:
            return "__typename"
        name = random.choice(names)
        field = fields[name]
        alias = f"{random.choice('abcd')}{random.randint(0, 9)}: " if random.random() < 0.25 else ""
        arguments = [
            f"{n}: {self.value(a.type, 2)}" for n, a in field.args.items()
            if is_required_argument(a) or random.random() < 0.35]
        if arguments and random.random() < 0.8:
            self.aliases += 1
            alias = f"{name}{self.aliases}: "
        text = alias + name + ("(" + ", ".join(arguments) + ")" if arguments else "")
        text += " " + self.directive()
        named = get_named_type(field.type)
        if is_composite_type(named):
            text += self.selections(named, depth - 1)
        return text

    def variable(self, type_):
        if self.variables is None:
            return "true" if type_ == "Boolean!" else "null"
        for name, known in self.variables.items():
            if known == type_ and self.random.random() < 0.5:
                return f"${name}"
        name = f"v{len(self.variables)}"
        self.variables[name] = type_
        return f"${name}"

    def value(self, type_, depth, constant=False):
        random = self.random
        if not constant and self.variables is not None and random.random() < 0.3:
            return self.variable(str(type_))
        if is_non_null_type(type_):
            return self.value(type_.of_type, depth, True)
        if random.random() < 0.05 and not constant:
            return "null"
        if is_list_type(type_):
            if random.random() < 0.2:
                return self.value(type_.of_type, depth, True)
            items = [self.value(type_.of_type, depth - 1, constant) for _ in range(random.randint(0, 2))]
            return "[" + ", ".join(items) + "]"
        if is_input_object_type(type_):
            names = list(type_.fields)
            if type_.is_one_of:
                names = [random.choice([n for n in names if depth > 0 or is_leaf_type(
                    get_named_type(type_.fields[n].type))] or names)]
                field = type_.fields[names[0]]
                return "{" + f"{names[0]}: {self.value(field.type, depth - 1, True)}" + "}"
            fields = [
                f"{n}: {self.value(type_.fields[n].type, depth - 1, constant)}" for n in names
                if is_non_null_type(type_.fields[n].type) or (depth > 0 and random.random() < 0.4)]
            return "{" + ", ".join(fields) + "}"
        if is_enum_type(type_):
            return random.choice(list(type_.values))
        return {
            "Int": lambda: str(random.choice([0, 1, 42, -7])),
            "Float": lambda: random.choice(["0.5", "3", "-1e3"]),
            "String": lambda: random.choice(
                ['""', '"text"', '"käse 🧀"', '"a\\nb \\"c\\""', '"""block text"""',
                 '"""a "b" c\\"""d"""']),
            "Boolean": lambda: random.choice(["true", "false"]),
            "ID": lambda: random.choice(['"a1"', "7"]),
        }.get(type_.name, lambda: random.choice(['"2026-01-01"', "1", "{any: [1]}"]))()


def every(document, *kinds):
    """All nodes of a document that are instances of the given classes."""
    found = []

    class Collect(visitor.Visitor):
        def enter(self, node, *_):
            if isinstance(node, kinds):
                found.append(node)

    visitor.visit(document, Collect())
    return found


def value_node(text):
    return parse("{a(b:" + text + ")}").definitions[0].selection_set.selections[0].arguments[0].value


VALUES = ["1", "1.5", "-3000000000", '"x"', "true", "null", "RED", "SIT", "REDD", "[1]", "[[1]]", "{}",
          "{a: 1}", "{from: 1, from: 2}", "[null]", "$v0", "$missing", '"""block"""',
          '{name: "a", age: 1}', "{name: null}", "{b: {a: 1, a: 2}}", "2147483648",
          '"a much longer text, which is printed on lines of its own when it is a block of text"',
          '"""a block"""', '"""a "b" c"""', '"\\u0007\\u00e9"']
NAMES = ["id", "name", "nam", "age", "first", "firs", "filter", "unknown", "__typename", "__schema",
         "__type", "colour", "nickname", "barkVolume", "meowVolume", "scalar", "model", "version"]
TYPES = ["Int", "Int!", "[Int]", "[Int!]!", "String", "String!", "ID", "Boolean", "Boolean!", "Float",
         "Unknown", "User", "Dog", "Usr", "[Filter]", "Filter!", "Query", "[[Int!]!]", "__Type",
         "PetFilter", "PetFilter!", "Pt", "DateTime"]
DIRECTIVES = ["@skip(if: true)", "@include(if: $v0)", "@skip", "@include(if: 1)", "@unknown",
              "@unknown(id: 1)", "@deprecated", "@skip(if: true) @skip(if: false)", "@onField @onField",
              "@onQuery(times: 1)", "@onQuery", "@skip(when: true)", '@tag(names: "a")',
              "@tag(names: [1, null])", "@skip(if: true, if: false)", "@include(if: null)",
              '@specifiedBy(url: "x")', "@oneOf"]
DEFINITIONS = [
    "fragment Unused on User { id }", "{ __typename }", "type T { a: Int }",
    "fragment C on Query { ...D } fragment D on Query { ...C }", "scalar Unknown",
    "subscription { a: __typename count tick(every: 2) }", "extend type Query { x: Int }",
    "subscription S { __typename }", "subscription S { ...on Subscription { tick count } }",
    "schema { query: Query }", "query ($v: Int = 1.5, $w: [Int!] = [1, null]) { __typename }",
    "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }",
    '{ __type(name: "Dog") { possibleTypes { interfaces { name } } kind } }',
    "query Cyclic { ...C } fragment C on Query { ...C @skip(if: $x) }"]


def directives_of(text):
    return parse("{a " + text + "}").definitions[0].selection_set.selections[0].directives


def mutate(document, schema, random):
    """A copy of the document with one random change, which can be printed but may be invalid."""
    document = copy.deepcopy(document)
    fields = every(document, FieldNode)
    if not fields:
        return document
    sets = every(document, SelectionSetNode)
    operations = [d for d in document.definitions if isinstance(d, OperationDefinitionNode)]
    fragments = [d for d in document.definitions if isinstance(d, FragmentDefinitionNode)]
    pick, field, types = random.choice, random.choice(fields), list(schema.type_map)

    def name(text):
        return NameNode(value=text)

    def one(*kinds, where=lambda node: True):
        """A random node of the given classes in the document or, if there is none, a node outside of the document."""
        return pick([node for node in every(document, *kinds) if where(node)] or [copy.deepcopy(field)])

    def given():
        return one(ArgumentNode, ObjectFieldNode)

    def select(selection):
        holder = pick(sets)
        holder.selections = (*holder.selections, selection)

    def selected(condition, *selections):
        return InlineFragmentNode(
            type_condition=condition, directives=(), selection_set=SelectionSetNode(selections=selections))

    def change(node, **values):
        for key, value in values.items():
            setattr(node, key, value)

    def variable_definitions(text):
        return parse(f"query ({text}) {{ a }}").definitions[0].variable_definitions

    def define(*definitions):
        document.definitions = (*document.definitions, *definitions)

    def rename_field():
        field.name = name(pick(NAMES + list(getattr(schema.type_map[pick(types)], "fields", None) or ["x"])[:3]))

    def misspell_field():
        text = field.name.value
        at = random.randrange(len(text))
        field.name = name(text[:at] + pick(["", "x", text[at].swapcase()]) + text[at + 1:] or "x")

    def rename_argument():
        node = given()
        node.name = name(pick([node.name.value + "x", node.name.value[1:] or "x", "id"]))

    def repeat_argument():
        node = one(FieldNode, DirectiveNode)
        node.arguments += node.arguments[:1]

    def drop_argument():
        node = one(FieldNode, DirectiveNode, where=lambda node: node.arguments)
        node.arguments = node.arguments[1:]

    def drop_object_field():
        node = one(ObjectValueNode, where=lambda node: node.fields)
        if isinstance(node, ObjectValueNode):
            node.fields = pick([node.fields[1:], node.fields + node.fields[:1]])

    def wrap_value():
        node = given()
        if not isinstance(node, FieldNode):
            node.value = ListValueNode(values=(node.value,))

    def add_directive():
        node = one(FieldNode, FragmentSpreadNode, InlineFragmentNode, OperationDefinitionNode, FragmentDefinitionNode)
        node.directives = (*node.directives, *directives_of(pick(DIRECTIVES)))

    def conflict():
        other = copy.deepcopy(pick(fields))
        holder = pick(sets)
        here = [selection for selection in holder.selections if isinstance(selection, FieldNode)]
        if here and random.random() < 0.6:
            same = pick(here)
            other = copy.deepcopy(same) if random.random() < 0.6 else other
            other.alias = name((same.alias or same.name).value)
            if random.random() < 0.6 and other.arguments:
                other.arguments = other.arguments[1:]
            elif random.random() < 0.5 and other.selection_set:
                for inner in other.selection_set.selections:
                    if isinstance(inner, FieldNode):
                        inner.alias = inner.alias or name("same")
            else:
                other.name = name(pick(NAMES))
        holder.selections = (*holder.selections, other)

    def change_condition():
        node = one(InlineFragmentNode, FragmentDefinitionNode, where=lambda node: node.type_condition)
        node.type_condition = NamedTypeNode(name=name(pick(types + ["Unknown", "Int", "Dg"])))

    def drop_definition():
        if len(document.definitions) > 1:
            drop = pick(document.definitions)
            document.definitions = tuple(d for d in document.definitions if d is not drop)

    def add_variable():
        node = pick(operations or [None])
        if not node:
            return
        node.variable_definitions = (
            *(node.variable_definitions or ()), *variable_definitions(f"${pick(['v0', 'v9'])}: {pick(TYPES)}"))

    pick([
        rename_field, misspell_field, misspell_field, lambda: change(field, selection_set=None),
        lambda: change(field, selection_set=SelectionSetNode(
            selections=(FieldNode(name=name(pick(NAMES)), arguments=(), directives=()),))),
        *[lambda: change(given(), value=value_node(pick(VALUES)))] * 3, rename_argument,
        lambda: change(field, arguments=(
            *field.arguments, ArgumentNode(name=name(pick(NAMES)), value=value_node(pick(VALUES))))),
        repeat_argument, drop_argument, drop_object_field, wrap_value, add_directive, add_directive,
        lambda: change(pick(fields), alias=name(pick([node.name.value for node in fields] + ["a", "b"]))),
        conflict, conflict, conflict, change_condition,
        lambda: select(selected(NamedTypeNode(name=name(pick(types))), copy.deepcopy(pick(fields)))),
        lambda: select(FragmentSpreadNode(
            name=name(pick([f.name.value for f in fragments] + ["Unknown"])), directives=())),
        drop_definition, lambda: define(copy.deepcopy(pick(document.definitions))),
        lambda: define(*parse(pick(DEFINITIONS)).definitions),
        lambda: change(one(VariableNode), name=name(pick(["v0", "v1", "missing"]))),
        lambda: change(one(VariableDefinitionNode), type=variable_definitions(f"$a: {pick(TYPES)}")[0].type),
        lambda: change(
            one(VariableDefinitionNode), default_value=value_node(pick([v for v in VALUES if "$" not in v]))),
        add_variable, lambda: change(pick(operations or [field]), name=pick([None, name("Query0"), name("Same")])),
    ])()
    return document


def respell(text, random):
    """The text of a document with other line breaks, comments and ignored tokens."""
    chance = random.random()
    if chance < 0.3:
        text = " ".join(text.split("\n")) if '"""' not in text else text
    elif chance < 0.4:
        text = text.replace("\n", "\r\n")
    elif chance < 0.5:
        text = text.replace("\n", "\r")
    if random.random() < 0.2:
        text = "# 🧀 käse\n" + text
    if random.random() < 0.2:
        text = text.replace("$", "$ ,").replace("@", "@ ").replace("...", "... ")
    return text
