# troupe_python_pydantic.py: Pydantic, if a usable version is installed
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pydantic is imported only where a document needs it, because it is slow to import and may be missing."""

import importlib


def import_pydantic():
    """Returns Pydantic. Raises ImportError if it is not installed, or is a version before 2, whose models differ."""
    pydantic = importlib.import_module("pydantic")
    if not hasattr(pydantic.BaseModel, "model_validate"):
        raise ImportError(f"Pydantic {pydantic.VERSION} is installed, but Troupe and CrewAI require Pydantic 2: "
                          "install a newer version, for example in a virtual environment", name="pydantic")
    return pydantic
