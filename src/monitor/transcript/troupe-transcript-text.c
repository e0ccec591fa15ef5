/* troupe-transcript-text.c: converting span values to display text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-text"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "troupe-sanitize-text.h"
#include "troupe-transcript-text.h"
#include "troupe-value-item.h"
#include "troupe-value-start.h"

/* Maximum number of bytes of a UTF-8 character. */
#define LETTER 4
/* GTK takes quadratic time for a word that does not fit into a line, so longer words are broken
 * after this number of characters. */
#define WORD 300

char *
troupe_transcript_write_text (const char *text, gsize size, gsize limit, gsize *length)
{
  const gboolean is_cut = limit > 0 && size > limit;
  const gsize n_bytes = is_cut ? MIN (size, limit * LETTER) : size;
  /* Counting a very long text would block the window. */
  const gboolean is_counted = limit == 0 || size <= TROUPE_VALUE_COUNTED;
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) n_bytes);
  g_autofree char *shown = NULL;
  char *result;

  g_return_val_if_fail (text != NULL, NULL);

  if (length != NULL)
    *length = !is_counted       ? size
              : n_bytes == size ? (gsize) g_utf8_strlen (valid, -1)
                                : (gsize) g_utf8_strlen (text, (gssize) size);
  if (is_cut && g_utf8_strlen (valid, -1) > (glong) limit)
    *g_utf8_offset_to_pointer (valid, (glong) limit) = '\0';
  shown = troupe_text_to_lines (valid);
  if (limit > 0)
    {
      g_autofree char *lines = g_steal_pointer (&shown);
      GString *broken = g_string_sized_new (strlen (lines) + 16);
      const char *start = lines;
      guint n_letters = 0;

      /* Breaks every long word into several lines. */
      g_assert (lines != NULL);
      for (const char *letter = lines; *letter != '\0'; letter = g_utf8_next_char (letter))
        {
          n_letters = g_ascii_isspace (*letter) ? 0 : n_letters + 1;
          if (n_letters <= WORD)
            continue;
          g_string_append_len (broken, start, letter - start);
          g_string_append_c (broken, '\n');
          start = letter;
          n_letters = 1;
        }
      g_string_append (broken, start);
      shown = g_string_free (broken, FALSE);
    }
  result = n_bytes < size || strlen (valid) < size ? g_strconcat (shown, "…", NULL)
                                                   : g_steal_pointer (&shown);

  return result;
}

char *
troupe_transcript_write (TroupeValue *value, gsize limit, gsize *length)
{
  g_autoptr (TroupeValue) shorter = NULL;
  g_autofree char *json = NULL;
  const char *text;
  gsize size;

  if (length != NULL)
    *length = 0;
  if (value == NULL || troupe_value_is (value, TROUPE_VALUE_NULL))
    return g_strdup ("");
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      text = troupe_value_get_string (value, &size);
      return troupe_transcript_write_text (text, size, limit, length);
    }
  shorter =
      limit > 0 ? troupe_value_dup_start (value, limit * LETTER, NULL) : troupe_value_ref (value);
  json = troupe_value_to_json (shorter, TROUPE_JSON_SPACED);

  return troupe_transcript_write_text (json, strlen (json), limit, length);
}

char *
troupe_transcript_write_line (TroupeValue *value, gsize limit)
{
  g_autofree char *text = troupe_transcript_write (value, limit, NULL);
  g_autofree char *line = NULL;

  for (char *letter = text; *letter != '\0'; letter++)
    if (*letter == '\n' || *letter == '\t')
      *letter = ' ';
  line = troupe_text_to_line (g_strstrip (text));

  return g_steal_pointer (&line);
}

char *
troupe_transcript_write_words (const char *text)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string (text != NULL ? text : "", -1);

  return troupe_transcript_write_line (value, TROUPE_TRANSCRIPT_LINE);
}

TroupeValue *
troupe_transcript_find (TroupeValue *map, const char *name)
{
  return map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
             ? troupe_value_map_lookup_string (map, name, -1)
             : NULL;
}

const char *
troupe_transcript_find_text (TroupeValue *map, const char *name, gsize *size)
{
  TroupeValue *value = troupe_transcript_find (map, name);

  if (size != NULL)
    *size = 0;

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, size)
             : NULL;
}

gint64
troupe_transcript_find_count (TroupeValue *map, const char *name)
{
  TroupeValue *value = troupe_transcript_find (map, name);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER)
             ? troupe_value_get_integer (value)
             : 0;
}

char *
troupe_transcript_format_length (gsize length)
{
  g_autofree char *count = NULL;

  if (length > TROUPE_VALUE_COUNTED)
    return g_format_size (length);
  count = troupe_value_format_count (length);

  return g_strdup_printf (_ ("%s characters"), count);
}

gboolean
troupe_transcript_has_mark (const char *text, gsize size, const char *mark)
{
  g_return_val_if_fail (text != NULL && mark != NULL, FALSE);

  return g_strstr_len (text, (gssize) MIN (size, TROUPE_TRANSCRIPT_REACH), mark) != NULL;
}

char *
troupe_transcript_find_thought (const char *text, gsize size)
{
  static const char *const ends[] = { "\nAction:", "\nFinal Answer:", "\nObservation:" };
  const char *begin = text;
  gsize length;
  char *copy;

  g_return_val_if_fail (text != NULL, NULL);

  if (g_str_has_prefix (text, "Thought:"))
    begin = text + strlen ("Thought:");
  length = size - (gsize) (begin - text);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const char *end = g_strstr_len (text, (gssize) MIN (size, TROUPE_TRANSCRIPT_REACH), ends[i]);

      if (end != NULL)
        length = MIN (length, end > begin ? (gsize) (end - begin) : 0);
    }
  /* There is no thought before it. */
  if (g_str_has_prefix (text, "Action:") || g_str_has_prefix (text, "Final Answer:"))
    return NULL;

  copy = g_strstrip (g_strndup (begin, length));
  if (*copy == '\0')
    g_clear_pointer (&copy, g_free);

  return copy;
}

TroupeValue *
troupe_transcript_find_said (const TroupeSpan *next)
{
  TroupeValue *messages = troupe_span_get_input (next);
  gsize i = messages != NULL && troupe_value_is (messages, TROUPE_VALUE_LIST)
                ? troupe_value_list_get_length (messages)
                : 0;

  while (i > 0)
    {
      TroupeValue *message = troupe_value_list_get (messages, --i);

      if (g_strcmp0 (troupe_transcript_find_text (message, "role", NULL), "assistant") == 0)
        return troupe_transcript_find (message, "content");
    }

  return NULL;
}

char *
troupe_transcript_write_time (gint64 time_us)
{
  const gint64 seconds = MAX (time_us, 0) / G_USEC_PER_SEC;

  return seconds < 3600 ? g_strdup_printf ("%d:%02d", (int) (seconds / 60), (int) (seconds % 60))
                        : g_strdup_printf ("%" PRId64 ":%02d:%02d", seconds / 3600,
                                           (int) (seconds / 60 % 60), (int) (seconds % 60));
}

const char *
troupe_transcript_name_agent (const TroupeSpan *span)
{
  const char *role;

  g_return_val_if_fail (span != NULL, NULL);

  role = troupe_span_get_title (span);

  return role != NULL && role[strspn (role, " \t\r\n")] != '\0' ? role : _ ("Agent without a role");
}

gboolean
troupe_transcript_calls_tools (const TroupeSpan *span)
{
  TroupeValue *response;

  g_return_val_if_fail (span != NULL, FALSE);

  response = troupe_transcript_find (span->outcome, "response");

  return g_strcmp0 (troupe_transcript_find_text (span->outcome, "call_type", NULL), "tool_call") ==
             0 ||
         (response != NULL && !troupe_value_is (response, TROUPE_VALUE_STRING) &&
          !troupe_value_is (response, TROUPE_VALUE_NULL));
}
