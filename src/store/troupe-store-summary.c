/* troupe-store-summary.c: store: summaries of runs and the text in which they are searched
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-summary"

#include "config.h"

#include <string.h>

#include "troupe-money.h"
#include "troupe-sanitize-text.h"
#include "troupe-store-summary.h"
#include "troupe-store-value.h"

/* Maximum number of characters of the first input in a list. */
#define SUBJECT_LENGTH 80

/* Maximum sizes in bytes of the text in which a run is searched, and of its parts. 10,000 runs have to be
 * searched in a tenth of a second, and each part has to be found although another one is long. */
#define TEXT_SIZE (16 * 1024)
#define INPUTS_SIZE (4 * 1024)
#define ERROR_SIZE (1 * 1024)
#define FINAL_SIZE (10 * 1024)

/* Maximum depth of values that are searched. */
#define DEPTH 24

/* --- Texts ------------------------------------------------------------------------------------ */

char *
troupe_store_fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);

  return g_utf8_normalize (folded, -1, G_NORMALIZE_ALL_COMPOSE);
}

/* Appends as much of @piece as fits below @limit, and a line break that separates it from other texts. */
static void
append (GString *text, const char *piece, gsize length, gsize limit)
{
  const char *end;

  if (text->len >= limit || length == 0)
    return;
  if (length > limit - text->len)
    {
      length = limit - text->len;
      /* A character must not be cut. */
      end = g_utf8_find_prev_char (piece, piece + length + 1);
      length = end != NULL ? (gsize) (end - piece) : 0;
    }
  g_string_append_len (text, piece, (gssize) length);
  g_string_append_c (text, '\n');
}

/* Appends the strings and numbers in a value, in their order. The raw text of an output is written in its other
 * fields again, and in messages that repeat inputs and earlier outputs. */
static void
append_value (GString *text, const TroupeValue *value, gsize limit, guint depth)
{
  const char *string;
  gsize length;

  if (value == NULL || text->len >= limit || depth == 0)
    return;
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      string = troupe_value_get_string (value, &length);
      append (text, string, length, limit);
    }
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      for (gsize i = 0; i < troupe_value_list_get_length (value) && text->len < limit; i++)
        append_value (text, troupe_value_list_get (value, i), limit, depth - 1);
    }
  else if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      string = troupe_value_get_member_text (value, "raw");
      if (string != NULL && troupe_value_map_lookup_string (value, "pydantic", -1) != NULL)
        {
          append (text, string, strlen (string), limit);
          return;
        }
      for (gsize i = 0; i < troupe_value_map_get_size (value) && text->len < limit; i++)
        append_value (text, troupe_value_map_get_value (value, i), limit, depth - 1);
    }
  else if (!troupe_value_is (value, TROUPE_VALUE_NULL) &&
           !troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    {
      g_autofree char *number = troupe_value_to_json (value, TROUPE_JSON_FLOAT_OBJECTS);

      append (text, number, strlen (number), limit);
    }
}

char *
troupe_store_make_text (const char *name,
                        TroupeValue *inputs,
                        TroupeValue *result,
                        const char *error,
                        TroupeSecret *secret)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *hidden = NULL;

  if (name != NULL)
    append (text, name, strlen (name), TEXT_SIZE);
  append_value (text, inputs, text->len + INPUTS_SIZE, DEPTH);
  if (error != NULL)
    append (text, error, strlen (error), text->len + ERROR_SIZE);
  if (result != NULL && troupe_value_is (result, TROUPE_VALUE_MAP))
    {
      append_value (text, troupe_value_get_member (result, "final"),
                    MIN (text->len + FINAL_SIZE, TEXT_SIZE), DEPTH);
      append_value (text, troupe_value_get_member (result, "outputs"), TEXT_SIZE, DEPTH);
      append_value (text, troupe_value_get_member (result, "state"), TEXT_SIZE, DEPTH);
    }
  hidden = troupe_store_hide_text (g_strdup (text->str), secret);
  return troupe_store_fold (hidden);
}

/* Returns the first value that is shown as a text: no empty string, no boolean, no ID that a state generates. */
static char *
find_subject (const TroupeValue *value, guint depth)
{
  char *found = NULL;

  if (value == NULL || depth == 0)
    return NULL;
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      for (gsize i = 0; found == NULL && i < troupe_value_map_get_size (value); i++)
        {
          const TroupeValue *key = troupe_value_map_get_key (value, i);

          if (!troupe_value_is (key, TROUPE_VALUE_STRING) ||
              !g_str_equal (troupe_value_get_string (key, NULL), "id"))
            found = find_subject (troupe_value_map_get_value (value, i), depth - 1);
        }
      return found;
    }
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      for (gsize i = 0; found == NULL && i < troupe_value_list_get_length (value); i++)
        found = find_subject (troupe_value_list_get (value, i), depth - 1);
      return found;
    }
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    found = troupe_text_to_line (troupe_value_get_string (value, NULL));
  else if (!troupe_value_is (value, TROUPE_VALUE_NULL) &&
           !troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    found = troupe_value_to_json (value, TROUPE_JSON_FLOAT_OBJECTS);
  if (found != NULL && *g_strstrip (found) == '\0')
    g_clear_pointer (&found, g_free);
  return found;
}

char *
troupe_store_make_subject (TroupeValue *inputs)
{
  g_autofree char *subject = find_subject (inputs, DEPTH);
  char *cut;

  if (subject == NULL || g_utf8_strlen (subject, -1) <= SUBJECT_LENGTH)
    return g_steal_pointer (&subject);
  cut = g_utf8_substring (subject, 0, SUBJECT_LENGTH - 1);
  g_free (subject);
  subject = g_strconcat (cut, "…", NULL);
  g_free (cut);
  return g_steal_pointer (&subject);
}

/* --- Writing, on the writer thread ------------------------------------------------------------ */

int
troupe_store_write_cost (sqlite3_stmt *statement, gint64 number, const TroupeEvent *event)
{
  TroupeValue *model = troupe_event_get_field (event, "model");
  gint64 micro_dollars;

  sqlite3_bind_int64 (statement, 1, number);
  if (troupe_money_from_value (troupe_event_get_field (event, "cost"), &micro_dollars))
    sqlite3_bind_int64 (statement, 2, micro_dollars);
  else
    sqlite3_bind_null (statement, 2);
  troupe_statement_bind_text (statement, 3,
                              model != NULL && troupe_value_is (model, TROUPE_VALUE_STRING)
                                  ? troupe_value_get_string (model, NULL)
                                  : NULL);
  return troupe_statement_run (statement);
}

/* --- SQL functions ---------------------------------------------------------------------------- */

/* (transfer full) (nullable) */
static TroupeValue *
read_value (sqlite3_value *value)
{
  const char *text = (const char *) sqlite3_value_text (value);

  return text != NULL ? troupe_value_from_json (text, sqlite3_value_bytes (value), NULL) : NULL;
}

static void
subject_cb (sqlite3_context *context, int n_values, sqlite3_value **values)
{
  g_autoptr (TroupeValue) inputs = read_value (values[0]);
  char *subject = inputs != NULL ? troupe_store_make_subject (inputs) : NULL;

  if (subject != NULL)
    sqlite3_result_text (context, subject, -1, g_free);
}

static void
text_cb (sqlite3_context *context, int n_values, sqlite3_value **values)
{
  g_autoptr (TroupeValue) inputs = read_value (values[1]);
  g_autoptr (TroupeValue) result = read_value (values[2]);

  sqlite3_result_text (context,
                       troupe_store_make_text ((const char *) sqlite3_value_text (values[0]),
                                               inputs, result,
                                               (const char *) sqlite3_value_text (values[3]), NULL),
                       -1, g_free);
}

static void
fold_cb (sqlite3_context *context, int n_values, sqlite3_value **values)
{
  const char *text = (const char *) sqlite3_value_text (values[0]);

  if (text != NULL)
    sqlite3_result_text (context, troupe_store_fold (text), -1, g_free);
}

/* SQLite's instr() compares each character, which takes several times as long as memmem(). */
static void
contains_cb (sqlite3_context *context, int n_values, sqlite3_value **values)
{
  const char *text = (const char *) sqlite3_value_text (values[0]);
  const char *word = (const char *) sqlite3_value_text (values[1]);

  sqlite3_result_int (context, text != NULL && word != NULL &&
                                   memmem (text, (gsize) sqlite3_value_bytes (values[0]), word,
                                           (gsize) sqlite3_value_bytes (values[1])) != NULL);
}

void
troupe_store_add_summary_functions (TroupeDatabase *database)
{
  static const struct
  {
    const char *name;
    int n_values;
    void (*func) (sqlite3_context *context, int n_values, sqlite3_value **values);
  } functions[] = {
    { "troupe_subject", 1, subject_cb },
    { "troupe_text", 4, text_cb },
    { "troupe_fold", 1, fold_cb },
    { "troupe_contains", 2, contains_cb },
  };

  g_return_if_fail (database != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    sqlite3_create_function_v2 (database->handle, functions[i].name, functions[i].n_values,
                                SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, functions[i].func, NULL,
                                NULL, NULL);
}
