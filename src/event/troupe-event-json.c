/* troupe-event-json.c: serializes events to JSON lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-event-json"

#include "config.h"

#include <string.h>

#include "troupe-clock.h"
#include "troupe-event-private.h"
#include "troupe-json.h"

/* Reserved keys of a line. If an event's own field has such a name, it is not written. */
static const char *const line_keys[] = {
  "seq", "id", "parent", "trigger", "started", "time", "type", "method", "state", "path",
};

gboolean
troupe_event_is_line_key (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (line_keys); i++)
    if (g_str_equal (line_keys[i], name))
      return TRUE;

  return FALSE;
}

/* Avoids printf, which would take a third of the time for a line. */
static void
append_key (GString *out, const char *key)
{
  g_string_append_len (out, ",\"", 2);
  g_string_append (out, key);
  g_string_append_len (out, "\":", 2);
}

static void
append_text (GString *out, const char *key, const char *text)
{
  g_autoptr (TroupeValue) value = NULL;

  if (text == NULL)
    return;

  value = troupe_value_new_string (text, -1);
  append_key (out, key);
  troupe_value_append_json (value, TROUPE_JSON_COMPACT, out);
}

static void
append_id (GString *out, const char *key, const char *run_id, guint64 sequence)
{
  guint64 number;
  static const char digits[] = "0123456789abcdef";
  char text[12];

  if (sequence == 0)
    return;

  append_key (out, key);
  g_string_append_c (out, '"');
  g_string_append_len (out, run_id, TROUPE_EVENT_ID_PREFIX_LENGTH);
  /* Appends the last group of a UUID. */
  number = sequence;
  for (guint i = G_N_ELEMENTS (text); i > 0; number >>= 4)
    text[--i] = digits[number & 0xf];
  g_string_append_len (out, text, G_N_ELEMENTS (text));
  g_string_append_c (out, '"');
}

static void
append_fields (GString *out, TroupeValue *fields)
{
  gsize n_fields = troupe_value_map_get_size (fields);

  for (gsize i = 0; i < n_fields; i++)
    {
      TroupeValue *key = troupe_value_map_get_key (fields, i);

      if (!troupe_value_is (key, TROUPE_VALUE_STRING) ||
          troupe_event_is_line_key (troupe_value_get_string (key, NULL)))
        continue;

      g_string_append_c (out, ',');
      troupe_value_append_json (key, TROUPE_JSON_COMPACT, out);
      g_string_append_c (out, ':');
      troupe_value_append_json (troupe_value_map_get_value (fields, i), TROUPE_JSON_FLOAT_OBJECTS,
                                out);
    }
}

/**
 * troupe_event_to_json:
 * @run_id: the run's UUID; anything else counts as the UUID of zeros
 *
 * Serializes one line of `--events` (doc/cli.md). The id is a UUID-shaped string, with the run's
 * first four groups and the sequence number as the fifth, so that the same event has the same id
 * wherever it is written. For the scope, writes what doc/cli.md specifies and, for a start event,
 * the path inside the document. Infinities are written as {"$float": …} and remain so when they are
 * parsed.
 *
 * Returns: (transfer full): the line, without a newline
 */
char *
troupe_event_to_json (const TroupeEvent *self, const char *run_id, TroupeEventJsonFlags flags)
{
  g_autofree char *time = NULL;
  GString *out;

  g_return_val_if_fail (self != NULL, NULL);

  if (run_id == NULL || !g_uuid_string_is_valid (run_id))
    run_id = "00000000-0000-0000-0000-000000000000";

  /* Most lines are shorter. */
  out = g_string_sized_new (512);
  time = troupe_time_to_text (self->time_us);

  g_string_append_printf (out, "{\"seq\":%" G_GUINT64_FORMAT, self->sequence);
  append_id (out, "id", run_id, self->sequence);
  append_id (out, "parent", run_id, troupe_event_get_parent (self));
  append_id (out, "trigger", run_id, self->trigger);
  append_id (out, "started", run_id, troupe_event_get_started (self));
  append_key (out, "time");
  g_string_append_c (out, '"');
  g_string_append (out, time);
  g_string_append_len (out, "\",\"type\":\"", strlen ("\",\"type\":\""));
  g_string_append (out, troupe_event_type_get_name (self->type));
  g_string_append_c (out, '"');
  append_text (out, "method", troupe_event_get_method (self));
  if (self->scope != NULL && troupe_event_type_get_info (self->type)->effect == TROUPE_EVENT_OPENS)
    append_text (out, "path", self->scope->path);
  append_fields (out, self->fields);
  if ((flags & TROUPE_EVENT_JSON_STATE) != 0 && self->state != NULL)
    {
      g_string_append (out, ",\"state\":");
      troupe_value_append_json (self->state, TROUPE_JSON_FLOAT_OBJECTS, out);
    }
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}
