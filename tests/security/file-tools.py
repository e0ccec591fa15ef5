#!/usr/bin/env python3
# file-tools.py: tests that the file tools of agents neither read, search, list nor write protected files
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# file-tools.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R9.

import os
import subprocess
import sys

import place as fixture
from attack import KEY_CONTENTS, KEY_FILES, NO_KEYS
from place import call, call_offered

TOOLS = ["FileReadTool", "FileWriterTool", "DirectoryReadTool", "file_search"]
READ, WRITE, LIST, SEARCH = "read_a_file_s_content", "file_writer_tool", "list_files_in_directory", "search_files"
PROTECTED = (".env", "sub/.env.local", "prod.env", ".envrc", "server.pem", "sub/deploy.key", ".git/config", ".git/hooks/pre-commit",
             "bare.git/config", "id_ed25519", ".netrc", ".npmrc", ".aws/credentials", ".docker/config.json", ".bashrc",
             "store/config", "store/hooks/update", "part/config.worktree")
# Git takes these folders for repositories, whatever their names are.
REPOSITORIES = ("store/HEAD", "store/objects/x", "store/refs/x", "part/HEAD", "part/commondir")
# Other spellings of .env beside the document. The first ones exist as files, because file systems that ignore
# case, or normalize names, would open .env. Paths with `..`, absolute paths and links out of the folder were refused before
# the policy existed as well; all other points were seen to fail without it.
OWN_NAMES = (".ENV", ".Env", ".env.", ".env ", ".env~", ".\uff45nv", "\uff0eenv", ".e\u200bnv", ".env\u200b", "\ufeff.env")
SPELLINGS = (*OWN_NAMES, "./.env", "sub/../.env", "sub/./../.env", ".//.env", ".env/", ".env/.", ".env\0.txt", "file://.env",
             "%2eenv", "../crew/.env", "/proc/self/cwd/.env", "/proc/self/cwd/../crew/.env", "hard.txt", "sub/hard.txt",
             "link.txt", "sub/link.txt", "folder/.env", "outside/id_rsa", "outside.txt", "~/.ssh/id_rsa",
             "../home/.ssh/id_rsa")


def write_protected(place, folder):
    """Writes the protected files, and other names of some of them."""
    for name in PROTECTED:
        place.write(f"{folder}/{name}", f"PASSWORD=CANARY-of-{name}\n")
    for name in REPOSITORIES:
        place.write(f"{folder}/{name}", "x\n")
    for name in OWN_NAMES:
        place.write(f"{folder}/{name}", "PASSWORD=CANARY-of-spelling\n")
    root = place.path(folder)
    os.link(os.path.join(root, ".env"), os.path.join(root, "hard.txt"))
    os.link(os.path.join(root, ".env"), os.path.join(root, "sub/hard.txt"))
    os.symlink(".env", os.path.join(root, "link.txt"))
    os.symlink("../.env", os.path.join(root, "sub/link.txt"))
    os.symlink(".", os.path.join(root, "folder"))
    os.symlink(place.path("home/.ssh"), os.path.join(root, "outside"))
    os.symlink(place.path("home/.ssh/id_rsa"), os.path.join(root, "outside.txt"))
    os.mkfifo(os.path.join(root, "pipe"))


def calls_for(names, make):
    """Returns one step with a call for each name, and the names by the identifiers of the calls."""
    return [make(name) for name in names], {f"c0-{i}": name for i, name in enumerate(names)}


def run_calls(place, folder, names, make, files=None):
    step, by_call = calls_for(names, make)
    place.crew(folder, [step, "done"], {"tools": TOOLS}, files=files)
    return by_call


def check_results(results, by_call, done):
    yield "every call has a result", set(by_call) <= set(results), (done, results)
    for identifier, name in by_call.items():
        text = results.get(identifier, "CANARY: no result")
        yield ascii(name), "CANARY" not in text, text[:300]


def read_protected_files(place):
    names = (*PROTECTED, *SPELLINGS, place.path("crew/.env"), place.path("crew/sub/../.env"), "pipe")
    by_call = run_calls(place, "crew", names, lambda name: call(READ, file_path=name))
    write_protected(place, "crew")
    done = place.run("crew", "--yes", cwd=place.root)
    yield from check_results(place.results(), by_call, done)


def read_key_files(place):
    names = (*KEY_FILES, *KEY_CONTENTS)
    by_call = run_calls(place, "crew", names, lambda name: call(READ, file_path=name), {name: "CANARY" for name in KEY_FILES} | KEY_CONTENTS)
    done = place.run("crew", "--yes", cwd=place.root)
    yield from check_results(place.results(), by_call, done)
    by_call = run_calls(place, "other", tuple(NO_KEYS), lambda name: call(READ, file_path=name), NO_KEYS)
    done = place.run("other", "--yes", cwd=place.root)
    results = place.results()
    for identifier, name in by_call.items():
        yield name + " can be read", "readable" in results.get(identifier, ""), (done, results.get(identifier))


def read_other_files(place):
    names = ("notes.txt", "./notes.txt", "sub/notes.txt", ".gitignore", "key.pub", "config")
    by_call = run_calls(place, "crew", names, lambda name: call(READ, file_path=name),
                        {name: "readable\n" for name in names if "./" not in name})
    done = place.run("crew", "--yes", cwd=place.root)
    results = place.results()
    for identifier, name in by_call.items():
        yield name + " can be read", "readable" in results.get(identifier, ""), (done, results.get(identifier))


def search_protected_files(place):
    searches = (dict(pattern="CANARY"), dict(pattern="(?i)canary.*"), dict(pattern="PASSWORD=.*", directory="sub"),
                dict(pattern="CANARY", directory=".git"), dict(pattern="CANARY", directory=".aws"),
                dict(pattern="CANARY", directory="outside"), dict(pattern="CANARY", directory="folder"),
                dict(pattern="CANARY", directory="../home"), dict(pattern="CANARY", directory=place.path("home")),
                dict(pattern="CANARY", directory="/proc/self/cwd"), dict(pattern="findme"))
    place.crew("crew", [[call(SEARCH, **each) for each in searches], "done"], {"tools": TOOLS}, files={"notes.txt": "findme\n"})
    write_protected(place, "crew")
    done = place.run("crew", "--yes", cwd=place.root)
    results = place.results()
    by_call = {f"c0-{i}": str(each) for i, each in enumerate(searches)}
    # A result may repeat the pattern, but not what only the files contain.
    results = {name: text.replace("CANARY-of-", "LEAK ").replace("CANARY", "pattern").replace("LEAK", "CANARY")
               for name, text in results.items()}
    yield from check_results(results, by_call, done)
    yield "other files are searched", "notes.txt" in results.get(f"c0-{len(searches) - 1}", ""), results


def list_protected_folders(place):
    folders = (".ssh", ".aws", ".git/hooks", "outside", "../home/.ssh", place.path("home/.ssh"), "/proc/self/cwd/.aws", "./.aws",
               "sub/../.aws", ".AWS", "~/.ssh")
    place.crew("crew", [[call(LIST, directory=name) for name in (*folders, ".")], "done"], {"tools": TOOLS},
               files={"notes.txt": "", ".ssh/CANARY": "", ".aws/CANARY": "", ".git/hooks/CANARY": ""})
    place.write("home/.ssh/CANARY", "")
    os.symlink(place.path("home/.ssh"), place.path("crew/outside"))
    done = place.run("crew", "--yes", cwd=place.root)
    results = place.results()
    yield from check_results(results, {f"c0-{i}": name for i, name in enumerate((*folders, "."))}, done)
    yield "other files are listed", "notes.txt" in results.get(f"c0-{len(folders)}", ""), results


def write_protected_files(place):
    spellings = ("./.env", "sub/../.env", ".ENV", ".\uff45nv", ".e\u200bnv", "hard.txt", "folder/.env",
                 "/proc/self/cwd/.env", place.path("crew/.env"), "outside/authorized_keys", "../home/.bashrc", ".envrc")
    created = (".git/hooks/post-commit", ".vscode/tasks.json", ".github/workflows/x.yml", "new.env", "x/server.key", ".ssh/authorized_keys",
               ".config/autostart/x.desktop", "autostart/x.desktop", ".profile", ".idea/workspace.xml", "bare.git/hooks/update", ".hidden",
               "store/hooks/post-update", "store/config.worktree", "store/commondir", "store/refs/heads/main", "store/packed-refs", "store/info/attributes", "store/index", "store/objects/ab/c", "store/shallow", "part/config", "src/HEAD", "src/commondir", "HEAD",
               "AGENTS.md", "sub/CLAUDE.md", "GEMINI.md", "AGENT.md", "claude.local.md", "sub/AmazonQ.md", "eslint.config.mjs", "lefthook-local.yml", "new.git/y", "__pycache__/json.cpython-310.pyc", "json.pyc")
    names = (*spellings, *created)
    step = [call(WRITE, filename=name, content="EVIL", overwrite=True) for name in names]
    # A link is replaced, which leaves its target as it was.
    step += [call(WRITE, filename="link.txt", content="changed", overwrite=True),
             call(WRITE, filename="sub/link.txt", content="changed", overwrite=True),
             call(WRITE, filename="post-merge", directory=".git/hooks", content="EVIL"),
             call(WRITE, filename="good.txt", content="harmless"), call(WRITE, filename="config", directory="plain/hooks", content="harmless"),
             call(WRITE, filename="notes.txt", directory="store", content="harmless")]
    place.crew("crew", [step, "done"], {"tools": TOOLS})
    write_protected(place, "crew")
    done = place.run("crew", "--yes", cwd=place.root)
    results = place.results()
    by_call = {f"c0-{i}": name for i, name in enumerate(names)} | {f"c0-{len(names) + 2}": ".git/hooks/post-merge"}
    for identifier, name in by_call.items():
        yield f"result of {name!a}", results.get(identifier, "").startswith("Error"), results.get(identifier)
    unchanged = [name for name in PROTECTED if "CANARY" in place.read("crew/" + name)]
    yield "protected files keep their content", len(unchanged) == len(PROTECTED), unchanged
    evil = [os.path.join(folder, name) for top in ("crew", "home") for folder, _folders, files in os.walk(place.path(top))
            for name in files if os.path.isfile(os.path.join(folder, name)) and not os.path.islink(os.path.join(folder, name))
            and b"EVIL" in open(os.path.join(folder, name), "rb").read()]
    yield "no file is written", not evil, evil
    yield "other files are written", all(place.read("crew/" + name) == "harmless"
                                             for name in ("good.txt", "plain/hooks/config", "store/notes.txt")), done


def use_shared_folders(place):
    """A document in the home folder and in other shared folders, as far as they can be made without root."""
    for folder in ("home", "home/Downloads", "home/Documents", "home/.config", "home/.local/share", "home/.cache"):
        place.write(folder + "/other.txt", "CANARY of another program\n")
        place.crew(folder, [[call(READ, file_path="other.txt"), call(READ, file_path=".ssh/id_rsa"), call(SEARCH, pattern="CANARY of"),
                             call(LIST, directory="."), call(WRITE, filename="evil.txt", content="EVIL"),
                             call(WRITE, filename=".bashrc", content="EVIL", overwrite=True),
                             call(WRITE, filename="x.desktop", directory=".config/autostart", content="EVIL")], "done"], {"tools": TOOLS})
        place.model.received.clear()
        done = place.run(place.path(folder, "crew.jsonc"), "--yes")
        results = place.results()
        what = folder.replace("home", "~")
        yield f"reading in {what}", not any("CANARY of another" in text or "CANARY of the" in text for text in results.values()), results
        yield f"listing {what}", "other.txt" not in results.get("c0-3", ""), results
        yield f"writing in {what}", not os.path.exists(place.path(folder, "evil.txt")), results
        yield f"{what} opens and runs", done.status in (0, 1) and len(results) > 0, done
    yield "~/.bashrc is unchanged", place.read("home/.bashrc") == "# mine\n", ""
    yield "nothing starts with the session", not os.listdir(place.path("home/.config/autostart")), ""


def use_temporary_folder(place):
    """A document in /tmp, which is replaced by an empty file system in a mount namespace."""
    fixture.need("unshare", "mount")
    enter = ["unshare", "--map-root-user", "--mount"]
    if subprocess.run([*enter, "mount", "-t", "tmpfs", "none", "/tmp"], check=False, capture_output=True).returncode != 0:
        raise fixture.Skip("user namespaces are not available")
    place.crew("crew", [[call(READ, file_path="other.txt"), call(LIST, directory="."), call(WRITE, filename="evil.txt", content="EVIL")],
                        "done"], {"tools": TOOLS}, files={"other.txt": "CANARY of another program\n"})
    # The program and the data of Troupe may be below /tmp as well.
    script = ('mkdir /dev/shm/"$3"; mount --rbind /tmp /dev/shm/"$3"; cd /dev/shm/"$3"; mount -t tmpfs none /tmp; cp -r ."${1#/tmp}"/. /tmp; '
              'for d in "${2%/*}" "$TROUPE_PYTHON_DIR" "$HOME"; do case $d in /tmp/*) mkdir -p "$d"; mount --bind ."${d#/tmp}" "$d";; esac; done; '
              'cd /tmp; "$2" run /tmp/crew.jsonc --yes --data-dir "$HOME/data"; s=$?; echo "written: $(ls -d evil.txt)"; exit $s')
    done = subprocess.run([*enter, "sh", "-c", script, "sh", place.path("crew"), place.program, os.path.basename(place.root)],
                          env=place.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=fixture.DEADLINE,
                          check=False)
    if os.path.isdir("/dev/shm/" + os.path.basename(place.root)):
        os.rmdir("/dev/shm/" + os.path.basename(place.root))
    results = place.results()
    yield "the document runs", len(results) == 3, (done.stdout, done.stderr)
    yield "reading", "CANARY" not in str(results), results
    yield "listing", "other.txt" not in str(results), results
    yield "writing", "written: evil" not in done.stdout, results


def use_picture(place):
    """A document in an image works in the folder of the image, and not in the one in which the user works."""
    for end in ("svg", "html", "png"):
        crew = place.crew(f"elsewhere-{end}/crew", [call_offered("read", file_path="notes.txt"), call_offered("write", filename="main.py", directory=".", content="evil", overwrite="true"), "done"],
                          {"tools": ["FileReadTool", "FileWriterTool"]})
        picture = place.path(f"elsewhere-{end}/a.{end}")
        made = place.ctl("plot", crew, "-o", picture)
        yield f"{end}: the image is there", os.path.exists(picture), made
        place.write(f"elsewhere-{end}/notes.txt", "beside the image")
        place.write(f"mine-{end}/notes.txt", "CANARY of the user")
        place.write(f"mine-{end}/main.py", "mine")
        place.model.received.clear()
        done = place.run(picture, "--yes", cwd=place.path(f"mine-{end}"))
        yield f"{end}: the user's file is not read", "CANARY of the user" not in place.sent(), (done, place.sent())
        yield f"{end}: nor written", place.read(f"mine-{end}/main.py") == "mine", done
        yield f"{end}: a file beside the image is read", "beside the image" in place.sent(), (done, place.sent())


sys.exit(fixture.main([read_protected_files, read_key_files, read_other_files, search_protected_files, list_protected_folders, write_protected_files,
                       use_shared_folders, use_temporary_folder, use_picture]))
