#!/usr/bin/env python3
# lance-memory.py: measures queries for the vectors of a memory in LanceDB and compares the matches
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# lance-memory.py MEMORY.db QUERIES ANSWERS
#
# QUERIES contains the query vectors as 32-bit floats. ANSWERS contains one line of JSON per query: the expected
# matches. Run by bench-memory with the Python of a CrewAI installation.

import json
import sqlite3
import sys
import tempfile
import time

import lancedb
import numpy
import pyarrow


def batches(database, dimension):
    rows = database.execute("SELECT content, vector FROM records JOIN vectors USING (number) ORDER BY number")
    while True:
        some = rows.fetchmany(2000)
        if not some:
            return
        vectors = numpy.frombuffer(b"".join(vector for _content, vector in some), numpy.float32)
        yield pyarrow.RecordBatch.from_arrays(
            [pyarrow.array([content for content, _vector in some]),
             pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(vectors), dimension)], ["content", "vector"])


def main(path, queries, answers):
    database = sqlite3.connect(path, check_same_thread=False)
    (dimension,) = database.execute("SELECT dimension FROM spaces").fetchone()
    with open(answers, encoding="utf-8") as file:
        ours = [json.loads(line) for line in file]
    wanted = numpy.fromfile(queries, numpy.float32).reshape(len(ours), dimension)
    with tempfile.TemporaryDirectory() as folder:
        schema = pyarrow.schema([("content", pyarrow.string()),
                                 ("vector", pyarrow.list_(pyarrow.float32(), dimension))])
        table = lancedb.connect(folder).create_table("memories", batches(database, dimension), schema=schema)
        table.search(wanted[0]).limit(10).to_list()
        times, same = [], 0
        for query, found in zip(wanted, ours):
            begun = time.perf_counter()
            rows = table.search(query).limit(len(found)).to_list()
            times.append((time.perf_counter() - begun) * 1000)
            same += [row["content"] for row in rows] == found
    times.sort()
    print("%-28s median %6.1f ms  least %6.1f ms  most %6.1f ms" %
          ("LanceDB %s, all" % lancedb.__version__, times[len(times) // 2], times[0], times[-1]))
    print("%-28s %d of %d" % ("same matches", same, len(ours)))
    return same != len(ours)


sys.exit(main(*sys.argv[1:]))
