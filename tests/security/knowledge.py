#!/usr/bin/env python3
# knowledge.py: tests that sources of knowledge are no way to read protected files, and no way to use up the memory
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# knowledge.py PROGRAM [TEST…]. Prints TAP on stdout. The rules are in doc/reliability.md R8 and R9 and in
# doc/crew-semantics.md §12.9. All points but those for harmless documents were seen to fail with a program that joined the
# paths to the folder, and that read PDF files itself and workbooks without a limit of what they expand to.

import io
import json
import os
import shutil
import sys
import threading
import zipfile
import zlib

import place as fixture

KINDS = ("text_file", "csv", "json", "docling")
# Memory of a run with a small file, in bytes, that of the program that reads PDF files, and processor time in seconds.
MOST_MEMORY, MOST_SECONDS = 700 << 20, 8


def with_source(place, folder, kind, paths, files=None, **more):
    embedder = {"provider": "openai", "config": {"model_name": "m", "api_base": place.model.url + "/e/v1"}}
    return place.crew(folder, ["done"], {"knowledge_sources": [{"source_type": kind, "file_paths": paths, **more}], "embedder": embedder},
                      files=files)


def read(place, crew, *words):
    """Runs the crew. Returns what the embedder has received, and the end of the run."""
    place.model.received.clear()
    shutil.rmtree(place.data, ignore_errors=True)
    done = place.run(crew, "--yes", *words)
    return json.dumps([body.get("input") for _path, _headers, body in place.model.received if body and "input" in body]), done


# Names of protected files, with their content as text that is valid JSON, too.
SECRETS = {".env": "work/c/knowledge/.env", "../.env": "work/c/.env", "sub/.env.local": "work/c/knowledge/sub/.env.local",
           "../.git/config": "work/c/.git/config", "../deploy/server.pem": "work/c/deploy/server.pem", "id_rsa": "work/c/knowledge/id_rsa",
           "../.aws/credentials": "work/c/.aws/credentials", "../../other/notes.txt": "work/other/notes.txt"}


def read_protected(place):
    for path in SECRETS.values():
        place.write(path, '"CANARY of a key"')
    links = {"link.txt": "../.env", "outside.txt": place.path("home/.ssh/id_rsa"), "folder": place.path("home/.ssh")}
    os.makedirs(place.path("work/c/knowledge"), exist_ok=True)
    for name, target in links.items():
        os.symlink(target, place.path("work/c/knowledge", name))
    os.link(place.path("work/c/.env"), place.path("work/c/knowledge/hard.txt"))
    os.mkfifo(place.path("work/c/knowledge/pipe.txt"))
    names = (*SECRETS, "link.txt", "outside.txt", "folder/id_rsa", "hard.txt", place.path("home/.ssh/id_rsa"), place.path("work/c/.env"),
             "../../../home/.ssh/id_rsa", "~/.ssh/id_rsa", "/proc/self/cwd/c/.env", "pipe.txt", "/dev/stdin")
    for kind in KINDS:
        for name in names:
            sent, done = read(place, with_source(place, "work/c", kind, [name]))
            yield f"{kind}: {name.replace(place.root, '')}", "CANARY" not in sent and done.status != 0, (sent, done)
        sent, done = read(place, with_source(place, "work/c", kind, [f"good.{kind[:4]}.txt" if kind != "json" else "good.json"],
                                             {"knowledge/good.json": '{"a": "readable"}', f"knowledge/good.{kind[:4]}.txt": "readable\n"}))
        yield f"{kind}: another file", "readable" in sent and done.status == 0, (sent, done)


def read_in_home(place):
    """A document in a shared folder."""
    for folder in ("home", "home/Downloads", "home/.config"):
        place.write(os.path.dirname(folder) + "/outside.txt", "CANARY beside the folder\n")
        for name in ("../.ssh/id_rsa", "../../outside.txt", "../.bashrc", "../.env", "../.config/token"):
            place.write("home/.bashrc", "# CANARY\n")
            place.write("home/.config/token", "CANARY of a program\n")
            crew = with_source(place, folder, "text_file", [name], {"knowledge/good.txt": "readable\n"})
            sent, done = read(place, crew + "/crew.jsonc")
            yield f"{name} in {folder}", "CANARY" not in sent, (sent, done)
        sent, done = read(place, with_source(place, folder, "text_file", ["good.txt"]) + "/crew.jsonc")
        yield f"a file of knowledge in {folder}", "readable" in sent, (sent, done)


def swap_file(place):
    """A file is replaced by a link while it is read."""
    crew = with_source(place, "work/c", "text_file", ["a.txt"], {"knowledge/a.txt": "readable\n"})
    path, link = place.path("work/c/knowledge/a.txt"), place.path("work/link")
    is_over = threading.Event()

    def swap():
        while not is_over.is_set():
            os.symlink(place.path("home/.ssh/id_rsa"), link)
            os.replace(link, path)
            with open(link, "w", encoding="utf-8") as file:
                file.write("readable\n")
            os.replace(link, path)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        for _i in range(20):
            sent, done = read(place, crew)
            if "CANARY" in sent:
                break
    finally:
        is_over.set()
        thread.join()
    yield "the link is not followed", "CANARY" not in sent, done
    place.write("work/c/knowledge/b.txt", "readable\n")
    sent, done = read(place, with_source(place, "work/c", "text_file", ["b.txt"]))
    yield "another file is read", "readable" in sent, (sent, done)


# --- Small files that expand

NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def workbook(rows, count=1, shared=None, before=""):
    """Returns a workbook whose sheet contains the rows a number of times. Little is in memory at once, because a program that
    is started counts the memory of this one as its own."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", f"<workbook xmlns:r='{NAMESPACE}'><sheets><sheet name='a' sheetId='1' r:id='r1'/></sheets></workbook>")
        archive.writestr("xl/_rels/workbook.xml.rels", "<Relationships><Relationship Id='r1' Target='worksheets/sheet1.xml'/></Relationships>")
        with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as file:
            file.write(f"{before}<worksheet><sheetData>".encode())
            for i in range(count):
                file.write(rows.encode())
            file.write(b"</sheetData></worksheet>")
        if shared is not None:
            archive.writestr("xl/sharedStrings.xml", f"<sst><si><t>{shared}</t></si></sst>")
    return data.getvalue()


def pdf(content, times=1, n_pages=1, count=None):
    """Returns a PDF file whose pages share a content, which is repeated a number of times."""
    packer = zlib.compressobj(1)
    content = b"".join(packer.compress(content * (times // 100 or 1)) for _i in range(min(times, 100))) + packer.flush()
    pages = "".join(f"{100 + i} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n"
                    for i in range(n_pages))
    kids = " ".join(f"{100 + i} 0 R" for i in range(n_pages))
    return (f"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[{kids}]/Count {count or n_pages}>>endobj\n{pages}"
            f"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n4 0 obj<</Length {len(content)}/Filter/FlateDecode>>stream\n"
            ).encode() + content + b"\nendstream endobj\ntrailer<</Root 1 0 R>>\n"


TEXT = b"BT /F 9 Tf (AAAAAAAAAA) Tj ET\n"
ENTITIES = "<!DOCTYPE x [<!ENTITY a0 'AAAAAAAAAA'>" + "".join(f"<!ENTITY a{i} '{f'&a{i - 1};' * 10}'>" for i in range(1, 10)) + "]>"
BOMBS = {
    "a string in many cells.xlsx": lambda: workbook("<row><c t='s'><v>0</v></c></row>", 100000, "B" * 1000000),
    "the last column of many rows.xlsx": lambda: workbook("<row><c r='XFD1'><v>1</v></c></row>", 20000),
    "the last cell.xlsx": lambda: workbook("<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>"),
    "many large cells.xlsx": lambda: workbook("<row><c t='inlineStr'><is><t>" + "A" * (1 << 20) + "</t></is></c></row>", 500),
    "entities.xlsx": lambda: workbook("<row><c t='inlineStr'><is><t>&a9;</t></is></c></row>", before=ENTITIES),
    "many texts.pdf": lambda: pdf(TEXT, 4000000),
    "many pages.pdf": lambda: pdf(TEXT, 20000, 500),
    "many lines.pdf": lambda: pdf(b"0 0 m 9 9 l S\n", 20000000),
    "a billion pages.pdf": lambda: pdf(TEXT, count=1000000000)}


def read_bombs(place):
    for name, make in BOMBS.items():
        content = make()
        kind = "pdf" if name.endswith("pdf") else "excel"
        crew = with_source(place, "work/c", kind, [name], {"knowledge/" + name: content})
        shutil.rmtree(place.data, ignore_errors=True)
        process = place.start("run", crew, "--yes", "--data-dir", place.data)
        killer = threading.Timer(fixture.DEADLINE, process.kill)
        killer.start()
        said = process.stderr.read().decode(errors="replace")
        _pid, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
        process.returncode = status
        # The children that ended, too.
        seconds, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
        yield f"{name} of {len(content) // 1000} kB", seconds < MOST_SECONDS and memory < MOST_MEMORY, \
            f"{seconds:.1f} s, {memory >> 20} MB: {said[-300:]}"
        if status != 0:
            yield f"{name}: the error names the file", name in said, said[-500:]
    sent, done = read(place, with_source(place, "work/c", "pdf", ["a.pdf"], {"knowledge/a.pdf": pdf(b"BT /F 9 Tf (readable) Tj ET", n_pages=3)}))
    yield "another PDF file", sent.count("readable") == 3, (sent, done)
    sent, done = read(place, with_source(place, "work/c", "excel", ["a.xlsx"], {"knowledge/a.xlsx": workbook(
        "<row><c t='s'><v>0</v></c></row>", 3, "readable")}))
    yield "another workbook", sent.count("readable") == 3, (sent, done)


def find_helper(place):
    """The program that reads PDF files is found in the build folder, in another prefix, and its absence is explained."""
    crew = with_source(place, "work/c", "pdf", ["a.pdf"], {"knowledge/a.pdf": pdf(b"BT /F 9 Tf (readable) Tj ET")})
    sent, done = read(place, crew)
    yield "in the build folder", "readable" in sent, (sent, done)
    helper = os.path.join(os.path.dirname(place.program), "../memory/troupe-pdf-text")
    os.makedirs(place.path("prefix/bin"))
    shutil.copy(place.program, place.path("prefix/bin/troupectl"))
    place.program = place.path("prefix/bin/troupectl")
    sent, done = read(place, crew)
    if "readable" not in sent:
        yield "not there: the error says so", "troupe-pdf-text is required" in done.text, done
    os.makedirs(place.path("prefix/libexec/troupe"))
    shutil.copy(helper, place.path("prefix/libexec/troupe/troupe-pdf-text"))
    sent, done = read(place, crew)
    yield "in another prefix", "readable" in sent, (sent, done)
    # What comes back is checked, because a file can take control of the program that reads it.
    for name, code in {"other bytes": "printf '\\377\\376'", "a failure": "exit 9", "an endless text": "exec yes"}.items():
        place.write("prefix/libexec/troupe/troupe-pdf-text", "#!/bin/sh\n" + code + "\n")
        sent, done = read(place, crew)
        yield f"{name} of the helper", done.status != 0 and "a.pdf" in done.text and not json.loads(sent), (sent, done)


def learn_by_name(place):
    """A document without a file has the path of a document of the user as its name: both learn apart from each other."""
    def write(name, title, model):
        ask = {"message": "ok?", "llm": model, "learn": True}
        return place.write(name, {"schema": "crewai.flow/v1", "name": title, "methods": {
            "m": {"start": True, "do": {"call": "expression", "expr": "'draft'"}, "human_feedback": ask},
            "n": {"listen": "m", "do": {"call": "expression", "expr": "string(outputs.m.output)"}}}})

    def run(document, answer):
        # Without an embedder lessons are kept in files.
        return place.run(document, "--yes", "--quiet", "--answer", answer, environment={"OPENAI_API_KEY": ""})

    mine = write("work/f.json", "mine", "mock/say:CANARY")
    run(mine, "CANARY")
    write("work/f.json", "mine", "mock/echo")
    done = run(mine, "")
    yield "the document itself learns", "CANARY" in done.text, done
    for title in (mine, "mine"):
        for model in ("mock/echo", "mock/say:CHANGED"):
            picture = place.path("other.svg")
            done = place.ctl("plot", write("other/f.json", title, model), "-o", picture)
            yield f"{title}, {model}: the picture is drawn", done.status == 0, done
            done = run(picture, "nice")
            yield f"{title}, {model}: nothing is recalled in a picture", done.status == 0 and "CANARY" not in done.text, done
        done = run(mine, "")
        yield f"{title}: nothing was learned from a picture", "CANARY" in done.text and "CHANGED" not in done.text, done


sys.exit(fixture.main([read_protected, read_in_home, swap_file, read_bombs, find_helper, learn_by_name]))
