/* troupe-event-reader.c: parses events from JSON lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-event-reader"

#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-event-private.h"
#include "troupe-json.h"

#define ID_LENGTH 36

struct _TroupeEventReader
{
  GHashTable *scopes; /* id to TroupeScope, which owns the key */
};

/* The scope information of a line. */
typedef struct
{
  guint64 parent;
  guint64 started;
  const char *method; /* (nullable) */
  const char *path;   /* (nullable) */
} Place;

/**
 * troupe_event_reader_new:
 *
 * Returns: (transfer full): a reader that has not parsed any line yet
 */
TroupeEventReader *
troupe_event_reader_new (void)
{
  TroupeEventReader *self = g_new0 (TroupeEventReader, 1);

  self->scopes = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL,
                                        (GDestroyNotify) troupe_scope_unref);

  return self;
}

void
troupe_event_reader_free (TroupeEventReader *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->scopes);
  g_free (self);
}

/* --- Parsing a line --------------------------------------------------------------------------- */

/* Returns a string of the line, or NULL. Sets an error if the value is not a string, or if it is
 * missing and @needed. */
static const char *
read_string (TroupeValue *line, const char *key, gboolean needed, GError **error)
{
  TroupeValue *value = troupe_value_map_lookup_string (line, key, -1);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING))
    return troupe_value_get_string (value, NULL);

  if (value != NULL || needed)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 /* Translators: %s is the name of a field of a line in a file of events. */
                 _ ("The line is not an event: “%s” must be a string."), key);

  return NULL;
}

/* Parses the sequence number that append_id() wrote into an id. */
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
      g_ascii_string_to_unsigned (text + TROUPE_EVENT_ID_PREFIX_LENGTH, 16, 1, G_MAXUINT64,
                                  sequence, NULL))
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("The line is not an event: “%s” in “%s” is not an event ID."), text, key);

  return FALSE;
}

/* A flow has no enclosing method, but its events may name one. */
static gboolean
is_own_field (const char *name, const TroupeEventTypeInfo *info)
{
  return !troupe_event_is_line_key (name) ||
         (info->kind == TROUPE_SCOPE_FLOW && g_str_equal (name, "method"));
}

/* Parses the required keys of the line: type, number and time. */
static TroupeEvent *
read_needed (TroupeValue *line, GError **error)
{
  g_autoptr (TroupeEvent) self = NULL;
  TroupeValue *sequence = troupe_value_map_lookup_string (line, "seq", -1);
  const char *type_name, *time;
  TroupeEventType type;
  const TroupeEventTypeInfo *info;
  TroupeMapBuilder builder;
  gsize n_fields;

  if ((type_name = read_string (line, "type", TRUE, error)) == NULL ||
      (time = read_string (line, "time", TRUE, error)) == NULL)
    return NULL;

  if (!troupe_event_type_from_name (type_name, &type))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _ ("The line is not an event: unknown event “%s”."), type_name);
      return NULL;
    }

  info = troupe_event_type_get_info (type);
  n_fields = troupe_value_map_get_size (line);
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < n_fields; i++)
    {
      TroupeValue *key = troupe_value_map_get_key (line, i);

      if (is_own_field (troupe_value_get_string (key, NULL), info))
        troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                    troupe_value_ref (troupe_value_map_get_value (line, i)));
    }
  self = troupe_event_new (type, NULL, troupe_map_builder_end (&builder));
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
                           _ ("The line is not an event: “seq” must be a number of at least 1."));
      return NULL;
    }
  self->sequence = (guint64) troupe_value_get_integer (sequence);

  return g_steal_pointer (&self);
}

/* --- Scopes ---------------------------------------------------------------------------------- */

/* (transfer none) (nullable) */
static TroupeScope *
lookup (TroupeEventReader *self, guint64 id)
{
  gint64 key = (gint64) id;

  return id != 0 ? g_hash_table_lookup (self->scopes, &key) : NULL;
}

/* Stores the scope under its id, if the scope has an id. Returns: (transfer full) */
static TroupeScope *
remember (TroupeEventReader *self, TroupeScope *scope)
{
  if (scope->id != 0)
    g_hash_table_replace (self->scopes, &scope->id, troupe_scope_ref (scope));

  return scope;
}

/* Whether a scope of @kind can be inside a method. */
static gboolean
is_inside_method (TroupeScopeKind kind)
{
  return kind > TROUPE_SCOPE_METHOD && kind != TROUPE_SCOPE_CHECKPOINT;
}

/* Finds the scope with the number @id, which encloses another scope in @method (nullable)
 * according to a line. A scope whose start was not read is assumed to be of @kind. Returns:
 * (transfer full) (nullable) */
static TroupeScope *
find_around (TroupeEventReader *self, TroupeScopeKind kind, guint64 id, const char *method)
{
  TroupeScope *known = lookup (self, id);
  g_autoptr (TroupeScope) scope = known != NULL ? troupe_scope_ref (known) : NULL;
  const TroupeScope *found;

  if (scope == NULL && id != 0)
    {
      g_autoptr (TroupeScope) outer =
          method != NULL && is_inside_method (kind)
              ? troupe_scope_new (TROUPE_SCOPE_METHOD, NULL, NULL, method)
              : NULL;

      scope = remember (self, troupe_scope_new_stored (kind, id, outer, NULL,
                                                       kind == TROUPE_SCOPE_METHOD ? method : NULL));
    }
  if (method == NULL)
    return g_steal_pointer (&scope);

  found = troupe_scope_find (scope, TROUPE_SCOPE_METHOD);
  if (found != NULL && g_strcmp0 (found->name, method) == 0)
    return g_steal_pointer (&scope);

  /* No event was emitted for the method itself, for example because of suppress_flow_events. */
  return troupe_scope_new (TROUPE_SCOPE_METHOD, scope, NULL, method);
}

/* Creates a scope for which no event has been read. Returns: (transfer full) */
static TroupeScope *
make_scope (TroupeEventReader *self, const TroupeEvent *event, guint64 id, const Place *place)
{
  const TroupeScopeKind kind = troupe_event_type_get_info (event->type)->kind;
  const TroupeScopeKindInfo *info = troupe_scope_kind_get_info (kind);
  g_autoptr (TroupeScope) around = NULL;
  const char *name = NULL;

  if (kind == TROUPE_SCOPE_METHOD)
    name = place->method;
  else if (info->name_field != NULL)
    {
      TroupeValue *value = troupe_event_get_field (event, info->name_field);

      if (value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING))
        name = troupe_value_get_string (value, NULL);
    }
  around =
      find_around (self, info->around, place->parent,
                   kind == TROUPE_SCOPE_METHOD || kind == TROUPE_SCOPE_FLOW ? NULL : place->method);

  return remember (self, troupe_scope_new_stored (kind, id, around, place->path, name));
}

/* Returns the scope of an event. Returns: (transfer full) (nullable) */
static TroupeScope *
read_scope (TroupeEventReader *self, const TroupeEvent *event, const Place *place)
{
  const TroupeEventTypeInfo *info = troupe_event_type_get_info (event->type);
  TroupeScope *known;

  if (info->kind == TROUPE_SCOPE_RUN)
    return find_around (self, place->method != NULL ? TROUPE_SCOPE_METHOD : TROUPE_SCOPE_FLOW,
                        place->parent, place->method);

  if (info->effect == TROUPE_EVENT_OPENS)
    return make_scope (self, event, event->sequence, place);

  if (info->effect == TROUPE_EVENT_CLOSES)
    {
      known = lookup (self, place->started);

      return known != NULL && known->kind == info->kind
                 ? troupe_scope_ref (known)
                 : make_scope (self, event, place->started, place);
    }

  known = lookup (self, place->parent);
  if (known != NULL && known->kind == info->kind)
    return troupe_scope_ref (known);
  /* The enclosing scope of a waiting method is never the method itself. */
  if (known == NULL && place->parent != 0 && info->kind != TROUPE_SCOPE_METHOD)
    return find_around (self, info->kind, place->parent,
                        info->kind == TROUPE_SCOPE_FLOW ? NULL : place->method);

  return make_scope (self, event, 0, place);
}

/**
 * troupe_event_reader_read:
 * @length: bytes of @line, or -1 for NUL-terminated text
 *
 * Parses one line that troupe_event_to_json() wrote. Missing information about its scopes is taken
 * from the previous lines; without these, the scopes have neither name nor path.
 *
 * Returns: (transfer full) (nullable): the event, or %NULL with an error of %TROUPE_JSON_ERROR or
 * %G_IO_ERROR_INVALID_DATA
 */
TroupeEvent *
troupe_event_reader_read (TroupeEventReader *self, const char *line, gssize length, GError **error)
{
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeEvent) event = NULL;
  TroupeValue *state;
  Place place = { 0 };
  g_autoptr (GError) local_error = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (line != NULL, NULL);

  if ((value = troupe_value_from_json (line, length, error)) == NULL)
    return NULL;
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _ ("The line is not an event: expected a JSON object."));
      return NULL;
    }

  if ((event = read_needed (value, error)) == NULL ||
      !read_id (value, "trigger", &event->trigger, error))
    return NULL;
  if (!read_id (value, "parent", &place.parent, error) ||
      !read_id (value, "started", &place.started, error))
    return NULL;

  place.method = read_string (value, "method", FALSE, &local_error);
  if (local_error == NULL)
    place.path = read_string (value, "path", FALSE, &local_error);
  if (local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return NULL;
    }

  event->scope = read_scope (self, event, &place);
  if ((state = troupe_value_map_lookup_string (value, "state", -1)) != NULL)
    event->state = troupe_value_ref (state);

  return g_steal_pointer (&event);
}

/**
 * troupe_event_from_json:
 * @length: bytes of @line, or -1 for NUL-terminated text
 *
 * Parses a single line that troupe_event_to_json() wrote.
 *
 * Returns: (transfer full) (nullable): the event, or %NULL with an error of %TROUPE_JSON_ERROR or
 * %G_IO_ERROR_INVALID_DATA
 */
TroupeEvent *
troupe_event_from_json (const char *line, gssize length, GError **error)
{
  g_autoptr (TroupeEventReader) reader = troupe_event_reader_new ();

  return troupe_event_reader_read (reader, line, length, error);
}
