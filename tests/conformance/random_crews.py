# random_crews.py: random crews with rules for a scripted model server
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make_case(random, number) returns a case in the format of crew-golden.json without its `expect`. Texts contain markers
# (at least four letters, a dash and a number), by which a comparison finds them in prompts.

import json

TOOLS = {"look": '''from crewai.tools import BaseTool
from pydantic import BaseModel


class Args(BaseModel):
    city: str
    n: int = 2


class Look(BaseTool):
    name: str = 'City Look'
    description: str = 'Looks for TOOLD-1.'
    args_schema: type[BaseModel] = Args

    def _run(self, city: str, n: int = 2):
        if city == 'Nowhere':
            raise ValueError('TOOLX-1 is not there')
        return f'TOOLR-1 {city} {n}'
''', "last": '''from crewai.tools import BaseTool


class Last(BaseTool):
    name: str = 'last word'
    description: str = 'Has the last word, TOOLD-2.'
    result_as_answer: bool = True

    def _run(self, word: str):
        return f'TOOLR-2 {word}'
''', "once": '''from crewai.tools import BaseTool


class Once(BaseTool):
    name: str = 'OnceOnly'
    description: str = 'May be asked once, TOOLD-3.'
    max_usage_count: int = 1

    def _run(self, many: list[int], flag: bool = False):
        return f'TOOLR-3 {many} {flag}'
'''}
CALLS = {"look": ("city_look", [{"city": "Ulm"}, {"city": "Nowhere"}, {"town": "x"}, {"city": "Rom", "n": 3, "z": 1},
                                {"city": "Ulm", "n": "7"}, "{not json", {"city": None}, {"city": "Ü \"x\""}]),
         "last": ("last_word", [{"word": "so"}, {}, {"word": 3}]),
         "once": ("once_only", [{"many": [1, 2]}, {"many": "3"}, {"many": [1], "flag": "yes"}, {"many": []}])}
HOOKS = '''import os


def keep(name, text):
    with open(name, 'a', encoding='utf-8') as file:
        file.write(text + '\\n')


def before(inputs):
    inputs = dict(inputs or {})
    inputs['city'] = 'CITY-7'
    return inputs


def after(output):
    keep('after.txt', output.raw)
    output.raw = output.raw + ' HOOK-1'
    return output


def task_done(output):
    keep('tasks.txt', f'{output.name}: {output.raw}')


def crew_task_done(output):
    keep('crew-tasks.txt', f'{output.name}: {output.agent}')


def is_long(output):
    return len(output.raw) > 12


def never(output):
    return False


def wants_mark(output):
    if 'MARK' in output.raw:
        return True, output.raw.upper()
    return False, 'FUNC-1 wants a mark'


def takes_all(output):
    return True, output


def breaks(output):
    raise RuntimeError('FUNC-2 broke')
'''
FORMS = [
    {"type": "object", "title": "Verdict", "properties": {"title": {"type": "string"}, "score": {"type": "integer"}},
     "required": ["title", "score"]},
    {"type": "object", "title": "Wide", "properties": {
        "title": {"type": "string"}, "score": {"type": "number"}, "tags": {"type": "array", "items": {"type": "string"}},
        "more": {"type": "object", "title": "More", "properties": {"a": {"type": "boolean"}}, "required": ["a"]}},
     "required": ["title"]},
    {"type": "object", "properties": {"title": {"type": "string", "enum": ["FORM-1", "FORM-2"]},
                                      "score": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
     "required": ["title"]},
]
ANSWERS = ['{"title": "FORM-1", "score": 3}', '{"title": "FORM-1", "score": 3}', '{"score": 3, "title": "FORM-1"}',
           '```json\n{"title": "FORM-1", "score": 3}\n```', 'Here: {"title": "FORM-1", "score": 3} so.',
           '{"title": "FORM-1", "score": "x"}', '{"title": "FORM-1"}', '{"title": "FORM-1", "score": 3, "b": 1}',
           '{"title": "FORM-1", "score": 3, "tags": ["FORM-3"], "more": {"a": true}}', 'FORM-4 no object',
           ' {"title": "FORM-1", "score": 4.0} ']
TEXTS = ["ANSWX-%d said", "ANSWX-%d said", "ANSWX-%d said", "  ANSWX-%d said\n\n", "Final Answer: ANSWX-%d said",
         "Thought: I know\nFinal Answer: ANSWX-%d said", "ANSWX-%d {city} and {x}", "ANSWX-%d\nObservation: cut",
         "ANSWX-%d MARK said", "Thought: hm\nAction: nothing\nAction Input: {}\nANSWX-%d", "**ANSWX-%d** `said`"]
SKILL = "---\nname: look-well\ndescription: How to look, SKIL-1.\n---\n\nSKIL-2 look twice.\n"
VALUES = ["CITY-1", 3, 1.5, True, None, ["CITY-2", {"a": 1}], {"k": "CITY-3"}, "", "{other}", "Ü'\"", 1e20, -0.0]


class Maker:
    """Generates one crew and the rules for its server."""

    def __init__(self, r, number):
        self.r, self.number = r, number
        self.files, self.rules = {"hooks.py": HOOKS}, []
        self.has_inputs = r.random() < 0.3
        self.stdin = None
        self.names = ["w", "v", "u"][:r.randint(1, 3)]
        self.is_managed = len(self.names) > 1 and r.random() < 0.3
        self.agents, self.tasks = {}, []

    def often(self, share):
        return self.r.random() < share

    def one(self, *choices):
        return self.r.choice(choices)

    @staticmethod
    def python(name):
        return {"python": "hooks." + name}

    def place(self, text):
        """Returns @text, sometimes with placeholders appended."""
        return text + self.one(" in {city}", " {city} {other} {{x}}", " {a-b} {\"k\": 1}") if \
            self.has_inputs and self.often(0.3) else text

    def tool_names(self):
        return ["custom:" + name for name in self.r.sample(sorted(TOOLS), self.one(1, 1, 2, 3))]

    def make_llm(self):
        if self.often(0.75):
            return self.one("gpt-4o-mini", "gpt-4o-mini", "openai/gpt-4.1", "o1", "gpt-5-mini", "o3-mini")
        llm = {"model": self.one("gpt-4o-mini", "openai/gpt-4o", "gpt-5-mini", "o3-mini")}
        choices = {"temperature": [0, 0.3, 1], "top_p": [0.5, 1], "max_tokens": [77], "max_completion_tokens": [99],
                   "seed": [7], "stop": [["said"], "said", []], "presence_penalty": [0.1], "frequency_penalty": [-0.2],
                   "n": [1], "reasoning_effort": ["low", "none"], "logprobs": [True], "timeout": [30],
                   "stream": [True], "additional_params": [{"user": "USER-1"}], "top_logprobs": [2],
                   "logit_bias": [{"50256": -100}]}
        for key in self.r.sample(sorted(choices), self.r.randint(1, 3)):
            llm[key] = self.r.choice(choices[key])
        return llm

    def make_agent(self, i):
        agent = {"role": self.place("Worker ROLEX-%d" % i), "goal": self.place("Reach GOALX-%d" % i),
                 "backstory": self.place("Known as BACKX-%d." % i), "llm": self.make_llm()}
        options = [
            (0.35, "tools", self.tool_names), (0.2, "allow_delegation", lambda: True),
            (0.25, "max_iter", lambda: self.one(1, 2, 3)), (0.15, "use_system_prompt", lambda: False),
            (0.1, "inject_date", lambda: True), (0.1, "max_retry_limit", lambda: self.one(0, 1)),
            (0.1, "tool_failure_policy", lambda: self.one("ignore", "warn", "raise")),
            (0.1, "cache", lambda: self.one(True, False)), (0.06, "planning", lambda: True),
            (0.05, "planning_config", lambda: {"reasoning_effort": self.one("low", "medium", "high"), "max_attempts": 2,
                                               "max_steps": 2}),
            (0.06, "skills", lambda: ["skills"]), (0.05, "max_execution_time", lambda: 60),
            (0.05, "verbose", lambda: True), (0.06, "step_callback", lambda: self.python("takes_all")),
            (0.05, "respect_context_window", lambda: False), (0.04, "system_template", lambda: "SYST-1 {{ .System }}"),
            (0.04, "prompt_template", lambda: "PROM-1 {{ .Prompt }}"), (0.05, "settings", lambda: {"max_iter": 2})]
        for share, key, make in options:
            if self.often(share):
                agent[key] = make()
        if self.often(0.05):
            agent.update(system_template="SYST-2 {{ .System }} END", prompt_template="PROM-2 {{ .Prompt }}",
                         response_template="RESP-2 {{ .Response }} <|end|>")
        if "skills" in agent:
            self.files["skills/look-well/SKILL.md"] = SKILL
        return agent

    def make_task(self, i, n_tasks):
        task = {"name": "t%d" % i, "description": self.place("Do DESCX-%d now." % i),
                "expected_output": self.place("A text with EXPEX-%d." % i)}
        if not self.is_managed or self.often(0.5):
            task["agent"] = self.r.choice(self.names)
        if self.often(0.08):
            del task["name"]
        if i > 0 and self.often(0.3):
            named = [one["name"] for one in self.tasks if "name" in one]
            task["context"] = self.one(None, [], self.r.sample(named, min(len(named), self.one(1, 2))))
        if self.often(0.2) and not self.is_managed:
            task["async_execution"] = True
        elif i > 0 and self.often(0.12):
            task.update(type="ConditionalTask", condition=self.python(self.one("is_long", "never", "is_long")))
        # In CrewAI, the result is random if one agent executes two tasks in parallel.
        last = self.tasks[-1] if self.tasks else {}
        if task.get("async_execution") and last.get("async_execution") and task.get("agent") == last.get("agent"):
            del task["async_execution"]
        self.add_guardrail(task, i)
        if self.often(0.2):
            task[self.one("output_json", "output_pydantic", "response_model")] = self.r.choice(FORMS)
        options = [
            (0.15, "output_file", lambda: self.place("out/t%d.txt" % i).replace('"', "")), (0.2, "tools", self.tool_names),
            (0.1, "markdown", lambda: True), (0.08, "callback", lambda: self.python("task_done")),
            (0.06, "tool_failure_policy", lambda: self.one("ignore", "warn", "raise")),
            (0.04, "create_directory", lambda: False), (0.06, "human_input", lambda: True)]
        for share, key, make in options:
            if self.often(share) and not (key == "human_input" and task.get("async_execution")):
                task[key] = make()
        if task.get("human_input"):
            self.stdin = (self.stdin or "") + self.one("\n", "SAYX-1 shorter\n\n", "SAYX-2 a\nSAYX-3 b\n\n") + "\n" * 20
        self.tasks.append(task)
        self.add_rules(task, i, n_tasks)

    def add_guardrail(self, task, i):
        chance = self.r.random()
        function = self.one("wants_mark", "takes_all", "breaks", "wants_mark", "takes_all")
        if chance < 0.12:
            task["guardrail"] = "It must say RULEX-%d." % i
        elif chance < 0.2:
            task["guardrail"] = self.python(function)
        elif chance < 0.28:
            task["guardrails"] = [self.one("It must say RULEX-%d." % i, self.python(function)),
                                  self.one("It must say RULEX-%d." % i, self.python("takes_all"))]
        if chance < 0.28 and self.often(0.5):
            task["guardrail_max_retries"] = self.one(0, 1, 2)
        self.rules.append({"when": {"last": ["RULEX-%d" % i]}, "times": self.one(1, 2, 9), "reply": {"text": self.one(
            json.dumps({"valid": False, "feedback": "FEEDX-%d" % i}), '{"valid": true, "feedback": null}')}})
        self.rules.append({"when": {"last": ["RULEX-%d" % i]}, "reply": {"text": '{"valid": true, "feedback": null}'}})

    def make_call(self):
        tool = self.r.choice(sorted(TOOLS))
        name, arguments = CALLS[tool]
        return {"name": self.one(name, name, name, name, "no_such_tool"), "arguments": self.r.choice(arguments)}

    def add_rules(self, task, i, n_tasks):
        mine, others = ["DESCX-%d" % i], ["DESCX-%d" % k for k in range(n_tasks) if k != i]
        form = next((key for key in ("output_json", "output_pydantic", "response_model") if key in task), None)
        when = {"has": mine, "not": others}
        if self.often(0.06):
            self.rules.append({"when": when, "times": self.one(1, 1, 3), "reply": self.one(
                {"status": 400, "error": "HTTPX-1 bad"}, {"status": 401, "error": "HTTPX-2 key"}, {"text": ""},
                {"text": None}, {"status": 404, "error": "HTTPX-3 none"}, {"status": 500, "error": "HTTPX-4 down"})})
        if self.is_managed:
            for _ in range(self.one(0, 1, 1, 2)):
                self.rules.append({"when": dict(when, tools=True), "times": 1, "reply": {"tool_calls": [
                    self.make_delegation(i, k) for k in range(self.one(1, 1, 2))]}})
        # Requests for a plan have no other tools.
        plans = any(key in agent for agent in self.agents.values() for key in ("planning", "planning_config"))
        for _ in range(0 if plans else self.one(0, 1, 1, 2)):
            # It is random which of several parallel calls is the fifth equal call, which ends the execution.
            times, n_calls = self.one((1, 1), (1, 1), (1, 2), (1, 3), (2, 2), (6, 1))
            self.rules.append({"when": dict(when, tools=True), "times": times, "reply": {
                "text": self.one(None, "BESIDEX-1 said"), "tool_calls": [self.make_call() for _k in range(n_calls)]}})
        if self.often(0.3):
            name, arguments = CALLS[self.r.choice(sorted(TOOLS))]
            arguments = self.r.choice(arguments)
            text = "Thought: hm\nAction: %s\nAction Input: %s" % (
                self.one(name, name.replace("_", " ").title(), "city_lok", "strange"),
                arguments if isinstance(arguments, str) else json.dumps(arguments))
            self.rules.append({"when": dict(when, model="o1"), "times": self.one(1, 2), "reply": {"text": text}})
        text = self.r.choice(ANSWERS) if form else self.r.choice(TEXTS) % i
        first = self.r.choice(ANSWERS) if form else self.r.choice(TEXTS) % i
        usage = {"prompt": 10 + i}
        if self.often(0.1):
            usage.update(cached=4, reasoning=2)
        self.rules.append({"when": when, "times": 1, "reply": {"text": first, "usage": usage}})
        self.rules.append({"when": when, "reply": {"text": text, "usage": usage}})

    def make_delegation(self, i, k):
        # In CrewAI, the result is random if one agent executes two tasks in parallel.
        coworker = self.one("Worker ROLEX-0", '"Worker ROLEX-0"', "Nobody") if k == 0 else \
            self.one("worker  rolex-1", "[Worker ROLEX-1, x]", "Nobody")
        if self.often(0.7):
            return {"name": "delegate_work_to_coworker", "arguments": {
                "task": "WORKX-%d%d do" % (i, k), "context": "CONTX-%d" % i, "coworker": coworker}}
        return {"name": "ask_question_to_coworker", "arguments": {
            "question": "WORKX-%d%d why" % (i, k), "context": "CONTX-%d" % i, "coworker": coworker}}

    def make_crew(self):
        crew = {"name": "random", "agents": list(self.names), "tasks": self.tasks}
        if self.is_managed:
            crew["process"] = "hierarchical"
            if self.often(0.3):
                self.files["agents/boss.jsonc"] = json.dumps({"role": "Boss ROLEX-9", "goal": "Lead GOALX-9",
                                                              "backstory": "BACKX-9.", "llm": "gpt-4.1"})
                crew["manager_agent"] = "boss"
            else:
                crew["manager_llm"] = "gpt-4.1"
        options = [
            (0.15, "cache", lambda: True), (0.08, "stream", lambda: True), (0.1, "max_rpm", lambda: 500),
            (0.1, "tool_failure_policy", lambda: self.one("ignore", "warn", "raise")),
            (0.1, "task_callback", lambda: self.python("crew_task_done")),
            (0.1, "before_kickoff_callbacks", lambda: [self.python("before")]),
            (0.1, "after_kickoff_callbacks", lambda: [self.python("after")]),
            (0.06, "output_log_file", lambda: self.one(True, "log-x", "log.json")), (0.05, "skills", lambda: ["skills"]),
            (0.08, "planning", lambda: True), (0.05, "verbose", lambda: True)]
        for share, key, make in options:
            if self.often(share):
                crew[key] = make()
        if "skills" in crew:
            self.files["skills/look-well/SKILL.md"] = SKILL
        if crew.get("planning"):
            crew["planning_llm"] = "gpt-4.1-mini"
            plans = [{"task_number": k + 1, "task": "t", "plan": "PLANX-%d" % k} for k in range(len(self.tasks))]
            self.rules.insert(0, {"when": {"model": "gpt-4.1-mini"}, "reply": {"text": json.dumps(
                {"list_of_plans_per_task": plans[:self.one(len(plans), len(plans), 1)]})}})
        if self.has_inputs and self.often(0.3):
            crew["inputs"] = {"city": "CITY-5", "other": "OTHR-1"}
        return crew

    def make_inputs(self):
        if not self.has_inputs:
            return None
        inputs = {"city": self.r.choice(VALUES), "other": self.r.choice(VALUES), "a-b": "DASH-1"}
        if self.often(0.1):
            del inputs["other"]
        return inputs

    def make(self):
        for i, name in enumerate(self.names):
            self.agents[name] = self.make_agent(i)
            self.files["agents/%s.jsonc" % name] = json.dumps(self.agents[name])
        n_tasks = self.r.randint(1, 4)
        for i in range(n_tasks):
            self.make_task(i, n_tasks)
        for i in range(n_tasks):
            for k in range(2):
                self.rules.append({"when": {"last": ["WORKX-%d%d" % (i, k)]}, "reply": {"text": "DONEX-%d%d" % (i, k)}})
        self.rules.append({"when": {}, "reply": {"text": "Final Answer: ANSWX-9 rest"}})
        self.files["crew.jsonc"] = json.dumps(self.make_crew(), indent=1)
        self.files.update({"tools/%s.py" % name: text for name, text in TOOLS.items()})
        made = {"name": "random-%d" % self.number, "why": "", "files": self.files, "inputs": self.make_inputs(),
                "server": {"rules": self.rules}, "parallel": any(task.get("async_execution") for task in self.tasks) or
                any(len(rule["reply"].get("tool_calls", ())) > 1 for rule in self.rules)}
        if self.stdin is not None:
            made["stdin"] = self.stdin
        return made


def make_case(r, number):
    return Maker(r, number).make()
