# compare-events.py: lists the event types of CrewAI that Troupe neither emits nor explains
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: compare-events.py [SOURCE], with a Python that has crewai 1.15. SOURCE is the folder of the source tree.
#
# An event type is explained if doc/differences.md names it, or names its beginning with an asterisk (`a2a_server_*`).

import importlib
import inspect
import pkgutil
import re
import sys
from pathlib import Path


def list_types():
    """Returns the event types of CrewAI, each with its module."""
    from crewai.events import types
    from crewai.events.base_events import BaseEvent

    found = {}
    for module in pkgutil.walk_packages(types.__path__, types.__name__ + "."):
        for one in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(one) and issubclass(one, BaseEvent) and one.__module__ == module.name:
                field = one.model_fields.get("type")
                if field is not None and isinstance(field.default, str) and field.default:
                    found[field.default] = module.name.rpartition(".")[2]
    return found


def main():
    source = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2])
    emitted = set(re.findall(r'"(\w+)"', (source / "src/event/troupe-event-type.c").read_text(encoding="utf-8")))
    explained = set(re.findall(r"`([\w*]+)`", (source / "doc/differences.md").read_text(encoding="utf-8")))
    starts = tuple(one[:-1] for one in explained if one.endswith("*"))
    types = list_types()
    missing = [one for one in sorted(types) if one not in emitted | explained and not (starts and one.startswith(starts))]
    for one in missing:
        print(f"{one} ({types[one]})")
    print(f"{len(types)} types, {len(types.keys() & emitted)} emitted, {len(missing)} without an explanation")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
