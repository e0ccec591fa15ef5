# troupe_python_crew.py: Python hooks of crews, and stand-ins for the CrewAI modules that they import
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hooks of crews, and stand-ins for the modules of CrewAI, used if CrewAI is not installed.

The stand-ins contain what the code of a document needs to be importable: tools with a model of their arguments,
and the outputs of tasks and crews.
"""

import inspect
import json
import types

import troupe_python_ask
import troupe_python_flow
import troupe_python_hooks
import troupe_python_objects
import troupe_python_parts
import troupe_python_tools
from troupe_python_modules import InvalidRefError, resolve
from troupe_python_outputs import (
    AgentAction,
    AgentFinish,
    CrewOutput,
    LiteAgentOutput,
    TaskOutput,
    ToolResult,
    UsageMetrics,
    is_output,
    list_steps,
    make_agent_output,
    make_crew_output,
    make_task_output,
    shown,
)
from troupe_python_values import jsonable


def declared_of(path):
    """Returns what the class at this path of a document creates: "executor", "task", "agent", or None."""
    if path.endswith(".executor_class"):
        return "executor"
    if not path.endswith(".type"):
        return None
    return "task" if path.rpartition(".")[0].endswith("]") else "agent"


# Schema keyword that marks the schema of a class: its members accept null only if their type does.
CLASS = "x-troupe-class"


def class_schema(model):
    """Returns the schema of a class, marked with CLASS, with the results of default factories as defaults."""
    schema = model.model_json_schema()
    for one in [schema, *schema.get("$defs", {}).values()]:
        if isinstance(one.get("properties"), dict):
            one[CLASS] = True
    for name, field in getattr(model, "model_fields", {}).items():
        member = schema.get("properties", {}).get(getattr(field, "alias", None) or name)
        if isinstance(member, dict) and callable(getattr(field, "default_factory", None)) and "default" not in member:
            try:
                member["default"] = jsonable(field.default_factory(), None, 0, ())
            except Exception:
                continue
    return schema


class Hook:
    """A Python reference of a crew: a function, such as a guardrail, condition or callback, or a class."""

    def __init__(self, session, request):
        self.session = session
        self.target = resolve(request["source"])
        if not callable(self.target):
            raise InvalidRefError(f"{request['source']!r} is not callable")
        self.declared = declared_of(request["path"])
        if request["path"].endswith(".converter_cls"):
            session.conversions.check(self.target)
        if self.declared is not None:
            troupe_python_objects.check(self.declared, self.target, request["source"], session.objects.folder)

    def run(self, call):
        given = call.arguments
        return getattr(self, given["use"])(given["value"])

    def call(self, value):
        return self.session.finish(self.target(value), True)

    def guardrail(self, value):
        result = self.call(make_task_output(value))
        if not isinstance(result, (tuple, list)) or len(result) != 2 or not isinstance(result[0], bool):
            raise TypeError("a guardrail must return a tuple of a boolean and a value")
        passes, second = result
        if is_output(second):
            return [passes, {"kind": "output", "value": {**value, **shown(second)}}]
        if isinstance(second, str):
            return [passes, {"kind": "text", "value": second}]
        return [passes, {"kind": "other" if second is not None else "null", "value": second}]

    def agent_guardrail(self, value):
        # A map with the fields of such an output was decoded to one.
        result = self.call(value if is_output(value) else make_agent_output(value))
        if not isinstance(result, (tuple, list)) or len(result) != 2 or not isinstance(result[0], bool):
            raise TypeError("a guardrail must return a tuple of a boolean and a value")
        passes, second = result
        if not passes:
            return [False, second if isinstance(second, str) else str(second)]
        # As in CrewAI: a string replaces the answer, a model replaces its object, anything else changes nothing.
        if is_output(second):
            return [True, second.raw]
        if isinstance(second, str):
            return [True, second]
        return [True, jsonable(second, None, 0, ()) if callable(getattr(second, "model_dump", None)) else None]

    def filter(self, value):
        """Returns for each tool of a server whether the filter accepts it."""
        context = troupe_python_parts.make("crewai.mcp.filters.ToolFilterContext")(
            agent=types.SimpleNamespace(**value["agent"]), server_name=value["server"], run_context=None)
        return [self.takes(context, tool) for tool in value["tools"]]

    def takes(self, context, tool):
        try:
            return bool(self.call_with(context, tool))
        except (TypeError, AttributeError):
            return bool(self.call_with(tool))

    def call_with(self, *given):
        return self.session.finish(self.target(*given), True)

    def convert(self, value):
        return self.session.conversions.begin(self.target, value)

    def answer(self, value):
        return self.session.conversions.answer(value)

    def build(self, value):
        return self.session.objects.build(self.declared, self.target, value)

    def method(self, value):
        return self.session.objects.method(value)

    def invoke(self, value):
        return self.session.objects.invoke(self.target, value)

    def reply(self, value):
        return self.session.objects.reply(value)

    def condition(self, value):
        return bool(self.call(make_task_output(value)))

    def callback(self, value):
        self.call(make_task_output(value))

    def intercept(self, value):
        return self.target(value)

    def step(self, value):
        for one in list_steps(value):
            self.call(one)

    def before(self, value):
        result = self.call(value)
        return value if result is None else result

    def after(self, value):
        output = value if is_output(value) else make_crew_output(value)
        result = self.call(output)
        if result is not None and not is_output(result):
            raise TypeError(f"a function that is called after the kickoff must return the output, not a "
                            f"{type(result).__name__}")
        return shown(output if result is None else result)

    def validate(self, value):
        """Returns the fields of an object of the class, whose instance later calls receive."""
        read = getattr(self.target, "model_validate_json", None)
        made = read(json.dumps(value)) if callable(read) else self.target.model_validate(value)
        return jsonable(made, None, 0, ())

    def model(self, _value):
        if not inspect.isclass(self.target) or not hasattr(self.target, "model_json_schema"):
            raise TypeError(f"{self.target!r} is not a Pydantic model")
        return class_schema(self.target)


# Stand-ins for the modules of CrewAI.


def fill_outputs(module):
    for one in (TaskOutput, CrewOutput, LiteAgentOutput, UsageMetrics):
        setattr(module, one.__name__, one)


def fill_steps(module):
    for one in (AgentAction, AgentFinish, ToolResult):
        setattr(module, one.__name__, one)


def fill_crewai(module):
    module.TaskOutput, module.CrewOutput, module.Flow = TaskOutput, CrewOutput, troupe_python_flow.Flow
    troupe_python_parts.fill_crewai(module)


MODULES = {
    "crewai": fill_crewai,
    "crewai.tasks": fill_outputs,
    "crewai.tasks.task_output": fill_outputs,
    "crewai.crews": fill_outputs,
    "crewai.crews.crew_output": fill_outputs,
    "crewai.utilities": lambda _module: None,
    "crewai.agents.parser": fill_steps,
    "crewai.tools.tool_types": fill_steps,
    "crewai.lite_agent_output": fill_outputs,
    "crewai.types": lambda _module: None,
    "crewai.types.usage_metrics": fill_outputs,
    **troupe_python_ask.MODULES,
    **troupe_python_flow.MODULES,
    **troupe_python_hooks.MODULES,
    **troupe_python_parts.MODULES,
    **troupe_python_tools.MODULES,
}
