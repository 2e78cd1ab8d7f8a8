"""Updates graphql-core where it lags behind graphql-js 16.11.

When fields are compared with fragments that fragments spread, graphql-core 3.2.8 remembers pairs of
fragments only and so misses conflicts, as graphql-js 16.9 did. This remembers pairs of fields and
fragments, as graphql-js 16.11 does.

graphql-core reports a nullable variable in a field of a OneOf input object once, graphql-js 16.11 twice: at
the object, and by Variables In Allowed Position.
"""
from graphql import GraphQLError, is_input_object_type, is_non_null_type, type_from_ast
from graphql.validation import VariablesInAllowedPositionRule, validation_context
from graphql.validation.rules import overlapping_fields_can_be_merged as overlapping
from graphql.validation.rules.variables_in_allowed_position import allowed_variable_usage


def collect_conflicts_between_fields_and_fragment(
    context, conflicts, cached, pairs, are_mutually_exclusive, field_map, fragment_name
):
    compared = cached.setdefault("compared fields and fragments", {})
    known = compared.get((id(field_map), fragment_name))
    if known is not None and (are_mutually_exclusive or not known):
        return
    compared[id(field_map), fragment_name] = are_mutually_exclusive
    fragment = context.get_fragment(fragment_name)
    if not fragment:
        return
    field_map2, names = overlapping.get_referenced_fields_and_fragment_names(
        context, cached, fragment)
    if field_map is field_map2:
        return
    overlapping.collect_conflicts_between(
        context, conflicts, cached, pairs, are_mutually_exclusive, field_map, field_map2)
    for name in names:
        collect_conflicts_between_fields_and_fragment(
            context, conflicts, cached, pairs, are_mutually_exclusive, field_map, name)


overlapping.collect_conflicts_between_fields_and_fragment = (
    collect_conflicts_between_fields_and_fragment)


class Usage(validation_context.VariableUsage):
    """A use of a variable, with the type of the input object that contains it."""

    parent_type = None


def enter_variable(self, node, *_):
    info = self._type_info
    usage = Usage(node, info.get_input_type(), info.get_default_value())
    usage.parent_type = info.get_parent_input_type()
    self._append_usage(usage)


def leave_operation_definition(self, operation, *_):
    for usage in self.context.get_recursive_variable_usages(operation):
        name = usage.node.name.value
        definition = self.var_def_map.get(name)
        if not definition or not usage.type:
            continue
        schema = self.context.schema
        type_ = type_from_ast(schema, definition.type)
        places = [definition, usage.node]
        if type_ and not allowed_variable_usage(
                schema, type_, definition.default_value, usage.type, usage.default_value):
            self.report_error(GraphQLError(
                f"Variable '${name}' of type '{type_}' used in position expecting type"
                f" '{usage.type}'.", places))
        parent = usage.parent_type
        if is_input_object_type(parent) and parent.is_one_of and type_ and not is_non_null_type(type_):
            self.report_error(GraphQLError(
                f"Variable '${name}' is of type '{type_}' but must be non-nullable to be used for"
                f" OneOf Input Object '{parent}'.", places))


validation_context.VariableUsageVisitor.enter_variable = enter_variable
VariablesInAllowedPositionRule.leave_operation_definition = leave_operation_definition
