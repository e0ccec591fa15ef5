# golden_memory.py: compares runs of crews with memory and knowledge with recorded ones, step by step
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The cases are documented in the head of memory-golden.json. Stored records are read from Troupe's database file.

import contextlib
import glob
import json
import os
import sqlite3

import golden_compare
from golden_match import Difference, differences


def is_memory_case(case):
    """Returns whether the case has the format of memory-golden.json."""
    return any("kickoff" in step or "reset" in step or "ops" in step for step in case.get("steps", ()))


def read_stored(folder):
    """Returns the records in the order in which they were written, and the knowledge chunks by collection."""
    stored = {"memory": [], "knowledge": {}}
    for path in glob.glob(os.path.join(folder, "memory", "*.db")):
        with contextlib.closing(sqlite3.connect(path)) as database:
            rows = database.execute(
                "SELECT spaces.name, scope, categories, importance, metadata, source, private, content FROM records"
                " JOIN spaces ON spaces.number = records.space ORDER BY records.number")
            for space, scope, categories, importance, metadata, source, private, content in rows:
                if space != "memory":
                    stored["knowledge"].setdefault(space, []).append(content)
                    continue
                stored["memory"].append(
                    {"content": content, "scope": scope, "categories": json.loads(categories), "importance": importance,
                     "metadata": json.loads(metadata), "source": source, "private": bool(private)})
    stored["knowledge"] = {name: sorted(chunks) for name, chunks in stored["knowledge"].items()}
    return stored


class MemoryComparison(golden_compare.Comparison):
    """Compares each step separately."""

    def block(self, message):
        """Returns the part of a message with memories and knowledge, without the text before it."""
        text = golden_compare.content_text(message.get("content"))
        starts = [text.find(start) for start in ("Relevant memories:", "Additional Information:") if start in text]
        return text[min(starts):] if starts else None

    def compare_blocks(self, ours, recorded):
        """Compares the blocks of messages: ours must begin with the recorded block, and may continue in Troupe's own
        words."""
        found = []
        wanted = [message["block"].partition("\n\n<slot")[0] for request in recorded
                  for message in request["messages"] if message.get("block")]
        there = [self.block(message) for request in ours if request["path"] != "/embeddings"
                 for message in request["body"].get("messages") or []]
        there = [block for block in there if block is not None]
        for i, block in enumerate(wanted):
            own = there[i] if i < len(there) else None
            # Trailing whitespace of a message is not sent.
            if own is None or not (own.startswith(block) or own == block.rstrip()):
                found.append(Difference("blocks[%d]" % i, own, block))
        return found

    def compare_operations(self, seen, expect):
        """Compares the results of the operations, the requests and the events."""
        found = []
        if "error" in expect:
            found += differences([line for line in seen.operations if "error" not in line], [], "ops")
        for i, row in enumerate(expect.get("ops", ())):
            name = next(iter(row))
            ours = seen.operations[i] if i < len(seen.operations) else {}
            if "error" in row:
                found += differences("error" in ours, True, "ops[%d]" % i)
            else:
                found += differences(ours.get("value", ours), row[name], "ops[%d]" % i)
        return found + self.compare_asked(seen, expect) + self.compare_stored(seen, expect)

    def compare_asked(self, seen, expect):
        found = self.compare_requests(seen.requests, [dict(request) for request in expect.get("requests", [])])
        found += self.compare_embeddings(seen.requests, [
            {"model": one["model"], "inputs": [golden_compare.find_markers(text, self.markers) for text in one["inputs"]]}
            for one in expect.get("embeddings", [])])
        return found + self.compare_events(seen.events, expect.get("events", []))

    def compare_step(self, seen, expect):
        found = []
        if seen.operations is not None:
            return self.compare_operations(seen, expect)
        answer, failed = seen.answer, "error" in expect
        if answer is None:
            found += differences(seen.status != 0, failed, "failed")
            return found + self.compare_stored(seen, expect)
        if failed != (answer.get("result") != "ok"):
            found.append(Difference("result", answer.get("result"), "a failure" if failed else "ok"))
        final = answer.get("final") or {}
        if not failed:
            found += differences(final.get("raw"), expect["raw"], "raw")
            usage = final.get("token_usage") or {}
            found += differences({key: usage.get(key) for key in expect["usage"]}, expect["usage"], "usage")
        found += self.compare_blocks(seen.requests, expect.get("requests", []))
        found += self.compare_asked(seen, expect)
        return found + self.compare_stored(seen, expect)

    def compare_stored(self, seen, expect):
        found, stored = [], expect.get("stored") or {}
        if "memory" in stored:
            found += differences(self.own_value(seen.stored["memory"]), stored["memory"], "stored.memory")
        if "knowledge" in stored:
            found += differences(seen.stored["knowledge"],
                                 {name: chunks for name, chunks in stored["knowledge"].items() if chunks},
                                 "stored.knowledge")
        return found

    def compare_flow(self):
        found = []
        for i, (seen, expect) in enumerate(zip(self.run.kickoffs, self.expect["steps"])):
            for one in self.compare_step(seen, expect):
                found.append(Difference("steps[%d].%s" % (i, one.path), one.ours, one.recorded))
        if len(self.run.kickoffs) != len(self.expect["steps"]):
            found.append(Difference("steps", len(self.run.kickoffs), len(self.expect["steps"])))
        return found
