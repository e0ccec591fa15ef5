/* test-project-code.c: static analysis of the files imported by a flow's Python code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "troupe-base.h"
#include "troupe-project-code.h"
#include "troupe-python-variables.h"
#include "troupe-python-imports.h"
#include "../test-remove.h"

/* --- Imports --------------------------------------------------------------------------------- */

static void
import_cb (const char *module, const char *item, gpointer user_data)
{
  GString *found = user_data;

  g_string_append_printf (found, "%s%s%s%s", found->len > 0 ? " " : "", module,
                          item != NULL ? "/" : "", item != NULL ? item : "");
}

static void
test_imports (void)
{
  static const char *const cases[][2] = {
    { "", "" },
    { "import a", "a" },
    { "import a.b.c as d, e", "a.b.c e" },
    { "from a.b import c as d, e", "a.b/c a.b/e" },
    { "from a import (b,\n  c, # import x\n  d,\n)\nimport e", "a/b a/c a/d e" },
    { "from . import a\nfrom .b import c\nfrom ..d.e import *", "./a .b/c ..d.e/*" },
    { "from...a import b", "...a/b" },
    { "x = 1; import a\nif x: import b\nelse:import c", "a b c" },
    { "def f():\n\timport a\n\ttry: from b import c\n\texcept: pass", "a b/c" },
    { "import \\\n  a\nfrom a import \\\n b", "a a/b" },
    { "# import a\n'import b'\n\"\"\"\nimport c\n\"\"\"\nr'\\'; import d", "" },
    { "'\\'' ; import a", "a" },
    { "f'''\nimport b\n'''\nimport a", "a" },
    { "x = important\nimporter.import_it()\nyield from a", "" },
    { "x # c\rimport a\rimport b", "a b" },
    { "x # c\r\nimport a\r\n", "a" },
    { "import a, \\\r\n b", "a b" },
    { "x = {'k': 1,\n'from': 2}\nimport a", "a" },
    { "x[\nimport_ :1]\nimport a", "a" },
    { "import ａ", "a" },
    { "from import x", "" },
    { "import", "" },
    { "from", "" },
    { "from a import", "" },
    { "from a import (", "" },
    { "import a.\nimport b", "a. b" },
    { "'''", "" },
    { "(((((import a", "" },
    { "class A: import a", "a" },
    { "match x:\n  case 1: import a", "a" },
    { "rb'x'; br\"y\"; import a", "a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) found = g_string_new (NULL);

      troupe_python_imports_scan (cases[i][0], import_cb, found);
      if (!g_str_equal (found->str, cases[i][1]))
        g_error ("%s: %s", cases[i][0], found->str);
    }
}

/* The analysis of arbitrary bytes terminates without a crash. */
static void
test_noise (void)
{
  static const char letters[] = "import from as a.b,;:()[]{}'\"\\\n\r\t #*\303\251\xff";

  for (guint i = 0; i < 20000; i++)
    {
      char text[65] = { 0 };
      g_autoptr (GString) found = g_string_new (NULL);
      int length = g_test_rand_int_range (0, 64);

      for (int k = 0; k < length; k++)
        text[k] = letters[g_test_rand_int_range (0, sizeof letters - 1)];
      troupe_python_imports_scan (text, import_cb, found);
      troupe_python_imports_are_hidden (text);
    }
}

static void
test_hidden (void)
{
  static const char *const hidden[] = {
    "importlib.import_module('a')",
    "__import__('a')",
    "exec(open('a.py').read())",
    "sys.path.insert(0, 'lib')",
    "pickle.loads(x)",
    "# -*- coding: utf-7 -*-",
    "#!x\n# vim: fileencoding=latin-1",
    "# a coding utf-8 coding: utf-7",
    "# coding: utf-8x",
    "# coding:utf-8 \r# coding=utf-7",
    "\f# encoding:\tcp037",
    "\xff",
  };
  static const char *const open[] = { "executor.submit(f)",   "x = 'evaluate'",
                                      "# coding: utf-8",      "a system_name",
                                      "encoding = 'latin-1'", "" };

  for (guint i = 0; i < G_N_ELEMENTS (hidden); i++)
    g_assert_true (troupe_python_imports_are_hidden (hidden[i]));
  for (guint i = 0; i < G_N_ELEMENTS (open); i++)
    g_assert_false (troupe_python_imports_are_hidden (open[i]));
}

/* --- Files ----------------------------------------------------------------------------------- */

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("troupe-code-XXXXXX", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->folder);
  g_free (self->folder);
}

static void
add_file (Fixture *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* @python: JSON with ' for " */
static TroupeProjectCode *
find (Fixture *self, const char *python)
{
  g_autofree char *json = g_strdelimit (g_strdup (python), "'", '"');
  g_autoptr (TroupeValue) list = troupe_value_from_json (json, -1, NULL);

  g_assert_nonnull (list);
  return troupe_project_code_find (self->folder, list);
}

static void
assert_found (Fixture *self, const char *python, const char *expected)
{
  g_autoptr (TroupeProjectCode) code = find (self, python);
  g_autofree char *names = NULL;

  g_ptr_array_add (code->files, NULL);
  names = g_strjoinv (" ", (char **) code->files->pdata);
  g_assert_cmpstr (names, ==, expected);
  g_assert_true (code->is_whole);
  g_assert_true ((code->digest != NULL) == (*expected != '\0'));
}

#define CODE(reference) "[{'kind': 'code', 'text': '" reference "'}]"
#define SCRIPT(text) "[{'kind': 'script', 'text': '" text "'}]"

static void
test_closure (Fixture *self, gconstpointer data)
{
  add_file (self, "a.py", "import b\nfrom p.q import r\n");
  add_file (self, "b.py", "import a, json\n");
  add_file (self, "p/__init__.py", "");
  add_file (self, "p/q/__init__.py", "from .s import *\nfrom .. import t\n");
  add_file (self, "p/q/r.py", "");
  add_file (self, "p/q/s.py", "");
  add_file (self, "p/q/unused.py", "");
  add_file (self, "p/t.py", "from n.m import x\n");
  add_file (self, "n/m.py", "");
  add_file (self, "unused.py", "");
  add_file (self, "data.json", "{}");
  assert_found (self, "[]", "");
  assert_found (self, CODE ("a:f"),
                "a.py b.py n/m.py p/__init__.py p/q/__init__.py p/q/r.py p/q/s.py p/t.py");
  assert_found (self, CODE ("b"),
                "a.py b.py n/m.py p/__init__.py p/q/__init__.py p/q/r.py p/q/s.py p/t.py");
  assert_found (self, CODE ("p.q.unused:f"),
                "n/m.py p/__init__.py p/q/__init__.py p/q/s.py p/q/unused.py p/t.py");
  assert_found (self, SCRIPT ("from p import t"), "n/m.py p/__init__.py p/t.py");
  assert_found (self, SCRIPT ("import json, math"), "");
  assert_found (self, SCRIPT ("return 1"), "");
}

/* If the imports cannot be determined statically, all files that an import could reach are
 * included. */
static void
test_doubt (Fixture *self, gconstpointer data)
{
  add_file (self, "a.py", "");
  add_file (self, "p/b.py", "");
  add_file (self, ".hidden/c.py", "");
  add_file (self, "env/pyvenv.cfg", "");
  add_file (self, "env/lib/d.py", "");
  add_file (self, "notes.txt", "");
  assert_found (self, SCRIPT ("import a"), "a.py");
  assert_found (self, SCRIPT ("import requests"), "a.py p/b.py");
  assert_found (self, SCRIPT ("exec (x)"), "a.py p/b.py");
  assert_found (self, CODE ("os:system"), "");
  assert_found (self, CODE ("nowhere:f"), "a.py p/b.py");
  assert_found (self, "[{'kind': 'tool', 'text': 'a:T'}]", "a.py p/b.py");
}

/* The digest includes files that Python would load instead of a source file or of a module of
 * its library. */
static void
test_stand_ins (Fixture *self, gconstpointer data)
{
  add_file (self, "a.py", "");
  add_file (self, "__pycache__/a.cpython-311.pyc", "x");
  add_file (self, "__pycache__/b.cpython-311.pyc", "x");
  add_file (self, "queue.py", "");
  add_file (self, "idna/__init__.py", "");
  assert_found (self, SCRIPT ("return 1"), "queue.py");
  assert_found (self, CODE ("a:f"), "__pycache__/a.cpython-311.pyc a.py queue.py");
}

/* The digest changes with any byte or name of a file and when a file is added or removed. */
static void
test_digest (Fixture *self, gconstpointer data)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *b = g_build_filename (self->folder, "b.py", NULL);
  g_autofree char *link = g_build_filename (self->folder, "b.py", NULL);
  g_autofree char *first = NULL;

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (TroupeProjectCode) code = NULL;

      add_file (self, "a.py", i == 1 ? "import b \n" : "import b\n");
      if (i == 4)
        {
          /* For a symbolic link, the digest contains the contents of the target. */
          g_unlink (b);
          add_file (self, "other", "x = 4\n");
          g_assert_cmpint (symlink ("other", link), ==, 0);
        }
      else if (i != 3)
        add_file (self, "b.py", i == 2 ? "x = 2\n" : "x = 1\n");
      else
        g_unlink (b);
      code = find (self, CODE ("a:f"));
      g_assert_true (g_hash_table_add (seen, g_strdup (code->digest)));
      if (i == 0)
        first = g_strdup (code->digest);
    }
  g_unlink (link);
  add_file (self, "a.py", "import b\n");
  add_file (self, "b.py", "x = 1\n");
  {
    g_autoptr (TroupeProjectCode) code = find (self, CODE ("a:f"));

    g_assert_cmpstr (code->digest, ==, first);
  }
}

/* If there are more files than can be read, the result is incomplete and never counts as
 * unchanged. */
static void
test_too_much (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeProjectCode) code = NULL;

  for (guint i = 0; i < 2100; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u.py", i);

      add_file (self, name, "");
    }
  code = find (self, SCRIPT ("import requests"));
  g_assert_false (code->is_whole);
}

/* Circular links and endless nesting terminate. */
static void
test_circles (Fixture *self, gconstpointer data)
{
  g_autofree char *link = g_build_filename (self->folder, "p", "up", NULL);

  add_file (self, "p/a.py", "from . import a\nfrom .up.p import a\nimport p.a\n");
  g_assert_cmpint (symlink ("..", link), ==, 0);
  {
    g_autoptr (TroupeProjectCode) some = find (self, CODE ("p.a:f"));
    g_autoptr (TroupeProjectCode) all = find (self, SCRIPT ("import requests"));

    g_assert_cmpuint (some->files->len, >=, 1);
    g_assert_cmpuint (all->files->len, >=, 1);
  }
}

/* The code of a crew in a folder of its own imports the modules of that folder first. */
static void
test_places (Fixture *self, gconstpointer data)
{
  add_file (self, "own.py", "import other");
  add_file (self, "words.py", "");
  add_file (self, "shared.py", "");
  add_file (self, "crews/one/own.py", "import words, shared");
  add_file (self, "crews/one/words.py", "");
  add_file (self, "crews/one/tools/look.py", "import words");
  assert_found (self, CODE ("crews/one/own:note"), "crews/one/own.py crews/one/words.py shared.py");
  assert_found (self, CODE ("crews/one/tools.look:*"),
                "crews/one/tools/look.py crews/one/words.py");
  assert_found (self, CODE ("crews/one/none:note"), "");
}

/* The file that can register hooks that are not called is known, also behind others, but not a file that
 * nothing imports or one that registers only hooks for model calls. */
static void
test_hooks (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *python;
    const char *hooks; /* (nullable) */
  } cases[] = {
    { CODE ("a:f"), "inner/watch.py" },
    { CODE ("c:f"), NULL },
    { CODE ("d:f"), "d.py" },
    { SCRIPT ("from crewai.hooks import on"), "" },
    { SCRIPT ("import requests"), NULL },
  };

  add_file (self, "a.py", "import b\n");
  add_file (self, "b.py", "from inner import watch\n");
  add_file (self, "inner/watch.py", "from crewai.hooks import on as b\n");
  add_file (self, "c.py", "from crewai.hooks import HookAborted, before_llm_call\n");
  add_file (self, "d.py", "import crewai.hooks.dispatch\n");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeProjectCode) code = find (self, cases[i].python);
      g_autofree char *text = troupe_project_code_describe_hooks (code->hooks);

      g_test_message ("%s", cases[i].python);
      g_assert_cmpstr (code->hooks, ==, cases[i].hooks);
      g_assert_cmpint (text != NULL, ==, cases[i].hooks != NULL);
    }
}

/* The variables that code reads by name are known, except those that it receives or sets itself. */
static void
test_variables (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *python;
    const char *names;
  } cases[] = {
    { CODE ("a:f"), "A_KEY B_KEY C_KEY D_KEY" },
    { CODE ("c:f"), "" },
    { SCRIPT ("import os; return os.environ[\\\"X_1\\\"]"), "X_1" },
  };

  add_file (self, "a.py", "import b, os\nos.environ [ \"A_KEY\" ]\nos.getenv('B_KEY', 'x')\n");
  add_file (self, "b.py",
            "from os import environ, getenv\nenviron.get(\n    'C_KEY')\ngetenv('D_KEY')\n"
            "print(environ['A_KEY'] == 'x', environ['HOME'], getenv('A_KEY'))\n");
  add_file (self, "c.py",
            "import os\n# os.environ['A']\nos.environ['B'] = 'x'\nos.getenv(name)\n"
            "os.getenv('PATH')\nmyenviron['C']\nos.environ['1']\nos.getenv('D\n");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeProjectCode) code = find (self, cases[i].python);
      g_autofree char *names = g_strjoinv (" ", code->variables);
      g_autofree char *text =
          troupe_python_variables_describe ((const char *const *) code->variables);

      g_test_message ("%s: %s", cases[i].python, text);
      g_assert_cmpstr (names, ==, cases[i].names);
      g_assert_cmpint (text != NULL, ==, *names != '\0');
    }
}

/* Code that starts a crew is known, but not what only a program executes. */
static void
test_kickoff (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *text;
    gboolean starts;
  } cases[] = {
    { "class F:\n    def a(self):\n        return (Team()\n            .kickoff(inputs={}))\n",
      TRUE },
    { "async def a(team):\n    await team.kickoff_async()\n", TRUE },
    { "def kickoff():\n    F().kickoff()\n\nif __name__ == '__main__':\n    F().kickoff()\n",
      FALSE },
    { "def run():\n    F().kickoff()\ndef other():\n    F().kickoff()\n", TRUE },
    { "# F().kickoff()\ndef f(kickoff): return kickoff\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeProjectCode) code = NULL;
      g_autofree char *text = NULL;

      add_file (self, "a.py", cases[i].text);
      code = find (self, CODE ("a:f"));
      text = troupe_project_code_describe_kickoff (code->kickoff);
      g_test_message ("%u: %s", i, text);
      g_assert_cmpstr (code->kickoff, ==, cases[i].starts ? "a.py" : NULL);
      g_assert_cmpint (text != NULL, ==, cases[i].starts);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/project-code/imports", test_imports);
  g_test_add_func ("/run/project-code/noise", test_noise);
  g_test_add_func ("/run/project-code/hidden", test_hidden);
#define ADD(name, func)                                                                            \
  g_test_add ("/run/project-code/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("closure", test_closure);
  ADD ("doubt", test_doubt);
  ADD ("stand-ins", test_stand_ins);
  ADD ("digest", test_digest);
  ADD ("too-much", test_too_much);
  ADD ("circles", test_circles);
  ADD ("places", test_places);
  ADD ("hooks", test_hooks);
  ADD ("variables", test_variables);
  ADD ("kickoff", test_kickoff);
#undef ADD
  return g_test_run ();
}
