# troupe_python_kinds.py: functions, tools and classes of the code of a document
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that a run can request except scripts, and all modules that it needs. A script that imports only modules of
the standard library runs without them, because importing them takes half of the time in which the helper starts."""

import importlib
import inspect
import sys
import traceback

import troupe_python_memory  # noqa: F401  referenced by name when a memory is imported
from troupe_python_ask import Questions
from troupe_python_crew import Hook
from troupe_python_made import Convert, Made
from troupe_python_modules import InvalidRefError, load, resolve, split
from troupe_python_objects import Objects
from troupe_python_pydantic import import_pydantic


class Code:
    def __init__(self, session, request):
        target = resolve(request["source"])
        if not callable(target):
            raise InvalidRefError(f"invalid do ref {request['source']!r}; object is not callable")
        session.prepare_flow()
        if getattr(target, "__self__", None) is None and hasattr(target, "__get__"):
            target = target.__get__(session.flow, type(session.flow))
        self.function = target
        # As in CrewAI, a callable without a signature, or without a parameter for the flow, is an error.
        # A decorated method of CrewAI keeps `self` in its signature when it is bound.
        self.takes_input = any(name != "self" for name in inspect.signature(target).parameters)

    def run(self, call):
        if call.arguments is not None:
            return self.function(**call.arguments)
        if call.has_input and self.takes_input:
            return self.function(call.input)
        return self.function()


def find_tool(ref, base):
    """Returns the first tool class of a module in alphabetical order, to which `custom:NAME` of an agent refers."""
    module = split(ref)[1]
    try:
        members = vars(load(ref))
    except ImportError as error:
        raise InvalidRefError(f"unresolvable tool ref {ref!r}") from error
    for name in sorted(members):
        one = members[name]
        if inspect.isclass(one) and issubclass(one, base) and one.__module__ == module:
            return one
    raise InvalidRefError(f"no subclass of {base.__name__} in {module!r}: write a class with {base.__name__} as its base and a method _run; "
                          "functions, also with @tool, are not found")


class Tool:
    def __init__(self, session, request):
        ref = request["source"]
        tools = importlib.import_module("crewai.tools")
        target = find_tool(ref, tools.BaseTool) if ref.endswith(":*") else resolve(ref)
        if ref.startswith("troupe_live:") and isinstance(target, tools.BaseTool):
            self.tool = target
            return
        if not inspect.isclass(target):
            raise InvalidRefError(f"invalid do ref {ref!r}; expected a class")
        if not issubclass(target, tools.BaseTool):
            base = f"{tools.BaseTool.__module__}.{tools.BaseTool.__name__}"
            raise InvalidRefError(f"invalid do ref {ref!r}; expected a subclass of {base}")
        try:
            self.tool = target()
        except Exception as error:
            raise InvalidRefError(
                f"cannot instantiate tool ref {ref!r} without arguments: {error}"
            ) from error

    def describe(self):
        schema = getattr(self.tool, "args_schema", None)
        return {
            "name": self.tool.name,
            "description": self.tool.description,
            "schema": schema.model_json_schema() if schema is not None else None,
            "result_as_answer": bool(getattr(self.tool, "result_as_answer", False)),
            "max_usage_count": getattr(self.tool, "max_usage_count", None),
            "tool_failure_policy": self.policy(),
        }

    def policy(self):
        policy = getattr(self.tool, "tool_failure_policy", None)
        policy = getattr(policy, "value", policy)
        return policy if isinstance(policy, str) else None

    @staticmethod
    def told(error):
        """Returns the message that an agent's model receives about a failure that the tool reported, or None."""
        failure = getattr(getattr(error, "record", None), "failure", None)
        tell = getattr(failure, "as_agent_message", None)
        text = tell() if callable(tell) else getattr(failure, "message", None)
        return text if isinstance(text, str) else None

    @staticmethod
    def reason(error):
        """Returns the reason why a call failed, or None if it was an error in the tool's own code."""
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.name == "_validate_kwargs":
                return "arguments"
        record = getattr(error, "record", None)
        reason = getattr(getattr(record, "failure", None), "reason", None)
        return getattr(reason, "value", None)

    def run(self, call):
        failures = importlib.import_module("crewai.tools.tool_failure")
        arguments = call.arguments or {}
        # The calls of an agent are counted per execution.
        if call.request.get("agent") and getattr(self.tool, "max_usage_count", None) is not None:
            self.tool.current_usage_count = call.request["used"]
        result = self.tool.run(**arguments)
        failure = failures.detect_tool_failure(result)
        if not failure:
            return result
        named = {"tool_name": self.tool.name, "failure": failure, "tool_args": arguments}
        # For an agent, Troupe applies the policy.
        if call.request.get("agent") or getattr(self.tool, "tool_failure_policy", None) is None:
            raise failures.ToolExecutionFailedError(failures.ToolFailureRecord(**named))
        # The tool's own policy takes precedence over the rule that a failed tool fails the flow.
        if self.policy() != "ignore":
            call.tool_failure = {
                "name": self.tool.name,
                "arguments": arguments,
                "policy": self.policy(),
                "reason": getattr(failure.reason, "value", failure.reason),
                "message": failure.message,
            }
        named.pop("failure")
        failures.handle_tool_failure(failure, tool=self.tool, **named)
        return result


class State:
    """Validates the values of a state whose class is a Pydantic model, and creates the state."""

    def __init__(self, session, request):
        if session.state_class is None:
            raise session.state_error

    def run(self, call):
        wanted = call.arguments
        model = call.session.state_class
        try:
            state = model(**wanted["values"])
        except import_pydantic().ValidationError as error:
            if not wanted["partial"] or any(one["type"] != "missing" for one in error.errors()):
                raise
            state = model.model_construct(**wanted["values"])
        if "id" not in wanted["values"]:
            state.__dict__["id"] = wanted["id"]
        call.session.state = state


def import_state(ref):
    """Imports the class of the state and adds an `id` field, as CrewAI does."""
    model = resolve(ref)
    base = import_pydantic().BaseModel
    if not inspect.isclass(model) or not issubclass(model, base):
        raise InvalidRefError(f"state ref {ref!r} is not a pydantic model")
    crewai = sys.modules.get("crewai.flow.flow")
    with_id = getattr(crewai, "FlowState", None) or type(
        "FlowState", (base,), {"__annotations__": {"id": str}, "id": "", "__module__": __name__}
    )
    return model if issubclass(model, with_id) else type("StateWithId", (with_id, model), {})


KINDS = {"code": Code, "tool": Tool, "state": State, "hook": Hook, "made": Made}


def complete(session):
    """Adds to a session what only these requests use."""
    session.questions = Questions(session, session.input_provider)
    session.conversions = Convert(session)
    session.objects = Objects(session)
