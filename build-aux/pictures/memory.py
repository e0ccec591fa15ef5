"""Fills an empty memory with the records of its screenshot.

usage: memory.py FOLDER     the folder of the database that `troupectl memory FILE list` has created

SPDX-License-Identifier: GPL-3.0-or-later
"""

import glob
import json
import sqlite3
import struct
import sys
import time
import uuid

DAY = 24 * 3600 * 1000000
DIMENSION = 8
MOST = 318
RECORDS = [
    ("The regulator measures losses at the feeder; three operators estimate them from sales.",
     "analyst", ["figures", "method"], 0.9, 2),
    ("data.example.org/grid/losses.csv is updated every March and is the primary source.",
     "researcher", ["sources"], 0.85, 2),
    ("Losses in the distribution grid: 8.9 % in 2015, 6.1 % in 2025.", "analyst", ["figures"], 0.8, 2),
    ("A figure wants the name of who measured it before the figure itself.", "copy-editor", ["style"],
     0.8, 9),
    ("The operators’ joint report changed its method in 2023; do not compare across that year.",
     "researcher", ["sources", "method"], 0.8, 12),
    ("“Technical losses” excludes theft in most countries, includes it in two.", "analyst", ["figures"],
     0.6, 24),
    ("Footnotes go after the full stop.", "copy-editor", ["style"], 0.4, 31),
]


def main():
    database = sqlite3.connect(glob.glob(sys.argv[1] + "/*.db")[0])
    now = int(time.time() * 1000000)
    with database:
        database.execute("INSERT INTO spaces (name, dimension, embedder) VALUES ('memory', ?, ?)",
                         (DIMENSION, "text-embedding-3-large"))
        for number in range(MOST):
            text, agent, categories, importance, age = RECORDS[number % len(RECORDS)]
            scope = "/crew/research/agent/" + agent
            if number >= len(RECORDS):
                text = "%s (%d)" % (text, number)
                age += 30 * (number // len(RECORDS))
                scope = scope if number % 3 else "/flow/content_pipeline"
            cursor = database.execute(
                "INSERT INTO records (space, id, created_us, accessed_us, importance, private, scope,"
                " categories, metadata, content) VALUES (1, ?, ?, ?, ?, 0, ?, ?, '{}', ?)",
                (str(uuid.uuid5(uuid.NAMESPACE_URL, str(number))), now - age * DAY - number, now,
                 importance, scope, json.dumps(categories), text))
            database.execute("INSERT INTO vectors VALUES (?, ?)",
                             (cursor.lastrowid, struct.pack("%df" % DIMENSION, *[1.0] * DIMENSION)))


main()
