# golden_provider.py: a run of a crew on the API of another provider, compared with the recorded one
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# As golden_compare.py does it, but that requests have the form of each API: what goes over the wire is compared
# whole. Left out are what doc/differences.md names (requests that count tokens, marks for a cache) and headers
# that say who asks.

import re
import urllib.parse

from golden_compare import Comparison, plain_numbers
from golden_match import Anything, Has, OneOf, Words, differences

COUNTS = re.compile(r"count[-_]?tokens|input_tokens", re.IGNORECASE)
HEADERS = ("anthropic-version", "api-key", "authorization", "content-type", "x-api-key", "x-goog-api-key")
# The names that the counts of each API have in events.
NAMES = {"prompt_tokens": ("prompt_tokens", "input_tokens", "inputTokens", "prompt_token_count"),
         "completion_tokens": ("completion_tokens", "output_tokens", "outputTokens", "candidates_token_count"),
         "total_tokens": ("total_tokens", "totalTokens", "total_token_count"),
         "cached_prompt_tokens": ("cached_prompt_tokens", "cacheReadInputTokens"),
         "reasoning_tokens": ("reasoning_tokens",)}


def without_marks(value):
    """A body without the marks for the service's cache, for which a text is made a list of one block."""
    if isinstance(value, dict):
        made = {key: without_marks(item) for key, item in value.items() if key != "cache_control"}
        for key in ("content", "system"):
            blocks = made.get(key)
            if isinstance(blocks, list) and len(blocks) == 1 and isinstance(blocks[0], dict) and \
                    set(blocks[0]) == {"type", "text"}:
                made[key] = blocks[0]["text"]
        return made
    if isinstance(value, list):
        return [without_marks(item) for item in value if not (isinstance(item, dict) and list(item) == ["cachePoint"])]
    return value


class ProviderComparison(Comparison):
    def recorded_event(self, event):
        made = super().recorded_event(event)
        if event["type"] == "llm_call_completed":
            usage = event.get("usage") or {}
            counts = {key: [usage[name] for name in names if name in usage] for key, names in NAMES.items()}
            made.fields["usage"] = Has({key: found[0] for key, found in counts.items() if found}) if usage else Anything()
        return made

    def own_headers(self, headers):
        lower = {name.lower(): value for name, value in headers.items()}
        return {name: re.sub(r";.*", "", lower[name]) for name in HEADERS if name in lower}

    def recorded_headers(self, headers):
        """A key is the case's; of a signature, what stands before the day."""
        made = {}
        # Ollama needs none, and is sent its own name.
        keys = ["test", "ollama"] + list(self.case["env"].values())
        for name in HEADERS:
            if name in headers:
                starts = [re.split(r"\$(?:DAY|SIG)", headers[name].replace("$KEY", key))[0] for key in keys]
                made[name] = Words([tuple(starts)], "a header") if "$DAY" in headers[name] else \
                    OneOf(*(re.sub(r";.*", "", start) for start in starts))
        return made

    def own_path(self, path):
        """A path with its query in the order of names, however its letters are escaped."""
        path, _mark, query = path.partition("?")
        return [urllib.parse.unquote(path), sorted(urllib.parse.parse_qsl(query))]

    def compare_requests(self, ours, recorded):
        ours = [{"method": request["method"], "path": self.own_path(request["path"]), "reply": request["reply"],
                 "headers": self.own_headers(request["headers"]), "body": plain_numbers(without_marks(self.own_value(request["body"])))}
                for request in ours if not COUNTS.search(request["path"])]
        recorded = [{"method": request["method"], "path": self.own_path(request["path"]), "reply": request["reply"],
                     "headers": self.recorded_headers(request["headers"]),
                     "body": self.recorded_body(plain_numbers(without_marks(request["body"])))}
                    for request in recorded if not COUNTS.search(request["path"])]
        return self.compare_list("requests", ours, recorded)

    def message(self, message, made):
        """As in golden_compare.py; an id that CrewAI made up may be any."""
        made = super().message(message, made)
        for call in made.get("tool_calls") or []:
            if isinstance(call["id"], str) and call["id"].startswith("$CALL"):
                call["id"] = Anything()
        return made

    def recorded_body(self, body):
        """A body, which is no output and has no messages of one."""
        if isinstance(body, dict) and "$text" not in body:
            return {key: self.recorded_body(item) for key, item in body.items()}
        if isinstance(body, list):
            return [self.recorded_body(item) for item in body]
        return self.recorded_value(body)

    def compare_embeddings(self, ours, recorded):
        return []

    def compare_final(self, final, expect):
        """Usage with its zeros left out."""
        expect = dict(expect)
        usage = expect.pop("usage", None)
        found = super().compare_final(final, expect)
        if usage is not None:
            ours = {key: count for key, count in (final.get("token_usage") or {}).items() if count}
            found += differences(ours, usage, "usage")
        if "task_messages" in expect:
            for i, (task, messages) in enumerate(zip(final.get("tasks_output") or [], expect["task_messages"])):
                if task.get("messages") is not None:
                    found += differences(self.own_output(task["messages"]), self.recorded_value(messages),
                                         "task_messages[%d]" % i)
        return found

