# troupe_python_flow.py: stand-ins for the modules of CrewAI that define Python flows
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Decorators that leave a method as it is, so that a `call: code` reference to it can run it where CrewAI is not
installed. Only CrewAI itself can read the declaration of a flow from its class.
"""

import sys
import uuid

from troupe_python_pydantic import import_pydantic


def decorated(*_given, **_named):
    """A decorator with arguments, such as `@listen(first)` or `@human_feedback(message=...)`."""
    return lambda target: target


def combined(*conditions):
    return conditions


class Flow:
    def __class_getitem__(cls, _state):
        return cls

    def __init__(self, **given):
        vars(self).update(given)

    def kickoff(self, **_given):
        raise RuntimeError("A flow that is defined in Python can run only where CrewAI is installed")

    @classmethod
    def flow_definition(cls):
        raise RuntimeError(f"CrewAI is not installed for {sys.executable}, and only CrewAI can read a Python flow")


def make_state():
    pydantic = import_pydantic()
    members = {"__annotations__": {"id": str}, "id": pydantic.Field(default_factory=lambda: str(uuid.uuid4())),
               "__module__": "crewai.flow.flow"}
    return type("FlowState", (pydantic.BaseModel,), members)


NAMES = {"Flow": Flow, "start": decorated, "listen": decorated, "router": decorated, "or_": combined, "and_": combined,
         "persist": decorated, "human_feedback": decorated}


def fill(module):
    vars(module).update(NAMES)

    def find(name):
        if name != "FlowState":
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
        module.FlowState = make_state()
        return module.FlowState

    module.__getattr__ = find


MODULES = dict.fromkeys(("crewai.flow", "crewai.flow.flow", "crewai.flow.dsl", "crewai.flow.persistence",
                         "crewai.flow.human_feedback"), fill)
