# troupe_python_outputs.py: outputs, steps and token counts as objects with CrewAI's attributes
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""The run exchanges outputs as maps. Code receives objects, and the instances of its own Pydantic classes."""

import collections
import copy
import json
import sys
import threading
import types

from troupe_python_values import Model, encode, jsonable

USAGE = ("total_tokens", "prompt_tokens", "cached_prompt_tokens", "completion_tokens", "reasoning_tokens",
         "cache_creation_tokens", "successful_requests")


class UsageMetrics(types.SimpleNamespace):
    """Token counts."""

    def __init__(self, **counts):
        super().__init__(**{**dict.fromkeys(USAGE, 0), **counts})

    def model_dump(self, **_options):
        return dict(vars(self))


def metrics(counts):
    if isinstance(counts, UsageMetrics) or not isinstance(counts, (dict, type(None))):
        return counts
    return UsageMetrics(**(counts or {}))


# Instances of the project's classes.


class Instances:
    """Instances of Pydantic classes, by what the run knows of them: their fields.

    A class is not part of a value. An instance is found again by an equal value, so that code receives an object of the
    same class, without validating twice. The least recently used ones are dropped.
    """

    MOST = 1024

    def __init__(self):
        self.lock = threading.Lock()
        self.found = collections.OrderedDict()

    @staticmethod
    def key(fields):
        try:
            return json.dumps(fields, sort_keys=True)
        except (TypeError, ValueError, RecursionError):
            return None

    def keep(self, fields, instance):
        key = self.key(fields)
        if key is None:
            return
        with self.lock:
            self.found[key] = instance
            self.found.move_to_end(key)
            if len(self.found) > self.MOST:
                self.found.popitem(last=False)

    def find(self, fields):
        """Returns a copy of the instance with these fields, or None."""
        key = self.key(fields)
        with self.lock:
            instance = self.found.get(key)
            if instance is None:
                return None
            self.found.move_to_end(key)
        try:
            return instance.model_copy(deep=True)
        except Exception:
            return copy.copy(instance)


INSTANCES = Instances()


def modelled(value):
    """Converts maps that were Pydantic objects to these objects, or to objects with the fields as attributes."""
    if isinstance(value, list):
        return [modelled(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    instance = INSTANCES.find(value) if value else None
    if instance is not None:
        return instance
    made = type("Model", (Model,), {"_fields": tuple(value)})()
    vars(made).update((name, modelled(entry)) for name, entry in value.items())
    return made


# Outputs.


class Output(types.SimpleNamespace):
    """An output whose fields are attributes, as in CrewAI."""

    def __str__(self):
        for name in ("pydantic", "json_dict"):
            if getattr(self, name, None):
                return str(getattr(self, name))
        return self.raw

    @property
    def has_tool_failures(self):
        return bool(self.tool_failures)

    def to_dict(self):
        if getattr(self, "json_dict", None):
            return dict(self.json_dict)
        if self.pydantic:
            return dict(self.pydantic.model_dump())
        return {}

    def model_dump(self, **_options):
        return jsonable(vars(self), None, 0, ())

    def model_dump_json(self, **_options):
        return encode(self).decode()

    def model_copy(self, update=None, **_options):
        made = copy.copy(self)
        vars(made).update(update or {})
        return made


def completed(fields, defaults):
    """Adds the defaults of missing fields after the given fields, which keep the order of the run."""
    found = {**fields, **{name: value for name, value in defaults.items() if name not in fields}}
    return {**found, "pydantic": modelled(found["pydantic"])}


def json_text(output, owner):
    if owner is None or owner.output_format != "json":
        raise ValueError("The output is not JSON: set the output_json property of the task")
    return json.dumps(output.json_dict)


class TaskOutput(Output):
    def __init__(self, **fields):
        defaults = {"description": "", "name": None, "expected_output": None, "summary": None, "raw": "",
                    "pydantic": None, "json_dict": None, "agent": "", "output_format": "raw",
                    "messages": [], "tool_failures": []}
        super().__init__(**completed(fields, defaults))

    @property
    def json(self):
        return json_text(self, self)


class CrewOutput(Output):
    def __init__(self, **fields):
        defaults = {"raw": "", "pydantic": None, "json_dict": None, "tasks_output": [], "token_usage": {}}
        super().__init__(**completed(fields, defaults))
        self.tasks_output = [
            TaskOutput(**one) if isinstance(one, dict) else one for one in self.tasks_output
        ]
        self.token_usage = metrics(self.token_usage)

    @property
    def tool_failures(self):
        return [failure for task in self.tasks_output for failure in task.tool_failures]

    @property
    def usage_metrics(self):
        return self.token_usage.model_dump()

    @property
    def json(self):
        return json_text(self, self.tasks_output[-1] if self.tasks_output else None)

    def __getitem__(self, key):
        if self.pydantic and hasattr(self.pydantic, key):
            return getattr(self.pydantic, key)
        if self.json_dict and key in self.json_dict:
            return self.json_dict[key]
        raise KeyError(f"Key '{key}' not found in CrewOutput.")


class LiteAgentOutput(Output):
    def __init__(self, **fields):
        defaults = {"raw": "", "pydantic": None, "agent_role": "", "usage_metrics": None, "messages": [],
                    "tool_failures": [], "plan": None, "todos": [], "replan_count": 0, "last_replan_reason": None}
        super().__init__(**completed(fields, defaults))

    def __str__(self):
        return self.raw

    @property
    def token_usage(self):
        return metrics(self.usage_metrics)

    @property
    def had_plan(self):
        return self.plan is not None or len(self.todos) > 0


CREW_FIELDS = {"raw", "pydantic", "json_dict", "tasks_output", "token_usage"}
AGENT_FIELDS = {"raw", "pydantic", "agent_role", "usage_metrics", "messages"}
AGENT_FIELDS_MORE = {"tool_failures", "plan", "todos", "replan_count", "last_replan_reason"}
# A line without any of these words contains no output.
WORDS = (b'"tasks_output"', b'"agent_role"')


def find_output(fields):
    """Returns the object that a map of the run stands for, or None if it is only a map."""
    names = fields.keys()
    if names == CREW_FIELDS:
        return real(CrewOutput(**fields), "crewai.crews.crew_output")
    if names >= AGENT_FIELDS and not names - AGENT_FIELDS - AGENT_FIELDS_MORE:
        return real(LiteAgentOutput(**fields), "crewai.lite_agent_output")
    return None


def make_task_output(fields):
    return real(TaskOutput(**fields), "crewai.tasks.task_output")


def make_crew_output(fields):
    return real(CrewOutput(**fields), "crewai.crews.crew_output")


def make_agent_output(fields):
    return real(LiteAgentOutput(**fields), "crewai.lite_agent_output")


def real(output, module):
    """Returns the output as an object of CrewAI's class if code has imported it, so that isinstance() works."""
    kind = getattr(sys.modules.get(module), type(output).__name__, None)
    known = getattr(kind, "model_fields", None)
    if known is None or isinstance(output, kind):
        return output
    fields = {name: value for name, value in vars(output).items() if name in known}
    if isinstance(output, CrewOutput):
        fields["tasks_output"] = [real(one, "crewai.tasks.task_output") for one in output.tasks_output]
        fields["token_usage"] = real(output.token_usage, "crewai.types.usage_metrics")
    if "output_format" in fields:
        fields["output_format"] = known["output_format"].annotation(fields["output_format"])
    # Without validation, which would reject the stand-ins for objects of a JSON schema.
    return kind.model_construct(**fields)


def fields_of(output):
    """Returns the fields of an output by name, whether it is CrewAI's or not."""
    known = getattr(type(output), "model_fields", None)
    return dict(vars(output)) if known is None else {name: getattr(output, name) for name in known}


def shown(output):
    """Returns the fields of an output as the run represents them."""
    return jsonable(fields_of(output), None, 0, ())


def is_output(value):
    return isinstance(value, Output) or (hasattr(value, "raw") and hasattr(value, "model_dump"))


# Steps of an agent.


class Step(types.SimpleNamespace):
    pass


class AgentAction(Step):
    def __init__(self, thought, tool, tool_input, text, result=None):
        super().__init__(thought=thought, tool=tool, tool_input=tool_input, text=text, result=result)


class AgentFinish(Step):
    def __init__(self, thought, output, text):
        super().__init__(thought=thought, output=output, text=text)


class ToolResult(Step):
    def __init__(self, result, result_as_answer=False):
        super().__init__(result=result, result_as_answer=result_as_answer)


def make_step(kind, module, **fields):
    found = getattr(sys.modules.get(module), kind.__name__, kind)
    return found(**fields)


def list_steps(value):
    """Returns the objects with which CrewAI calls a step callback for this step, in order."""
    parser = "crewai.agents.parser"
    if "tool" not in value:
        return [make_step(AgentFinish, parser, thought="", output=value["output"], text=value["text"])]
    is_answer = bool(value["is_answer"])
    steps = [make_step(ToolResult, "crewai.tools.tool_types", result=value["result"], result_as_answer=is_answer)]
    if is_answer:
        return steps + [make_step(AgentFinish, parser, thought="", output=value["result"], text=value["text"])]
    names = ("thought", "tool", "tool_input", "text", "result")
    return steps + [make_step(AgentAction, parser, **{name: value[name] for name in names})]
