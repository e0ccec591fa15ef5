# troupe_python_declaration.py: declarations that CrewAI creates from flows in Python, as the content of documents
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Converts what `Flow.flow_definition()` returns to what a document contains."""


def is_declaration(value):
    """Returns whether the value is what `flow_definition()` of a flow returns."""
    return type(value).__name__ == "FlowDefinition" and type(value).__module__.startswith("crewai.")


def is_default(persistence):
    """Returns whether this is where CrewAI saves states if a flow names no place. The path is in the user's home folder
    and depends on the current folder, so that a document that contained it could not be moved."""
    if type(persistence).__name__ != "SQLiteFlowPersistence":
        return False
    try:
        return type(persistence)().db_path == persistence.db_path
    except Exception:  # the database cannot be created here
        return False


def dump_declaration(definition):
    """Returns the declaration as CrewAI writes it, without the default place of saved states."""
    content = definition.model_dump(mode="json", by_alias=True, exclude_none=True)
    owners = [(definition, content)]
    owners += [(one, content["methods"][name]) for name, one in definition.methods.items()]
    for owner, fields in owners:
        if owner.persist is not None and is_default(owner.persist.persistence):
            fields["persist"].pop("persistence", None)
    return content
