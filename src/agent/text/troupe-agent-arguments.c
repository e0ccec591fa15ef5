/* troupe-agent-arguments.c: parses and validates tool arguments written by a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-arguments"

#include "config.h"

#include <string.h>

#include "troupe-agent-arguments.h"
#include "troupe-base.h"
#include "troupe-limits.h"
#include "troupe-python-text.h"
#include "troupe-text.h"
#include "troupe-value-overlay.h"

/* Maximum number of bytes of the arguments that are shown. */
#define SHOWN_LONGEST 50

TroupeValue *
troupe_agent_arguments_read (const char *text, GError **error)
{
  g_autoptr (TroupeValue) value = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  value = troupe_value_from_json (text, -1, error);
  if (value == NULL)
    return NULL;
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    return g_steal_pointer (&value);
  /* Read by models: not translated. */
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "not a JSON object");
  return NULL;
}

/* --- Lenient parser --------------------------------------------------------------------------- */

/* @at: the next character; @depth: nesting of lists and maps; @n_tuples: how many of the nested
 *   lists are tuples */
typedef struct
{
  const char *at;
  guint depth;
  guint n_tuples;
} Reader;

static TroupeValue *read_value (Reader *self);

static void
skip_comment (Reader *self, const char *end)
{
  const char *found = strstr (self->at + 1, end);

  self->at = found != NULL ? found + strlen (end) : self->at + strlen (self->at);
}

static void
skip_blanks (Reader *self)
{
  g_assert (self != NULL);

  for (;;)
    {
      while (g_ascii_isspace (*self->at))
        self->at++;
      if (troupe_text_begins_with (self->at, "//"))
        skip_comment (self, "\n");
      else if (troupe_text_begins_with (self->at, "/*"))
        skip_comment (self, "*/");
      else
        return;
    }
}

static const char *
append_unicode (GString *out, const char *at, guint n_digits)
{
  gunichar letter = 0;

  for (guint i = 0; i < n_digits; i++, at++)
    {
      if (!g_ascii_isxdigit (*at))
        return at;
      letter = letter * 16 + (gunichar) g_ascii_xdigit_value (*at);
    }
  /* Combines a surrogate pair. */
  if (letter >= 0xd800 && letter < 0xdc00 && at[0] == '\\' && at[1] == 'u')
    {
      g_autofree char *digits = g_strndup (at + 2, 4);
      guint64 low = g_ascii_strtoull (digits, NULL, 16);

      if (low >= 0xdc00 && low < 0xe000)
        {
          letter = 0x10000 + ((letter - 0xd800) << 10) + ((gunichar) low - 0xdc00);
          at += 6;
        }
    }
  if (g_unichar_validate (letter) && letter != 0)
    g_string_append_unichar (out, letter);
  return at;
}

/* @at: position after the backslash. Returns the position after the escape sequence. */
static const char *
append_escaped (GString *out, const char *at)
{
  static const char from[] = "nrtbf0\n";
  static const char to[] = { '\n', '\r', '\t', '\b', '\f', ' ', '\0' };
  const char *found;

  if (*at == '\0')
    return at;
  if (*at == 'u')
    return append_unicode (out, at + 1, 4);
  if (*at == 'x')
    return append_unicode (out, at + 1, 2);
  found = strchr (from, *at);
  if (found == NULL)
    g_string_append_c (out, *at);
  else if (to[found - from] != '\0')
    g_string_append_c (out, to[found - from]);
  return at + 1;
}

static char *
read_quoted (Reader *self)
{
  char mark = *self->at++;
  GString *out = g_string_new (NULL);

  g_assert (self != NULL);

  while (*self->at != '\0' && *self->at != mark)
    if (*self->at == '\\')
      self->at = append_escaped (out, self->at + 1);
    else
      g_string_append_c (out, *self->at++);
  if (*self->at == mark)
    self->at++;
  return g_string_free (out, FALSE);
}

static char *
read_word (Reader *self)
{
  const char *start = self->at;

  self->at += strcspn (start, self->n_tuples > 0 ? ",:{}[]\"'\n)" : ",:{}[]\"'\n");
  return g_strstrip (g_strndup (start, (gsize) (self->at - start)));
}

/* Reads a number, a Python or JSON keyword, or a string without quotes. (nullable): NULL if
 * there is nothing */
static TroupeValue *
read_plain (Reader *self)
{
  static const struct
  {
    const char *word;
    int value;
  } words[] = { { "true", 1 },  { "True", 1 }, { "false", 0 },
                { "False", 0 }, { "null", 2 }, { "None", 2 } };
  g_autofree char *word = read_word (self);
  TroupeValue *number = NULL;

  if (*word == '\0')
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (word, words[i].word))
      return words[i].value == 2 ? troupe_value_new_null ()
                                 : troupe_value_new_boolean (words[i].value == 1);
  if (g_ascii_isdigit (*word) || *word == '-')
    number = troupe_value_from_json (word, -1, NULL);
  return number != NULL ? number : troupe_value_new_string (word, -1);
}

/* Skips commas. Returns TRUE at @end, which may be missing at the end of the text. */
static gboolean
ends (Reader *self, char end)
{
  g_assert (self != NULL);

  skip_blanks (self);
  while (*self->at == ',')
    {
      self->at++;
      skip_blanks (self);
    }
  if (*self->at != end && *self->at != '\0')
    return FALSE;
  if (*self->at == end)
    self->at++;
  return TRUE;
}

static TroupeValue *
read_map (Reader *self)
{
  g_auto (TroupeMapBuilder) builder = { NULL };

  g_assert (self != NULL);

  troupe_map_builder_init (&builder);
  self->at++;
  while (!ends (self, '}'))
    {
      g_autofree char *key = NULL;
      TroupeValue *value = NULL;

      key = *self->at == '"' || *self->at == '\'' ? read_quoted (self) : read_word (self);
      skip_blanks (self);
      if (*self->at != ':' || *key == '\0')
        return NULL;
      self->at++;
      value = read_value (self);
      if (value == NULL)
        return NULL;
      troupe_map_builder_add (&builder, key, value);
    }
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
read_list (Reader *self, char end)
{
  g_autoptr (GPtrArray) items =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  TroupeValue *list = NULL;

  g_assert (self != NULL);

  self->at++;
  while (!ends (self, end))
    {
      TroupeValue *item = read_value (self);

      if (item == NULL)
        return NULL;
      g_ptr_array_add (items, item);
    }
  list = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
  g_ptr_array_set_free_func (items, NULL);
  return list;
}

/* Returns NULL if there is no value, or if the value is nested too deeply. (nullable) */
static TroupeValue *
read_value (Reader *self)
{
  TroupeValue *value = NULL;

  g_assert (self != NULL);

  if (self->depth >= TROUPE_LIMIT_NESTING)
    return NULL;
  self->depth++;
  skip_blanks (self);
  if (*self->at == '{')
    value = read_map (self);
  else if (*self->at == '[')
    value = read_list (self, ']');
  else if (*self->at == '(')
    {
      self->n_tuples++;
      value = read_list (self, ')');
      self->n_tuples--;
    }
  else if (*self->at == '"' || *self->at == '\'')
    value = troupe_value_take_string (read_quoted (self), -1);
  else
    value = read_plain (self);
  self->depth--;
  return value;
}

TroupeValue *
troupe_agent_arguments_read_loose (const char *text)
{
  Reader reader = { 0 };
  g_autoptr (TroupeValue) value = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  value = troupe_agent_arguments_read (text, NULL);
  if (value != NULL)
    return g_steal_pointer (&value);
  if (!g_utf8_validate (text, -1, NULL))
    return NULL;
  reader.at = text;
  skip_blanks (&reader);
  if (g_str_has_prefix (reader.at, "```"))
    reader.at += strcspn (reader.at, "{");
  if (*reader.at != '{')
    return NULL;
  return read_value (&reader);
}

/* --- Comparison with the schema --------------------------------------------------------------- */

/* Returns TRUE if the schema allows undeclared keys. */
static gboolean
takes_others (TroupeValue *schema)
{
  TroupeValue *others = schema != NULL && troupe_value_is (schema, TROUPE_VALUE_MAP)
                            ? troupe_value_map_lookup_string (schema, "additionalProperties", -1)
                            : NULL;

  return others != NULL &&
         (troupe_value_is (others, TROUPE_VALUE_MAP) ||
          (troupe_value_is (others, TROUPE_VALUE_BOOLEAN) && troupe_value_get_boolean (others)));
}

TroupeValue *
troupe_agent_arguments_filter (TroupeValue *arguments, TroupeValue *schema)
{
  TroupeValue *properties = troupe_value_get_member_of (schema, "properties", TROUPE_VALUE_MAP);
  TroupeMapBuilder builder;

  g_return_val_if_fail (arguments != NULL, NULL);

  if (properties == NULL || takes_others (schema))
    return troupe_value_ref (arguments);
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (arguments); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (arguments, i);

      if (troupe_value_map_lookup (properties, key) != NULL)
        troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                    troupe_value_ref (troupe_value_map_get_value (arguments, i)));
    }
  return troupe_map_builder_end (&builder);
}

char *
troupe_agent_arguments_describe_missing (TroupeValue *arguments, TroupeValue *schema)
{
  TroupeValue *required = troupe_value_get_member_of (schema, "required", TROUPE_VALUE_LIST);
  TroupeValue *properties = troupe_value_get_member_of (schema, "properties", TROUPE_VALUE_MAP);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *whole = NULL;
  g_autofree char *given = NULL;
  g_autofree char *expected = NULL;
  gsize length;
  const char *head;
  const char *tail;

  g_return_val_if_fail (arguments != NULL, NULL);

  for (gsize i = 0; required != NULL && i < troupe_value_list_get_length (required); i++)
    {
      TroupeValue *name = troupe_value_list_get (required, i);

      /* Uses Pydantic's wording, because models know it. */
      if (troupe_value_is (name, TROUPE_VALUE_STRING) &&
          troupe_value_map_lookup (arguments, name) == NULL)
        g_string_append_printf (text, "%s: Field required\n", troupe_value_get_string (name, NULL));
    }
  if (text->len == 0)
    return NULL;
  whole = troupe_python_text_repr (arguments);
  /* Shortened like Pydantic: half of the limit is used for the start, and half for the end. */
  length = strlen (whole);
  head = whole + SHOWN_LONGEST / 2;
  tail = whole + length - (SHOWN_LONGEST / 2 - 1);
  if (length <= SHOWN_LONGEST)
    given = g_strdup (whole);
  else
    {
      while ((*head & 0xc0) == 0x80)
        head--;
      while ((*tail & 0xc0) == 0x80)
        tail++;

      given = g_strdup_printf ("%.*s...%s", (int) (head - whole), whole, tail);
    }
  expected =
      properties != NULL ? troupe_value_to_json (properties, TROUPE_JSON_SPACED) : g_strdup ("{}");

  return g_strdup_printf ("%sReceived: %s\nExpected: %s", text->str, given, expected);
}

/* --- Strict schemas --------------------------------------------------------------------------- */

/* Maximum number of replaced references, and of those inside of each other. */
#define REFERENCES_MOST 1000u
#define REFERENCES_DEEPEST 16u

/* @defs: (nullable): `$defs` of the schema; @depth: number of references around the value; @n_left:
 * how many more may be replaced */
typedef struct
{
  TroupeValue *defs;
  guint depth;
  guint n_left;
  gboolean is_whole;
} Inlining;

static TroupeValue *inline_all (Inlining *self, TroupeValue *value);

static TroupeValue *
inline_all (Inlining *self, TroupeValue *value)
{
  g_autofree TroupeValue **items = NULL;
  gsize n_items;

  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      const char *reference = troupe_value_get_member_text (value, "$ref");
      TroupeValue *definition =
          reference != NULL && g_str_has_prefix (reference, "#/$defs/")
              ? troupe_value_get_member_of (self->defs, reference + strlen ("#/$defs/"),
                                            TROUPE_VALUE_MAP)
              : NULL;
      TroupeMapBuilder builder;

      if (definition != NULL)
        {
          /* Replaces the reference by its definition, beside which the other keys remain. */
          g_autoptr (TroupeValue) bare = troupe_value_map_without (value, "$ref");
          g_autoptr (TroupeValue) whole = troupe_value_map_overlay (definition, bare);
          TroupeValue *inlined = NULL;

          if (self->depth == REFERENCES_DEEPEST || self->n_left == 0)
            {
              self->is_whole = FALSE;
              return troupe_value_ref (value);
            }
          self->depth++;
          self->n_left--;
          inlined = inline_all (self, whole);
          self->depth--;
          return inlined;
        }
      troupe_map_builder_init (&builder);
      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        troupe_map_builder_add_key (&builder,
                                    troupe_value_ref (troupe_value_map_get_key (value, i)),
                                    inline_all (self, troupe_value_map_get_value (value, i)));
      return troupe_map_builder_end (&builder);
    }
  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    return troupe_value_ref (value);
  n_items = troupe_value_list_get_length (value);
  items = g_new (TroupeValue *, n_items + 1);
  for (gsize i = 0; i < n_items; i++)
    items[i] = inline_all (self, troupe_value_list_get (value, i));
  return troupe_value_new_list (items, n_items);
}

/* Replaces references by what they refer to, like CrewAI. A schema that refers to itself is left
 * unchanged. (transfer full) */
static TroupeValue *
inline_references (TroupeValue *schema)
{
  Inlining self = { .defs = troupe_value_get_member_of (schema, "$defs", TROUPE_VALUE_MAP),
                    .n_left = REFERENCES_MOST,
                    .is_whole = TRUE };
  g_autoptr (TroupeValue) bare = NULL;
  g_autoptr (TroupeValue) inlined = NULL;

  if (self.defs == NULL)
    return troupe_value_ref (schema);
  bare = troupe_value_map_without (schema, "$defs");
  inlined = inline_all (&self, bare);
  return troupe_value_ref (self.is_whole ? inlined : schema);
}

static TroupeValue *make_strict (TroupeValue *schema, gboolean *is_strict);

static TroupeValue *
make_all_strict (TroupeValue *value, gboolean *is_strict)
{
  g_autofree TroupeValue **items = NULL;
  gsize n_items;

  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    return make_strict (value, is_strict);
  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    return troupe_value_ref (value);
  n_items = troupe_value_list_get_length (value);
  items = g_new (TroupeValue *, n_items + 1);
  for (gsize i = 0; i < n_items; i++)
    items[i] = make_all_strict (troupe_value_list_get (value, i), is_strict);
  return troupe_value_new_list (items, n_items);
}

/* Converts each member. @names: (out) (optional): the list of their names. (transfer full) */
static TroupeValue *
make_members_strict (TroupeValue *members, TroupeValue **names, gboolean *is_strict)
{
  gsize n_members = troupe_value_map_get_size (members);
  g_autofree TroupeValue **keys = g_new (TroupeValue *, n_members + 1);
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < n_members; i++)
    {
      TroupeValue *key = troupe_value_map_get_key (members, i);

      keys[i] = key;
      troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                  make_all_strict (troupe_value_map_get_value (members, i),
                                                   is_strict));
    }
  if (names != NULL)
    {
      for (gsize i = 0; i < n_members; i++)
        troupe_value_ref (keys[i]);
      *names = troupe_value_new_list (keys, n_members);
    }
  return troupe_map_builder_end (&builder);
}

static gboolean
is_object (TroupeValue *schema)
{
  TroupeValue *type = troupe_value_get_member_of (schema, "type", TROUPE_VALUE_STRING);

  return type != NULL && g_str_equal (troupe_value_get_string (type, NULL), "object");
}

/* Returns TRUE for a schema that accepts everything, which services with strict mode reject. */
static gboolean
is_untyped (TroupeValue *schema)
{
  static const char *const types[] = { "type",  "anyOf", "oneOf",      "allOf",
                                       "const", "enum",  "properties", "$ref" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (troupe_value_map_lookup_string (schema, types[i], -1) != NULL)
      return FALSE;

  return TRUE;
}

/* Converts the value of @key in a schema; NULL if the key is omitted. (transfer full) */
static TroupeValue *
make_entry_strict (const char *key, TroupeValue *value, TroupeValue **names, gboolean *is_strict)
{
  if (g_str_equal (key, "required") || g_str_equal (key, "additionalProperties"))
    return NULL;
  if (troupe_value_is (value, TROUPE_VALUE_MAP) && g_str_equal (key, "properties"))
    return make_members_strict (value, names, is_strict);
  if (troupe_value_is (value, TROUPE_VALUE_MAP) && g_str_equal (key, "$defs"))
    return make_members_strict (value, NULL, is_strict);
  if (g_str_equal (key, "items") || g_str_equal (key, "anyOf") || g_str_equal (key, "prefixItems"))
    return make_all_strict (value, is_strict);
  return troupe_value_ref (value);
}

static TroupeValue *
make_strict (TroupeValue *schema, gboolean *is_strict)
{
  TroupeValue *names = NULL;
  TroupeMapBuilder builder;

  if (is_untyped (schema) || takes_others (schema) ||
      (is_object (schema) &&
       troupe_value_get_member_of (schema, "properties", TROUPE_VALUE_MAP) == NULL))
    *is_strict = FALSE;
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (schema); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (schema, i);
      TroupeValue *value = troupe_value_map_get_value (schema, i);

      if (troupe_value_is (key, TROUPE_VALUE_STRING))
        value = make_entry_strict (troupe_value_get_string (key, NULL), value, &names, is_strict);
      else
        troupe_value_ref (value);
      if (value != NULL)
        troupe_map_builder_add_key (&builder, troupe_value_ref (key), value);
    }
  if (names != NULL)
    {
      troupe_map_builder_add (&builder, "required", names);
      troupe_map_builder_add (&builder, "additionalProperties", troupe_value_new_boolean (FALSE));
    }
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_agent_arguments_make_strict (TroupeValue *schema, gboolean *is_strict)
{
  g_autoptr (TroupeValue) inlined = NULL;
  g_autoptr (TroupeValue) untitled = NULL;
  g_autoptr (TroupeValue) strict = NULL;

  g_return_val_if_fail (schema != NULL && is_strict != NULL, NULL);

  *is_strict = troupe_value_is (schema, TROUPE_VALUE_MAP);
  if (!*is_strict)
    return troupe_value_ref (schema);
  inlined = inline_references (schema);
  untitled = troupe_value_map_without (inlined, "title");
  strict = make_strict (untitled, is_strict);
  return troupe_value_ref (*is_strict ? strict : schema);
}
