#!/usr/bin/env python3
# keys.py: tests that a key which comes back in a result is neither stored nor shown, in any spelling
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# keys.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R6. `cli-canaries` covers all sources
# of keys with one large crew; these tests are the small cases that were found, one place at a time, and streams. All were
# seen to fail with a program that knew only the key of the model, and only in what the model sends.

import base64
import json
import os
import sys
import urllib.parse

import place as fixture
from place import call

OTHER = {"OPENAI_API_KEY": "sk-another-key-0123"}
KEY = "sk-proj/Zx81kQmW02+LpTtR7vB\"5nYc"
SPELLINGS = {"plain": KEY, "base64": base64.b64encode(KEY.encode()).decode(), "URL": urllib.parse.quote(KEY, safe=""),
             "JSON": json.dumps(KEY)[1:-1], "HTML": KEY.replace('"', "&quot;"), "capitals": KEY.upper(), "hex": KEY.encode().hex(),
             "in a header": "Authorization: Bearer " + KEY, "in an address": f"https://user:{urllib.parse.quote(KEY, safe='')}@example.org/"}
SAID = " | ".join(f"{name}: {text} ." for name, text in SPELLINGS.items())

SERVER = '''import json, os, sys

SAID = open("notes.txt").read() + os.environ.get("NOTE", "")
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method, answer = message["method"], {}
    if method == "initialize":
        answer = {"result": {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                             "serverInfo": {"name": "s", "version": "1"}}}
    elif method == "tools/list":
        answer = {"result": {"tools": [{"name": name, "description": "d", "inputSchema": {"type": "object", "properties": {}}}
                                       for name in ("says", "fails", "breaks")]}}
    elif message["params"]["name"] == "breaks":
        answer = {"error": {"code": -32000, "message": SAID, "data": SAID}}
    else:
        answer = {"result": {"content": [{"type": "text", "text": SAID}], "isError": message["params"]["name"] == "fails"}}
    sys.stderr.write(SAID + "\\n")
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
'''


def find(data):
    """Returns the spellings of the key that the bytes contain. The escapes of nested JSON are removed before the search."""
    texts = (data, data.replace(b"\\", b""))
    needles = {name: text.replace("\\", "").encode() for name, text in SPELLINGS.items() if not name.startswith("in ")}
    return [name for name, needle in needles.items() if any(needle in text for text in texts)]


def check(place, done, is_reached=None):
    """Looks for the key in everything that the run has written, shown and sent. @is_reached: what must be there"""
    places = {"the output": done.text.encode(), "requests": place.sent().encode()}
    for folder, _folders, names in os.walk(place.data):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                places[name] = file.read()
    places["events"] = place.read("events").encode()
    for name in ("runs.db", "events", "the output", "requests"):
        found = sorted({spelling for each, data in places.items() if each == name or (name == "runs.db" and each.startswith(name))
                        for spelling in find(data)})
        yield f"in {name}", not found, (found, done)
    everything = b"".join(places.values())
    yield "the key was there", "•••".encode() in everything and (is_reached or b"plain") in everything, done


def run(place, document, *words, **more):
    return place.run(document, "--yes", "--json", "--events", place.path("events"), *words, environment={"OPENAI_API_KEY": KEY} | more)


def come_back_from_file_tool(place):
    place.crew("work/c", [call("read_a_file_s_content", file_path="notes.txt"), call("search_files", pattern=".*"), "done"],
               {"tools": ["FileReadTool", "file_search"]}, files={"notes.txt": SAID})
    yield from check(place, run(place, "c"))


def come_back_from_model(place):
    place.crew("work/c", [SAID])
    yield from check(place, run(place, "c", WEATHER_TOKEN=KEY, **OTHER))


def come_back_in_chunks(place):
    place.crew("work/c", [SAID], {"llm": {"model": "openai/gpt-4.1", "base_url": place.model.url + "/work-c/v1", "stream": True}})
    yield from check(place, run(place, "c", WEATHER_TOKEN=KEY, **OTHER))
    yield "the model was asked to stream", '"stream": true' in place.sent(), place.sent()


def come_back_in_arguments(place):
    """A model passes the key to a tool that writes it, and to one that does not exist."""
    place.crew("work/c", [call("file_writer_tool", filename="out.txt", content=SAID), call("missing_tool", text=SAID), "done"],
               {"tools": ["FileWriterTool"]})
    yield from check(place, run(place, "c", WEATHER_TOKEN=KEY, **OTHER))
    yield "in the written file", not find(place.read("work/c/out.txt").encode()), place.read("work/c/out.txt")


def come_back_from_expression(place):
    flow = place.flow("work", {"call": "expression", "expr": "state.said + '!'"}, state={"type": "dict", "default": {"said": SAID}})
    yield from check(place, run(place, flow))


def come_back_from_script(place):
    fixture.need_sandbox()
    flow = place.flow("work", {"call": "script", "code": f"import sys\nprint({SAID!r})\nsys.stderr.write({SAID!r})\n"
                                                         f"state['said'] = {SAID!r}\nreturn {SAID!r}"},
                      state={"type": "dict", "default": {"said": ""}})
    yield from check(place, run(place, flow, "--allow", "script"))


def come_back_from_failing_script(place):
    fixture.need_sandbox()
    flow = place.flow("work", {"call": "script", "code": f"raise ValueError({SAID!r})"})
    yield from check(place, run(place, flow, "--allow", "script"))


def come_back_from_server(place):
    """An MCP server gives the key as a result, as a failed result and as a protocol error, and writes it to its log."""
    fixture.need_sandbox()
    place.crew("work/c", ["done"], {"mcps": [{"command": "python3", "args": ["server.py"]}]}, files={"server.py": SERVER, "notes.txt": SAID})
    place.model.plans["work-c"] = [[call(f"python3_server_py_{name}") for name in ("says", "fails", "breaks")], "done"]
    yield from check(place, run(place, "c", "--allow", "mcp"))


def come_back_from_variable_of_server(place):
    """The value belongs to the server alone; it is no variable of this process."""
    fixture.need_sandbox()
    place.crew("work/c", ["done"], {"mcps": [{"command": "python3", "args": ["server.py"], "env": {"NOTE": KEY}}]},
               files={"server.py": SERVER, "notes.txt": "plain: "})
    place.model.plans["work-c"] = [[call(f"python3_server_py_{name}") for name in ("says", "fails", "breaks")], "done"]
    # The document in the store contains what the document contains, except the key.
    yield from check(place, run(place, "c", "--allow", "mcp", **OTHER))


def come_back_from_env_file(place):
    place.crew("work/c", [call("read_a_file_s_content", file_path="notes.txt"), "done"], {"tools": ["FileReadTool"]},
               files={"notes.txt": SAID, ".env": f"WEATHER_API_KEY='{KEY}'\n"})
    yield from check(place, run(place, "c", **OTHER))


def come_back_in_addresses(place):
    """References in .env put nothing of the environment into an address."""
    agent = {"role": "r", "goal": "g", "backstory": "b", "input": "i", "llm": "groq/x"}
    account = json.dumps({"type": "service_account", "private_key": "CANARY-of-account"})
    values = {"address": ("OPENAI_BASE_URL", "https://me:CANARY@llm.example/v1"), "account": ("GOOGLE_APPLICATION_CREDENTIALS", account),
              "region": ("AWS_REGION", "CANARY-region"), "key": ("OPENAI_API_KEY", "sk-CANARY-0123456789"), "model": ("MODEL", "CANARY/model"),
              "other": ("DATABASE_URL", "postgres://u:CANARY@db.example")}
    for i, (what, (name, value)) in enumerate(values.items()):
        for k, text in enumerate(("A=1\nGROQ_API_BASE={url}/${{{name}}}/v1", "{name}=${{{name}}}\nGROQ_API_BASE={url}/${{{name}}}/v1", "GROQ_API_BASE={url}/${{{name}:-x}}/v1",
                                  "X=${{{name}}}\nGROQ_API_BASE='{url}/${{X}}/v1'", "{name}=a${{{name}}}\nexport GROQ_API_BASE=\"{url}/${{{name}}}/v1\"")):
            flow = place.flow(f"work/f{i}-{k}", {"call": "agent", "with": agent},
                              files={".env": text.format(url=place.model.url, name=name) + "\n"})
            place.model.received.clear()
            done = place.run(flow, "--yes", environment={"GROQ_API_KEY": "gsk-own-key-0123456789", name: value})
            paths = [path for path, _headers, _body in place.model.received]
            yield f"{what} {k}: the address is called", paths, done
            yield f"{what} {k}: nothing of it is sent", "CANARY" not in str(paths), paths


def show_accounts(place):
    """A file of the user that `.env` names as a service account is shown; an account that is a text is not."""
    account = place.write("home/docs/account.json", "{}")
    agent = {"llm": {"model": "vertex_ai/gemini-2.5-flash", "base_url": place.model.url, "vertex_project": "p"}}
    for name, value, shown in (("path", account, True), ("text", '{"private_key": "CANARY"}', False)):
        folder = place.crew("work/" + name, ["done"], agent, files={".env": f"GOOGLE_APPLICATION_CREDENTIALS='{value}'\n"})
        done = place.ctl("show", "--json", folder)
        texts = [entry["text"] for entry in json.loads(done.stdout)["entries"]]
        yield f"{name}: the file is shown", any("account.json" in text for text in texts) == shown, done
        yield f"{name}: no key is shown", "CANARY" not in done.text, done


def hide_keys_of_document(place):
    """What is a key by its place in the document is no longer there in what is kept, whatever its member is called."""
    key = "CaNaRyPw7Zx9Lm3Tv8Rw2"
    url = place.model.url
    agents = {
        "an address in an argument": {"mcps": [{"command": "false", "args": [f"postgresql://app:{key}@db.example/prod"]}]},
        "an address in an option": {"mcps": [{"command": "false", "args": [f"--dsn=mysql://app:{key}@db.example/prod"]}]},
        "an address among words": {"mcps": [{"command": "sh", "args": ["-c", f"exec false redis://u:{key}@db.example/0"]}]},
        "an authorization": {"llm": {"model": "openai/m", "base_url": url + "/x/v1", "additional_params": {"tools": [
            {"type": "mcp", "server_label": "s", "server_url": "https://mcp.example/s", "authorization": key, "headers": {"X-Token": key}}]}}},
        "a header": {"llm": {"model": "openai/m", "base_url": url + "/x/v1", "extra_headers": {"Authorization": "Bearer " + key}}},
        "a header with another scheme": {"llm": {"model": "openai/m", "base_url": url + "/x/v1", "extra_headers": {"authorization": "Basic " + key}}},
        **{name: {"llm": {"model": "openai/m", "base_url": url + "/x/v1", name: key}}
           for name in ("auth_token", "azure_ad_token", "apiKey", "token", "password", "private_key", "authorization_token")},
    }
    for i, (name, agent) in enumerate(agents.items()):
        crew = place.crew(f"work/k{i}", ["done"], agent)
        place.model.plans["x"] = ["done"]
        done = run(place, crew, "--allow", "mcp", "--record", place.path("recording"), **OTHER)
        history = place.ctl("history", "--data-dir", place.data, "--json")
        kept = {"the output": done.text, "the history": history.text, "the events": place.read("events"),
                "the recording": place.read("recording") if os.path.exists(place.path("recording")) else ""}
        for file in os.listdir(place.data):
            if file.startswith("runs.db"):
                with open(os.path.join(place.data, file), "rb") as data:
                    kept[file] = data.read().decode("latin-1")
        yield f"{name}: is kept nowhere", not [where for where, text in kept.items() if key in text], ([where for where, text in kept.items() if key in text], done)
    crew = place.crew("work/words", ["done"], task={"description": "Write what postgres://user:password1@host is, and what max_tokens does."})
    done = run(place, crew, **OTHER)
    yield "a text for the model is unchanged", "postgres://user:password1@host" in place.sent(), (place.sent(), done)


def send_no_keys_in_names(place):
    """The name of a tool of a server is made of its command line or its address, and is sent to the model."""
    fixture.need_sandbox()
    key = "canarypw7zx9lm3tv8rw2"
    for i, arguments in enumerate((["--token", key], [f"--api-key={key}"], [f"API_KEY={key}"], ["--header", f"Authorization: Bearer {key}"], [f"postgresql://a:{key}@h/d"], ["--header", f"X-Api-Key: {key}"])):
        crew = place.crew(f"work/n{i}", ["done"], {"mcps": [{"command": "python3", "args": ["server.py", *arguments]}]}, files={"server.py": SERVER, "notes.txt": "x"})
        done = run(place, crew, "--allow", "mcp", **OTHER)
        yield f"{arguments[0][:9]} {i}: the tools are offered", "says" in place.sent(), done
        yield f"{arguments[0][:9]} {i}: no key is sent", key not in place.sent(), (place.sent(), done)
        yield f"{arguments[0][:9]} {i}: no key is in the events", key not in place.read("events"), done

def export_keys_of_models(place):
    """Keys of a model in the query of its address or in a header, under any name, are not handed on with an exported picture."""
    key = "Zq7vX0123456789abcDEFghi"
    models = {"query": ({"base_url": f"https://gateway.example/v1?key={key}"}, False),
              "query, a name of a gateway": ({"base_url": f"https://gateway.example/v1?x=1&subscription-key={key}"}, False),
              "query, no name of a key": ({"base_url": f"https://gateway.example/v1?u={key}"}, False),
              "header": ({"extra_headers": {"X-Api": key}}, False), "header with a scheme": ({"extra_headers": {"X-Api": f"Token {key}"}}, False),
              "version": ({"base_url": "https://gateway.example/v1?api-version=2024-02-15-preview"}, True),
              "plain header": ({"extra_headers": {"HTTP-Referer": "https://example.org/app", "X-Title": "My Application"}}, True),
              "variable": ({"extra_headers": {"X-Api-Key": "${GATEWAY_API_KEY_OF_TEAM_1}"}}, True)}
    for i, (name, (model, is_exported)) in enumerate(models.items()):
        flow = place.flow(f"work/export{i}", {"call": "agent", "with": {"role": "r", "goal": "g", "backstory": "b", "input": "i",
                                                                       "llm": {"model": "openai/m", **model}}})
        done = place.ctl("plot", flow, "-o", place.path(f"out{i}.svg"))
        yield f"{name}: it is {'' if is_exported else 'not '}exported", (done.status == 0) == is_exported, done
        yield f"{name}: the picture has no key", key not in place.read(f"out{i}.svg"), done


sys.exit(fixture.main([come_back_in_addresses, come_back_from_file_tool, come_back_from_model, come_back_in_chunks, come_back_in_arguments,
                       come_back_from_expression, come_back_from_script, come_back_from_failing_script, come_back_from_server,
                       come_back_from_variable_of_server, come_back_from_env_file, show_accounts, hide_keys_of_document, send_no_keys_in_names, export_keys_of_models]))
