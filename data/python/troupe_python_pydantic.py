# troupe_python_pydantic.py: Pydantic, if a usable version is installed
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pydantic is imported only where a document needs it, because it is slow to import and may be missing."""

import importlib
import sys

MOST_CAUSES = 8


def name_old(pydantic):
    """Says which version is installed and which one is required. Returns None for Pydantic 2."""
    version = getattr(pydantic, "VERSION", None)
    if version is None or hasattr(pydantic.BaseModel, "model_validate"):
        return None
    return f"Pydantic {version} is installed, but Troupe and CrewAI require Pydantic 2"


def import_pydantic():
    """Returns Pydantic. Raises ImportError if it is not installed, or is a version before 2, whose models differ."""
    pydantic = importlib.import_module("pydantic")
    old = name_old(pydantic)
    if old is not None:
        raise ImportError(old, name="pydantic")
    return pydantic


def uses_new(error, pydantic):
    """Returns whether the error is about a name that Pydantic has since version 2."""
    if isinstance(error, ImportError):
        return str(error.name).partition(".")[0] == "pydantic"
    if not isinstance(error, AttributeError):
        return False
    owner = getattr(error, "obj", None)
    kind = owner if isinstance(owner, type) else type(owner)
    return owner is pydantic or (issubclass(kind, pydantic.BaseModel) and str(error.name).startswith("model_"))


def explain(error):
    """Returns the name of the module that is missing, and what to add to the message if its version is too old.

    Looks at the errors that led to the error, too, because a reference that cannot be loaded has one of its own.
    """
    pydantic = sys.modules.get("pydantic")
    old = name_old(pydantic) if hasattr(pydantic, "BaseModel") else None
    for _ in range(MOST_CAUSES):
        if old is not None and uses_new(error, pydantic):
            return "pydantic", None if old in str(error) else old
        if isinstance(error, ModuleNotFoundError) and isinstance(error.name, str):
            return error.name.partition(".")[0].encode("utf-8", "replace").decode(), None
        error = error.__cause__
        if error is None:
            break
    return None, None
