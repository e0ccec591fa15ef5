#!/usr/bin/env python3
# compare-python.py: crews that have parts made by Python, run by troupectl and by CrewAI itself
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# TROUPE_CREWAI_PYTHON compare-python.py BUILD-DIR [--case NAME] [--crewai] [-v]
#
# Run by hand, under the Python of an installation of CrewAI, as compare-crews.py is. Both see the same scripted model
# server; a model that is Python is asked in either.

import argparse
import json
import os
import sys

try:
    import golden_record
except ImportError:
    print("crewai is not installed here")
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

FILES = {"models.py": MODELS, "tools/look_up.py": TOOL, "parts.py": PARTS, "converters.py": CONVERTERS,
         "shapes.py": SHAPES, "hooks.py": HOOKS}
PLAN = json.dumps({"list_of_plans_per_task": [{"task_number": 1, "task": "t1", "plan": "PLANX-1"}]})
RULES = [{"when": {"model": "gpt-4.1-mini", "has": ["DESC-1"]}, "reply": {"text": PLAN}},
         {"when": {"has": ["CONVQ-1"]}, "reply": {"text": "TITLX-4"}}, {"when": {}, "reply": {"text": "ANSWX-9 rest"}}]


def python(name):
    return {"python": name}


def make(name, agent=None, task=None, crew=None):
    one = {"role": "Worker ROLEX-1", "goal": "Reach GOALX-1", "backstory": "BACKX-1.", "llm": "gpt-4o-mini"}
    one.update(agent or {})
    first = {"name": "t1", "description": "Do DESC-1 now.", "expected_output": "A text with EXPE-1.", "agent": "w"}
    first.update(task or {})
    whole = {"name": "crewdoc", "agents": ["w"], "tasks": [first], **(crew or {})}
    files = {**FILES, "agents/w.jsonc": json.dumps(one), "crew.jsonc": json.dumps(whole, indent=1)}
    return {"name": name, "why": "", "files": files, "inputs": None, "server": {"rules": RULES}, "parallel": False}


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
    make("memory_flag", agent={"memory": python("models.named")}),
]


class PythonComparison(golden_record.RecordedComparison):
    """What differs by choice: a model that is Python tells CrewAI of no call and counts none, unless its code does; what is
    no object of the wanted kind is found when the crew begins, in CrewAI before."""

    def compare_events(self, ours, recorded):
        kept = [event for event in ours if not str(event.get("model", "")).startswith("python/")]
        return super().compare_events(kept, recorded)

    def compare_final(self, final, expect):
        asked = [request for request in self.run.requests() if request]
        if not asked and "usage" in expect:
            final = dict(final, token_usage=expect["usage"])
        return super().compare_final(final, expect)

    def recorded_error(self, error, result):
        known = super().recorded_error(error, result)
        # What code of the case raised.
        if known is not None and any(word in error["message"] for word in ("LLMX-9", "CONVX-9")):
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
    parser.add_argument("--crewai", action="store_true", help="the helper has CrewAI too")
    parser.add_argument("-v", "--verbose", action="store_true")
    own = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    os.environ.setdefault("TROUPE_PYTHON_DIR", os.path.join(here, "../../data/python"))
    options = crew_golden.read_options(["--troupectl", os.path.join(own.build, "src/cli/troupectl")])
    # The helper's own stand-ins are looked at, or CrewAI itself in the helper.
    options.python_path = ""
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
