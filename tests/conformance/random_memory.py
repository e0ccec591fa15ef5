# random_memory.py: random memory operations and random crews with memory
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make_case(random, number) returns a case in the format of memory-golden.json without its `expect`. The embedding of a
# text is a vector with the counts of WORDS in it; no two vectors have the same direction, so that the nearest match is
# never random.

import json

WORDS = ["BEES-1", "WAXX-1", "HONY-1", "TOWN-1", "RAIN-1", "STEL-1"]
EMBEDDER = {"provider": "openai", "config": {"model_name": "text-embedding-3-small"}}
SCOPES = ["/", "/a", "/a/b", "/ab", "/c", "a", "/a/", "c/d"]
# For searches: CrewAI does not find scopes without a leading slash, which Troupe treats like those with one.
PLACES = ["/", "/a", "/a/b", "/ab", "/c", "/a/"]
CATEGORIES = [[], [], ["x"], ["y"], ["x", "y"]]
METADATA = [{"k": "v"}, {"k": 1, "n": None}, {"k": "v", "list": ["l", 2]}, {"entities": ["ENTX-9"], "k": True}, {}]
OPTIONS = {"recency_weight": [0.0, 0.5, 1.0], "semantic_weight": [0.1, 0.9, 1.0], "importance_weight": [0.0, 0.6, 1.0],
           "recency_half_life_days": [1, 10, 365], "consolidation_threshold": [0.5, 0.6, 0.7, 0.95, 1.0],
           "consolidation_limit": [1, 2, 10], "default_importance": [0.0, 0.2, 1.0], "confidence_threshold_high": [0.3, 0.95],
           "confidence_threshold_low": [0.0, 0.9], "complex_query_threshold": [0.0, 0.9, 1.0], "exploration_budget": [0, 2, 3],
           "query_analysis_threshold": [0, 20]}
# More than the records of any case: with this limit, CrewAI and Troupe filter alike.
ENOUGH = 40


def simplest(counts):
    """Returns the direction of a vector."""
    largest = max(counts) or 1
    return tuple(round(count / largest, 9) for count in counts)


class MemoryMaker:
    def __init__(self, r, number):
        self.r, self.number = r, number
        self.files, self.rules, self.last_rules, self.steps = {}, [], [], []
        self.n_records = self.n_queries = 0
        self.texts, self.directions = {}, {simplest([1] * len(WORDS))}
        self.is_private = r.random() < 0.25
        self.is_rooted = False

    def often(self, share):
        return self.r.random() < share

    def one(self, *choices):
        return self.r.choice(choices)

    # --- Texts ---------------------------------------------------------------------------------------------------

    def new_counts(self, like=None):
        while True:
            if like is not None:
                counts = list(like)
                for _ in range(self.one(1, 1, 2)):
                    at = self.r.randrange(len(counts))
                    counts[at] = max(0, counts[at] + self.one(-2, -1, 1, 2, 3))
            else:
                counts = [self.one(0, 0, 1, 2, 3, 5, 7) for _word in WORDS]
            if any(counts) and simplest(counts) not in self.directions:
                self.directions.add(simplest(counts))
                return counts

    def spell(self, mark, counts):
        return mark + "".join(" " + word for word, count in zip(WORDS, counts) for _ in range(count))

    def new_text(self, share=0.35):
        """Returns a new text to remember, often similar to an earlier one, and adds the model's answers for it."""
        self.n_records += 1
        mark = "RECX-%d" % self.n_records
        near = self.r.choice(list(self.texts.values())) if self.texts and self.often(share) else None
        counts = self.new_counts(near)
        self.texts[mark] = counts
        self.add_save_rules(mark)
        return self.spell(mark, counts)

    def new_query(self, mark=None):
        self.n_queries += 1
        mark = mark or "QUEX-%d" % self.n_queries
        near = self.r.choice(list(self.texts.values())) if self.texts and self.often(0.7) else None
        return mark, self.spell(mark, self.new_counts(near)) + (" and so on" * 22 if self.often(0.3) else "")

    def new_search(self):
        mark, query = self.new_query()
        self.add_query_rules(mark, [[]])
        return query

    # --- Answers of the model ------------------------------------------------------------------------------------

    def make_analysis(self):
        made = {"suggested_scope": self.one(*SCOPES), "categories": self.one(*CATEGORIES),
                "importance": self.one(0, 0.25, 0.6, 1.0, 1),
                "extracted_metadata": {"entities": self.one([], ["ENTX-1"], ["ENTX-1", "ENTX-2"]), "dates": self.one([], ["2026-01-02"]),
                                       "topics": []}}
        if self.often(0.12):
            del made[self.one(*made)]
        if self.often(0.1):
            made.update(self.one({"importance": 1.5}, {"importance": "0.3"}, {"categories": "x"}, {"suggested_scope": ""},
                                 {"extracted_metadata": None}, {"more": 1}, {"extracted_metadata": {"entities": [1]}},
                                 {"suggested_scope": None}))
        return made

    def make_plan(self, mark):
        actions = []
        for action in self.one(["keep"], ["update"], ["update"], ["delete"], [], ["update", "delete"], ["delete", "update"]):
            made = {"action": action, "record_id": self.one("$ID1", "$ID1", "$ID1", "$ID1", "nobody"), "new_content": None,
                    "reason": "r"}
            if action == "update":
                # New content is embedded even if the record does not exist.
                made["record_id"] = "$ID1"
                self.n_records += 1
                new = "RECX-%d" % self.n_records
                made["new_content"] = self.one("", None, "x") if self.often(0.1) else \
                    self.spell(new, self.new_counts(self.texts[mark]))
                self.add_save_rules(new, False)
            actions.append(made)
        # Otherwise the record that is reported as saved would be a deleted one.
        has_deleted = any(action["action"] == "delete" for action in actions)
        plan = {"actions": actions, "insert_new": has_deleted or self.one(True, False), "insert_reason": ""}
        if self.often(0.1):
            del plan["insert_new"]
        if self.often(0.08):
            plan.update(self.one({"more": 1}, {"insert_new": "no"}, {"actions": None}, {"insert_new": 0}))
        return plan

    def add_save_rules(self, mark, with_plan=True):
        # A request for a plan also contains earlier records; `new` compares its first marker, which is the new
        # record's.
        bad = self.one({"text": "no JSON"}, {"status": 400, "error": "HTTPX-1 bad"}, {"text": ""}, {"text": "[]"})
        self.rules.append({"when": {"schema": "MemoryAnalysis", "has": [mark + " "]}, "reply": bad if self.often(0.08) else
                           {"text": json.dumps(self.make_analysis())}})
        if with_plan:
            self.rules.append({"when": {"schema": "ConsolidationPlan", "new": mark}, "reply": bad if self.often(0.08) else
                               {"text": json.dumps(self.make_plan(mark))}})

    def add_query_rules(self, mark, scopes, may_fail=False):
        _mark, query = self.new_query("QUEX-9%d" % self.n_queries)
        made = {"keywords": [], "suggested_scopes": self.one(*scopes), "complexity": self.one("simple", "simple", "complex"),
                "recall_queries": self.one([query], [query], []), "time_filter": self.one(None, None, None, "2001-02-03", "2999-01-01", "soon")}
        if self.often(0.12):
            del made[self.one(*made)]
        # In these cases CrewAI also searches outside the scope of the recall.
        if may_fail and self.often(0.08):
            made.update(self.one({"recall_queries": query}, {"complexity": None}, {"suggested_scopes": None}, {"time_filter": 3}))
        bad = self.one({"text": "no JSON"}, {"status": 400, "error": "HTTPX-2 bad"}, {"text": ""})
        self.rules.append({"when": {"schema": "QueryAnalysis", "has": [mark]}, "reply": bad if may_fail and self.often(0.1) else
                           {"text": json.dumps(made)}})
        self.rules.append({"when": {"schema": False, "tools": False, "first": [mark]}, "reply": self.one(
            {"text": "GAPX-1 is Missing"}, {"text": "all is there"}, {"status": 400, "error": "HTTPX-3 bad"})})

    # --- Operations ----------------------------------------------------------------------------------------------

    def make_fields(self):
        made, given = {}, self.one("all", "all", "all", "some", "some", "none")
        for name, choices in (("scope", SCOPES), ("categories", CATEGORIES), ("importance", [0, 0.3, 0.5, 0.9, 1.0])):
            if given == "all" or given == "some" and self.often(0.5):
                made[name] = self.r.choice(choices)
        if self.often(0.3):
            made["metadata"] = self.r.choice(METADATA)
        if self.often(0.5) and self.is_private:
            made.update(source=self.one("alice", "alice", "bob"), private=self.one(True, True, False))
        return made

    def op_remember(self):
        # Only CrewAI requests a consolidation plan about private records of others.
        return "remember", dict(content=self.new_text(0.0 if self.is_private else 0.35), **self.make_fields())

    def op_remember_many(self):
        contents = [self.new_text(0.0 if self.is_private else 0.35) for _ in range(self.one(0, 1, 2, 3, 4))]
        return "remember_many", dict(contents=contents, **self.make_fields())

    def op_recall(self):
        mark, query = self.new_query()
        made = {"query": query}
        if self.often(0.5):
            made["depth"] = self.one("shallow", "shallow", "deep")
        if self.often(0.35):
            made["scope"] = self.one(*PLACES, "/nowhere")
        if self.often(0.2):
            made["categories"] = self.one([], ["x"], ["y", "z"])
        if self.is_private and self.often(0.6):
            made.update(self.one({"source": "alice"}, {"source": "carol"}, {"include_private": True}))
        made["limit"] = ENOUGH if self.is_private or "categories" in made else self.one(1, 2, 3, 10)
        below = made.get("scope", "/") == "/" and not self.is_rooted
        self.add_query_rules(mark, [[], [], ["/a"], ["/a", "/c"], ["/nowhere"]] if below else [[]], below)
        return "recall", made

    def op_forget(self):
        # With a scope as the only filter, CrewAI also deletes all records at the root.
        return "forget", self.one({"scope": "/"}, {"categories": ["x"]}, {"metadata_filter": {"k": "v"}}, {},
                                  {"scope": "/a", "categories": ["x", "y"]}, {"older_than": "2001-01-01T00:00:00"},
                                  {"older_than": "2999-01-01T00:00:00"}, {"scope": "/a", "metadata_filter": {"k": 1}})

    def op_update(self):
        mark = self.r.choice(list(self.texts))
        made = {"has": mark + " "}
        for name, make in (("content", lambda: self.spell(mark, self.new_counts())), ("scope", lambda: self.one(*SCOPES)),
                           ("categories", lambda: self.one(*CATEGORIES)), ("metadata", lambda: self.one(*METADATA)),
                           ("importance", lambda: self.one(0.1, 0.9))):
            # In CrewAI, this moves a record out of the root scope.
            if self.often(0.4) and not (name == "scope" and self.is_rooted):
                made[name] = make()
        return "update", made

    def op_backdate(self):
        return "backdate", {"has": self.r.choice(list(self.texts)) + " ", "days": self.one(1, 10, 40, 400)}

    def op_look(self):
        path = self.one({}, {"path": self.one(*PLACES)})
        return self.one(("list_scopes", path), ("info", path), ("tree", path), ("list_categories", path),
                        ("list_records", self.one({}, {"scope": self.one(*PLACES)}, {"limit": 2}, {"limit": 3, "offset": 1})))

    def op_reset(self):
        # CrewAI never resets a scope without a leading slash.
        return self.one(("reset", self.one({}, {"scope": self.one("/a", "/c", "/a/b", "/nowhere")})), ("reset_all", {}))

    def op_extract(self):
        self.n_queries += 1
        mark = "TEXX-%d" % self.n_queries
        self.rules.append({"when": {"schema": "ExtractedMemories", "has": [mark]}, "reply": self.one(
            {"text": '{"memories": ["RECX-98 a", "RECX-99 b"]}'}, {"text": '{"memories": []}'}, {"text": "no JSON"}, {"text": "{}"},
            {"text": '{"memories": [1]}'}, {"status": 400, "error": "HTTPX-4 bad"})})
        return "extract_memories", {"content": self.one(mark + " said", mark + " said", " ")}

    def keep_inside(self, name, arguments):
        """Makes the model suggest no scopes for a query in a view."""
        if name == "recall":
            self.rules = [rule for rule in self.rules if rule["when"].get("schema") != "QueryAnalysis" or
                          rule["when"]["has"][0] != arguments["query"].partition(" ")[0]]
            self.add_query_rules(arguments["query"].partition(" ")[0], [[]])

    def make_op(self):
        kinds = ["remember"] * 5 + ["remember_many"] * 2 + ["recall"] * 6 + ["look"] * 3 + ["extract"]
        if self.texts:
            kinds += ["forget", "update", "update", "backdate", "reset"]
        name, arguments = getattr(self, "op_" + self.r.choice(kinds))()
        # Paths inside the view; the operations without a view use paths of the memory.
        if name not in ("update", "backdate", "reset_all", "list_records", "forget") and self.often(0.15):
            arguments["view"] = {"root_path": self.one("/a", "/a/", "c", "/", "/u")}
            self.keep_inside(name, arguments)
        elif name in ("remember", "recall", "extract_memories") and self.often(0.12):
            arguments["view"] = {"scopes": self.one(["/a"], ["/a", "/c"], ["/"], []), **self.one({}, {"categories": ["x"]}, {"read_only": False})}
            if name == "remember":
                arguments.setdefault("scope", "/c")
            if name == "recall":
                arguments["limit"] = ENOUGH
            self.keep_inside(name, arguments)
        return [name, arguments] if arguments else [name]

    def make_options(self):
        made = {"llm": self.one("gpt-4o-mini", "gpt-4o-mini", "gpt-4.1")}
        if self.often(0.9):
            made["embedder"] = EMBEDDER
        for name in self.r.sample(sorted(OPTIONS), self.one(0, 0, 1, 2, 4)):
            made[name] = self.r.choice(OPTIONS[name])
        # In CrewAI, a plan may include private records of others.
        if self.is_private:
            made["consolidation_threshold"] = 1.0
        if self.is_rooted:
            made["root_scope"] = self.one("/base", "/base/", "/a")
        return made

    def make_operations(self):
        self.is_rooted = self.often(0.25)
        options = self.make_options()
        for i in range(self.one(1, 1, 2)):
            ops = [list(self.op_remember()) for _ in range(self.one(1, 2, 3) if i == 0 else 0)]
            ops += [self.make_op() for _ in range(self.r.randint(3, 9))]
            self.steps.append({"memory": options, "ops": ops})
            if self.often(0.3):
                options = dict(options, read_only=True)

    # --- Crews ---------------------------------------------------------------------------------------------------

    def make_agent(self, i, is_alone):
        agent = {"role": self.one("Worker ROLEX-%d", "Wörker & ROLEX-%d!", " ROLEX-%d ") % i, "goal": "Reach GOALX-%d" % i,
                 "backstory": "Known as BACKX-%d." % i, "llm": self.one("gpt-4o-mini", "gpt-4o-mini", "gpt-4.1")}
        # A memory may or may not find what another one is just saving.
        if is_alone and self.often(0.3):
            agent["memory"] = self.one(True, self.make_object(), False)
        if self.often(0.1):
            agent["max_iter"] = 1
        return agent

    def make_object(self):
        made = self.make_options()
        if self.often(0.6):
            made["root_scope"] = self.one("/mine", "/mine/")
        if self.often(0.25):
            made["read_only"] = True
        return made

    def make_task(self, i, names):
        _mark, description = self.new_query("DESCX-%d" % i)
        task = {"name": "t%d" % i, "description": description, "expected_output": "A text with EXPEX-%d." % i,
                "agent": self.r.choice(names)}
        self.add_query_rules("DESCX-%d" % i, [[]])
        when = {"tools": None, "has": ["DESCX-%d" % i], "not": ["DESCX-%d" % k for k in range(4) if k != i], "schema": False}
        for _ in range(self.one(0, 0, 1, 2)):
            call = self.one(("search_memory", {"queries": [self.new_search() for _ in range(self.one(1, 1, 2, 0))]}),
                            ("save_to_memory", {"contents": [self.new_text() for _ in range(self.one(1, 1, 2, 0))]}))
            self.last_rules.append({"when": dict(when, tools=True), "times": 1, "reply": {"tool_calls": [
                {"name": call[0], "arguments": call[1]}]}})
        self.last_rules.append({"when": when, "reply": {"text": "ANSWX-%d" % i}})
        said = [self.new_text() for _ in range(self.one(0, 1, 1, 2, 3))]
        bad = self.one({"text": "no JSON"}, {"status": 400, "error": "HTTPX-5 bad"}, {"text": "{}"})
        self.rules.append({"when": {"schema": "ExtractedMemories", "has": ["ANSWX-%d" % i]}, "reply": bad if self.often(0.1) else
                           {"text": json.dumps({"memories": said})}})
        # If facts cannot be extracted, the whole output is saved.
        self.rules += [{"when": {"schema": "MemoryAnalysis", "has": ["ANSWX-%d" % i]}, "reply": {"text": json.dumps(self.make_analysis())}},
                       {"when": {"schema": "ConsolidationPlan", "new": "DESCX-%d" % i}, "reply": {"text": '{"actions": [], "insert_new": true}'}}]
        return task

    def make_crew(self):
        names = ["w", "v"][:self.one(1, 1, 2)]
        for i, name in enumerate(names):
            self.files["agents/%s.jsonc" % name] = json.dumps(self.make_agent(i, len(names) == 1))
        crew = {"name": self.one("crewdoc", "Crew Doc 1", "ü"), "agents": names, "embedder": EMBEDDER,
                "memory": self.one(True, True, True, self.make_object(), False),
                "tasks": [self.make_task(i, names) for i in range(self.one(1, 1, 2, 3))]}
        if self.often(0.1):
            del crew["embedder"]
        self.files["crew.jsonc"] = json.dumps(crew, indent=1)
        if self.often(0.6):
            root = self.one("/crew/crewdoc", "/crew/crewdoc/agent/worker-rolex-0", "/mine", "/")
            ops = []
            for _ in range(self.one(1, 2, 4)):
                ops.append(["remember", {"content": self.new_text(), "scope": root + self.one("", "/x"), "categories": self.one(*CATEGORIES),
                                         "importance": self.one(0.1, 0.9), "metadata": self.one(*METADATA)}])
            self.steps.append({"memory": {"llm": "gpt-4o-mini", "embedder": EMBEDDER, "consolidation_threshold": 1.0}, "ops": ops})
        self.steps += [{"kickoff": None} for _ in range(self.one(1, 1, 2))]
        if self.often(0.2):
            self.steps.append({"reset": self.one("memory", "all")})
            self.steps.append({"kickoff": None})

    def make(self):
        if self.often(0.55):
            self.make_operations()
        else:
            self.is_private = False
            self.make_crew()
        # Requests with a response format are identified by it; they come first because an agent's requests also contain
        # recalled memories.
        rules = self.rules + self.last_rules + [{"when": {}, "reply": {"text": "ANSWX-99"}}]
        return {"name": "memory-%d" % self.number, "why": "", "files": self.files, "parallel": True,
                "server": {"rules": rules, "embedding_words": WORDS}, "steps": self.steps}


def make_case(r, number):
    return MemoryMaker(r, number).make()
