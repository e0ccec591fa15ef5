#!/usr/bin/env python3
# environments.py: tests that code reaches no programs and libraries that are started outside of its sandbox, and sees no folders of the user
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# environments.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R9. All points but those for
# harmless documents were seen to fail with a program that has the fault.

import os
import subprocess
import sys
import time

import place as fixture
from place import call, call_offered

PERMISSIONS = ("--yes", "--allow", "script,mcp")


def script(place, folder, code, environment=None):
    return place.run(place.flow(folder, {"call": "script", "code": code}), *PERMISSIONS, environment=environment)


def serve(place, folder, code, environment=None):
    crew = place.crew(folder, [call_offered("look"), "done"], {"mcps": [{"command": "/usr/bin/python3", "args": ["server.py"]}]},
                      files={"server.py": fixture.server(code)})
    return place.run(crew, *PERMISSIONS, environment=environment)


KINDS = {"script": script, "server": serve}


def load_libraries(place):
    """The dynamic linker loads libraries of a folder in which code writes. A file that is no library keeps a program from starting."""
    fixture.need_sandbox()
    for kind, run in KINDS.items():
        for name in ("lib", "build/deep", "link"):
            folder = f"work/{kind}-{name.replace('/', '-')}"
            top = place.path(folder)
            os.makedirs(top)
            where = os.path.join(top, "real" if name == "link" else name)
            if name == "link":
                os.symlink(where, place.path("work/link-" + kind))
            environment = {"LD_LIBRARY_PATH": place.path("work/link-" + kind) if name == "link" else where}
            code = (f"import os\nos.makedirs({where!r}, exist_ok=True)\nfor name in ('libbwrap.so', 'libcap.so.2'):\n"
                    f"    open(os.path.join({where!r}, name), 'w').write('no library')\nreturn 'written'")
            first = run(place, folder, code)
            yield f"{kind}, {name}: code writes", os.path.exists(where + "/libbwrap.so"), first
            # A name of the system is refused, because the variable may have an empty part in other programs.
            yield f"{kind}, {name}: a library of the system is not hidden", not os.path.exists(where + "/libcap.so.2"), first
            with open(where + "/libcap.so.2", "w", encoding="utf-8") as file:
                file.write("no library")
            second = run(place, folder, "return 'sec' + 'ond'", environment)
            seen = second.text + place.sent()
            yield f"{kind}, {name}: bubblewrap does not load it", second.status == 0 and "second" in seen, (second, seen)
    done = script(place, "work/kept", "import os\nreturn os.environ.get('LD_LIBRARY_PATH')", {"LD_LIBRARY_PATH": "/opt/nothing:/usr/lib/nothing"})
    yield "the code has the variable", "/opt/nothing:/usr/lib/nothing" in done.stdout, done


def leave_environments(place):
    """Editors start the programs of an environment in a folder that they open, whatever its name is."""
    fixture.need_sandbox()
    for kind, run in KINDS.items():
        folder = "work/left-" + kind
        top = place.path(folder)
        for path in ("old/pyvenv.cfg", "old/bin/python", "old/lib/x.py", "known/x.txt", "src/mod.py", "conda/conda-meta/history", "conda/lib/x.py"):
            place.write(f"{folder}/{path}", "mine")
        code = f"""import os
done = []
for path in ('venv/pyvenv.cfg', 'venv/bin/python', 'env/bin/python3', 'deep/er/conda-meta/history', 'known/pyvenv.cfg', 'plain/bin/tool', 'src/new.py',
             'old/bin/python', 'old/bin/new', 'old/pyvenv.cfg', 'old/lib/y.pth', 'old/notes.txt', 'tools/bin/activate',
             'conda/lib/y.pth', 'conda/conda-meta/history', 'conda/etc/conda/activate.d/a.sh'):
    path = os.path.join({top!r}, path)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, 'w').write('code')
        done.append(path)
    except OSError as error:
        done.append(str(error))
return done"""
        done = run(place, folder, code)
        for path in ("venv/bin/python", "env/bin/python3", "deep/er/conda-meta", "known/pyvenv.cfg", "tools/bin/activate"):
            yield f"{kind}: {path} is renamed", not os.path.lexists(os.path.join(top, path)), (done, os.listdir(top))
        for path in ("old/bin/python", "old/pyvenv.cfg"):
            yield f"{kind}: {path} stays", place.read(f"{folder}/{path}") == "mine", done
        yield f"{kind}: nothing is added to an environment", os.listdir(top + "/old/bin") + os.listdir(top + "/old/lib") == ["python", "x.py"], done
        yield f"{kind}: nor to one of conda", os.listdir(top + "/conda/lib") == ["x.py"] and not os.path.exists(top + "/conda/etc") and place.read(f"{folder}/conda/conda-meta/history") == "mine", done
        for path in ("plain/bin/tool", "src/new.py", "old/notes.txt"):
            yield f"{kind}: {path} is kept", place.read(f"{folder}/{path}") == "code", (done, os.listdir(top))


def write_environments(place):
    """Tools and outputs write into an environment of the user, whose modules editors execute."""
    for i, (path, fits) in enumerate((("venv/lib/python3/site-packages/a.pth", False), ("venv/bin/activate", False), ("venv/pyvenv.cfg", False), ("venv/lib64/x/sitecustomize.py", False),
                                      ("venv/notes.txt", True), ("lib/a.py", True), ("conda/lib/python3/site-packages/a.pth", False),
                                      ("conda/etc/conda/activate.d/a.sh", False), ("conda/notes.txt", True))):
        for kind in ("tool", "output"):
            folder = f"work/{kind}{i}"
            crew = place.crew(folder, [call_offered("", filename=path, content="code", overwrite=True), "code"] if kind == "tool" else ["code"],
                              {"tools": ["FileWriterTool"]} if kind == "tool" else {}, task={"output_file": path} if kind == "output" else {},
                              files={"venv/pyvenv.cfg": "home = /usr/bin\n", "venv/lib64/x/y": "", "venv/lib/python3/site-packages/x": "", "venv/bin/x": "", "lib/x": "",
                                     "conda/conda-meta/history": "", "conda/lib/python3/site-packages/x": "", "conda/etc/conda/activate.d/x": ""})
            done = place.run(crew, "--yes", cwd=crew)
            yield f"{kind}, {path}: is {'written' if fits else 'refused'}", ("code" in place.read(f"{folder}/{path}")) == fits, (done, place.results())


def hide_modules(place):
    """Filters and hooks of Git and tasks of editors start `python -m` in the folder, which imports its modules first."""
    fixture.need_sandbox()
    refused = ("nt.py", "src/msvcrt.py", "org/__init__.py", "compression.py", "json.py", "argparse/__init__.py", "re.cpython-311-x86_64-linux-gnu.so", "src/re.abi3.so", "ast.so", "QUEUE.py", "pkgutil.pyc", "html.py")
    allowed = ("org/Main.java", "nt/port.c", "html/page.html", "logging/log.txt", "json.txt", "report/json.py", "src/types.py", "mytool.py", "string.md", "libast.so", "code/__main__.py")
    for kind, run in KINDS.items():
        folder = "work/hidden-" + kind
        top = place.path(folder)
        place.write(folder + "/queue.py", "mine")
        place.write(folder + "/secrets/__init__.py", "mine")
        code = f"""import os
done = []
os.makedirs({top!r} + '/package', exist_ok=True)
open({top!r} + '/package/__init__.py', 'w').write('code')
for path in {refused + allowed + ("queue.py", "secrets/__init__.py")!r}:
    path = os.path.join({top!r}, path)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, 'w').write('code')
        done.append(path)
    except OSError as error:
        done.append(str(error))
for name in ('package', 'mytool.py'):
    for new in ('types', 'typing.py'):
        try:
            os.rename(os.path.join({top!r}, name), os.path.join({top!r}, new))
        except OSError as error:
            done.append(str(error))
return done"""
        done = run(place, folder, code)
        for path in refused:
            yield f"{kind}: {path} is not created", not os.path.lexists(os.path.join(top, path)), (done, os.listdir(top))
        for path in ("queue.py", "secrets/__init__.py"):
            yield f"{kind}: {path} is unchanged", place.read(f"{folder}/{path}") == "mine", done
        for path in ("types", "typing.py"):
            yield f"{kind}: nothing is moved to {path}", not os.path.lexists(os.path.join(top, path)), (done, os.listdir(top))
        for path in allowed:
            yield f"{kind}: {path} is written", place.read(f"{folder}/{path}") == "code", (done, os.listdir(top))
    for i, (path, is_written) in enumerate((("json.py", False), ("ast/__init__.py", False), ("src/json.py", True), ("json.txt", True))):
        place.crew(f"work/tool{i}", [call("file_writer_tool", filename=path, content="code", directory="."), "done"], {"tools": ["FileWriterTool"]})
        done = place.run(f"tool{i}", "--yes")
        yield f"tool: {path}", os.path.exists(place.path(f"work/tool{i}/{path}")) == is_written, done
        crew = place.crew(f"work/out{i}", ["code"], task={"output_file": path})
        done = place.run(crew, "--yes", cwd=crew)
        yield f"output: {path}", os.path.exists(place.path(f"work/out{i}/{path}")) == is_written, done


def hide_programs(place):
    """Hooks and scripts put the programs of packages in front of PATH."""
    fixture.need_sandbox()
    refused = ("node_modules/.bin/git", "node_modules/.bin/npm", "packages/a/node_modules/.bin/sh", "vendor/bin/ls", "vendor/libc.so.6", "lib/deep/libz.so.1")
    allowed = ("node_modules/.bin/tsc-of-project", "vendor/bin/phpunit-of-project", "node_modules/git/index.js", "lib/libmine.so.1", "tools/ls.txt", "build/bin/ls")
    for kind, run in KINDS.items():
        folder = "work/programs-" + kind
        top = place.path(folder)
        place.write(folder + "/node_modules/.bin/python3", "mine")
        code = f"""import os
done = []
for path in {refused + allowed + ("node_modules/.bin/python3", "new/git")!r}:
    path = os.path.join({top!r}, path)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, 'w').write('code')
        done.append(path)
    except OSError as error:
        done.append(str(error))
for name, new in (('new', 'packages/a/node_modules/.bin'), ('new', 'other/vendor'), ('new/git', 'node_modules/.bin/git'), ('new', 'other/node_modules')):
    try:
        os.makedirs(os.path.dirname(os.path.join({top!r}, new)), exist_ok=True)
        os.rename(os.path.join({top!r}, name), os.path.join({top!r}, new))
        done.append('moved to ' + new)
    except OSError as error:
        done.append(str(error))
try:
    os.symlink('../new', os.path.join({top!r}, 'other', '.bin'))
    done.append('linked')
except OSError as error:
    done.append(str(error))
return done"""
        done = run(place, folder, code)
        for path in refused + ("packages/a/node_modules/.bin/git", "other/.bin"):
            yield f"{kind}: {path} is not created", not os.path.lexists(os.path.join(top, path)), (done, os.listdir(top))
        yield f"{kind}: a program of the user is unchanged", place.read(folder + "/node_modules/.bin/python3") == "mine", done
        for path in allowed:
            yield f"{kind}: {path} is written", place.read(f"{folder}/{path}") == "code", (done, os.listdir(top))


def write_into_path(place):
    """Code writes into a folder of PATH, where the user's shell finds programs."""
    fixture.need_sandbox()
    for kind, run in KINDS.items():
        folder = "work/path-" + kind
        top = place.path(folder)
        place.write(folder + "/bin/own", "mine")
        environment = {"PATH": f"{top}/bin:{top}/new/bin:" + os.environ["PATH"]}
        code = f"""import os
for path in ('bin/own', 'bin/ls', 'new/bin/ls', 'data.txt'):
    try:
        path = os.path.join({top!r}, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, 'w').write('code')
    except OSError:
        pass
return 1"""
        done = run(place, folder, code, environment)
        yield f"{kind}: an existing folder stays", place.read(folder + "/bin/own") == "mine" and os.listdir(top + "/bin") == ["own"], done
        yield f"{kind}: a new folder is renamed", not os.path.exists(top + "/new/bin/ls"), (done, os.listdir(top))
        yield f"{kind}: other files are written", place.read(folder + "/data.txt") == "code", done
        done = run(place, folder, code.replace("data.txt", "git"), {"PATH": f"{top}:" + os.environ["PATH"]})
        yield f"{kind}: nothing is written if the folder itself is in PATH", not os.path.exists(top + "/git"), (done, os.listdir(top))
    crew = place.crew("work/tool", [call_offered("", filename="bin/ls", content="code", overwrite=True), "done"], {"tools": ["FileWriterTool"]})
    done = place.run(crew, "--yes", environment={"PATH": crew + "/bin:" + os.environ["PATH"]})
    yield "a file tool does not write there", not os.path.exists(crew + "/bin/ls"), (done, place.results())


def write_named_files(place):
    """Variables name files of the working folder without a slash, which shells and programs read."""
    fixture.need_sandbox()
    names = {"BASH_ENV": "env.sh", "GIT_CONFIG_GLOBAL": "gitcfg", "PYTHONSTARTUP": "start.py", "VIMINIT": "source x.vim", "STARSHIP_CONFIG": "star.toml",
             "EDITOR": "vim", "MAKEFILES": "more.mk", "INPUTRC": "keys"}
    for kind, run in KINDS.items():
        folder = "work/files-" + kind
        top = place.path(folder)
        existing, missing = ("env.sh", "x.vim", "gitcfg"), ("start.py", "star.toml", "more.mk", "keys")
        for name in existing:
            place.write(f"{folder}/{name}", "mine")
        code = f"""import os
for path in {existing + missing + ("data.sh", "vim")!r}:
    try:
        open(os.path.join({top!r}, path), 'w').write('code')
    except OSError:
        pass
return 1"""
        done = run(place, folder, code, names)
        for name in existing:
            yield f"{kind}: {name} is unchanged", place.read(f"{folder}/{name}") == "mine", done
        for name in missing:
            yield f"{kind}: {name} is not created", not os.path.lexists(os.path.join(top, name)), done
        for name in ("data.sh", "vim"):
            yield f"{kind}: {name} is written", place.read(f"{folder}/{name}") == "code", done


def create_repositories(place):
    """Code makes Git start a program in a repository while it runs, and removes the traces before its end."""
    fixture.need_sandbox()
    fixture.need("git")
    head, bad = "ref: refs/heads/main\n", "[core]\n\trepositoryformatversion = 0\n\tfsmonitor = \"touch $HOME/ran\"\n"
    new = "import os, time, shutil\nos.makedirs('{0}/objects')\nos.makedirs('{0}/refs/heads')\nopen('{0}/HEAD', 'w').write({1!r})\n{2}\n"
    ways = {
        "in a new folder": (new.format("out/.git", head, f"open('out/.git/config', 'w').write({bad!r})"), "out/.git", "out"),
        "at the top": (new.format(".git", head, f"open('.git/config', 'w').write({bad!r})"), ".git", "."),
        "moved": (new.format("tmp", head, f"open('tmp/config', 'w').write({bad!r})\nos.rename('tmp', '.git')"), ".git", "."),
        "deep": (new.format("a/b/c/.git", head, f"open('a/b/c/.git/config', 'w').write({bad!r})"), "a/b/c/.git", "a/b/c"),
        "bare": (new.format("bare", head, f"open('bare/config', 'w').write({bad!r})"), "bare", "bare"),
        "a link": (new.format(".git", head, f"open('c.txt', 'w').write({bad!r})\nos.symlink('../c.txt', '.git/config')"), ".git", "."),
        "commondir of the user's": ("import os, time, shutil\nshutil.copytree('.git', 'tmp', ignore=shutil.ignore_patterns('config', 'hooks'))\n"
                                    f"open('tmp/config', 'w').write({bad!r})\nopen('.git/commondir', 'w').write('../tmp\\n')\n", ".git/commondir", "."),
    }
    for i, (name, (code, made, at)) in enumerate(ways.items()):
        top = place.path(f"work/g{i}")
        if "user" in name:
            subprocess.run(["git", "init", "-q", top], check=True, env=place.environment)
        flow = place.flow(f"work/g{i}", {"call": "script", "code": code + "open('ready', 'w').close()\ntime.sleep(60)\n"
                                         f"import shutil\nshutil.rmtree({made!r}) if os.path.isdir({made!r}) else os.unlink({made!r})\nreturn 1"})
        process = place.start("run", flow, "--yes", "--allow", "script", "--data-dir", place.data)
        end = time.monotonic() + fixture.DEADLINE
        while not os.path.exists(os.path.join(top, "ready")) and process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        out, err = process.communicate(timeout=fixture.DEADLINE)
        subprocess.run(["git", "-C", os.path.join(top, at), "status"], check=False, env=place.environment, capture_output=True)
        yield f"{name}: the run is ended, with an error that names it", process.returncode != 0 and (os.path.basename(made) in err.decode() or "tmp/" in err.decode()), (out, err)
        yield f"{name}: Git starts nothing", not os.path.exists(place.path("home/ran")), (out, err)
    flow = place.flow("work/clone", {"call": "script", "code": "import subprocess, os\nopen('a', 'w').close()\n"
                                     "print(subprocess.run('git init -q /tmp/r && cp a /tmp/r && cd /tmp/r && git remote add o http://h/x && git add a && git -c user.name=n -c user.email=e commit -qm m && git log --oneline', shell=True, check=True, capture_output=True))\nreturn 'through'"})
    done = place.run(flow, "--yes", "--allow", "script")
    yield "code can use a repository of its own in a private folder", "through" in done.stdout, done


def read_named_keys(place):
    """Variables of the environment and of `.env` name files with keys that are in the folder."""
    fixture.need_sandbox()
    for i, (name, path, variable, from_file) in enumerate((("account in .env", "sa.json", "GOOGLE_APPLICATION_CREDENTIALS", True),
                                                          ("account below", "keys/sa.json", "GOOGLE_APPLICATION_CREDENTIALS", True),
                                                          ("account of the environment", "sa.json", "GOOGLE_APPLICATION_CREDENTIALS", False),
                                                          ("cluster", "cluster.yaml", "KUBECONFIG", False), ("cloud", "aws.txt", "AWS_SHARED_CREDENTIALS_FILE", False),
                                                          ("folder", "docker/auth.json", "DOCKER_CONFIG", False))):
        value = "docker" if name == "folder" else path
        for kind, run in KINDS.items():
            folder = f"work/{kind}-k{i}"
            place.write(f"{folder}/{path}", '{"private_key": "CANARY"}')
            os.link(place.path(folder, path), place.path(folder, "other.txt"))
            place.write(folder + "/plain.json", "public")
            if from_file:
                place.write(folder + "/.env", f"{variable}={value}\n")
            environment = {} if from_file else {variable: place.path(folder, value)}
            code = f"""import os
found = []
for path in ({path!r}, 'other.txt', 'plain.json'):
    try:
        found.append(open(os.path.join({place.path(folder)!r}, path)).read())
    except OSError:
        pass
return found"""
            done = run(place, folder, code, environment)
            seen = done.text + place.sent()
            yield f"{kind}, {name}: the key is not read", '\\"CANARY' not in seen and 'CANARY"' not in seen, (done, seen)
            yield f"{kind}, {name}: another file is read", "public" in seen, (done, seen)
            place.model.received.clear()
        crew = place.crew(f"work/tool-k{i}", [call_offered("read", file_path=path), call_offered("read", file_path="other.txt"), "done"], {"tools": ["FileReadTool"]},
                          files={path: '{"private_key": "CANARY"}', **({".env": f"{variable}={value}\n"} if from_file else {})})
        os.link(os.path.join(crew, path), os.path.join(crew, "other.txt"))
        done = place.run(crew, "--yes", cwd=crew, environment={} if from_file else {variable: os.path.join(crew, value)})
        yield f"tool, {name}: the key is not read", "CANARY" not in place.sent(), (done, place.results())
        place.model.received.clear()


def read_around_interpreter(place):
    """The folder around an interpreter is a project of the user, and variables of Python name other folders."""
    fixture.need_sandbox()
    private = {".env": "K=CANARY-1", ".git/config": "CANARY-2", "id_rsa": "CANARY-3", "main.py": "# CANARY-4", "lib/own/x.txt": "CANARY-5",
               "share/x.txt": "CANARY-6", "tools/x.txt": "CANARY-7", "bin/deploy.sh": "# CANARY-8", "versions/x": "CANARY-9", "include/x.h": "CANARY-10"}
    code = """import os
found = []
for top in ({home!r}, {work!r}):
    for folder, folders, names in os.walk(top):
        for name in names:
            try:
                text = open(os.path.join(folder, name), errors='replace').read()
                found += [text] if 'CAN' + 'ARY' in text else []
            except OSError:
                pass
return found"""
    code = code.format(home=place.home, work=place.work)
    for i, (name, link, files) in enumerate((("an environment in a project", "bin/python3", {"pyvenv.cfg": "home = /usr/bin\n"}), ("a link in a project", "bin/python3", {}),
                                             ("a link in a folder of tools", "tools/python3", {}), ("a repository", "bin/python3", {".git/HEAD": "ref: x", "lib/python3/os.py": ""}),
                                             ("shims", "shims/python3", {}))):
        top = place.path(f"home/tree{i}")
        for path, content in {**private, **files}.items():
            place.write(f"home/tree{i}/{path}", content)
        os.makedirs(os.path.dirname(os.path.join(top, link)), exist_ok=True)
        os.symlink("/usr/bin/python3", os.path.join(top, link))
        done = script(place, f"work/around{i}", code, {"PATH": os.path.dirname(os.path.join(top, link)) + ":" + os.environ["PATH"], "VIRTUAL_ENV": top})
        allowed = {"shims": ("CANARY-7", "CANARY-9", "CANARY-5", "CANARY-8")}.get(name, ())
        seen = [word for word in (f"CANARY-{n}" for n in range(1, 11)) if word + '"' in done.stdout or word + "\\n" in done.stdout]
        yield f"{name}: the interpreter runs", done.status == 0, done
        yield f"{name}: nothing else is read", set(seen) <= set(allowed), (seen, done)
    place.write("home/lib1/notes.txt", "CANARY of the library")
    shown = place.ctl("show", place.flow("work/named", {"call": "script", "code": code}), environment={"PYTHONPATH": place.path("home/lib1")})
    yield "a folder that PYTHONPATH names is shown as read", "lib1 (only reads)" in shown.text, shown
    flow = place.flow("work/none", {"call": "expression", "expr": "1"})
    shown = place.ctl("show", flow, environment={"PYTHONPATH": place.path("home/lib1")})
    yield "without code it is not", "lib1" not in shown.text, shown


if __name__ == "__main__":
    sys.exit(fixture.main((load_libraries, leave_environments, write_environments, write_into_path, create_repositories, read_named_keys, read_around_interpreter, hide_modules, hide_programs, write_named_files)))
