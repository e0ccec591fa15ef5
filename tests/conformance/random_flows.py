# random_flows.py: random flows with crews, agents and tools, and flows with human feedback
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make_case(random, number) returns a case in the format of flow-crew-golden.json without its `expect`,
# make_feedback_case() one in the format of feedback-golden.json. Methods run in sequence, so that their order is not
# random.

import json

from random_crews import FORMS, TOOLS

KEPT = {"enabled": True, "persistence": {"persistence_type": "SQLiteFlowPersistence", "db_path": "$DB"}}
MODELS = '''from pydantic import BaseModel


class Reply(BaseModel):
    title: str
    score: int


class Wide(BaseModel):
    title: str
    tags: list[str] = []
    score: float | None = None
'''
OWN_TOOLS = '''from crewai.tools import BaseTool
from pydantic import BaseModel


class Args(BaseModel):
    city: str
    n: int = 2


class Look(BaseTool):
    name: str = 'City Look'
    description: str = 'Looks.'
    args_schema: type[BaseModel] = Args

    def _run(self, city: str, n: int = 2):
        return f'TOOLR-1 {city} {n}'


class Rows(BaseTool):
    name: str = 'Rows'
    description: str = 'Rows.'

    def _run(self, **kwargs):
        return {'rows': [1, 2], 'kw': sorted(kwargs)}


class Bad(BaseTool):
    name: str = 'Bad'
    description: str = 'Bad.'

    def _run(self, what: str = 'x'):
        raise ValueError('TOOLX-1 broke')


class Once(BaseTool):
    name: str = 'Once'
    description: str = 'Once.'
    max_usage_count: int | None = 1

    def _run(self):
        return 'TOOLR-3'


class Nothing(BaseTool):
    name: str = 'Nothing'
    description: str = 'Nothing.'

    def _run(self, many: list = [], flag: bool = False):
        return None if flag else many
'''
ANSWERS = ['{"title": "FORM-1", "score": 3}', '{"title": "FORM-1", "score": 3}', '{"title": "FORM-1", "score": "4"}',
           '```json\n{"title": "FORM-1", "score": 3}\n```', 'Here: {"title": "FORM-1", "score": 3} so.',
           '{"title": "FORM-1"}', 'FORM-4 no object', '{"title": "FORM-1", "score": 3, "tags": ["FORM-2"]}']
TEXTS = ["ANSWX-%d said", "ANSWX-%d said", "ANSWX-%d said", "  ANSWX-%d\n\n", "Final Answer: ANSWX-%d", "**ANSWX-%d** `x`",
         "ANSWX-%d ${state.n}", "[1, \"ANSWX-%d\"]", "true ANSWX-%d"]
STATES = [None, None, {"type": "dict", "default": {"n": 1, "city": "CITY-1", "list": ["TOPI-1", "TOPI-2"]}},
          {"type": "json_schema", "json_schema": {"title": "S", "type": "object", "properties": {
              "n": {"type": "integer", "default": 1}, "city": {"type": "string", "default": "CITY-2"},
              "list": {"type": "array", "items": {"type": "string"}, "default": ["TOPI-3"]}, "said": {"type": "string"}}}}]


class FlowMaker:
    def __init__(self, r, number):
        self.r, self.number = r, number
        self.files = {"mytools.py": OWN_TOOLS, "models.py": MODELS}
        self.files.update({"tools/%s.py" % name: text for name, text in TOOLS.items()})
        self.rules, self.methods, self.n_works = [], {}, 0
        self.state = self.one(*STATES)
        self.inputs = {"n": 4, "city": "CITY-3", "list": ["TOPI-4", "TOPI-5"]} if self.state is None or \
            self.often(0.2) else None
        self.last = None

    def often(self, share):
        return self.r.random() < share

    def one(self, *choices):
        return self.r.choice(choices)

    def before(self, is_step=False):
        """Returns an expression that refers to existing values."""
        known = ["state.n", "state.city", "state.list[0]", "state.n + 1", "state.city + '!'", "{'a': state.n}", "null",
                 "1.5", "state.n > 2", "state.list"]
        if self.last is not None:
            known += ["outputs." + self.last[0]] * 2
            if self.last[1] in ("crew", "agent"):
                known += ["outputs.%s.raw" % self.last[0]] * 4
        if is_step:
            known += ["item"] * 6
        return self.r.choice(known)

    def data(self, is_step=False):
        expression = "${%s}" % self.before(is_step)
        return self.one(expression, expression, "at %s so" % expression, "plain", "${state.city}, ${state.n}")

    def worker(self, i):
        made = {"role": "Worker ROLEX-%d" % i, "goal": "Reach GOALX-%d" % i, "backstory": "Known as BACKX-%d." % i,
                "llm": self.one("gpt-4o-mini", "gpt-4o-mini", "gpt-4.1", {"model": "gpt-4o-mini", "temperature": 0.3})}
        if self.often(0.25):
            made["tools"] = ["custom:" + self.one("look", "look", "once")]
        if self.often(0.15):
            made["max_iter"] = self.one(1, 2)
        return made

    def add_rules(self, mark, form, tools=True):
        self.n_works += 1
        i = self.n_works
        when = {"has": [mark]}
        if self.often(0.04):
            self.rules.append({"when": when, "times": 1, "reply": self.one(
                {"status": 400, "error": "HTTPX-1 bad"}, {"status": 401, "error": "HTTPX-2 key"}, {"text": ""})})
        for _ in range(self.one(0, 1) if tools else 0):
            self.rules.append({"when": dict(when, tools=True), "times": 1, "reply": {"tool_calls": [{
                "name": self.one("city_look", "city_look", "once_only"),
                "arguments": self.one({"city": "Ulm"}, {"city": "Nowhere"}, {"many": [1]})}]}})
        for times in (1, 1, None):
            text = self.r.choice(ANSWERS) if form else self.r.choice(TEXTS) % i
            self.rules.append({"when": when, "reply": {"text": text}, **({"times": times} if times else {})})

    def expression(self, is_step=False):
        return {"call": "expression", "expr": self.before(is_step)}

    def script(self, is_step=False):
        return {"call": "script", "code": self.one(
            "state['n'] = state['n'] + 1\nreturn state['n']", "return input", "return {'got': str(input)[:3]}",
            "state['said'] = 'SAID-1'", "return [state['city'], item]" if is_step else "return list(outputs)")}

    def tool(self, is_step=False):
        name = self.one("Look", "Look", "Rows", "Nothing", "Nothing", "Once", "Bad")
        given = {"Look": lambda: self.one({"city": self.data(is_step), "n": "${state.n}"}, {"city": self.data(is_step)}),
                 "Rows": lambda: self.one({"a": self.data(is_step), "b": [1]}, {}),
                 "Nothing": lambda: self.one({"many": "${state.list}"}, {"flag": True}, {"flag": "${state.n > 2}"}),
                 "Once": lambda: {}, "Bad": lambda: self.one({}, {"what": self.data(is_step)})}[name]()
        made = {"call": "tool", "ref": "mytools:" + name}
        return dict(made, **{"with": given}) if given else made

    def agent(self, is_step=False):
        i = self.n_works
        with_ = self.worker(i)
        mark = "ASKKX-%d" % i
        with_["input"] = self.one("Say %s %s" % (mark, self.data(is_step)), "Say %s" % mark, [
            {"role": "user", "content": "First %s" % mark}, {"role": "assistant", "content": "Old OLDD-1"},
            {"role": "user", "content": "Then " + self.data(is_step)}])
        form = self.often(0.35)
        if form:
            with_["response_format"] = {"python": self.one("models.Reply", "models.Wide")}
        if self.often(0.1):
            with_["settings"] = {"max_iter": 2}
        self.add_rules(mark, form)
        return {"call": "agent", "with": with_}

    def crew(self, is_step=False):
        i, names = self.n_works, ["w", "v"][:self.one(1, 1, 2)]
        tasks, form = [], None
        for k in range(self.one(1, 1, 2)):
            mark = "DESCX-%d%d" % (i, k)
            task = {"name": "t%d" % k, "description": "Do %s %s." % (mark, self.one("now", "for {topic}", "for {topic} {n}")),
                    "expected_output": "A text with EXPEX-%d%d." % (i, k), "agent": self.r.choice(names)}
            form = self.often(0.25)
            if form:
                task[self.one("output_json", "output_pydantic", "response_model")] = self.r.choice(FORMS[:2])
            tasks.append(task)
        # The second task's requests contain the first task's answer as context, so the rules of the first task would
        # match them.
        for k in reversed(range(len(tasks))):
            self.add_rules("DESCX-%d%d" % (i, k), len(tasks[k]) > 4)
        inputs = self.one(None, {"topic": self.data(is_step)}, {"topic": self.data(is_step), "n": "${state.n}"},
                          {"topic": "TOPI-7", "n": self.data(is_step)})
        crew = {"name": "inner%d" % i, "tasks": tasks}
        if self.often(0.3):
            crew["inputs"] = {"topic": "TOPI-8", "n": 8}
        agents = {name: self.worker(10 * i + k) for k, name in enumerate(names)}
        made = {"call": "crew"}
        if self.often(0.35):
            folder = "crews/c%d" % i
            crew["agents"] = names
            self.files[folder + "/crew.jsonc"] = json.dumps(crew)
            self.files.update({"%s/agents/%s.jsonc" % (folder, name): json.dumps(agent) for name, agent in agents.items()})
            for agent in agents.values():
                # Tools of a crew file are loaded from its folder.
                for tool in agent.get("tools", ()):
                    name = tool.removeprefix("custom:")
                    self.files["%s/tools/%s.py" % (folder, name)] = TOOLS[name]
            made["from_declaration"] = self.one(folder, folder + "/crew.jsonc")
        else:
            crew["agents"] = self.one(agents, agents, [dict(agent, name=name) for name, agent in agents.items()],
                                      [{name: agent} for name, agent in agents.items()])
            made["with"] = crew
        if inputs is not None:
            made["inputs"] = inputs
        return made

    def make_action(self, is_step=False):
        kind = self.one("expression", "script", "tool", "tool", "agent", "agent", "agent", "crew", "crew", "crew",
                        *([] if is_step else ["each", "each", "each"]))
        return kind, getattr(self, kind)(*([] if kind == "each" else [is_step]))

    def each(self):
        steps, kept = [], self.last
        for i in range(self.one(1, 2, 2, 3)):
            kind, action = self.make_action(True)
            name = "s%d" % i
            step = {"name": name, "action": action}
            if self.often(0.2):
                step["if"] = self.one("item != 'TOPI-1'", "state.n > 2", "true", "false", "outputs.%s != null" % name)
            steps.append(step)
            self.last = (name, kind)
        self.last = kept
        values = ["state.list", "state.list", "[1, 2]", "[{'a': 1}, null]", "[]", "state.city"]
        if kept is not None and kept[1] == "each":
            values += ["outputs." + kept[0]] * 3
        return {"call": "each", "in": self.r.choice(values), "do": steps}

    def add(self, name, method, kind):
        if self.often(0.04):
            method["persist"] = {"enabled": False}
        self.methods[name] = method
        self.last = (name, kind)

    def make_methods(self):
        event = None
        for i in range(self.r.randint(1, 4)):
            kind, action = self.make_action()
            method = {"do": action}
            if event is None:
                method["start"] = True
            else:
                method["listen"] = event
            name = "m%d" % i
            self.add(name, method, kind)
            event = name
            if i == 0 and self.often(0.3):
                self.add_loop(name, method)
                event = "end"

    def add_loop(self, name, method):
        """Repeats the first method until a counter in the state reaches a limit."""
        self.methods = {"s": {"start": True, "do": {"call": "script", "code": "state['k'] = 0\nreturn 'go'"}}, name: method}
        del method["start"]
        method["listen"] = {"or": ["s", "again"]}
        kept = self.last
        self.add("r", {"listen": name, "router": True, "do": {
            "call": "script", "code": "state['k'] += 1\nreturn 'again' if state['k'] < %d else 'end'" % self.one(2, 3)}}, "script")
        self.last = kept
        if self.state is not None and self.state["type"] == "json_schema":
            self.state = json.loads(json.dumps(self.state))
            self.state["json_schema"]["properties"]["k"] = {"type": "integer"}

    def make(self):
        self.make_methods()
        document = {"schema": "crewai.flow/v1", "name": "Random", "methods": self.methods}
        if self.state is not None:
            document["state"] = self.state
        if self.often(0.2):
            document["persist"] = KEPT
        if self.often(0.05):
            document["config"] = {"max_method_calls": 2}
        self.rules.append({"when": {}, "reply": {"text": "ANSWX-99 rest"}})
        self.files["flow.json"] = json.dumps(document, indent=1)
        steps = [{"inputs": self.inputs}] * self.one(1, 1, 1, 2)
        return {"name": "flow-%d" % self.number, "why": "", "files": self.files, "server": {"rules": self.rules}, "steps": steps}


class FeedbackMaker(FlowMaker):
    """Generates methods with one text each, which require human feedback."""

    def make_feedback(self, i):
        made = {"message": "Good MESS-%d?" % i}
        if self.often(0.8):
            made["emit"] = self.one(["approved", "revise"], ["approved", "revise"], ["yes", "no", "not sure"], ["approve", "approved"],
                                    ["only"])
            made["llm"] = self.one("gpt-4o-mini", "gpt-4o-mini", "o1-mini", {"model": "gpt-4o-mini", "temperature": 0.1})
        if self.often(0.35) and "emit" in made:
            made["default_outcome"] = self.one(made["emit"][-1], made["emit"][0])
        if self.often(0.2):
            made["metadata"] = {"a": self.one(1, "METT-1", None)}
        # A lesson is saved to memory after the run, in a separate thread.
        if self.often(0.15):
            made.update(learn=True, llm="gpt-4o-mini", **({"learn_strict": True} if self.often(0.3) else {}))
        return made

    def add_replies(self, outcomes):
        labels = outcomes + [outcomes[0].upper(), " %s." % outcomes[-1], "none of it", "%s or %s" % (outcomes[0], outcomes[-1]), ""]
        for _ in range(3):
            self.rules.append(self.one(
                {"when": {"schema": True, "first": ["FEED-"]}, "times": 1, "reply": {"text": json.dumps({"outcome": self.r.choice(labels)})}},
                {"when": {"schema": True, "first": ["FEED-"]}, "times": 1, "reply": {"text": json.dumps({"outcome": outcomes[0]})}},
                {"when": {"schema": True, "first": ["FEED-"]}, "times": 1, "reply": {"text": self.r.choice(labels)}},
                {"when": {"schema": False, "first": ["FEED-"]}, "times": 1, "reply": {"text": self.r.choice(labels)}},
                {"when": {"schema": True, "first": ["FEED-"]}, "times": 1, "reply": {"status": 400, "error": "HTTPX-1 bad"}},
                {"when": {"schema": False, "first": ["FEED-"]}, "times": 1, "reply": {"status": 401, "error": "HTTPX-2 key"}}))
        self.rules.append({"when": {"schema": True, "first": ["FEED-"]}, "reply": {"text": json.dumps({"outcome": self.one(*outcomes)})}})

    def make(self):
        event, answers = None, []
        n_drafts = self.one(1, 1, 2)
        for i in range(n_drafts):
            feedback = self.make_feedback(i)
            outcomes = feedback.get("emit")
            self.add_replies(outcomes or ["x"])
            text = "'DRAF-%d text'" % i
            action = {"call": "expression", "expr": self.one(text, text, text, "{'a': %s}" % text, "1", "null", "[%s]" % text)}
            name = "d%d" % i
            method = {"do": action, "human_feedback": feedback}
            if event is None:
                method["start"] = True
            else:
                method["listen"] = event
            self.methods[name] = method
            event = name
            # The order of two listeners of the same event is random.
            chosen = self.r.choice(outcomes) if outcomes is not None and i + 1 < n_drafts else None
            for outcome in [outcome for outcome in outcomes or [] if outcome != chosen]:
                self.methods["%s_%s" % (outcome.replace(" ", "_"), name)] = {"listen": outcome, "do": {"call": "script", "code": self.one(
                    "return [input.outcome, input.feedback, input.output]", "return str(input.metadata)", "return outputs['%s']" % name)}}
            event = chosen or event
        answers = [self.one("FEED-1 fine", "FEED-2 no", "FEED-3 approved", "", "", "  ", "approved", "FEED-4 ä \"x\"") for _ in range(8)]
        document = {"schema": "crewai.flow/v1", "name": "Review", "methods": self.methods}
        if self.often(0.3):
            document["persist"] = KEPT
        self.rules.append({"when": {}, "reply": {"text": self.one("{\"lessons\": []}", "REST-1", "{\"lessons\": [\"LESS-1 shorter\"]}")}})
        self.files = {"flow.json": json.dumps(document, indent=1)}
        return {"name": "feedback-%d" % self.number, "why": "", "files": self.files, "steps": [{"inputs": None, "answers": answers}],
                "server": {"rules": self.rules, "embedding_words": ["LESS-1", "DRAF-1", "feedback"]}}


def make_case(r, number):
    return FlowMaker(r, number).make()


def make_feedback_case(r, number):
    return FeedbackMaker(r, number).make()
