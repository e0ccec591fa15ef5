/* troupe-record-key.c: kinds of recorded calls, their callers, and the keys of their requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-record-key"

#include "config.h"

#include <string.h>

#include "troupe-record-key.h"

#define UUID_LENGTH 36
/* What the prompts of agents with `inject_date` put before the current date. */
#define DATE_OF_AGENT "Today's date: "

/* @name: the name of the kind; @named: the member of the request that names the service */
static const struct
{
  const char *name;
  const char *named;
} kinds[TROUPE_RECORD_N_KINDS] = {
  [TROUPE_RECORD_MODEL] = { "model", "model" },
  [TROUPE_RECORD_EMBEDDING] = { "embedding", "model" },
  [TROUPE_RECORD_TOOL] = { "tool", "tool" },
  [TROUPE_RECORD_DESCRIPTION] = { "description", "service" },
};

const char *
troupe_record_kind_get_name (TroupeRecordKind kind)
{
  g_return_val_if_fail (kind < TROUPE_RECORD_N_KINDS, "");

  return kinds[kind].name;
}

gboolean
troupe_record_kind_find (const char *name, TroupeRecordKind *kind)
{
  for (guint i = 0; i < TROUPE_RECORD_N_KINDS; i++)
    if (g_strcmp0 (name, kinds[i].name) == 0)
      {
        *kind = (TroupeRecordKind) i;
        return TRUE;
      }
  return FALSE;
}

const char *
troupe_record_request_get_name (TroupeRecordKind kind, TroupeValue *request)
{
  const char *name = NULL;

  g_return_val_if_fail (kind < TROUPE_RECORD_N_KINDS, "");

  name = troupe_value_get_member_text (request, kinds[kind].named);
  return name != NULL ? name : "";
}

/* --- Callers ---------------------------------------------------------------------------------- */

TroupeValue *
troupe_record_make_caller (TroupeScope *scope)
{
  static const struct
  {
    TroupeScopeKind kind;
    const char *name;
  } steps[] = {
    { TROUPE_SCOPE_METHOD, "method" },
    { TROUPE_SCOPE_TASK, "task" },
    { TROUPE_SCOPE_AGENT, "agent" },
  };
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      const TroupeScope *found = scope != NULL ? troupe_scope_find (scope, steps[i].kind) : NULL;

      if (found != NULL && found->name != NULL && g_utf8_validate (found->name, -1, NULL))
        troupe_map_builder_add (&builder, steps[i].name, troupe_value_new_string (found->name, -1));
    }
  return troupe_map_builder_end (&builder);
}

/* --- Keys ------------------------------------------------------------------------------------- */

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer map)
{
  return strcmp (troupe_value_get_string (troupe_value_map_get_key (map, *(const guint *) a), NULL),
                 troupe_value_get_string (troupe_value_map_get_key (map, *(const guint *) b),
                                          NULL));
}

static void append_sorted (TroupeValue *value, GString *out);

static gboolean
has_text_keys (TroupeValue *map)
{
  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    if (!troupe_value_is (troupe_value_map_get_key (map, i), TROUPE_VALUE_STRING))
      return FALSE;
  return TRUE;
}

/* Appends the value with the keys of its maps in alphabetical order. Values have at most
 * %TROUPE_LIMIT_NESTING levels. */
static void
append_sorted (TroupeValue *value, GString *out)
{
  if (troupe_value_is (value, TROUPE_VALUE_MAP) && has_text_keys (value))
    {
      const guint n = (guint) troupe_value_map_get_size (value);
      g_autofree guint *order = g_new (guint, n + 1);

      for (guint i = 0; i < n; i++)
        order[i] = i;
      g_qsort_with_data (order, (gint) n, sizeof *order, compare_keys, value);
      g_string_append_c (out, '{');
      for (guint i = 0; i < n; i++)
        {
          troupe_value_append_json (troupe_value_map_get_key (value, order[i]), TROUPE_JSON_COMPACT,
                                    out);
          g_string_append_c (out, ':');
          append_sorted (troupe_value_map_get_value (value, order[i]), out);
          g_string_append_c (out, ',');
        }
      g_string_append_c (out, '}');
    }
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      g_string_append_c (out, '[');
      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        {
          append_sorted (troupe_value_list_get (value, i), out);
          g_string_append_c (out, ',');
        }
      g_string_append_c (out, ']');
    }
  else
    troupe_value_append_json (value, TROUPE_JSON_FLOAT_OBJECTS, out);
}

/* Compares @text with a pattern, in which h is a hexadecimal digit and d a decimal one. */
static gboolean
matches (const char *text, const char *pattern)
{
  for (; *pattern != '\0'; text++, pattern++)
    if (*pattern == 'h'   ? !g_ascii_isxdigit (*text)
        : *pattern == 'd' ? !g_ascii_isdigit (*text)
        : *pattern == 'T' ? *text != 'T' && *text != ' '
                          : *text != *pattern)
      return FALSE;
  return TRUE;
}

/* Returns the length of the UUID, the time or the current date at @text; 0 if there is none. */
static gsize
measure_changing (const char *text)
{
  gsize length = 0;

  if (matches (text, "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh"))
    return UUID_LENGTH;
  if (!matches (text, "dddd-dd-ddTdd:dd"))
    return 0;
  length = strlen ("dddd-dd-ddTdd:dd");
  if (matches (text + length, ":dd"))
    length += 3;
  if (matches (text + length, ".d"))
    for (length++; g_ascii_isdigit (text[length]); length++)
      ;
  if (text[length] == 'Z')
    length++;
  else if (matches (text + length, "+dd:dd") || matches (text + length, "-dd:dd"))
    length += strlen ("+dd:dd");
  return length;
}

gboolean
troupe_record_text_changes (const char *text)
{
  g_return_val_if_fail (text != NULL, FALSE);

  for (const char *at = text; *at != '\0'; at++)
    if ((at == text || !g_ascii_isalnum (at[-1])) && g_ascii_isxdigit (*at) &&
        measure_changing (at) > 0)
      return TRUE;
  return FALSE;
}

void
troupe_record_make_key (TroupeRecordKind kind, TroupeValue *request, guint8 *key)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GString) whole = g_string_new (NULL);
  g_autoptr (GString) text = NULL;
  gsize length = TROUPE_RECORD_KEY_LENGTH;
  const char *at;

  g_return_if_fail (kind < TROUPE_RECORD_N_KINDS && request != NULL && key != NULL);

  append_sorted (request, whole);
  text = g_string_sized_new (whole->len);
  at = whole->str;
  while (*at != '\0')
    {
      const gboolean is_start = at == whole->str || !g_ascii_isalnum (at[-1]);
      const gsize changing = is_start && g_ascii_isxdigit (*at) ? measure_changing (at) : 0;

      if (changing > 0)
        {
          g_string_append_c (text, '#');
          at += changing;
        }
      else if (*at == 'T' && g_str_has_prefix (at, DATE_OF_AGENT))
        at += strcspn (at, "\\\"");
      else
        g_string_append_c (text, *at++);
    }
  g_checksum_update (checksum, (const guint8 *) kinds[kind].name, -1);
  g_checksum_update (checksum, (const guint8 *) text->str, (gssize) text->len);
  g_checksum_get_digest (checksum, key, &length);
}
