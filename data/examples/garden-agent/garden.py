#!/usr/bin/env python3
# garden.py: an MCP server that knows when to sow what
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# It needs nothing but Python, reads requests from its standard input, a JSON object a line, and answers on its
# standard output. Start it by hand and write {"jsonrpc": "2.0", "id": 1, "method": "tools/list"} to see how.

import json
import sys

MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December"]

# Name: first and last month of sowing outdoors, depth in cm, weeks to the harvest, a word of advice.
PLANTS = {
    "broad bean": (2, 4, 5, 16, "It takes frost. Sow early, and the aphids come too late."),
    "radish": (3, 9, 1, 5, "A row every two weeks, and there are always some."),
    "carrot": (3, 6, 2, 14, "Loose soil without stones. Keep it moist for three weeks."),
    "beetroot": (4, 6, 2, 12, "Thin the seedlings to a hand's breadth."),
    "runner bean": (5, 6, 4, 10, "Not before the last frost. It climbs to two metres."),
    "pumpkin": (5, 6, 3, 16, "One plant takes two square metres and all the compost that you have."),
    "lamb's lettuce": (7, 9, 1, 10, "It stays green under the snow."),
    "garlic": (9, 11, 5, 36, "Plant cloves, point up. Harvest in July."),
}

TOOLS = [
    {
        "name": "what_to_sow",
        "description": "Lists the plants that can be sown outdoors in a month.",
        "inputSchema": {
            "type": "object",
            "properties": {"month": {"type": "string", "enum": MONTHS, "description": "The month's English name"}},
            "required": ["month"],
        },
        "annotations": {"readOnlyHint": True},
    },
    {
        "name": "about_plant",
        "description": "Tells of one plant when, how deep and how to sow it, and when to harvest.",
        "inputSchema": {
            "type": "object",
            "properties": {"name": {"type": "string", "description": "As what_to_sow writes it"}},
            "required": ["name"],
        },
        "annotations": {"readOnlyHint": True},
    },
]


def what_to_sow(arguments):
    month = str(arguments.get("month", "")).strip().capitalize()
    if month not in MONTHS:
        raise ValueError("There is no month of that name. Write one of: " + ", ".join(MONTHS))
    number = MONTHS.index(month) + 1
    names = [name for name, plant in PLANTS.items() if plant[0] <= number <= plant[1]]
    return f"In {month}: " + ", ".join(names) if names else f"Nothing is sown outdoors in {month}."


def about_plant(arguments):
    name = str(arguments.get("name", "")).strip().lower()
    if name not in PLANTS:
        raise ValueError("Nothing is known of that plant. Known are: " + ", ".join(PLANTS))
    first, last, depth, weeks, advice = PLANTS[name]
    return (f"{name}: sow from {MONTHS[first - 1]} to {MONTHS[last - 1]}, {depth} cm deep, "
            f"harvest after about {weeks} weeks. {advice}")


CALLS = {"what_to_sow": what_to_sow, "about_plant": about_plant}


def answer(method, params):
    """The result of a request; KeyError where there is no such method."""
    if method == "initialize":
        return {
            "protocolVersion": params.get("protocolVersion", "2025-06-18"),
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "garden", "version": "1.0"},
        }
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        call = CALLS.get(params.get("name"))
        try:
            if call is None:
                raise ValueError("There is no such tool.")
            text, failed = call(params.get("arguments") or {}), False
        except ValueError as error:
            text, failed = str(error), True
        return {"content": [{"type": "text", "text": text}], "isError": failed}
    raise KeyError(method)


def main():
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            request = json.loads(line)
        except ValueError:
            reply = {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "This is not JSON."}}
        else:
            if not isinstance(request, dict) or "id" not in request:
                continue  # a notification, which nobody waits for
            reply = {"jsonrpc": "2.0", "id": request["id"]}
            try:
                reply["result"] = answer(request.get("method"), request.get("params") or {})
            except KeyError:
                reply["error"] = {"code": -32601, "message": "Method not found"}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
