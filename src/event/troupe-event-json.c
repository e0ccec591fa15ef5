/* troupe-event-json.c: events as JSON lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-event-json"

#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-event.h"
#include "troupe-json.h"

/* A UUID's text is five groups; the first four and their dashes say which run it is. */
#define RUN_PREFIX_LENGTH 24
#define ID_LENGTH 36

/* The keys that the line itself needs: an event's own field of such a name is not written. */
static const char *const line_keys[] = {
  "seq", "id", "parent", "trigger", "started", "time", "type", "method", "state",
};

static gboolean
is_line_key (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (line_keys); i++)
    if (g_str_equal (line_keys[i], name))
      return TRUE;

  return FALSE;
}

static void
append_id (GString *out, const char *key, const char *run_id, guint64 sequence)
{
  if (sequence == 0)
    return;

  g_string_append_printf (out, ",\"%s\":\"%.*s%012" G_GINT64_MODIFIER "x\"", key, RUN_PREFIX_LENGTH,
                          run_id, sequence & G_GUINT64_CONSTANT (0xffffffffffff));
}

static void
append_fields (GString *out, TroupeValue *fields)
{
  gsize n_fields = troupe_value_map_get_size (fields);

  for (gsize i = 0; i < n_fields; i++)
    {
      TroupeValue *key = troupe_value_map_get_key (fields, i);

      if (!troupe_value_is (key, TROUPE_VALUE_STRING) ||
          is_line_key (troupe_value_get_string (key, NULL)))
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
 * One line of `--events` (spec/cli.md). The id is a UUID-shaped text, the run's first four groups and
 * the sequence number as the fifth, so that the same event has the same id wherever it is written.
 * Infinities are written as {"$float": …} and stay so when they are read back.
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

  out = g_string_sized_new (256);
  time = troupe_time_to_text (self->time_us);

  g_string_append_printf (out, "{\"seq\":%" G_GUINT64_FORMAT, self->sequence);
  append_id (out, "id", run_id, self->sequence);
  append_id (out, "parent", run_id, self->parent);
  append_id (out, "trigger", run_id, self->trigger);
  append_id (out, "started", run_id, self->started);
  g_string_append_printf (out, ",\"time\":\"%s\",\"type\":\"%s\"", time,
                          troupe_event_type_get_name (self->type));
  if (self->method != NULL)
    {
      g_autoptr (TroupeValue) method = troupe_value_new_string (self->method, -1);

      g_string_append (out, ",\"method\":");
      troupe_value_append_json (method, TROUPE_JSON_COMPACT, out);
    }
  append_fields (out, self->fields);
  if ((flags & TROUPE_EVENT_JSON_STATE) != 0 && self->state != NULL)
    {
      g_string_append (out, ",\"state\":");
      troupe_value_append_json (self->state, TROUPE_JSON_FLOAT_OBJECTS, out);
    }
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

/* A string of the line, or NULL with an error where it is missing and @needed, or no string. */
static const char *
read_string (TroupeValue *line, const char *key, gboolean needed, GError **error)
{
  TroupeValue *value = troupe_value_map_lookup_string (line, key, -1);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING))
    return troupe_value_get_string (value, NULL);

  if (value != NULL || needed)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 /* Translators: %s is the name of a field of a line in a file of events. */
                 _ ("The line is not an event: “%s” should be there and hold a text."), key);

  return NULL;
}

/* Reads the sequence number that append_id() put into an id. */
static gboolean
read_id (TroupeValue *line, const char *key, guint64 *sequence, GError **error)
{
  g_autoptr (GError) local_error = NULL;
  const char *text = read_string (line, key, FALSE, &local_error);

  if (local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }
  if (text == NULL)
    return TRUE;

  if (strlen (text) == ID_LENGTH &&
      g_ascii_string_to_unsigned (text + RUN_PREFIX_LENGTH, 16, 1, G_MAXUINT64, sequence, NULL))
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("The line is not an event: “%s” in “%s” is not the id of an event."), text, key);

  return FALSE;
}

static TroupeValue *
read_own_fields (TroupeValue *line)
{
  TroupeMapBuilder builder;
  gsize n_fields = troupe_value_map_get_size (line);

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < n_fields; i++)
    {
      TroupeValue *key = troupe_value_map_get_key (line, i);

      if (!is_line_key (troupe_value_get_string (key, NULL)))
        troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                    troupe_value_ref (troupe_value_map_get_value (line, i)));
    }

  return troupe_map_builder_end (&builder);
}

/* Type, number and time of the line; everything that an event cannot be without. */
static TroupeEvent *
read_needed (TroupeValue *line, GError **error)
{
  g_autoptr (TroupeEvent) self = NULL;
  TroupeValue *sequence = troupe_value_map_lookup_string (line, "seq", -1);
  const char *type_name, *time;
  TroupeEventType type;

  if ((type_name = read_string (line, "type", TRUE, error)) == NULL ||
      (time = read_string (line, "time", TRUE, error)) == NULL)
    return NULL;

  if (!troupe_event_type_from_name (type_name, &type))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _ ("The line is not an event: there is no event “%s”."), type_name);
      return NULL;
    }

  self = troupe_event_new (type, NULL, read_own_fields (line));
  if (!troupe_time_from_text (time, &self->time_us))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _ ("The line is not an event: “%s” is not a time."), time);
      return NULL;
    }
  if (sequence == NULL || !troupe_value_is (sequence, TROUPE_VALUE_INTEGER) ||
      troupe_value_get_integer (sequence) < 1)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _ ("The line is not an event: “seq” should be a number from 1."));
      return NULL;
    }
  self->sequence = (guint64) troupe_value_get_integer (sequence);

  return g_steal_pointer (&self);
}

/**
 * troupe_event_from_json:
 * @length: bytes of @line, or -1 for NUL-terminated text
 *
 * Reads one line that troupe_event_to_json() wrote.
 *
 * Returns: (transfer full) (nullable): the event, or %NULL with an error of %TROUPE_JSON_ERROR or
 *   %G_IO_ERROR_INVALID_DATA
 */
TroupeEvent *
troupe_event_from_json (const char *line, gssize length, GError **error)
{
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeEvent) self = NULL;
  g_autoptr (GError) local_error = NULL;
  TroupeValue *state;

  g_return_val_if_fail (line != NULL, NULL);

  if ((value = troupe_value_from_json (line, length, error)) == NULL)
    return NULL;
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _ ("The line is not an event: a JSON object was expected."));
      return NULL;
    }

  if ((self = read_needed (value, error)) == NULL ||
      !read_id (value, "parent", &self->parent, error) ||
      !read_id (value, "trigger", &self->trigger, error) ||
      !read_id (value, "started", &self->started, error))
    return NULL;

  self->method = g_strdup (read_string (value, "method", FALSE, &local_error));
  if (local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return NULL;
    }
  if ((state = troupe_value_map_lookup_string (value, "state", -1)) != NULL)
    self->state = troupe_value_ref (state);

  return g_steal_pointer (&self);
}
