# random_providers.py: random crews for the APIs of other providers, with scripted replies
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make_case(random, number) returns a case in the format of provider-golden.json without its `expect`: one agent, one or
# two tasks, tools, response formats and settings, and replies in order: unusual tool calls, texts, answers with valid
# or invalid format, refusals and errors. Each API has a class that creates a response from its parts, as a whole or as
# a stream.

import json

from random_crews import CALLS, FORMS, TOOLS

USAGE = (10, 5)
# No text of a case begins like the key: text that could be the beginning of a secret is held back while streaming.
KEY = "#key#"


def pieces(text):
    """Splits a text into two chunks of a stream."""
    return [piece for piece in (text[:len(text) // 2], text[len(text) // 2:]) if piece]


class Chat:
    """Chat completions, as used by Azure and Ollama."""

    model = "gpt-4o-mini"
    finishes = {"stop": "stop", "calls": "tool_calls", "length": "length", "refused": "content_filter"}

    def call(self, i, name, arguments, odd):
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        return {"id": "call_%d" % i, "type": "function",
                "function": {"name": name, "arguments": "" if odd == "empty" else text}}

    def usage(self, more):
        made = {"prompt_tokens": USAGE[0], "completion_tokens": USAGE[1], "total_tokens": sum(USAGE)}
        return dict(made, prompt_tokens_details={"cached_tokens": 4}) if more else made

    def head(self, kind):
        return {"id": "chatcmpl-1", "object": kind, "created": 1700000000, "model": self.model}

    def whole(self, texts, calls, finish, more):
        message = {"role": "assistant", "content": "".join(texts) if texts else None}
        if calls:
            message["tool_calls"] = calls
        return {"body": dict(self.head("chat.completion"), usage=self.usage(more), choices=[
            {"index": 0, "message": message, "finish_reason": self.finishes[finish]}])}

    def stream(self, texts, calls, finish, more):
        def chunk(delta, reason=None):
            return [None, dict(self.head("chat.completion.chunk"),
                               choices=[{"index": 0, "delta": delta, "finish_reason": reason}])]
        events = [chunk({"role": "assistant", "content": ""})]
        events += [chunk({"content": piece}) for text in texts for piece in pieces(text)]
        for i, call in enumerate(calls):
            arguments = call["function"]["arguments"]
            events.append(chunk({"tool_calls": [dict(call, index=i, function=dict(call["function"], arguments=""))]}))
            events += [chunk({"tool_calls": [{"index": i, "function": {"arguments": piece}}]}) for piece in pieces(arguments)]
        events.append(chunk({}, self.finishes[finish]))
        events.append([None, dict(self.head("chat.completion.chunk"), choices=[], usage=self.usage(more))])
        return {"sse": events + [[None, "[DONE]"]]}

    def error(self, status):
        return {"error": {"message": "ERRO-1 scripted", "type": "server_error", "code": None, "param": None}}

    counts = None
    # Name of the tool whose arguments are the answer if a response format is set.
    form_tool = None


class Azure(Chat):
    env = {"AZURE_API_KEY": KEY, "AZURE_ENDPOINT": "http://myres.openai.azure.com:$PORT"}
    llm = "azure/gpt-4o-mini"
    settings = {"temperature": [0, 0.4], "top_p": [0.5], "max_tokens": [77], "stop": [["said"]]}


class Ollama(Chat):
    env = {"OLLAMA_HOST": "$HOST"}
    llm = "ollama/llama3.1"
    model = "llama3.1"
    settings = {"temperature": [0, 0.4], "top_p": [0.5], "max_tokens": [77], "seed": [7], "stop": [["said"]]}


class Anthropic:
    env = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "http://$HOST"}
    llm = "anthropic/claude-sonnet-4-5"
    settings = {"temperature": [0, 0.4], "top_p": [0.5], "max_tokens": [77], "stop_sequences": [["said"]]}
    finishes = {"stop": "end_turn", "calls": "tool_use", "length": "max_tokens", "refused": "refusal"}
    counts = {"path": "count_tokens", "times": -1, "body": {"input_tokens": 77}}
    form_tool = None

    def call(self, i, name, arguments, _odd):
        return {"type": "tool_use", "id": "toolu_%d" % i, "name": name,
                "input": arguments if isinstance(arguments, dict) else {}}

    def whole(self, texts, calls, finish, more):
        usage = {"input_tokens": USAGE[0], "output_tokens": USAGE[1]}
        if more:
            usage["cache_read_input_tokens"] = 4
        return {"body": {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5",
                         "content": [{"type": "text", "text": text} for text in texts] + calls,
                         "stop_reason": self.finishes[finish], "stop_sequence": None, "usage": usage}}

    def stream(self, texts, calls, finish, more):
        whole = self.whole(texts, calls, finish, more)["body"]
        start = dict(whole, content=[], stop_reason=None, usage=dict(whole["usage"], output_tokens=1))
        events = [("message_start", {"message": start}), ("ping", {})]
        for i, block in enumerate(whole["content"]):
            is_text = block["type"] == "text"
            events.append(("content_block_start", {"index": i, "content_block":
                                                   {"type": "text", "text": ""} if is_text else dict(block, input={})}))
            for piece in pieces(block["text"] if is_text else json.dumps(block["input"])):
                delta = {"type": "text_delta", "text": piece} if is_text else \
                    {"type": "input_json_delta", "partial_json": piece}
                events.append(("content_block_delta", {"index": i, "delta": delta}))
            events.append(("content_block_stop", {"index": i}))
        events.append(("message_delta", {"delta": {"stop_reason": whole["stop_reason"], "stop_sequence": None},
                                         "usage": {"output_tokens": USAGE[1]}}))
        events.append(("message_stop", {}))
        return {"sse": [[name, dict(data, type=name)] for name, data in events]}

    def error(self, status):
        return {"type": "error", "error": {"type": "api_error", "message": "ERRO-1 scripted"}, "request_id": "req_1"}


class Gemini:
    env = {"GEMINI_API_KEY": KEY, "GOOGLE_GEMINI_BASE_URL": "http://$HOST"}
    llm = "gemini/gemini-2.5-flash"
    settings = {"temperature": [0, 0.4], "top_p": [0.5], "max_output_tokens": [77], "top_k": [3],
                "stop_sequences": [["said"]]}
    finishes = {"stop": "STOP", "calls": "STOP", "length": "MAX_TOKENS", "refused": "SAFETY"}
    counts = {"path": "countTokens", "times": -1, "body": {"totalTokens": 77}}
    form_tool = None

    def call(self, _i, name, arguments, odd):
        made = {"name": name, "args": arguments if isinstance(arguments, dict) else {}}
        if odd == "empty":
            del made["args"]
        return {"functionCall": made}

    def make(self, parts, finish, more):
        usage = {"promptTokenCount": USAGE[0], "candidatesTokenCount": USAGE[1], "totalTokenCount": sum(USAGE)}
        if more:
            usage["cachedContentTokenCount"] = 4
        candidate = {"content": {"role": "model", "parts": parts}, "index": 0}
        if finish:
            candidate["finishReason"] = self.finishes[finish]
        return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-2.5-flash",
                "responseId": "resp_1"}

    def whole(self, texts, calls, finish, more):
        return {"body": self.make([{"text": text} for text in texts] + calls, finish, more)}

    def stream(self, texts, calls, finish, more):
        parts = [{"text": piece} for text in texts for piece in pieces(text)] + calls or [{"text": ""}]
        return {"sse": [[None, self.make([part], finish if i == len(parts) - 1 else None, more)]
                        for i, part in enumerate(parts)]}

    def error(self, status):
        return {"error": {"code": status, "message": "ERRO-1 scripted", "status": "INTERNAL"}}


class Bedrock:
    env = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": KEY, "AWS_DEFAULT_REGION": "us-east-1",
           "AWS_ENDPOINT_URL_BEDROCK_RUNTIME": "http://$HOST"}
    llm = "bedrock/anthropic.claude-3-5-sonnet-20241022-v2:0"
    settings = {"temperature": [0, 0.4], "top_p": [0.5], "max_tokens": [77], "stop_sequences": [["said"]]}
    finishes = {"stop": "end_turn", "calls": "tool_use", "length": "max_tokens", "refused": "content_filtered"}
    counts = {"path": "count-tokens", "times": -1, "body": {"inputTokens": 77}}
    form_tool = "structured_output"

    def call(self, i, name, arguments, _odd):
        return {"toolUse": {"toolUseId": "tooluse_%d" % i, "name": name,
                            "input": arguments if isinstance(arguments, dict) else {}}}

    def usage(self, more):
        made = {"inputTokens": USAGE[0], "outputTokens": USAGE[1], "totalTokens": sum(USAGE)}
        return dict(made, cacheReadInputTokens=4) if more else made

    def whole(self, texts, calls, finish, more):
        content = [{"text": text} for text in texts] + calls
        return {"body": {"output": {"message": {"role": "assistant", "content": content}}, "usage": self.usage(more),
                         "stopReason": self.finishes[finish], "metrics": {"latencyMs": 3}}}

    def stream(self, texts, calls, finish, more):
        events = [["messageStart", {"role": "assistant"}]]
        for i, block in enumerate([{"text": text} for text in texts] + calls):
            use = block.get("toolUse")
            if use:
                events.append(["contentBlockStart", {"contentBlockIndex": i, "start": {"toolUse": {
                    key: use[key] for key in ("toolUseId", "name")}}}])
            for piece in pieces(json.dumps(use["input"]) if use else block["text"]):
                delta = {"toolUse": {"input": piece}} if use else {"text": piece}
                events.append(["contentBlockDelta", {"contentBlockIndex": i, "delta": delta}])
            events.append(["contentBlockStop", {"contentBlockIndex": i}])
        events.append(["messageStop", {"stopReason": self.finishes[finish]}])
        return {"eventstream": events + [["metadata", {"usage": self.usage(more), "metrics": {"latencyMs": 3}}]]}

    def error(self, status):
        return {"message": "ERRO-1 scripted"}


class Responses:
    env = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://$HOST/v1"}
    llm = {"model": "gpt-4o-mini", "api": "responses"}
    settings = {"temperature": [0, 0.4], "top_p": [0.5], "max_tokens": [77]}
    counts = None
    form_tool = None

    def call(self, i, name, arguments, odd):
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        return {"type": "function_call", "id": "fc_%d" % i, "call_id": "call_%d" % i, "name": name,
                "arguments": "" if odd == "empty" else text, "status": "completed"}

    @staticmethod
    def message(texts, finish):
        kind = "refusal" if finish == "refused" else "output_text"
        content = [{"type": kind, "refusal" if kind == "refusal" else "text": text} for text in texts]
        for part in content:
            if kind == "output_text":
                part["annotations"] = []
        return {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}

    def make(self, output, finish, more):
        is_cut = finish == "length"
        return {"id": "resp_1", "object": "response", "created_at": 1700000000, "model": "gpt-4o-mini",
                "status": "incomplete" if is_cut else "completed", "error": None, "instructions": None, "metadata": {},
                "incomplete_details": {"reason": "max_output_tokens"} if is_cut else None, "output": output,
                "parallel_tool_calls": True, "temperature": 1.0, "tool_choice": "auto", "tools": [], "top_p": 1.0,
                "usage": {"input_tokens": USAGE[0], "input_tokens_details": {"cached_tokens": 4 if more else 0},
                          "output_tokens": USAGE[1], "output_tokens_details": {"reasoning_tokens": 2 if more else 0},
                          "total_tokens": sum(USAGE)}}

    def whole(self, texts, calls, finish, more):
        return {"body": self.make(([self.message(texts, finish)] if texts else []) + calls, finish, more)}

    def stream(self, texts, calls, finish, more):
        whole = self.whole(texts, calls, "stop", more)["body"]
        events = [("response.created", {"response": dict(whole, status="in_progress", output=[])})]
        for i, item in enumerate(whole["output"]):
            place = {"output_index": i, "item_id": item["id"]}
            begun = dict(item, status="in_progress")
            begun.update({"content": []} if item["type"] == "message" else {"arguments": ""})
            events.append(("response.output_item.added", {"output_index": i, "item": begun}))
            for k, part in enumerate(item.get("content", ())):
                inner = dict(place, content_index=k)
                events.append(("response.content_part.added", dict(inner, part=dict(part, text=""))))
                events += [("response.output_text.delta", dict(inner, delta=piece, logprobs=[]))
                           for piece in pieces(part["text"])]
                events.append(("response.output_text.done", dict(inner, text=part["text"], logprobs=[])))
                events.append(("response.content_part.done", dict(inner, part=part)))
            if "arguments" in item:
                events += [("response.function_call_arguments.delta", dict(place, delta=piece))
                           for piece in pieces(item["arguments"])]
                events.append(("response.function_call_arguments.done",
                               dict(place, name=item["name"], arguments=item["arguments"])))
            events.append(("response.output_item.done", {"output_index": i, "item": item}))
        events.append(("response.completed", {"response": whole}))
        return {"sse": [[name, dict(data, type=name, sequence_number=i)] for i, (name, data) in enumerate(events)]}

    def error(self, status):
        return {"error": {"message": "ERRO-1 scripted", "type": "server_error", "code": None, "param": None}}


APIS = {"anthropic": Anthropic, "gemini": Gemini, "azure": Azure, "bedrock": Bedrock, "ollama": Ollama,
        "responses": Responses}
TEXTS = ["ANSX-%d said", "ANSX-%d said", "  ANSX-%d \n", "Final Answer: ANSX-%d", "ANSX-%d\nObservation: cut", "ANSX-%d é😀"]
OBJECTS = ['{"title": "FORM-1", "score": 3}', '{"title": "FORM-1", "score": 3}', '{"score": 3, "title": "FORM-1"}',
           '```json\n{"title": "FORM-1", "score": 3}\n```', '{"title": "FORM-1"}', '{"title": "FORM-2", "score": "x"}',
           'FORM-4 no object']


class Maker:
    """Generates one crew and the replies of its server."""

    def __init__(self, r, number):
        self.r, self.number = r, number
        self.name = r.choice(sorted(APIS))
        self.api = APIS[self.name]()
        self.is_streamed = r.random() < 0.25
        self.n_texts = 0

    def often(self, share):
        return self.r.random() < share

    def make_llm(self):
        llm = self.api.llm if isinstance(self.api.llm, dict) else {"model": self.api.llm}
        llm = dict(llm)
        if self.often(0.3):
            key = self.r.choice(sorted(self.api.settings))
            llm[key] = self.r.choice(self.api.settings[key])
        if self.is_streamed:
            llm["stream"] = True
        return llm if len(llm) > 1 else llm["model"]

    def make_agent(self):
        agent = {"role": "Worker ROLEX-1", "goal": "Reach GOALX-1", "backstory": "Known as BACKX-1.", "llm": self.make_llm()}
        self.tools = self.r.sample(sorted(TOOLS), self.r.choice((1, 1, 2))) if self.often(0.6) else []
        # CrewAI loses streamed tool calls of these APIs (golden-choices.json).
        if self.is_streamed and self.name in ("bedrock", "responses"):
            self.tools = []
        if self.tools:
            agent["tools"] = ["custom:" + name for name in self.tools]
        for share, key, values in ((0.2, "max_iter", (1, 2)), (0.15, "use_system_prompt", (False,)),
                                   (0.25, "max_retry_limit", (0, 1)), (0.1, "cache", (True,)),
                                   (0.1, "respect_context_window", (False,))):
            if self.often(share):
                agent[key] = self.r.choice(values)
        return agent

    def reply(self, texts, calls, finish):
        # On Azure, CrewAI ignores cached and reasoning tokens (golden-choices.json).
        make = self.api.stream if self.is_streamed else self.api.whole
        return make(texts, calls, finish, self.often(0.15) and self.name != "azure")

    def add_text(self, replies, form):
        self.n_texts += 1
        # With these APIs, CrewAI accepts an answer in a wrong format, where Troupe asks again.
        objects = OBJECTS[:{"bedrock": 3, "responses": 4}.get(self.name, len(OBJECTS))]
        # CrewAI does not cut streams of Gemini at stop words.
        words = TEXTS[:4] if self.is_streamed and self.name == "gemini" else TEXTS
        text = self.r.choice(objects) if form else self.r.choice(words) % self.n_texts
        texts = [text] if form or self.often(0.9) else [text, " and ALSO-1"]
        calls = []
        if form and self.api.form_tool and not self.tools and not self.is_streamed and self.often(0.5):
            texts, calls = [], [self.api.call(9, self.api.form_tool, {"title": "FORM-1", "score": 3}, None)]
        replies.append(self.reply(texts, calls, "calls" if calls else "length" if self.often(0.06) else "stop"))

    def add_calls(self, replies):
        calls = []
        for i in range(self.r.choice((1, 1, 1, 2))):
            name, arguments = CALLS[self.r.choice(self.tools)]
            calls.append(self.api.call(i, name if self.often(0.9) else "no_such_tool", self.r.choice(arguments),
                                       self.r.choice((None,) * 8 + ("empty",))))
        texts = ["BESX-1 said"] if self.often(0.2) else []
        replies.append(self.reply(texts, calls, "calls" if self.often(0.9) else "stop"))

    def add_trouble(self, replies):
        kind = self.r.choice(("status", "status", "status", "empty", "refused", "html"))
        if kind == "status":
            status = self.r.choice((400, 401, 403, 404, 422, 429, 500, 503))
            made = {"status": status, "body": self.api.error(status)}
            if status == 429:
                made["headers"] = {"retry-after": "0"}
            replies.append(dict(made, times=self.r.choice((1, 1, 4))))
        elif kind == "html":
            replies.append({"status": self.r.choice((404, 502)), "text": "<html>PAGE-1</html>", "type": "text/html"})
        elif kind == "empty":
            replies.append(self.reply([], [], "stop"))
        else:
            replies.append(self.reply(["REFX-1 no"], [], "refused"))

    def make(self):
        agent, replies, tasks = self.make_agent(), [], []
        for i in range(self.r.choice((1, 1, 2))):
            task = {"name": "t%d" % i, "description": "Do DESCX-%d now." % i, "expected_output": "A text with EXPEX-%d." % i,
                    "agent": "w"}
            form = self.r.choice(FORMS[:2]) if self.often(0.35) else None
            if form:
                task[self.r.choice(("output_json", "output_pydantic", "response_model"))] = form
            tasks.append(task)
            if self.often(0.2):
                self.add_trouble(replies)
            for _ in range(self.r.choice((0, 1, 1, 2)) if self.tools else 0):
                self.add_calls(replies)
            self.add_text(replies, form)
        for _ in range(3):
            self.add_text(replies, next((1 for task in tasks if len(task) > 4), None))
        replies.append(dict(self.reply(["ANSX-9 rest"], [], "stop"), times=-1))
        if self.api.counts:
            replies.append(self.api.counts)
        files = {"crew.jsonc": json.dumps({"name": "random", "agents": ["w"], "tasks": tasks}, indent=1),
                 "agents/w.jsonc": json.dumps(agent)}
        files.update({"tools/%s.py" % name: TOOLS[name] for name in self.tools})
        return {"name": "%s-%d" % (self.name, self.number), "why": "", "api": self.name, "files": files, "inputs": None,
                "env": dict(self.api.env), "replies": replies, "parallel": True}


def make_case(r, number):
    return Maker(r, number).make()
