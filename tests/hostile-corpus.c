/* hostile-corpus.c: corpus of malicious documents that attack parsers, the user interface, files or
 * other hosts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "hostile-corpus.h"

#include <string.h>

#define HEAD "{\"schema\": \"crewai.flow/v1\", \"name\": \"F\", "
#define START "\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}"

static void
document_free (gpointer data)
{
  HostileDocument *self = data;

  g_free (self->name);
  g_free (self->text);
  g_free (self);
}

/* Adds a document to @corpus. Takes ownership of @text. */
static void
take (GPtrArray *corpus, const char *name, const char *ending, char *text, gsize length)
{
  HostileDocument *self = g_new0 (HostileDocument, 1);

  self->name = g_strdup_printf ("%03u-%s.%s", corpus->len, name, ending);
  self->text = text;
  self->length = length;
  g_ptr_array_add (corpus, self);
}

static void
add (GPtrArray *corpus, const char *name, const char *ending, const char *text)
{
  take (corpus, name, ending, g_strdup (text), strlen (text));
}

static void
add_string (GPtrArray *corpus, const char *name, const char *ending, GString *text)
{
  gsize length = text->len;

  take (corpus, name, ending, g_string_free (text, FALSE), length);
}

/* A sample has one out of so many combinations of places and payloads. */
#define SHARE 3

/* --- The same payload in every place that accepts a string ------------------------------------ */

/* The placeholder %s is the payload as a JSON string without its quotes. */
static const struct
{
  const char *name;
  const char *text;
} places[] = {
  { "name", "{\"name\": \"%s\", \"methods\": {\"a\": {" START "}}}" },
  { "method", HEAD "\"methods\": {\"%s\": {" START "}}}" },
  { "description",
    HEAD "\"description\": \"%s\", \"methods\": {\"a\": {\"description\": \"%s\", " START "}}}" },
  { "expression", HEAD "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", "
                       "\"expr\": \"%s\"}}}}" },
  { "each", HEAD "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"each\", \"in\": "
                 "\"%s\", \"do\": [{\"name\": \"s\", \"if\": \"%s\", \"action\": {\"call\": "
                 "\"expression\", \"expr\": \"item\"}}]}}}}" },
  { "event", HEAD "\"methods\": {\"a\": {\"router\": true, \"emit\": [\"%s\"], " START
                  "}, \"b\": {\"listen\": {\"or\": [\"%s\", \"a\"]}, \"do\": {\"call\": "
                  "\"expression\", \"expr\": \"2\"}}}}" },
  { "script", HEAD
    "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"script\", \"code\": \"%s\"}}}}" },
  { "reference", HEAD "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"code\", "
                      "\"ref\": \"%s\"}}, \"b\": {\"listen\": \"a\", \"do\": {\"call\": \"tool\", "
                      "\"ref\": \"%s\", \"with\": {\"q\": \"%s\"}}}}}" },
  { "crew", HEAD "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"crew\", "
                 "\"from_declaration\": \"%s\", \"inputs\": {\"%s\": \"%s\"}}}}}" },
  { "agent", HEAD "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"agent\", \"with\": "
                  "{\"role\": \"%s\", \"goal\": \"%s\", \"backstory\": \"%s\", \"input\": \"%s\", "
                  "\"llm\": {\"model\": \"%s\", \"base_url\": \"%s\", \"api_key\": \"%s\"}, "
                  "\"mcps\": [\"%s\", {\"command\": \"%s\", \"args\": [\"%s\"]}], \"tools\": "
                  "[\"%s\", {\"python\": \"%s\"}], \"knowledge_sources\": [\"%s\"]}}}}}" },
  { "persist", HEAD
    "\"persist\": {\"enabled\": true, \"persistence\": {\"persistence_type\": \"%s\", \"db_path\": "
    "\"%s\"}}, \"config\": {\"checkpoint\": {\"location\": \"%s\", \"restore_from\": \"%s\"}, "
    "\"input_provider\": \"%s\"}, \"methods\": {\"a\": {" START "}}}" },
  { "feedback", HEAD "\"methods\": {\"a\": {\"human_feedback\": {\"message\": \"%s\", \"emit\": "
                     "[\"%s\", \"b\"], \"llm\": \"%s\", \"provider\": \"%s\"}, " START "}}}" },
  { "state", HEAD "\"state\": {\"type\": \"pydantic\", \"ref\": \"%s\", \"default\": {\"%s\": "
                  "\"%s\"}, \"json_schema\": {\"type\": \"object\", \"title\": \"%s\", "
                  "\"properties\": {\"x\": {\"type\": \"string\", \"pattern\": \"%s\", "
                  "\"default\": \"%s\", \"$ref\": \"%s\"}}}}, \"methods\": {\"a\": {" START "}}}" },
  { "layout",
    HEAD "\"methods\": {\"a\": {" START
         "}}, \"x-troupe\": {\"positions\": {\"%s\": [0, 0]}, \"notes\": [{\"id\": \"%s\", "
         "\"text\": \"%s\", \"x\": 0, \"y\": 0, \"width\": 10, \"height\": 10}], \"groups\": "
         "[{\"id\": \"%s\", \"title\": \"%s\", \"methods\": [\"%s\"], \"colour\": \"%s\"}]}}" },
};

/* Escaped for a JSON string. */
static const char *const payloads[] = {
  "$(touch /tmp/troupe-was-here)`id`; rm -rf ~ | cat /etc/passwd &",
  "../../../../../../etc/passwd",
  "file:///etc/shadow",
  "http://127.0.0.1:9/collect?x=${state.id}",
  "os:system",
  "__import__('os').system('touch /tmp/troupe-was-here')",
  "<img src='http://127.0.0.1:9/a.png' onerror=alert(1)><script>alert(1)</script></svg>",
  "<span foreground='red'>&lt;b&gt;&amp;#0;",
  "%s%n%p%99999999d%x",
  "\\u001b]0;owned\\u0007\\u001b[31m\\u001b[2J\\r\\b",
  "\\u202eevil\\u2066\\u200f\\u0000",
  "${outputs.a.map(x, outputs.a.map(y, outputs.a.map(z, x)))}",
};

static char *
fill_in (const char *text, const char *payload)
{
  g_auto (GStrv) parts = g_strsplit (text, "%s", -1);

  return g_strjoinv (payload, parts);
}

/* Adds one out of @share combinations. */
static void
add_payloads (GPtrArray *corpus, guint share, guint turn)
{
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      for (guint j = 0; j < G_N_ELEMENTS (payloads); j++)
        {
          char *text;

          if ((i + j + turn) % share != 0)
            continue;
          text = fill_in (places[i].text, payloads[j]);
          take (corpus, places[i].name, "json", text, strlen (text));
        }
    }
}

/* --- Characters ------------------------------------------------------------------------------- */

static void
add_bytes (GPtrArray *corpus)
{
  static const struct
  {
    const char *name;
    const char *bytes;
    gsize length;
  } bytes[] = {
    { "nul", "{\"name\": \"a\0b\", \"methods\": {}}", 30 },
    { "nul-first", "\0{\"name\": \"a\"}", 14 },
    { "broken", "{\"name\": \"\xff\xfe\", \"methods\": {}}", 29 },
    { "cut-off", "{\"name\": \"\xe2\x82", 12 },
    { "overlong", "{\"name\": \"\xc0\xaf\xe0\x80\xaf\", \"methods\": {}}", 32 },
    { "surrogate", "{\"name\": \"\xed\xa0\x80\", \"methods\": {}}", 30 },
    { "beyond", "{\"name\": \"\xf7\xbf\xbf\xbf\", \"methods\": {}}", 31 },
    { "utf16", "\xff\xfe{\0\"\0n\0\"\0:\0\x31\0}\0", 16 },
    { "utf16-big", "\xfe\xff\0{\0\"\0n\0\"\0:\0\x31\0}", 16 },
    { "mark-inside", "{\"name\": \"a\",\xef\xbb\xbf \"methods\": {}}", 31 },
    { "returns", "{\r\"name\": \"a\",\r\"methods\": {}\r}\r", 31 },
    { "controls", "{\"name\": \"a\x01\x02\x7f\x1b\", \"methods\": {}}", 32 },
    { "elf",
      "\x7f"
      "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0",
      20 },
    { "gzip", "\x1f\x8b\x08\0\0\0\0\0\0\xff\xab\xae\x05\0", 14 },
    { "half-pair", "{\"name\": \"\\ud83d\", \"methods\": {}}", 33 },
    { "nothing", "", 0 },
    { "blanks", " \t\r\n \xef\xbb\xbf", 8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    take (corpus, bytes[i].name, i % 2 == 0 ? "json" : "yaml",
          g_memdup2 (bytes[i].bytes, bytes[i].length + 1), bytes[i].length);
}

/* --- Depth and size ------------------------------------------------------------------------ */

static void
add_repeated (GPtrArray *corpus,
              const char *name,
              const char *ending,
              const char *before,
              const char *piece,
              guint n_pieces,
              const char *behind)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < n_pieces; i++)
    g_string_append (text, piece);
  g_string_append (text, behind);
  add_string (corpus, name, ending, text);
}

#define EXPRESSION(text)                                                                           \
  HEAD "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": "      \
       "\"" text

static void
add_deep (GPtrArray *corpus)
{
  add_repeated (corpus, "brackets", "json", "", "[", 200000, "");
  add_repeated (corpus, "braces", "json", "", "{\"a\":", 100000, "");
  add_repeated (corpus, "yaml-brackets", "yaml", "a: ", "[", 100000, "");
  add_repeated (corpus, "yaml-dashes", "yaml", "", "- ", 20000, "a\n");
  add_repeated (corpus, "yaml-questions", "yaml", "", "? ", 20000, "a\n");
  add_repeated (corpus, "parentheses", "json", EXPRESSION (""), "(", 50000, "1\"}}}}");
  add_repeated (corpus, "minus", "json", EXPRESSION (""), "-", 50000, "1\"}}}}");
  add_repeated (corpus, "not", "json", EXPRESSION (""), "!", 50000, "true\"}}}}");
  add_repeated (corpus, "plus", "json", EXPRESSION ("1"), " + 1", 20000, "\"}}}}");
  add_repeated (corpus, "ternary", "json", EXPRESSION (""), "true ? 1 : ", 5000, "1\"}}}}");
  add_repeated (corpus, "fields", "json", EXPRESSION ("state"), ".a", 20000, "\"}}}}");
  add_repeated (corpus, "indexes", "json", EXPRESSION ("state"), "[0]", 20000, "\"}}}}");
  add_repeated (corpus, "maps", "json", EXPRESSION ("[1]"), ".map(x, x)", 2000, "\"}}}}");
  add_repeated (corpus, "nested-maps", "json", EXPRESSION (""), "[1,2,3,4,5,6,7,8,9].map(x, ", 100,
                "1\"}}}}");
  add_repeated (corpus, "templates", "json",
                HEAD "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"tool\", \"ref\": "
                     "\"a:B\", \"with\": {\"q\": \"",
                "${state.a}", 10000, "\"}}}}}");
  add_repeated (corpus, "open-templates", "json",
                HEAD "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"tool\", \"ref\": "
                     "\"a:B\", \"with\": {\"q\": \"",
                "${", 30000, "\"}}}}}");
  add_repeated (corpus, "conditions", "json",
                HEAD "\"methods\": {\"a\": {" START
                     "}, \"b\": {\"do\": {\"call\": \"expression\", \"expr\": \"2\"}, \"listen\": ",
                "{\"and\": [", 100, "\"a\"");
  add_repeated (
      corpus, "events", "json",
      HEAD
      "\"methods\": {\"a\": {" START
      "}, \"b\": {\"do\": {\"call\": \"expression\", \"expr\": \"2\"}, \"listen\": {\"or\": [\"a\"",
      ", \"a\"", 4000, "]}}}}");
  add_repeated (corpus, "schema", "json",
                HEAD
                "\"state\": {\"type\": \"json_schema\", \"json_schema\": {\"properties\": {\"a\": ",
                "{\"type\": \"array\", \"items\": ", 120, "{}");
  add_repeated (corpus, "long-line", "json", "{\"name\": \"", "long ", 400000,
                "\", \"methods\": {}}");
  add_repeated (corpus, "long-comment", "json", "/*", "* /", 300000, "*/ {\"name\": \"F\"}");
  add_repeated (corpus, "long-yaml", "yaml", "name: >\n", "  a\n\n", 2000, "");
  add_repeated (corpus, "notes", "json",
                HEAD "\"methods\": {\"a\": {" START "}}, \"x-troupe\": {\"notes\": [{}",
                ", {\"id\": \"n\", \"text\": \"t\", \"x\": 1e300, \"y\": -1e300, \"width\": 1e308, "
                "\"height\": 0}",
                2000, "]}}");
}

static void
add_many_methods (GPtrArray *corpus, const char *name, const char *listen, guint n_methods)
{
  GString *text = g_string_new (HEAD "\"methods\": {\"m0\": {" START "}");

  for (guint i = 1; i < n_methods; i++)
    g_string_append_printf (text,
                            ", \"m%u\": {\"listen\": %s, \"do\": {\"call\": \"expression\", "
                            "\"expr\": \"outputs.m%u\"}}",
                            i, listen, i - 1);
  g_string_append (text, "}}");
  add_string (corpus, name, "json", text);
}

/* --- Aliases ------------------------------------------------------------------------------- */

static void
add_bomb (GPtrArray *corpus,
          const char *name,
          const char *first,
          const char *format,
          guint n_levels)
{
  GString *text = g_string_new ("name: F\n");

  g_string_append_printf (text, "l0: &l0 %s\n", first);
  for (guint i = 1; i <= n_levels; i++)
    {
      g_autofree char *alias = g_strdup_printf ("*l%u", i - 1);
      g_autofree char *value = fill_in (format, alias);

      g_string_append_printf (text, "l%u: &l%u %s\n", i, i, value);
    }
  add_string (corpus, name, "yaml", text);
}

static void
add_aliases (GPtrArray *corpus)
{
  static const char *const texts[] = {
    "name: *nobody\n",
    "name: F\na: &a [*a]\n",
    "name: F\na: &a {b: {c: *a}}\n",
    "name: F\na: &a 1\na2: &a 2\n",
    "name: F\nx: {<<: *x}\n",
    "name: F\nx: &x {<<: [*x]}\n",
    "name: F\n*a : 1\n",
    "name: !!python/object/apply:os.system ['touch /tmp/troupe-was-here']\n",
    "name: !!python/name:os.system\n",
    "name: !!python/module:os\n",
    "!!python/object:builtins.object {name: F}\n",
    "name: !!binary aGVsbG8=\n",
    "name: !<tag:yaml.org,2002:python/object/new:os.system> [id]\n",
    "%TAG ! tag:example.org,2026:\n---\nname: !x F\n",
    "%YAML 9.9\n---\nname: F\n",
    "name: F\n---\nname: G\n",
    "name: F\n...\nrest: [\n",
    "name: F\nname: G\n",
    "? {a: b}\n: 1\nname: F\n",
    "1: 2\nname: F\n",
    "name: F\nmethods: {a: {start: yes, do: {call: expression, expr: 2024-02-30}}}\n",
    "name: 0x1_\nconfig: {max_method_calls: 1:60:60:60:60:60:60:60:60}\n",
    "name: F\nmethods:\n\ta: 1\n",
    "- name: F\n",
    "name: |99\n  x\n",
    "name: \"\\xZZ\"\n",
    "name: 'a\nmethods: {\n",
    "{{{{: }}}}\n",
    "# nothing but this\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    add (corpus, "yaml", "yaml", texts[i]);
  add_bomb (corpus, "bomb", "[lol, lol, lol]", "[%s, %s, %s, %s, %s, %s, %s, %s, %s, %s]", 12);
  add_bomb (corpus, "map-bomb", "{a: 1}", "{a: %s, b: %s, c: %s, d: %s}", 30);
  add_bomb (corpus, "merge-bomb", "{a: 1}", "{<<: [%s, %s, %s, %s], b: %s}", 30);
  add_bomb (corpus, "text-bomb", "\"0123456789abcdef0123456789abcdef0123456789abcdef\"",
            "[%s, %s, %s, %s, %s, %s, %s, %s]", 10);
}

/* --- Fields -------------------------------------------------------------------------------- */

static const char *const fields[] = {
  "\"config\": {\"max_method_calls\": 1e400}, \"methods\": {\"a\": {" START "}}}",
  "\"config\": {\"max_method_calls\": -99999999999999999999999999999999999999}, \"methods\": {}}",
  "\"config\": {\"checkpoint\": {\"max_checkpoints\": 1e308, \"location\": \"/\"}}, \"methods\": "
  "{}}",
  "\"x-troupe\": {\"positions\": {\"a\": [1e308, -1e308]}, \"zoom\": 0}, \"methods\": {\"a\": "
  "{" START "}}}",
  "\"x-troupe\": {\"positions\": {\"a\": [99999999999999999999999, 0.5e-320]}}, \"methods\": "
  "{\"a\": {" START "}}}",
  "\"x-troupe\": [], \"methods\": {\"a\": {" START "}}}",
  "\"x-troupe\": {\"groups\": [{\"id\": \"g\", \"methods\": [\"g\", \"g\"]}, {\"id\": \"g\", "
  "\"methods\": {}}], \"notes\": {}}, \"methods\": {}}",
  "\"methods\": {\"a\": {\"listen\": \"a\", " START "}}}",
  "\"methods\": {\"a\": {\"listen\": {\"and\": []}, \"do\": {\"call\": \"expression\", \"expr\": "
  "\"1\"}}}}",
  "\"methods\": {\"a\": {\"listen\": {\"or\": \"abc\"}, \"do\": {\"call\": \"expression\", "
  "\"expr\": \"1\"}}}}",
  "\"methods\": {\"a\": {\"listen\": {\"and\": [\"b\"], \"or\": [\"c\"]}, \"do\": {\"call\": "
  "\"expression\", \"expr\": \"1\"}}}}",
  "\"methods\": {\"a\": {\"listen\": {\"xor\": [1]}, \"do\": {\"call\": \"expression\", \"expr\": "
  "\"1\"}}}}",
  "\"methods\": {\"a\": {\"start\": {\"and\": [{\"or\": [null]}]}, \"do\": {\"call\": "
  "\"expression\", \"expr\": \"1\"}}}}",
  "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"each\", \"in\": \"[1]\", \"do\": "
  "[{\"name\": \"s\", \"action\": {\"call\": \"each\", \"in\": \"[1]\", \"do\": []}}]}}}}",
  "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": "
  "\"'a'.matches('(a+)+$(a|a)*')\"}}}}",
  "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": "
  "\"timestamp('9999-12-31T23:59:59Z') + duration('999999999h')\"}}}}",
  "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": "
  "\"99999999999999999999999999999999 / 0\"}}}}",
  "\"methods\": {\"__proto__\": {" START "}, \"constructor\": {" START "}, \"__class__\": {" START
  "}}}",
  "\"methods\": {\"a\": {\"persist\": {\"enabled\": true, \"persistence\": {\"persistence_type\": "
  "\"SQLiteFlowPersistence\", \"db_path\": \"file:/etc/x.db?mode=rwc\"}}, " START "}}}",
  "\"state\": {\"type\": \"json_schema\", \"json_schema\": {\"$ref\": \"#\"}}, \"methods\": {}}",
  "\"state\": {\"type\": \"json_schema\", \"json_schema\": {\"properties\": {\"a\": {\"$ref\": "
  "\"#/properties/b\"}, \"b\": {\"$ref\": \"#/properties/a\"}}}}, \"methods\": {}}",
  "\"state\": {\"type\": \"json_schema\", \"json_schema\": {\"properties\": {\"a\": {\"anyOf\": "
  "[{\"$ref\": \"#/properties/a\"}]}}}}, \"methods\": {}}",
  "\"state\": {\"type\": \"json_schema\", \"json_schema\": {\"properties\": {\"a\": {\"$ref\": "
  "\"http://127.0.0.1:9/schema.json\"}}}}, \"methods\": {}}",
  "\"state\": {\"type\": \"json_schema\", \"json_schema\": {\"properties\": {\"a\": {\"$ref\": "
  "\"file:///etc/passwd#/x\"}}}}, \"methods\": {}}",
  "\"state\": {\"type\": \"json_schema\", \"json_schema\": {\"properties\": {\"a\": {\"allOf\": "
  "[{\"$ref\": \"#/properties/a\"}, {\"$ref\": \"#/properties/a\"}]}}}, \"default\": {\"a\": {}}}, "
  "\"methods\": {}}",
  "\"state\": {\"type\": \"json_schema\", \"json_schema\": {\"properties\": {\"a\": {\"type\": "
  "\"string\", \"format\": \"file-path\", \"default\": \"/etc/shadow\"}}}, \"default\": {\"a\": "
  "\"/etc/shadow\"}}, \"methods\": {}}",
  "\"conversational\": {\"router\": {\"response_format\": {\"python\": \"os.system\"}}, \"llm\": "
  "{\"model\": \"openai/x\", \"base_url\": \"http://127.0.0.1:9\"}}, \"methods\": {}}",
  "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"tool\", \"ref\": "
  "\"gmail/send_email@me\", \"with\": {}}}}}",
  "\"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"crew\", \"with\": {\"agents\": "
  "{\"x\": {\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\", \"tools\": [{\"python\": "
  "\"os.system\"}]}}, \"tasks\": []}}}}}",
  "\"methods\": {\"a\": null, \"b\": [], \"c\": 1, \"d\": {\"do\": null}, \"e\": {\"do\": "
  "{\"call\": \"nothing\"}}}}",
  "\"methods\": 7}",
};

static void
add_fields (GPtrArray *corpus)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      char *text = g_strconcat (HEAD, fields[i], NULL);

      take (corpus, "field", "json", text, strlen (text));
    }
  add (corpus, "twice", "json", "{\"name\": \"F\", \"name\": \"G\", \"methods\": {}}");
  add (corpus, "behind", "json", "{\"name\": \"F\", \"methods\": {}} {\"name\": \"G\"}");
  add (corpus, "numbers", "json",
       "{\"name\": \"F\", \"a\": [1e999, -1e999, 00, 0x1, NaN, .5, 1., +1]}");
  add_many_methods (corpus, "circle", "{\"or\": [\"m1\", \"m2\", \"m3\"]}", 100);
  add_many_methods (corpus, "all-of-all",
                    "{\"and\": [\"m0\", {\"or\": [\"m0\", {\"and\": [\"m0\", \"m0\"]}]}]}", 300);
}

static GPtrArray *
make_corpus (guint share, guint turn)
{
  GPtrArray *corpus = g_ptr_array_new_with_free_func (document_free);

  add_payloads (corpus, share, turn);
  add_bytes (corpus);
  add_deep (corpus);
  add_aliases (corpus);
  add_fields (corpus);
  return corpus;
}

GPtrArray *
hostile_corpus_new (void)
{
  GPtrArray *corpus = make_corpus (1, 0);

  g_assert_cmpuint (corpus->len, >=, 200);
  return corpus;
}

GPtrArray *
hostile_corpus_new_sample (guint turn)
{
  return g_getenv ("TROUPE_CORPUS_ALL") != NULL ? hostile_corpus_new () : make_corpus (SHARE, turn);
}
