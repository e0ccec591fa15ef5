/* random-document.c: random flow documents and their random formatting
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "random-document.h"

#include <math.h>
#include <string.h>

#define N_NAMES 5

static guint
roll (GRand *random, guint n)
{
  return (guint) g_rand_int_range (random, 0, (gint32) n);
}

GRand *
random_new (void)
{
  const char *wanted = g_getenv ("TROUPE_TEST_SEED");
  guint32 seed =
      wanted != NULL ? (guint32) g_ascii_strtoull (wanted, NULL, 10) : (guint32) g_test_rand_int ();

  g_test_message ("seed %u (TROUPE_TEST_SEED)", seed);
  return g_rand_new_with_seed (seed);
}

/* --- Trees --------------------------------------------------------------------------------- */

/* Strings that resemble another type of value in one of the formats, or that are difficult to
 * write. */
static const char *const words[] = {
  "",           "a",      "plain text", "yes",    "No",       "null",       "~",        "1",
  "0x1F",       "1e3",    "-",          "- a",    "a: b",     "a #b",       "#c",       "'",
  "\"",         "\\",     " lead",      "trail ", "é",        "日本",       "🎈",        "{a}",
  "[",          "a\nb",   "a\nb\n",     "\n",     "a\n\n  b", "\ttab",      "bell\a",   "&x",
  "*x",         "!y",     "%z",         "@w",     "`v`",      "2024-02-03", "1:30",     "=",
  "<<",         "?",      "a\r\nb",     "//",     "/* */",    "a, b",       "...",      "---",
  "${state.x}", "\u2028", "\ufeffmark", "\x7f",   "|",        ">-",         "key: - x", ".inf",
};

static const char *const names[] = { "alpha", "beta", "gamma", "delta", "epsilon" };

static JsonNode *
seal (JsonNode *node)
{
  json_node_seal (node);
  return node;
}

static JsonNode *
random_text (GRand *random)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (roll (random, 4) > 0)
    return troupe_json_node_new_string (words[roll (random, G_N_ELEMENTS (words))]);
  for (guint i = roll (random, 12); i > 0; i--)
    g_string_append (text, words[roll (random, G_N_ELEMENTS (words))]);
  return troupe_json_node_new_string (text->str);
}

static JsonNode *
random_number (GRand *random, gboolean finite)
{
  static const double special[] = { 0.0, -0.0, 0.1, 1e16, 1e-7, 1.7976931348623157e308, 5e-324 };
  static const gint64 integers[] = { 0, -1, G_MAXINT64, G_MININT64, 1000 };

  switch (roll (random, finite ? 4 : 5))
    {
    case 0:
      return troupe_json_node_new_integer (integers[roll (random, G_N_ELEMENTS (integers))]);
    case 1:
      return troupe_json_node_new_integer ((gint64) g_rand_int (random) - G_MAXINT32);
    case 2:
      return troupe_json_node_new_double (special[roll (random, G_N_ELEMENTS (special))]);
    case 3:
      return troupe_json_node_new_double (g_rand_double_range (random, -1e6, 1e6));
    default:
      return troupe_json_node_new_double (roll (random, 2) == 0 ? (double) NAN : -HUGE_VAL);
    }
}

static JsonNode *
random_value (GRand *random, gboolean finite, guint depth)
{
  guint kind = roll (random, depth > 3 ? 4 : 6);
  JsonObject *object;
  JsonArray *array;

  switch (kind)
    {
    case 0:
    case 1:
      return random_text (random);
    case 2:
      return random_number (random, finite);
    case 3:
      return roll (random, 2) == 0 ? troupe_json_node_new_null ()
                                   : troupe_json_node_new_boolean (g_rand_boolean (random));
    case 4:
      object = json_object_new ();
      for (guint i = roll (random, 4); i > 0; i--)
        json_object_set_member (object, words[roll (random, G_N_ELEMENTS (words))],
                                random_value (random, finite, depth + 1));
      return seal (json_node_init_object (json_node_alloc (), object));
    default:
      array = json_array_new ();
      for (guint i = roll (random, 4); i > 0; i--)
        json_array_add_element (array, random_value (random, finite, depth + 1));
      return seal (json_node_init_array (json_node_alloc (), array));
    }
}

static void
add_text (JsonObject *object, const char *key, const char *text)
{
  json_object_set_member (object, key, troupe_json_node_new_string (text));
}

/* Adds unknown keys before, between and after the known keys. */
static void
add_unknown (GRand *random, JsonObject *object, gboolean finite)
{
  static const char *const keys[] = { "x-note", "note # it", "y", "on", "12", "é" };

  if (roll (random, 3) == 0)
    json_object_set_member (object, keys[roll (random, G_N_ELEMENTS (keys))],
                            random_value (random, finite, 1));
}

static JsonNode *
random_condition (GRand *random, guint own, guint depth)
{
  JsonObject *object;
  JsonArray *array;

  if (depth == 3 || roll (random, 2) == 0)
    return troupe_json_node_new_string (
        roll (random, 3) == 0 ? "some event"
                              : names[(own + 1 + roll (random, N_NAMES - 1)) % N_NAMES]);
  object = json_object_new ();
  array = json_array_new ();
  for (guint i = roll (random, 4); i > 0; i--)
    json_array_add_element (array, random_condition (random, own, depth + 1));
  json_object_set_array_member (object, roll (random, 2) == 0 ? "and" : "or", array);
  return seal (json_node_init_object (json_node_alloc (), object));
}

static JsonObject *
random_action (GRand *random, gboolean finite, gboolean with_steps)
{
  JsonObject *object = json_object_new ();
  JsonObject *step;
  JsonArray *steps;

  switch (roll (random, with_steps ? 4 : 3))
    {
    case 0:
      add_text (object, "call", "expression");
      add_text (object, "expr", roll (random, 2) == 0 ? "'done'" : "outputs.alpha == \"a\\n\"");
      break;
    case 1:
      add_text (object, "call", "tool");
      add_text (object, "ref", "a_module:Thing");
      json_object_set_object_member (object, "with", json_object_new ());
      break;
    case 2:
      add_text (object, "call", "script");
      add_text (object, "code", "x = 1\n\nif x:\n    return  x  # one\n");
      break;
    default:
      add_text (object, "call", "each");
      add_text (object, "in", "state.things");
      step = json_object_new ();
      add_text (step, "name", "one");
      json_object_set_object_member (step, "action", random_action (random, finite, FALSE));
      steps = json_array_new ();
      json_array_add_object_element (steps, step);
      json_object_set_array_member (object, "do", steps);
    }
  return object;
}

static JsonObject *
random_method (GRand *random, guint index, gboolean finite)
{
  JsonObject *object = json_object_new ();
  JsonArray *events;

  add_unknown (random, object, finite);
  if (index == 0 || roll (random, 4) == 0)
    json_object_set_boolean_member (object, "start", TRUE);
  else
    json_object_set_member (object, "listen", random_condition (random, index, 0));
  if (roll (random, 3) == 0)
    json_object_set_member (object, "description", random_text (random));
  if (roll (random, 4) == 0)
    {
      json_object_set_boolean_member (object, "router", TRUE);
      events = json_array_new ();
      for (guint i = roll (random, 3); i > 0; i--)
        json_array_add_string_element (events, i == 1 ? "some event" : "other: event");
      json_object_set_array_member (object, "emit", events);
    }
  json_object_set_object_member (object, "do", random_action (random, finite, TRUE));
  add_unknown (random, object, finite);
  return object;
}

static JsonObject *
random_layout (GRand *random, guint n_methods)
{
  JsonObject *layout = json_object_new ();
  JsonObject *positions = json_object_new ();

  for (guint i = 0; i < n_methods; i++)
    {
      JsonArray *place = json_array_new ();

      json_array_add_int_element (place, (gint64) roll (random, 2000) - 1000);
      json_array_add_int_element (place, (gint64) roll (random, 2000) - 1000);
      json_object_set_array_member (positions, names[i], place);
    }
  json_object_set_object_member (layout, "positions", positions);
  return layout;
}

JsonNode *
random_flow (GRand *random, gboolean finite)
{
  JsonObject *root = json_object_new ();
  JsonObject *methods = json_object_new ();
  JsonObject *config = json_object_new ();
  guint n_methods = roll (random, N_NAMES + 1);

  add_unknown (random, root, finite);
  if (roll (random, 2) == 0)
    add_text (root, "schema", "crewai.flow/v1");
  json_object_set_member (root, "name", random_text (random));
  add_unknown (random, root, finite);
  if (roll (random, 2) == 0)
    {
      json_object_set_int_member (config, "max_method_calls", 7);
      add_unknown (random, config, finite);
      json_object_set_object_member (root, "config", g_steal_pointer (&config));
    }
  g_clear_pointer (&config, json_object_unref);
  for (guint i = 0; i < n_methods; i++)
    json_object_set_object_member (methods, names[i], random_method (random, i, finite));
  json_object_set_object_member (root, "methods", methods);
  if (roll (random, 2) == 0)
    json_object_set_object_member (root, "x-troupe", random_layout (random, n_methods));
  add_unknown (random, root, finite);
  return seal (json_node_init_object (json_node_alloc (), root));
}

/* --- JSON ---------------------------------------------------------------------------------- */

static void
write_blanks (GRand *random, GString *out, gboolean comments)
{
  static const char *const blanks[] = { "",       "",     " ",       "\n",          "\n    ",
                                        "\r\n  ", "\n\n", " // x\n", "/* \"y\n{ */" };

  g_string_append (out, blanks[roll (random, comments ? G_N_ELEMENTS (blanks) : 7)]);
}

static void
write_double (GString *out, double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  char *exponent;

  if (!isfinite (number))
    {
      g_string_append (out, number != number ? ".nan" : number < 0 ? "-.inf" : ".inf");
      return;
    }
  g_ascii_dtostr (digits, sizeof digits, number);
  exponent = strchr (digits, 'e');
  if (exponent != NULL && strchr (digits, '.') == NULL)
    g_string_append_printf (out, "%.*s.0%s", (int) (exponent - digits), digits, exponent);
  else
    g_string_append_printf (out, "%s%s", digits, strchr (digits, '.') == NULL ? ".0" : "");
}

/* Writes a double-quoted string that is valid in both formats. */
static void
write_quoted (GRand *random, GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar letter = g_utf8_get_char (c);

      if (letter == '"' || letter == '\\')
        g_string_append_printf (out, "\\%c", (char) letter);
      else if (letter == '\n' && roll (random, 2) == 0)
        g_string_append (out, "\\n");
      else if (letter < ' ' || letter == 0x7f || letter == 0xfeff || letter == 0x2028 ||
               (letter < 0x10000 && roll (random, 10) == 0))
        g_string_append_printf (out, "\\u%04x", letter);
      else
        g_string_append_unichar (out, letter);
    }
  g_string_append_c (out, '"');
}

static void
write_leaf (GRand *random, GString *out, JsonNode *node)
{
  if (JSON_NODE_HOLDS_NULL (node))
    g_string_append (out, "null");
  else if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    g_string_append (out, json_node_get_boolean (node) ? "true" : "false");
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, json_node_get_int (node));
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    write_double (out, json_node_get_double (node));
  else
    write_quoted (random, out, json_node_get_string (node));
}

static void
write_json (GRand *random, GString *out, JsonNode *node, gboolean comments)
{
  gboolean is_map = JSON_NODE_HOLDS_OBJECT (node);
  g_autoptr (GList) keys = is_map ? json_object_get_members (json_node_get_object (node)) : NULL;
  guint length;

  if (!is_map && !JSON_NODE_HOLDS_ARRAY (node))
    {
      write_leaf (random, out, node);
      return;
    }
  length = is_map ? g_list_length (keys) : json_array_get_length (json_node_get_array (node));
  g_string_append_c (out, is_map ? '{' : '[');
  for (guint i = 0; i < length; i++)
    {
      const char *key = is_map ? g_list_nth_data (keys, i) : NULL;

      write_blanks (random, out, comments);
      if (is_map)
        {
          write_quoted (random, out, key);
          write_blanks (random, out, comments);
          g_string_append_c (out, ':');
          write_blanks (random, out, comments);
        }
      write_json (random, out,
                  is_map ? json_object_get_member (json_node_get_object (node), key)
                         : json_array_get_element (json_node_get_array (node), i),
                  comments);
      write_blanks (random, out, comments);
      if (i + 1 < length || (comments && roll (random, 5) == 0))
        g_string_append_c (out, ',');
    }
  write_blanks (random, out, comments);
  g_string_append_c (out, is_map ? '}' : ']');
}

char *
random_write_json (GRand *random, JsonNode *root, gboolean comments)
{
  GString *out = g_string_new (roll (random, 20) == 0 ? "\xef\xbb\xbf" : NULL);

  write_json (random, out, root, comments);
  write_blanks (random, out, comments);
  return g_string_free (out, FALSE);
}

/* --- YAML ---------------------------------------------------------------------------------- */

typedef struct
{
  GRand *random;
  GString *out;
  GPtrArray *anchors; /* (element-type JsonNode): nodes with the anchors a0, a1, … */
} YamlText;

static void write_block (YamlText *self, JsonNode *node, guint indent);

static gboolean
is_plain (const char *text)
{
  static const char *const taken[] = {
    "yes", "no", "on", "off", "true", "false", "null", "y", "n"
  };

  if (!g_ascii_isalpha (*text) || g_str_has_suffix (text, " ") ||
      strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ .") !=
          strlen (text))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    if (g_ascii_strcasecmp (text, taken[i]) == 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_one_printable_line (const char *text)
{
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar letter = g_utf8_get_char (c);

      if (letter < ' ' || letter == 0x7f || letter == 0xfeff || letter == 0x2028)
        return FALSE;
    }
  return TRUE;
}

static void
write_text (YamlText *self, const char *text)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *doubled = NULL;

  if (is_plain (text) && roll (self->random, 4) > 0)
    g_string_append (self->out, text);
  else if (is_one_printable_line (text) && roll (self->random, 2) == 0)
    {
      parts = g_strsplit (text, "'", -1);
      doubled = g_strjoinv ("''", parts);
      g_string_append_printf (self->out, "'%s'", doubled);
    }
  else
    {
      /* A line break in quotes would be folded, so it is written as an escape. */
      parts = g_strsplit (text, "\n", -1);
      write_quoted (self->random, self->out, parts[0] != NULL ? parts[0] : "");
      for (guint i = 1; parts[0] != NULL && parts[i] != NULL; i++)
        {
          g_string_truncate (self->out, self->out->len - 1);
          g_string_append (self->out, "\\n");
          g_string_append_c (self->out, '\1');
          write_quoted (self->random, self->out, parts[i]);
          g_string_erase (self->out, strrchr (self->out->str, '\1') - self->out->str, 2);
        }
    }
}

static void
write_scalar (YamlText *self, JsonNode *node)
{
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    write_text (self, json_node_get_string (node));
  else
    write_leaf (self->random, self->out, node);
}

/* Writes flow style, on one line. */
static void
write_flow (YamlText *self, JsonNode *node)
{
  gboolean is_map = JSON_NODE_HOLDS_OBJECT (node);
  g_autoptr (GList) keys = is_map ? json_object_get_members (json_node_get_object (node)) : NULL;
  guint length;

  if (!is_map && !JSON_NODE_HOLDS_ARRAY (node))
    {
      write_scalar (self, node);
      return;
    }
  length = is_map ? g_list_length (keys) : json_array_get_length (json_node_get_array (node));
  g_string_append_c (self->out, is_map ? '{' : '[');
  for (guint i = 0; i < length; i++)
    {
      const char *key = is_map ? g_list_nth_data (keys, i) : NULL;

      if (i > 0)
        g_string_append (self->out, roll (self->random, 2) == 0 ? ", " : " ,  ");
      if (is_map)
        {
          write_text (self, key);
          g_string_append (self->out, ": ");
        }
      write_flow (self, is_map ? json_object_get_member (json_node_get_object (node), key)
                               : json_array_get_element (json_node_get_array (node), i));
    }
  g_string_append_c (self->out, is_map ? '}' : ']');
}

/* Returns TRUE if every line begins with a letter or digit and is printable, so that a literal
 * block (|) is possible. */
static gboolean
is_literal (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n_lines = g_strv_length (lines);

  if (n_lines < 2)
    return FALSE;
  for (guint i = 0; i < n_lines; i++)
    {
      gboolean is_end = i > 0 && i + 1 == n_lines && *lines[i] == '\0';

      if (!is_end && (!g_ascii_isalnum (*lines[i]) || !is_one_printable_line (lines[i])))
        return FALSE;
    }
  return TRUE;
}

static void
write_literal (YamlText *self, const char *text, guint indent)
{
  gboolean ends = g_str_has_suffix (text, "\n");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_string_append (self->out, ends ? "|" : "|-");
  for (guint i = 0; lines[i] != NULL && (lines[i + 1] != NULL || !ends); i++)
    g_string_append_printf (self->out, "\n%*s%s", (int) indent, "", lines[i]);
}

static void
end_line (YamlText *self, gboolean comment)
{
  static const char *const ends[] = { "\n", "\n", "\n\n", "\n# a line\n", "  # aside: \"x\"\n" };

  g_string_append (self->out, ends[roll (self->random, comment ? G_N_ELEMENTS (ends) : 2)]);
}

/* Writes an alias if an equal value has an anchor. Otherwise, it may write an anchor. */
static gboolean
write_alias (YamlText *self, JsonNode *node)
{
  if (JSON_NODE_HOLDS_NULL (node) || roll (self->random, 3) > 0)
    return FALSE;
  for (guint i = 0; i < self->anchors->len; i++)
    {
      if (!troupe_json_node_equal (g_ptr_array_index (self->anchors, i), node))
        continue;
      g_string_append_printf (self->out, "*a%u", i);
      return TRUE;
    }
  g_string_append_printf (self->out, "&a%u ", self->anchors->len);
  g_ptr_array_add (self->anchors, node);
  return FALSE;
}

/* Writes the value after a key or a dash. */
static void
write_member (YamlText *self, JsonNode *node, guint indent)
{
  gboolean is_map = JSON_NODE_HOLDS_OBJECT (node);
  gboolean is_list = JSON_NODE_HOLDS_ARRAY (node);
  gboolean is_empty = (is_map && json_object_get_size (json_node_get_object (node)) == 0) ||
                      (is_list && json_array_get_length (json_node_get_array (node)) == 0);

  if (write_alias (self, node))
    end_line (self, TRUE);
  else if ((is_map || is_list) && !is_empty && roll (self->random, 4) > 0)
    {
      end_line (self, TRUE);
      write_block (self, node, indent + 1 + roll (self->random, 4));
    }
  else if (!is_map && !is_list && JSON_NODE_HOLDS_VALUE (node) &&
           json_node_get_value_type (node) == G_TYPE_STRING &&
           is_literal (json_node_get_string (node)) && roll (self->random, 2) == 0)
    {
      write_literal (self, json_node_get_string (node), indent + 1 + roll (self->random, 4));
      end_line (self, FALSE);
    }
  else
    {
      write_flow (self, node);
      end_line (self, TRUE);
    }
}

static void
write_block (YamlText *self, JsonNode *node, guint indent)
{
  gboolean is_map = JSON_NODE_HOLDS_OBJECT (node);
  g_autoptr (GList) keys = is_map ? json_object_get_members (json_node_get_object (node)) : NULL;
  guint length = is_map ? g_list_length (keys) : json_array_get_length (json_node_get_array (node));

  for (guint i = 0; i < length; i++)
    {
      const char *key = is_map ? g_list_nth_data (keys, i) : NULL;

      g_string_append_printf (self->out, "%*s", (int) indent, "");
      if (is_map)
        write_text (self, key);
      g_string_append (self->out, is_map ? ": " : "- ");
      write_member (self,
                    is_map ? json_object_get_member (json_node_get_object (node), key)
                           : json_array_get_element (json_node_get_array (node), i),
                    indent);
    }
}

char *
random_write_yaml (GRand *random, JsonNode *root)
{
  g_autoptr (GPtrArray) anchors = g_ptr_array_new ();
  YamlText self = { random, g_string_new (NULL), anchors };

  if (roll (random, 4) == 0)
    g_string_append (self.out, "# what it is\n---\n");
  write_block (&self, root, 0);
  return g_string_free (self.out, FALSE);
}
