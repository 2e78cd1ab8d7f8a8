"""graphql-core where it lags behind graphql-js 16.11.

When fields are compared with fragments that fragments spread, graphql-core 3.2.8 remembers pairs of
fragments only and so misses conflicts, as graphql-js 16.9 did. This remembers pairs of fields and
fragments, as graphql-js 16.11 does.
"""
from graphql.validation.rules import overlapping_fields_can_be_merged as overlapping


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
