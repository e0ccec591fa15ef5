# troupe_python_memory.py: reads CrewAI's memory, for the import into Troupe's memory
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the table in which CrewAI stores its memory, one page at a time, without CrewAI.

Its format requires LanceDB, which is imported when the first page is requested.
"""

import base64
import json
import os
from array import array
from datetime import datetime
from sys import byteorder

TABLE = "memories"
PLACEHOLDER = "__schema_placeholder__"
PAGE_BYTES = 6 * 1024 * 1024
COLUMNS = ("id", "content", "scope", "categories_str", "metadata_str", "importance", "created_at",
           "last_accessed", "source", "private", "vector")

tables = {}


class NoMemoryError(Exception):
    """Raised if the folder has no table of memories."""


def open_table(folder):
    import lancedb

    table = tables.get(folder)
    if table is None:
        if not os.path.isdir(os.path.join(folder, TABLE + ".lance")):
            raise NoMemoryError(folder)
        table = tables[folder] = lancedb.connect(folder).open_table(TABLE)
    return table


def read_rows(table, offset, limit):
    query = table.search().select([name for name in COLUMNS if name in table.schema.names])
    return query.limit(limit).offset(offset).to_list()


def read_time(value):
    """Returns the time as ISO 8601. CrewAI's times have no time zone and are in UTC."""
    if value is None:
        return None
    return value.isoformat() if isinstance(value, datetime) else str(value)


def pack(vector):
    numbers = array("f", vector)
    if byteorder != "little":
        numbers.byteswap()
    return base64.b64encode(numbers.tobytes()).decode()


def make_line(row):
    vector = row.get("vector")
    return {
        "id": str(row["id"]),
        "content": str(row["content"]),
        "scope": str(row.get("scope") or "/"),
        "categories": json.loads(row.get("categories_str") or "[]"),
        "importance": min(max(float(row.get("importance", 0.5)), 0.0), 1.0),
        "metadata": json.loads(row.get("metadata_str") or "{}"),
        "source": row.get("source") or None,
        "private": bool(row.get("private", False)),
        "created_at": read_time(row.get("created_at")),
        "last_accessed": read_time(row.get("last_accessed")),
        "vector": None if vector is None else pack(vector),
    }


def read(_flow, folder, offset):
    """Returns the page at @offset: {"records", "next": the offset of the next page or None, "total"}."""
    table = open_table(folder)
    total = table.count_rows()
    dimension = getattr(table.schema.field("vector").type, "list_size", 0) or 1024
    limit = max(1, min(1000, PAGE_BYTES // (6 * dimension + 2048)))
    lines, size = [], 0
    rows = read_rows(table, offset, limit)
    taken = 0
    for row in rows:
        line = make_line(row) if row["id"] != PLACEHOLDER else None
        size += len(json.dumps(line))
        if lines and size > 2 * PAGE_BYTES:
            break
        taken += 1
        if line is not None:
            lines.append(line)
    end = offset + taken
    return {"records": lines, "next": end if rows and end < total else None, "total": total}
