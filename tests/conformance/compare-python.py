#!/usr/bin/env python3
# compare-python.py: compares crews with Python objects (models, tools, classes) in troupectl and in CrewAI
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# TROUPE_CREWAI_PYTHON compare-python.py BUILD-DIR [--case NAME] [--crewai] [-v]
#
# Run by hand, with the Python of a CrewAI installation, like compare-crews.py. Both programs use the same scripted
# model server; models that are Python objects are called in both.

import argparse
import json
import os
import sys

try:
    import golden_record
except ImportError:
    print("CrewAI is not installed")
    sys.exit(77)
import crew_golden
from golden_match import OneOf, show

MODELS = '''
from crewai import LLM, BaseLLM

fast = LLM(model="openai/gpt-4.1-mini", temperature=0.5, api_key="sk-test")
named = "gpt-4o-mini"
mini = "gpt-4.1-mini"
settings = {"model": "gpt-4o-mini", "temperature": 0.25}


class Own(BaseLLM):
    def call(self, messages, tools=None, callbacks=None, available_functions=None, from_task=None, from_agent=None,
             response_model=None):
        said = messages if isinstance(messages, str) else messages[-1]["content"]
        if "DESC-1" in said:
            return "Thought: done\\nFinal Answer: OWNX-1 of %d" % len(messages)
        return "Final Answer: OWNX-2"


own = Own(model="own-model")


class Raises(BaseLLM):
    def call(self, messages, **more):
        raise RuntimeError("LLMX-9 is closed")


broken = Raises(model="broken")


class Reacts(BaseLLM):
    def call(self, messages, tools=None, callbacks=None, available_functions=None, from_task=None, from_agent=None,
             response_model=None):
        said = "\\n".join(str(message["content"]) for message in messages)
        if "TOOLR-7" in said:
            return "Thought: I now know the final answer\\nFinal Answer: SEEN TOOLR-7"
        return 'Thought: look\\nAction: look_up\\nAction Input: {"word": "WORDX-1"}'


reacts = Reacts(model="reacts")


class Native(Reacts):
    def supports_function_calling(self):
        return True

    def call(self, messages, tools=None, callbacks=None, available_functions=None, from_task=None, from_agent=None,
             response_model=None):
        if any(message["role"] == "tool" for message in messages):
            return "NATX-1 " + messages[-1]["content"] if messages[-1]["role"] == "tool" else "NATX-2 TOOLR-7"
        return [{"id": "call_1", "type": "function",
                 "function": {"name": "look_up", "arguments": '{"word": "WORDX-1"}'}}]


native = Native(model="native")
not_a_model = object()
'''

TOOL = '''
from crewai.tools import BaseTool


class LookUp(BaseTool):
    name: str = "look_up"
    description: str = "Looks a word up."

    def _run(self, word: str) -> str:
        return "TOOLR-7 " + word
'''

PARTS = '''
from crewai import Agent
from crewai.knowledge.source.string_knowledge_source import StringKnowledgeSource

boss = Agent(role="Boss ROLEX-9", goal="Lead GOALX-9", backstory="BACKX-9.", llm="gpt-4o-mini", allow_delegation=True)
strict = True


def equip():
    from tools.look_up import LookUp

    return Agent(role="Boss ROLEX-9", goal="Lead GOALX-9", backstory="BACKX-9.", llm="gpt-4o-mini", tools=[LookUp()])


equipped = equip()
'''

CONVERTERS = '''
from crewai.utilities.converter import Converter, ConverterError


class Splits(Converter):
    def to_pydantic(self, current_attempt=1):
        return self.model(title="CONVX-1 " + self.text.split()[0], pages=7)

    def to_json(self, current_attempt=1):
        return {"title": "CONVX-2 " + self.text.split()[0], "pages": 8}


class Asks(Converter):
    def to_pydantic(self, current_attempt=1):
        answer = self.llm.call([{"role": "user", "content": "CONVQ-1 " + self.text}])
        return self.model(title=answer, pages=len(self.text))


class Fails(Converter):
    def to_pydantic(self, current_attempt=1):
        raise ValueError("CONVX-9 cannot")


class GivesUp(Converter):
    def to_pydantic(self, current_attempt=1):
        return ConverterError("CONVX-8")


not_a_converter = dict
'''

SHAPES = '''
from pydantic import BaseModel


class Book(BaseModel):
    title: str
    pages: int
'''

HOOKS = '''
def guard(output):
    raise RuntimeError("GRDX-9 is never called in a crew")


def seen(*given):
    print("CBX-1")
'''

PEOPLE = '''
from typing import Any

from pydantic import Field, field_validator, model_validator

from crewai import Agent


class Terse(Agent):
    tone: str = "TONEX-1"
    backstory: str = "BACKX-7 of the class."
    max_iter: int = 3

    def shout(self):
        return self.role.upper()


class Checked(Agent):
    @field_validator("role")
    @classmethod
    def long_enough(cls, value):
        return value + " ROLEX-2"

    @model_validator(mode="after")
    def settled(self):
        self.goal = self.goal + " GOALX-2"
        return self


class Settled(Agent):
    def model_post_init(self, context):
        super().model_post_init(context)
        self.backstory = "BACKX-8 of %s." % self.role


class Strict(Agent):
    @field_validator("goal")
    @classmethod
    def never(cls, value):
        raise ValueError("GOALX-9 is refused")


class Wrapped(Agent):
    def execute_task(self, task, context=None, tools=None):
        text = super().execute_task(task, (context or "") + "CTXX-1", tools)
        return "WRAPX-1 " + text


class Alone(Agent):
    def execute_task(self, task, context=None, tools=None):
        return "ALONEX-1 %s of %s" % (self.role, task.description)


class Twice(Agent):
    def execute_task(self, task, context=None, tools=None):
        first = super().execute_task(task, context, tools)
        return first + " AGAINX-1 " + super().execute_task(task, "CTXX-2 " + first, tools)


class Raises(Agent):
    def execute_task(self, task, context=None, tools=None):
        raise RuntimeError("EXECX-9 is closed")


class Calls(Agent):
    def execute_task(self, task, context=None, tools=None):
        return "CALLX-1 " + self.llm.call([{"role": "user", "content": "CALLX-2 " + task.description}])


class Changes(Agent):
    def execute_task(self, task, context=None, tools=None):
        self.goal = "GOALX-5"
        task.description = task.description + " DESCX-5"
        return super().execute_task(task, context, tools)


class Inputs(Agent):
    def interpolate_inputs(self, inputs):
        super().interpolate_inputs({**inputs, "topic": "TOPICX-1"})


class Inner(Agent):
    def _execute_without_timeout(self, task_prompt, task):
        return "INNERX-1 " + super()._execute_without_timeout(task_prompt + " PROMPTX-1", task)


class Propertied(Agent):
    @property
    def motto(self):
        return "MOTTOX-1"

    def model_post_init(self, context):
        super().model_post_init(context)
        self.goal = self.motto


class Broken(Agent):
    @property
    def key(self):
        raise RuntimeError("KEYX-9")


class Equipped(Agent):
    def model_post_init(self, context):
        super().model_post_init(context)
        from tools.look_up import LookUp

        self.tools = [LookUp()]


class NotBelow:
    pass
'''

WORK = '''
from crewai import Task
from crewai.tasks.conditional_task import ConditionalTask
from crewai.tasks.task_output import TaskOutput
from pydantic import field_validator


class Plain(Task):
    urgency: int = 3
    expected_output: str = "EXPX-7 of the class."
    markdown: bool = True


class Checked(Task):
    @field_validator("description")
    @classmethod
    def longer(cls, value):
        return value + " DESCX-2"


class Sync(Task):
    def execute_sync(self, agent=None, context=None, tools=None):
        output = super().execute_sync(agent, (context or "") + "CTXX-3", tools)
        output.raw = "SYNCX-1 " + output.raw
        return output


class Core(Task):
    def _execute_core(self, agent, context, tools):
        output = super()._execute_core(agent, context, tools)
        output.raw = "COREX-1 " + output.raw
        return output


class Alone(Task):
    def execute_sync(self, agent=None, context=None, tools=None):
        return TaskOutput(description=self.description, raw="ALONEX-2 " + (context or ""), agent="nobody")


class Prompted(Task):
    def prompt(self):
        return "PROMPTX-2 " + super().prompt() + " PROMPTX-3"


class Fresh(Task):
    def prompt(self):
        return "FRESHX-1 of " + self.description


class Raises(Task):
    def execute_sync(self, agent=None, context=None, tools=None):
        raise RuntimeError("TASKX-9 is closed")


class Inputs(Task):
    def interpolate_inputs_and_add_conversation_history(self, inputs):
        super().interpolate_inputs_and_add_conversation_history({**inputs, "topic": "TOPICX-2"})


class Never(ConditionalTask):
    def should_execute(self, context):
        return "NOTX" in context.raw


class Always(ConditionalTask):
    def should_execute(self, context):
        return "ANSWX" in context.raw
'''

EXECUTORS = '''
from crewai.agents.agent_executor import AgentExecutor


class Loud(AgentExecutor):
    def invoke(self, inputs):
        result = super().invoke(inputs)
        return {**result, "output": "LOUDX-1 " + result["output"]}


class Silent(AgentExecutor):
    def invoke(self, inputs):
        return {"output": "SILENTX-1"}


class Same(AgentExecutor):
    pass


class Foreign:
    pass
'''

EMBEDDERS = '''
from crewai.rag.embeddings.providers.custom.custom_provider import CustomProvider
from crewai.rag.embeddings.providers.custom.embedding_callable import CustomEmbeddingFunction


class Letters(CustomEmbeddingFunction):
    def __init__(self, **given):
        self.size = given.get("size", 8)

    # Chroma asks for these.
    @staticmethod
    def name():
        return "letters"

    def get_config(self):
        return {}

    @staticmethod
    def build_from_config(config):
        return Letters()

    def __call__(self, input):
        return [[1.0 + text.lower().count(chr(97 + index)) for index in range(self.size)] for text in input]


class Breaks(CustomEmbeddingFunction):
    def __init__(self, **given):
        pass

    def __call__(self, input):
        raise RuntimeError("EMBX-9")


def function(texts):
    return [[1.0] for _ in texts]


provider = CustomProvider(embedding_callable=Letters, size=6)
'''

KNOWN = '''
from crewai.knowledge.knowledge import Knowledge
from crewai.knowledge.source.string_knowledge_source import StringKnowledgeSource
from crewai.knowledge.storage.base_knowledge_storage import BaseKnowledgeStorage


class Shelf(BaseKnowledgeStorage):
    def search(self, query, limit=5, metadata_filter=None, score_threshold=0.6):
        return [{"id": "1", "content": "FOUNDX-1 of " + query[0], "score": 0.9, "metadata": {}}]

    def save(self, documents):
        raise RuntimeError("SAVEX-9")

    def reset(self):
        pass

    async def asearch(self, query, limit=5, metadata_filter=None, score_threshold=0.6):
        return self.search(query)

    async def asave(self, documents):
        pass

    async def areset(self):
        pass


shelf = Knowledge(collection_name="shelf", sources=[], storage=Shelf())
not_known = object()
'''

FILES = {"people.py": PEOPLE, "work.py": WORK, "executors.py": EXECUTORS, "embedders.py": EMBEDDERS, "known.py": KNOWN,
         "models.py": MODELS, "tools/look_up.py": TOOL, "parts.py": PARTS, "converters.py": CONVERTERS,
         "shapes.py": SHAPES, "hooks.py": HOOKS}
PLAN = json.dumps({"list_of_plans_per_task": [{"task_number": 1, "task": "t1", "plan": "PLANX-1"}]})
RULES = [{"when": {"model": "gpt-4.1-mini", "has": ["DESC-1"]}, "reply": {"text": PLAN}},
         {"when": {"has": ["CONVQ-1"]}, "reply": {"text": "TITLX-4"}}, {"when": {}, "reply": {"text": "ANSWX-9 rest"}}]


def python(name):
    return {"python": name}


def make(name, agent=None, task=None, crew=None, inputs=None):
    one = {"role": "Worker ROLEX-1", "goal": "Reach GOALX-1", "backstory": "BACKX-1.", "llm": "gpt-4o-mini"}
    one.update(agent or {})
    first = {"name": "t1", "description": "Do DESC-1 now.", "expected_output": "A text with EXPE-1.", "agent": "w"}
    first.update(task or {})
    whole = {"name": "crewdoc", "agents": ["w"], "tasks": [first], **(crew or {})}
    files = {**FILES, "agents/w.jsonc": json.dumps(one), "crew.jsonc": json.dumps(whole, indent=1)}
    return {"name": name, "why": "", "files": files, "inputs": inputs, "server": {"rules": RULES}, "parallel": False}


TASK = {"name": "t1", "description": "Do DESC-1 now.", "expected_output": "A text with EXPE-1.", "agent": "w"}
# Cases that Troupe rejects before the run starts: an overridden internal method of an agent, and a manager with tools,
# which CrewAI rejects as well, but after its first event.
REFUSED = ("type_inner", "manager_equipped")
# Markers in the exceptions that the code of the cases raises.
RAISED = ("LLMX-9", "CONVX-9", "EXECX-9", "TASKX-9", "KEYX-9", "EMBX-9")
LOOKS = {"tools": ["custom:look_up"]}
BOOK = {"output_pydantic": python("shapes.Book")}
MANAGED = {"process": "hierarchical"}
CASES = [
    make("llm_of_crewai", agent={"llm": python("models.fast")}),
    make("llm_text", agent={"llm": python("models.named")}),
    make("llm_map", agent={"llm": python("models.settings")}),
    make("llm_own", agent={"llm": python("models.own")}),
    make("llm_own_raises", agent={"llm": python("models.broken"), "max_retry_limit": 0}),
    make("llm_own_react", agent={"llm": python("models.reacts"), "tools": ["custom:look_up"]}),
    make("llm_own_native", agent={"llm": python("models.native"), "tools": ["custom:look_up"]}),
    make("llm_object", agent={"llm": python("models.not_a_model")}),
    make("llm_class", agent={"llm": python("models.Own")}),
    make("function_calling_llm", agent={"function_calling_llm": python("models.fast")}),
    make("manager_llm", crew={**MANAGED, "manager_llm": python("models.named")}),
    make("manager_llm_own", crew={**MANAGED, "manager_llm": python("models.own")}),
    make("manager_agent", crew={**MANAGED, "manager_agent": python("parts.boss")}),
    make("planning_llm", crew={"planning": True, "planning_llm": python("models.mini")}),
    make("converter_pydantic", agent=LOOKS, task={**BOOK, "converter_cls": python("converters.Splits")}),
    make("converter_json", agent=LOOKS, task={"output_json": python("shapes.Book"), "converter_cls": python("converters.Splits")}),
    make("converter_asks", agent=LOOKS, task={**BOOK, "converter_cls": python("converters.Asks")}),
    make("converter_fails", agent=LOOKS, task={**BOOK, "converter_cls": python("converters.Fails")}),
    make("converter_gives_up", agent=LOOKS, task={**BOOK, "converter_cls": python("converters.GivesUp")}),
    make("converter_wrong", agent=LOOKS, task={**BOOK, "converter_cls": python("converters.not_a_converter")}),
    make("converter_idle", task={"converter_cls": python("converters.Fails")}),
    make("agent_guardrail", agent={"guardrail": python("hooks.guard")}),
    make("agent_callbacks", agent={"callbacks": [python("hooks.seen")]}),
    make("type_defaults", agent={"type": python("people.Terse"), "backstory": "Given BACKX-6."}),
    make("type_extra", agent={"type": python("people.Terse"), "tone": "TONEX-2"}),
    make("type_unknown", agent={"type": python("people.Terse"), "colour": "red"}),
    make("type_validators", agent={"type": python("people.Checked")}),
    make("type_post_init", agent={"type": python("people.Settled")}),
    make("type_refuses", agent={"type": python("people.Strict")}),
    make("type_execute", agent={"type": python("people.Wrapped")}),
    make("type_execute_alone", agent={"type": python("people.Alone")}),
    make("type_execute_twice", agent={"type": python("people.Twice")}),
    make("type_execute_raises", agent={"type": python("people.Raises")}),
    make("type_execute_calls", agent={"type": python("people.Calls")}),
    make("type_execute_changes", agent={"type": python("people.Changes")}),
    make("type_execute_tools", agent={"type": python("people.Wrapped"), "tools": ["custom:look_up"]}),
    make("type_inputs", agent={"type": python("people.Inputs"), "goal": "Reach {topic}."}, inputs={"a": 1}),
    make("type_inner", agent={"type": python("people.Inner")}),
    make("type_property", agent={"type": python("people.Propertied")}),
    make("type_property_raises", agent={"type": python("people.Broken")}),
    make("type_equipped", agent={"type": python("people.Equipped")}),
    make("type_not_below", agent={"type": python("people.NotBelow")}),
    make("type_missing", agent={"type": python("people.Nobody")}),
    make("type_outside", agent={"type": python("json.JSONDecoder")}),
    make("task_defaults", task={"type": python("work.Plain"), "urgency": 5}),
    make("task_validators", task={"type": python("work.Checked")}),
    make("task_sync", task={"type": python("work.Sync")}),
    make("task_core", task={"type": python("work.Core")}),
    make("task_alone", task={"type": python("work.Alone")}),
    make("task_prompt", task={"type": python("work.Prompted")}),
    make("task_prompt_fresh", task={"type": python("work.Fresh")}),
    make("task_raises", task={"type": python("work.Raises")}),
    make("task_inputs", task={"type": python("work.Inputs"), "description": "Do DESC-1 of {topic}."}, inputs={"a": 1}),
    make("task_both", agent={"type": python("people.Wrapped")}, task={"type": python("work.Sync")}),
    make("task_wrong", task={"type": python("people.Terse")}),
    make("conditional_never", crew={"tasks": [TASK, {**TASK, "name": "t2", "type": python("work.Never")}]}),
    make("conditional_always", crew={"tasks": [TASK, {**TASK, "name": "t2", "type": python("work.Always")}]}),
    make("conditional_first", task={"type": python("work.Always")}),
    make("executor_loud", agent={"executor_class": python("executors.Loud")}),
    make("executor_silent", agent={"executor_class": python("executors.Silent")}),
    make("executor_same", agent={"executor_class": python("executors.Same")}),
    make("executor_foreign", agent={"executor_class": python("executors.Foreign")}),
    make("executor_name", agent={"executor_class": "AgentExecutor"}),
    make("executor_unknown", agent={"executor_class": "Mine"}),
    make("executor_removed", agent={"executor_class": "CrewAgentExecutor"}),
    make("embedder_callable", crew={"memory": True, "embedder": {"provider": "custom", "config": {"embedding_callable": python("embedders.Letters")}}}),
    make("embedder_knowledge", crew={"knowledge_sources": [{"source_type": "string", "content": "KNOWX-1 abc"}], "embedder": {"provider": "custom", "config": {"embedding_callable": python("embedders.Letters")}}}),
    make("embedder_function", crew={"memory": True, "embedder": {"provider": "custom", "config": {"embedding_callable": python("embedders.function")}}}),
    make("embedder_breaks", crew={"memory": True, "embedder": {"provider": "custom", "config": {"embedding_callable": python("embedders.Breaks")}}}),
    make("embedder_provider_knows", crew={"knowledge_sources": [{"source_type": "string", "content": "KNOWX-1 abc"}], "embedder": python("embedders.provider")}),
    make("knowledge_shelf", crew={"knowledge": python("known.shelf")}),
    make("knowledge_agent", agent={"knowledge": python("known.shelf")}),
    make("knowledge_wrong", crew={"knowledge": python("known.not_known")}),
    make("manager_equipped", crew={**MANAGED, "manager_agent": python("parts.equipped")}),
    make("memory_flag", agent={"memory": python("models.named")}),
]


def without_query(events):
    """Removes the query of knowledge events: it is the prompt of the task, whose wording differs."""
    return [{key: value for key, value in event.items() if key != "query" or not event["type"].startswith("knowledge_")}
            for event in events]


class PythonComparison(golden_record.RecordedComparison):
    """Ignores intended differences: CrewAI emits no events and counts no usage for a model that is a Python object
    unless its code does so; Troupe rejects objects of a wrong type when the crew starts, CrewAI when it is loaded."""

    def compare_events(self, ours, recorded):
        kept = [event for event in ours if not str(event.get("model", "")).startswith("python/")]
        return super().compare_events(without_query(kept), without_query(recorded))

    def compare_final(self, final, expect):
        asked = [request for request in self.run.requests() if request]
        if not asked and "usage" in expect:
            final = dict(final, token_usage=expect["usage"])
        return super().compare_final(final, expect)

    def recorded_error(self, error, result):
        known = super().recorded_error(error, result)
        # Raised by the code of the case.
        if known is not None and any(word in error["message"] for word in RAISED):
            known["kind"] = OneOf("script", "provider")
        return known

    def compare_end(self, seen, expect):
        if expect["result"] == "load_error" and seen.answer.get("result") in ("run_error", "build_error"):
            return []
        return super().compare_end(seen, expect)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--case", action="append")
    parser.add_argument("--crewai", action="store_true", help="let the Python helper use CrewAI instead of stand-ins")
    parser.add_argument("-v", "--verbose", action="store_true")
    own = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    os.environ.setdefault("TROUPE_PYTHON_DIR", os.path.join(here, "../../data/python"))
    options = crew_golden.read_options(["--troupectl", os.path.join(own.build, "src/cli/troupectl")])
    # The helper uses its own stand-ins, or CrewAI itself with --crewai.
    options.own_stand_ins = True
    if own.crewai:
        os.environ["PATH"] = os.path.dirname(sys.executable) + ":" + os.environ["PATH"]
    recorder = golden_record.Recorder()
    crew_golden.comparison_of = lambda case: PythonComparison
    cases = [case for case in CASES if not own.case or case["name"] in own.case]
    n_agree = 0
    print("CrewAI %s" % recorder.version, flush=True)
    for case in cases:
        case["expect"] = recorder.record(case)
        found, run = crew_golden.run_case(options, case)
        if run and case["name"] in REFUSED and run.kickoffs[0].answer.get("result") == "build_error":
            found = []
        n_agree += not found
        print("%-4s %-22s %s" % ("ok" if not found else "no", case["name"], case["expect"]["result"]), flush=True)
        if own.verbose:
            print("  recorded %s" % json.dumps({key: case["expect"].get(key) for key in ("error", "output")})[:600])
            print("  ours     %s" % json.dumps([vars(seen) for seen in run.kickoffs] if run else None,
                                                default=str)[:1500])
        for one in found[:6]:
            print("  %s\n    ours     %s\n    recorded %s" % (one.path, show(one.ours, 300), show(one.recorded, 300)))
    print("%d of %d agree" % (n_agree, len(cases)))
    return 0 if n_agree == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())
