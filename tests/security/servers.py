#!/usr/bin/env python3
# servers.py: tests that a MCP server sees only what the user was shown, and receives only its own variables
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# servers.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/mcp.md §5.2 and doc/reliability.md R9. All points but
# those for harmless documents were seen to fail with a program that made paths visible as they are written, that made the
# neighbours of any program visible, and that sent `${NAME}` as it is.

import hashlib
import http.server
import os
import re
import subprocess
import sys
import threading
import time

import place as fixture
from place import call_offered

LOOK = [call_offered("look"), "done"]
FOLDER = "home/Downloads/p/doc"


def look_for(place, tops):
    """Returns a server that returns the beginnings of the files below the folders, an expression of Python."""
    return fixture.server(fixture.FIND_ALL + f"return find({tops})")


def run_server(place, folder, config, files, agrees=True):
    """Runs a crew whose agent calls the server. Returns the result of the tool and what was printed."""
    crew = place.crew(folder, LOOK, {"mcps": [config]}, files=files)
    place.model.received.clear()
    done = place.agree(crew) if agrees else place.run(crew)
    return " ".join(place.results().values()), done


def keep_code_in_home(place):
    """What an earlier version of a server has left in its private home folder is not there for the version that was allowed later."""
    fixture.need_sandbox()
    leave = ("import site\nfolder = site.getusersitepackages()\nos.makedirs(folder, exist_ok=True)\n"
             "open(folder + '/usercustomize.py', 'w').write(\"open('ran-before.txt', 'w').write('x')\")\nreturn 'left'")
    read = "open(os.path.expanduser('~/notes'), 'a').write('n')\nreturn open(os.path.expanduser('~/notes')).read()"
    config = {"command": "python3", "args": ["server.py"]}
    text, done = run_server(place, FOLDER, config, {"server.py": fixture.server(leave)})
    yield "the earlier version runs", "left" in text, (text, done)
    text, done = run_server(place, FOLDER, config, {"server.py": fixture.server(read)})
    yield "the later version runs", "looked: n" in text, (text, done)
    yield "code of the earlier version does not run", not os.path.exists(place.path(FOLDER, "ran-before.txt")), done
    text, done = run_server(place, FOLDER, config, {}, agrees=False)
    yield "the same version keeps its data", "looked: nn" in text, (text, done)
    text, done = run_server(place, FOLDER, {**config, "args": ["other.py"]}, {"other.py": fixture.server(leave)})
    text, done = run_server(place, FOLDER, {**config, "args": ["other.py"]}, {"module.py": "import json\n"})
    yield "nor after another file has changed", not os.path.exists(place.path(FOLDER, "ran-before.txt")), done
    # The user deletes the folder, and unpacks something else at its path.
    text, done = run_server(place, FOLDER, config, {"server.py": fixture.server(read)})
    yield "the server of the folder has its data", text.endswith("n"), (text, done)
    os.rename(place.path(FOLDER), place.path("home/deleted"))
    text, done = run_server(place, FOLDER, config, {"server.py": fixture.server(read)})
    yield "the same server of another folder at this path does not", text.endswith("looked: n"), (text, done)


PROGRAM = '#!/bin/sh\nexec python3 "$@"\n'
# The neighbours of a program, which a installation needs.
NEIGHBOURS = ("lib", "lib64", "libexec", "share", "shims", "tools", "versions", "bin/more")


def add_neighbours(place, top):
    for i, name in enumerate(NEIGHBOURS):
        path = place.path(top, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(place.path("home/.ssh" if i % 2 == 0 else "home/Documents/private"), path)


def look_beside_program(place):
    """Folders beside a program of the document are links to other folders."""
    fixture.need_sandbox()
    place.write("home/Documents/private/diary", "CANARY of the diary\n")
    place.write("home/.ssh/run", PROGRAM)
    tops = "'..', '../..', '../../..', *sys.path"
    files = {"server.py": look_for(place, tops), "notes.txt": "notes of the document\n"}
    program = place.write("home/Downloads/p/bin/py", PROGRAM)
    add_neighbours(place, "home/Downloads/p")
    place.write(FOLDER + "/through/py", f"#!{program}\n")
    place.write(FOLDER + "/script", f"#!{program}\n" + files["server.py"])
    os.symlink("../bin/py", place.path(FOLDER, "linked"))
    os.makedirs(place.path("home/Downloads/p/tree"))
    place.write("home/Downloads/p/versions-1/bin/py", PROGRAM)
    add_neighbours(place, "home/Downloads/p/versions-1")
    cases = {"a program beside the folder": ("../bin/py", ["server.py"]), "its absolute path": (program, ["server.py"]),
             "a link in the folder": ("./linked", ["server.py"]), "a #! line": ("./script", []),
             "a program in a tree": ("../versions-1/bin/py", ["server.py"]), "a program in ~/.ssh": ("../../../.ssh/run", ["server.py"]),
             "a detour": ("../../p/doc/../bin/py", ["server.py"])}
    for name, (command, arguments) in cases.items():
        text, done = run_server(place, FOLDER, {"command": command, "args": arguments}, files)
        yield name, "CANARY" not in text, (text, done)
    text, done = run_server(place, FOLDER, {"command": "python3", "args": ["server.py"]}, files)
    yield "the folder of the document is visible", "notes of the document" in text, (text, done)


def look_beside_installed(place):
    """A program that is found in PATH is visible without the project or the home folder around it."""
    fixture.need_sandbox()
    for name, top, program in (("a project", "home/work", "mytool"), ("the home folder", "home", "mytool"), ("a wrapper", "home", "npx")):
        kept = {f"{top}/{path}": f"CANARY of {path}\n" for path in ("tools/.env", "lib/server.pem", "lib/main.py", "versions/db.sqlite", "bin/.netrc", "top.txt")}
        for path, content in kept.items():
            place.write(path, content)
        os.chmod(place.write(f"{top}/bin/{program}", "#!/bin/sh\nexec /usr/bin/python3 \"$@\"\n"), 0o755)
        code = f"""
r = []
for path in {[place.path(path) for path in kept]!r}:
    try: r.append(open(path).read()[::-1])
    except OSError as error: r.append(str(error))
return r"""
        crew = place.crew("work/b-" + name.replace(" ", "-"), [call_offered("look"), "done"], {"mcps": [{"command": program, "args": ["server.py"]}]},
                          files={"server.py": fixture.server(code)})
        done = place.run(crew, "--yes", "--allow", "mcp", environment={"PATH": place.path(top, "bin") + ":" + os.environ["PATH"]})
        said = place.sent()
        yield f"{name}: the server runs", "No such file" in said, (said, done)
        yield f"{name}: nothing is visible", "CANARY"[::-1] not in said, (said, done)
        for path in kept:
            os.remove(place.path(path))
    tree = place.path("home/apps/python-tree")
    os.makedirs(tree + "/bin")
    os.makedirs(tree + "/lib/python3.11")
    place.write("home/apps/python-tree/lib/python3.11/part.py", "readable part")
    os.chmod(place.write("home/apps/python-tree/bin/mytool", "#!/bin/sh\nexec /usr/bin/python3 \"$@\"\n"), 0o755)
    crew = place.crew("work/b-tree", [call_offered("look"), "done"], {"mcps": [{"command": "mytool", "args": ["server.py"]}]},
                      files={"server.py": fixture.server(f"return open({tree!r} + '/lib/python3.11/part.py').read()")})
    done = place.run(crew, "--yes", "--allow", "mcp", environment={"PATH": tree + "/bin:" + os.environ["PATH"]})
    yield "an installation is visible", "readable part" in place.sent(), (place.sent(), done)


def give_protected_files(place):
    """Files with keys that a document in a shared folder gives to a server as arguments stay hidden."""
    fixture.need_sandbox()
    files = {".netrc": "CANARY netrc", "keys/id_rsa": "-----BEGIN OPENSSH PRIVATE KEY-----\nCANARY rsa", "work/.env": "CANARY=env", ".aws/credentials": "CANARY aws",
             ".bash_history": "CANARY history", "notes.txt": "CANARY of notes"}
    code = """
import sys
r = []
for path in sys.argv[1:]:
    try: r.append(open(path).read()[::-1])
    except OSError as error: r.append(str(error))
return r"""
    for name in ("home", "home/Downloads", "work/project"):
        for path, content in files.items():
            place.write(f"{name}/{path}", content)
        crew = place.crew(name, [call_offered("look"), "done"], {"mcps": [{"command": "python3", "args": ["server.py", *files]}]}, files={"server.py": fixture.server(code)})
        done = place.run(crew + "/crew.jsonc", "--yes", "--allow", "mcp")
        said = place.sent()
        for word in ("netrc", "rsa", "env", "aws", "history"):
            yield f"{name}: {word}", word[::-1] + " YRANAC" not in said and word[::-1] + "=YRANAC" not in said, (said, done)
        yield f"{name}: the server reads notes", "seton" in said, (said, done)


def copy_commands(place):
    """What a message tells the user to run contains nothing that a shell executes, and starts nothing outside of a sandbox."""

    class Refusing(http.server.BaseHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def do_POST(self):
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(401)
            self.send_header("WWW-Authenticate", "Bearer")
            self.send_header("Content-Length", "0")
            self.end_headers()
        do_GET = do_POST

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Refusing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for i, path in enumerate(("v2$(touch${IFS}pwned)", "a;touch${IFS}pwned;b", "a&touch${IFS}pwned", "`touch${IFS}pwned`", "a'$(touch${IFS}pwned)'", "a|touch${IFS}pwned")):
        crew = place.crew(f"work/cc{i}", ["done"], {"mcps": [{"url": f"http://127.0.0.1:{server.server_port}/{path}"}]})
        done = place.run(crew, "--yes", "--allow", "mcp")
        found = re.search("“(troupectl mcp sign-in .*?)”", done.text)
        top = place.path(f"work/cc{i}")
        if found:
            subprocess.run(["bash", "-c", "troupectl() { :; }\n" + found.group(1)], cwd=top, check=False, capture_output=True)
        yield f"{path}: the command executes nothing else", done.status != 0 and not os.path.exists(os.path.join(top, "pwned")), done
    server.shutdown()
    fixture.need_sandbox()
    for i, code in enumerate(("exit 1", "echo why >&2; exit 1")):
        crew = place.crew(f"work/ce{i}", ["done"], {"mcps": [{"command": "sh", "args": ["-c", code]}]})
        done = place.run(crew, "--yes", "--allow", "mcp")
        yield f"{code}: no advice to start it in a terminal", "stopped" in done.text and "in a terminal" not in done.text, done


def name_links(place):
    """Arguments and variables that lead through a link, which was made before or after the consent."""
    fixture.need_sandbox()
    above = place.path("home/Downloads/p")
    tops = "*sys.argv[1:], *[v for k, v in os.environ.items() if k.startswith('DATA')], '../data', '../x/data'"
    files = {"server.py": look_for(place, tops)}
    place.write("home/Downloads/p/real/a.txt", "readable\n")
    place.write("home/.ssh/a.txt", "CANARY in ~/.ssh\n")
    cases = {"../data": ["../data"], "the absolute path": [above + "/data"], "a link in the middle": ["../x/data"],
             "an option": ["--data", "../data"], "a file behind a link": ["../data/a.txt"], "a detour": ["../real/../data"],
             "two links": ["../second"], "a variable": None, "an absolute variable": None}
    for when in ("before", "after"):
        for i, (name, arguments) in enumerate(cases.items()):
            folder = f"home/Downloads/p/doc-{when}-{i}"
            config = {"command": "python3", "args": ["server.py", *(arguments or [])]}
            if arguments is None:
                config["env"] = {"DATA": above + "/data" if "absolute" in name else "../data"}
            links = {"data": place.path("home/.ssh"), "x": place.path("home/elsewhere"), "second": "data"}
            place.write("home/elsewhere/data/secret", "CANARY elsewhere\n")
            for link, target in links.items():
                path = os.path.join(above, link)
                if os.path.islink(path):
                    os.remove(path)
                elif os.path.isdir(path):
                    for inner, _folders, names in os.walk(path, topdown=False):
                        for each in names:
                            os.remove(os.path.join(inner, each))
                        os.rmdir(inner)
                if when == "before":
                    os.symlink(target, path)
                else:
                    os.makedirs(os.path.join(path, "data"))
                    for each in (link, link + "/data"):
                        place.write(f"home/Downloads/p/{each}/a.txt", "readable\n")
            text, done = run_server(place, folder, config, files)
            if when == "after":
                if name not in ("a file behind a link", "a variable"):
                    yield f"{name}: the folder is visible", "readable" in text, (text, done)
                for link, target in links.items():
                    path = os.path.join(above, link)
                    os.rename(path, f"{path}-{i}")
                    os.symlink(target, path)
                place.model.received.clear()
                done = place.run(place.path(folder))
                text = " ".join(place.results().values())
            yield f"{name}: a link made {when} the consent", "CANARY" not in text, (text, done)


def name_folders(place):
    """Folders outside of the document's folder are subject to the same policy."""
    fixture.need_sandbox()
    top = "home/code/p"
    for name in (".env", "x.key", ".git/config", "sub/.env.local", "deep/a/b/id_ed25519", ".npmrc"):
        place.write(f"{top}/{name}", "CANARY of a key\n")
    place.write(top + "/readable.txt", "readable\n")
    place.write("home/.config/token", "CANARY of a program\n")
    place.write("home/Downloads/other.txt", "CANARY of another download\n")
    place.write("home/Downloads/.env", "CANARY of a key\n")
    look = look_for(place, "*sys.argv[1:], *[v for k, v in os.environ.items() if k.startswith('DATA')], "
                           "os.path.dirname(os.path.abspath(sys.argv[0]))")
    place.write("home/Downloads/s.py", look)
    cases = {"the folder above": ["server.py", ".."], "its absolute path": ["server.py", place.path(top)],
             "~/.ssh": ["server.py", "../../../.ssh"], "~/.config": ["server.py", "../../../.config"],
             "the home folder": ["server.py", "../../.."], "a script in Downloads": ["../../../Downloads/s.py"],
             "Downloads": ["server.py", "../../../Downloads"], "a key": ["server.py", "../x.key"], "an option": ["server.py", "--root", ".."]}
    for name, arguments in cases.items():
        text, done = run_server(place, top + "/doc", {"command": "python3", "args": arguments}, {"server.py": look})
        yield name, "CANARY" not in text, (text, done)
        if name == "the folder above":
            yield "other files there are visible", "readable" in text, (text, done)
    text, done = run_server(place, top + "/doc", {"command": "python3", "args": ["server.py"], "env": {"DATA": ".."}}, {"server.py": look})
    yield "a variable", "CANARY" not in text, (text, done)


VALUE = "tok-0123456789abcdef"


def fill_variables(place):
    """`${NAME}` in `env` is filled with a variable of the environment, which is shown; nothing else is passed on."""
    fixture.need_sandbox()
    place.environment["MYTOKEN"] = VALUE
    files = {"server.py": fixture.server("return {k: v[::-1] for k, v in os.environ.items() if not k.startswith('LC_')}")}
    cases = {"${MYTOKEN}": VALUE, "Bearer ${MYTOKEN}": "Bearer " + VALUE, "${MYTOKEN:-other}": VALUE, "${MISSING:-other}": "other",
             "${MYTOKEN}/${MYTOKEN}": VALUE + "/" + VALUE}
    for i, (text, wanted) in enumerate(cases.items()):
        config = {"command": "python3", "args": ["server.py"], "env": {"GIVEN": text}}
        result, done = run_server(place, f"work/v{i}", config, files)
        yield f"{text} is filled", f"'{wanted[::-1]}'" in result, (result, done)
        yield f"{text} is shown", ("MYTOKEN" in done.text) == ("MYTOKEN" in text), done
        yield f"{text}: other keys are not passed on", "sk-own-key"[::-1] not in result, result
        stored = b"".join(open(os.path.join(folder, name), "rb").read() for folder, _folders, names in os.walk(place.data) for name in names)
        yield f"{text}: the value is not stored", VALUE.encode() not in stored, ""
    for text in ("${MISSING}", "x ${MISSING}"):
        result, done = run_server(place, "work/missing", {"command": "python3", "args": ["server.py"], "env": {"GIVEN": text}}, files)
        yield f"{text}: nothing is started", "looked" not in result and "MISSING" in done.text, (result, done)
    place.environment["SECRETS"] = place.path("home/.ssh")
    look = {"server.py": look_for(place, "os.environ.get('GIVEN', '/none')")}
    for text in ("${SECRETS}", "${SECRETS}/.", "${MISSING:-" + place.path("home/.ssh") + "}", "${HOME}/.ssh"):
        result, done = run_server(place, "work/path", {"command": "python3", "args": ["server.py"], "env": {"GIVEN": text}}, look)
        yield f"{text.replace(place.root, '')} makes no folder visible", "CANARY" not in result, (result, done)


def fill_headers(place):
    """`${NAME}` in the headers of a server with a URL."""
    place.environment["MYTOKEN"] = VALUE
    for i, (text, wanted) in enumerate({"Bearer ${MYTOKEN}": "Bearer " + VALUE, "${MYTOKEN}": VALUE, "${MYTOKEN:-x}": VALUE,
                                        "${MISSING:-public}": "public", "a${MYTOKEN}b": f"a{VALUE}b"}.items()):
        crew = place.crew(f"work/h{i}", ["done"], {"mcps": [{"url": place.model.url + "/mcp", "headers": {"X-Token": text}}]})
        done = place.agree(crew)
        sent = {headers.get("X-Token") for path, headers, _body in place.model.received if path == "/mcp"}
        yield f"{text} is filled", sent == {wanted}, (sent, done)
        yield f"{text} is shown", ("MYTOKEN" in done.text) == ("MYTOKEN" in text), done
        yield f"{text}: the value is not shown", VALUE not in done.text, done
        others = {headers.get("X-Token") for path, headers, _body in place.model.received if path != "/mcp"}
        yield f"{text} is sent to no other server", others <= {None}, others
    crew = place.crew("work/missing", ["done"], {"mcps": [{"url": place.model.url + "/mcp", "headers": {"X-Token": "${MISSING}"}}]})
    done = place.agree(crew)
    yield "${MISSING}: nothing is sent", not any(path == "/mcp" for path, _headers, _body in place.model.received), done


def find_home(place):
    """Programs find the private home folder in the variable and in the list of users."""
    fixture.need_sandbox()
    code = ("import os, pwd\nuser = pwd.getpwuid(os.getuid())\nopen(os.path.join(user.pw_dir, 'kept'), 'a').write('x')\n"
            "size = os.path.getsize(os.path.expanduser('~/kept'))\n"
            "return [user.pw_dir, os.path.expanduser('~'), os.path.expanduser('~' + user.pw_name), pwd.getpwnam('root').pw_uid, size]")
    for size in (1, 2):
        text, done = run_server(place, "home/docs/p", {"command": "python3", "args": ["server.py"]}, {"server.py": fixture.server(code)})
        home = "'/run/troupe-home', " * 3
        yield f"start {size}", f"[{home}0, {size}]" in text, (text, done)


def delete_earlier_home(place):
    """The private home folder that an earlier version has created for the same server is deleted, unless it is used."""
    fixture.need_sandbox()
    config, files = {"command": "python3", "args": ["server.py"]}, {"server.py": fixture.server("return 'here'")}
    run_server(place, "home/docs/p", config, files)
    servers = os.path.join(place.environment.get("XDG_CACHE_HOME", place.path("home/.cache")), "troupe/servers")
    names = os.listdir(servers)
    yield "the server has a home folder", len(names) == 1, names
    texts = [place.path("home/docs/p"), "python3", "", "server.py", "", ""]
    old = os.path.join(servers, hashlib.sha256("".join(text + "\0" for text in texts).encode()).hexdigest())
    outside = place.write("home/outside/kept.txt", "kept")
    os.makedirs(old + "/a/locked/b")
    os.makedirs(servers + "/other")
    os.symlink(os.path.dirname(outside), old + "/a/locked/link")
    os.symlink(outside, old + "/file")
    os.chmod(old + "/a/locked", 0)
    with subprocess.Popen(["bwrap", "--die-with-parent", "--unshare-pid", "--ro-bind", "/", "/", "--bind", old, "/tmp", "sleep", "600"]) as user:
        deadline = time.monotonic() + fixture.DEADLINE
        while time.monotonic() < deadline:
            children = open(f"/proc/{user.pid}/task/{user.pid}/children", encoding="ascii").read().split()
            if any(os.path.basename(old) in open(f"/proc/{child}/mountinfo", encoding="utf-8").read() for child in children):
                break
            time.sleep(0.01)
        run_server(place, "home/docs/p", config, files, agrees=False)
        yield "a folder that is used stays", os.path.isdir(old), os.listdir(servers)
        user.kill()
    deadline = time.monotonic() + fixture.DEADLINE
    while sorted(os.listdir(servers)) != sorted([*names, "other"]) and time.monotonic() < deadline:
        text, done = run_server(place, "home/docs/p", config, files, agrees=False)
    yield "the folder is deleted, others stay", sorted(os.listdir(servers)) == sorted([*names, "other"]), os.listdir(servers)
    yield "the server works", "here" in text, (text, done)
    yield "links are not followed", place.read("home/outside/kept.txt") == "kept", os.listdir(os.path.dirname(outside))


def delete_unused_homes(place):
    """The private home folders of servers that were not started for 90 days are deleted, unless they are used."""
    fixture.need_sandbox()
    config, files = {"command": "python3", "args": ["server.py"]}, {"server.py": fixture.server("open('/run/troupe-home/kept', 'w')\nreturn 'here'")}
    run_server(place, "home/docs/p", config, files)
    cache = os.path.join(place.environment.get("XDG_CACHE_HOME", place.path("home/.cache")), "troupe")
    own = os.listdir(cache + "/servers")
    yield "the server has a home folder", len(own) == 1 and os.listdir(cache + "/servers-used") == own, own
    names = {name: letter * 64 for name, letter in {"old": "a", "recent": "b", "unknown": "c", "mounted": "d"}.items()}
    names["foreign"] = "notes"
    for name in (*names.values(), names["old"][::-1][:63] + "e.unused"):
        os.makedirs(f"{cache}/servers/{name}/sub")
        os.utime(f"{cache}/servers/{name}", (0, 0))
    for name, days in {"old": 91, "recent": 89, "mounted": 91, "foreign": 91}.items():
        with open(f"{cache}/servers-used/{names[name]}", "w", encoding="ascii"):
            pass
        then = time.time() - days * 24 * 60 * 60
        os.utime(f"{cache}/servers-used/{names[name]}", (then, then))
    # The own folder is used by this start, however long ago the last one was.
    os.utime(f"{cache}/servers-used/{own[0]}", (0, 0))
    mounted = f"{cache}/servers/{names['mounted']}"
    with subprocess.Popen(["bwrap", "--die-with-parent", "--unshare-pid", "--ro-bind", "/", "/", "--bind", mounted, "/tmp", "sleep", "600"]) as user:
        deadline = time.monotonic() + fixture.DEADLINE
        while time.monotonic() < deadline:
            children = open(f"/proc/{user.pid}/task/{user.pid}/children", encoding="ascii").read().split()
            if any(names["mounted"] in open(f"/proc/{child}/mountinfo", encoding="utf-8").read() for child in children):
                break
            time.sleep(0.01)
        wanted = sorted([own[0], *(names[name] for name in ("recent", "unknown", "mounted", "foreign"))])
        text, done = run_server(place, "home/docs/p", config, files, agrees=False)
        deadline = time.monotonic() + fixture.DEADLINE
        while sorted(os.listdir(cache + "/servers")) != wanted and time.monotonic() < deadline:
            text, done = run_server(place, "home/docs/p", config, files, agrees=False)
        yield "only unused ones are deleted", sorted(os.listdir(cache + "/servers")) == wanted, os.listdir(cache + "/servers")
        yield "the server works and keeps its data", "here" in text and os.path.exists(f"{cache}/servers/{own[0]}/kept"), (text, done)
        user.kill()


sys.exit(fixture.main([keep_code_in_home, find_home, delete_earlier_home, delete_unused_homes, look_beside_program, look_beside_installed, give_protected_files, copy_commands, name_links, name_folders, fill_variables, fill_headers]))
