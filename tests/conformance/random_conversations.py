# random_conversations.py: random conversational flows with rules for a scripted model server
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make_case(random, number) returns a case in the format of conversation-golden.json without its `expect`.

import json

from random_flows import KEPT, MODELS, FlowMaker

CHOICE = '''from pydantic import BaseModel


class Choice(BaseModel):
    intent: str
    why: str
'''
WORDS = ["weather", "order"]


class ConversationMaker(FlowMaker):
    has_left = False

    def make_router(self):
        router = {}
        options = [
            (0.7, "llm", lambda: self.one("gpt-4.1", "gpt-4.1", {"model": "gpt-4.1", "temperature": 0.1}, "o1-mini")),
            (0.2, "prompt", lambda: "Choose PROM-1."),
            (0.2, "routes", lambda: self.one(["weather", "converse"], ["weather", "order", "end"], [], ["order"])),
            (0.2, "route_descriptions", lambda: {"weather": "Sky DSKY-1.", "end": "DEND-1 over"}),
            (0.15, "default_intent", lambda: self.one("order", None, "nowhere", "end")),
            (0.25, "fallback_intent", lambda: self.one("order", None, "nowhere", "end")),
            (0.12, "intent_field", lambda: self.one("choice", "kind")),
            (0.12, "response_format", lambda: {"python": "shapes.Choice"})]
        for share, key, make in options:
            if self.often(share):
                router[key] = make()
        return router

    def make_block(self):
        block = {}
        if self.often(0.9):
            block["llm"] = self.one("gpt-4o-mini", "gpt-4o-mini", {"model": "gpt-4o-mini", "temperature": 0.2},
                                    {"model": "gpt-4o-mini", "stream": True})
        if self.often(0.6):
            block["router"] = self.make_router()
        options = [
            (0.2, "system_prompt", lambda: self.one("Be SYSP-1.", "", "At ${state.id} SYSP-2")),
            (0.25, "default_intents", lambda: self.one(WORDS, WORDS, ["weather", "converse"], [], ["weather"])),
            (0.3, "intent_llm", lambda: "gpt-4.1"), (0.12, "answer_from_history_llm", lambda: "gpt-4.1-mini"),
            (0.08, "answer_from_history_prompt", lambda: "History HIST-1 only."),
            (0.15, "trace_scope", lambda: self.one("turn", "session")),
            (0.08, "defer_trace_finalization", lambda: False),
            (0.12, "builtin_routes", lambda: self.one(["converse"], [], ["end"])),
            (0.08, "visible_agent_outputs", lambda: self.one("all", ["w"])),
            (0.03, "enabled", lambda: False)]
        for share, key, make in options:
            if self.often(share):
                block[key] = make()
        return block

    def handler(self):
        text = self.one("'WEAT-1 for ' + state.current_user_message", "'WEAT-2'", "state.last_intent", "1", "{'a': 'WEAT-3'}",
                        "null", "''", "1/0", "[state.messages.size()]", "'  WEAT-4 '", "state.messages[0].content")
        expression = {"call": "expression", "expr": text}
        agent = {"call": "agent", "with": {"role": "Worker ROLEW-1", "goal": "Reach GOALW-1", "backstory": "Known as BACKW-1.",
                                           "llm": "gpt-4o-mini", "input": self.one(
                                               "${state.messages}", "Say ${state.current_user_message}")}}
        crew = {"call": "crew", "with": {"name": "inner", "agents": {"w": {
            "role": "Worker ROLEW-2", "goal": "Reach GOALW-2", "backstory": "Known as BACKW-2.", "llm": "gpt-4o-mini"}}, "tasks": [
                {"name": "t", "description": "Do DESC-1 {what}.", "expected_output": "A text with EXPE-1.", "agent": "w"}]},
            "inputs": {"what": "${state.current_user_message}"}}
        script = {"call": "script", "code": self.one(
            "state['ended'] = True\nreturn 'BYEE-1'", "return state['last_intent']", "state['session_ready'] = True\nreturn input",
            "state['messages'].append({'role': 'assistant', 'content': 'OWNN-1'})\nreturn 'OWNN-2'", "return None",
            "raise ValueError('FAIL-1 broke')", "state['last_intent'] = 'order'\nreturn 'LAST-1'")}
        return self.one(expression, expression, expression, agent, crew, script)

    def make_methods(self):
        for name in WORDS:
            method = {"listen": name, "do": self.handler()}
            if self.often(0.4):
                method["description"] = "Says D%s-1." % name.upper()[:3]
            if self.often(0.12):
                method["human_feedback"] = self.one({"message": "Good?"}, {
                    "message": "Good?", "emit": ["fine", "bad"], "llm": "gpt-4o-mini", "default_outcome": "bad"})
            self.methods[name + "_turn"] = method
        if self.often(0.15):
            self.methods["after"] = {"listen": self.one("weather_turn", "order_turn", "fine", "bad"), "do": self.handler()}
        if self.often(0.1):
            self.methods["converse_turn"] = {"listen": "converse", "do": self.handler()}
        if self.often(0.08):
            self.methods["begin"] = {"start": True, "do": self.handler()}
        if self.often(0.08):
            self.methods["second"] = {"listen": "weather", "router": True, "do": {"call": "expression", "expr": "'order'"}}
        if self.often(0.15):
            self.methods = {}

    def make_turn(self, i):
        turn = {"turn": self.one("USER-%d hello", "USER-%d hello", "USER-%d weather?", "  USER-%d ") % i, "answers": ["FINE-1 ok"]}
        if self.often(0.06):
            turn["turn"] = self.one("", "  ", "weather")
        if self.often(0.15):
            turn["intents"] = self.one(WORDS, ["weather", "converse"], [], ["end", "order"])
            if self.often(0.75):
                turn["intent_llm"] = self.one("gpt-4.1", "gpt-4o-mini")
        if i > 1 and self.often(0.15):
            turn["session_id"] = self.one("$id1", "$id1", "nobody")
        if i == 1 or self.often(0.85):
            turn["same"] = True
        if "human_feedback" not in json.dumps(self.methods):
            del turn["answers"]
        # If one flow object is used for two sessions, CrewAI copies the messages of the first to the second.
        self.has_left = self.has_left or turn.get("session_id") == "nobody"
        if self.has_left and "session_id" in turn:
            turn.pop("same", None)
        return turn

    def add_turn_rules(self, i):
        mark = "USER-%d" % i
        label = self.one("weather", "weather", "order", "order", "converse", "end", "nowhere", "Weather", "")
        field = self.one("intent", "intent", "intent", "choice")
        text = self.one(json.dumps({field: label}), json.dumps({field: label, "why": "x"}), json.dumps({"outcome": label}),
                        json.dumps({"outcome": label, "intent": label, "choice": label, "kind": label, "why": "x"}), label)
        if self.often(0.07):
            self.rules.append({"when": {"last": [mark]}, "times": 1, "reply": self.one(
                {"status": 400, "error": "HTTPX-1 bad"}, {"status": 401, "error": "HTTPX-2 key"}, {"text": ""})})
        self.rules.append({"when": {"schema": True, "last": [mark]}, "reply": {"text": text}})
        self.rules.append({"when": {"model": "gpt-4.1-mini", "last": [mark]}, "reply": {"text": self.one(
            "answer_from_history", "{\"outcome\": \"answer_from_history\"}", "REPL-9 hist")}})
        self.rules.append({"when": {"model": "gpt-4.1", "last": [mark]}, "reply": {"text": self.one(label, "It is " + label)}})
        self.rules.append({"when": {"last": [mark]}, "reply": {"text": self.one("REPL-%d said" % i, "  REPL-%d " % i)}})

    def make(self):
        self.state = self.one(None, None, None, {"type": "dict", "default": {"topic": "TOPI-1"}}, {
            "type": "json_schema", "json_schema": {"title": "S", "type": "object", "properties": {"topic": {"type": "string"}}}})
        self.make_methods()
        document = {"schema": "crewai.flow/v1", "name": "Talk", "conversational": self.make_block(), "methods": self.methods}
        if self.state is not None:
            document["state"] = self.state
        if self.often(0.3):
            document["persist"] = KEPT
        n_turns = self.r.randint(2, 4)
        steps = [self.make_turn(i + 1) for i in range(n_turns)]
        if self.often(0.15):
            steps.append({"finalize": True, "same": True})
        for i in reversed(range(n_turns)):
            self.add_turn_rules(i + 1)
        self.rules.append({"when": {}, "reply": {"text": "{\"outcome\": \"fine\"}"}})
        files = {"flow.json": json.dumps(document, indent=1), "shapes.py": CHOICE, "models.py": MODELS}
        return {"name": "talk-%d" % self.number, "why": "", "files": files, "server": {"rules": self.rules}, "steps": steps}


def make_case(r, number):
    return ConversationMaker(r, number).make()
