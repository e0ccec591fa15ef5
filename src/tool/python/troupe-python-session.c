/* troupe-python-session.c: values that the Python helper has, and encoding of calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-session"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "troupe-python-session.h"
#include "troupe-python-wire.h"

static TroupePythonKnown *
known_new (TroupeValue *value)
{
  TroupePythonKnown *self = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);

  if (value != NULL)
    g_ptr_array_add (self, troupe_value_ref (value));
  return self;
}

TroupeValue *
troupe_python_known_last (TroupePythonKnown *self)
{
  return self->len > 0 ? g_ptr_array_index (self, self->len - 1) : NULL;
}

static void
known_set (TroupePythonKnown *self, TroupeValue *value)
{
  troupe_value_ref (value);
  g_ptr_array_set_size (self, 0);
  g_ptr_array_add (self, value);
}

/* Returns TRUE if @value represents the live object. A run that passes back an older value has
 * not processed the later responses yet, and does not intend to undo their changes. */
static gboolean
known_has (TroupePythonKnown *self, TroupeValue *value)
{
  g_assert (self != NULL);

  for (guint i = self->len; i > 0; i--)
    if (g_ptr_array_index (self, i - 1) == value)
      {
        if (i > 1)
          g_ptr_array_remove_range (self, 0, i - 1);
        return TRUE;
      }
  return self->len > 0 && troupe_value_equal (troupe_python_known_last (self), value);
}

TroupePythonSession *
troupe_python_session_new (void)
{
  TroupePythonSession *self = g_new0 (TroupePythonSession, 1);

  self->is_fresh = TRUE;
  self->state = known_new (NULL);
  self->outputs =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->results =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) troupe_value_unref);
  return self;
}

void
troupe_python_session_free (TroupePythonSession *self)
{
  g_ptr_array_unref (self->state);
  g_hash_table_unref (self->outputs);
  g_hash_table_unref (self->results);
  g_free (self);
}

void
troupe_python_session_forget (TroupePythonSession *self)
{
  self->is_fresh = TRUE;
  g_ptr_array_set_size (self->state, 0);
  g_hash_table_remove_all (self->outputs);
  g_hash_table_remove_all (self->results);
}

/* --- Calls -------------------------------------------------------------------------------------- */

static void
append_separator (GString *out)
{
  char last = out->str[out->len - 1];

  if (last != '[' && last != '{')
    g_string_append_c (out, ',');
}

/* Uses pairs instead of a map, so that a key that begins with a dollar sign is not taken for a
 * tag. */
static gboolean
append_pair (TroupeValue *key, TroupeValue *value, GString *out, GError **error)
{
  append_separator (out);
  g_string_append_c (out, '[');
  if (!troupe_python_wire_append (key, out, error))
    return FALSE;
  g_string_append_c (out, ',');
  if (!troupe_python_wire_append (value, out, error))
    return FALSE;
  g_string_append_c (out, ']');
  return TRUE;
}

static gboolean
append_state (TroupePythonSession *self, TroupeValue *state, GString *out, GError **error)
{
  TroupeValue *before = troupe_python_known_last (self->state);

  g_assert (self != NULL);

  if (state == NULL || known_has (self->state, state))
    {
      g_string_append (out, "null");
      return TRUE;
    }
  g_string_append (out, before == NULL ? "{\"all\":[" : "{\"set\":[");
  for (gsize i = 0; i < troupe_value_map_get_size (state); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (state, i);
      TroupeValue *value = troupe_value_map_get_value (state, i);
      TroupeValue *old = before != NULL ? troupe_value_map_lookup (before, key) : NULL;

      if (old != NULL && (old == value || troupe_value_equal (old, value)))
        continue;
      if (!append_pair (key, value, out, error))
        return FALSE;
    }
  g_string_append (out, "],\"remove\":[");
  for (gsize i = 0; before != NULL && i < troupe_value_map_get_size (before); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (before, i);

      if (troupe_value_map_lookup (state, key) != NULL)
        continue;
      append_separator (out);
      troupe_python_wire_append (key, out, NULL);
    }
  g_string_append (out, "]}");
  known_set (self->state, state);
  return TRUE;
}

/* Adds @key to the values that are sent, or to @adopted if the helper has the object as the
 * result of a call. */
static gboolean
append_output (TroupePythonSession *self,
               const TroupePythonRequest *request,
               TroupeValue *key,
               TroupeValue *value,
               GString *adopted,
               GString *out,
               GError **error)
{
  const char *name = troupe_value_get_string (key, NULL);
  TroupePythonKnown *known = g_hash_table_lookup (self->outputs, name);
  gboolean is_feedback = request->feedback != NULL && g_strv_contains (request->feedback, name) &&
                         troupe_value_is (value, TROUPE_VALUE_MAP);

  g_assert (self != NULL);

  if (known != NULL && known_has (known, value))
    return TRUE;
  if (known == NULL)
    g_hash_table_insert (self->outputs, g_strdup (name), known_new (value));
  else
    known_set (known, value);
  if (g_hash_table_lookup (self->results, name) == value)
    {
      g_hash_table_remove (self->results, name);
      append_separator (adopted);
      troupe_python_wire_append (key, adopted, NULL);
      return TRUE;
    }
  if (is_feedback)
    {
      append_separator (out);
      g_string_append_c (out, '[');
      troupe_python_wire_append (key, out, NULL);
      g_string_append (out, ",{\"$feedback\":");
      if (!troupe_python_wire_append (value, out, error))
        return FALSE;
      g_string_append (out, "}]");
      return TRUE;
    }
  return append_pair (key, value, out, error);
}

static gboolean
append_outputs (TroupePythonSession *self,
                const TroupePythonRequest *request,
                GString *out,
                GError **error)
{
  g_autoptr (GString) adopted = g_string_new ("[");
  gboolean ok = TRUE;

  g_assert (self != NULL);

  if (request->outputs == NULL)
    {
      g_string_append (out, "null");
      return TRUE;
    }
  g_string_append_printf (out, "{\"fresh\":%s,\"set\":[", self->is_fresh ? "true" : "false");
  self->is_fresh = FALSE;
  for (gsize i = 0; ok && i < troupe_value_map_get_size (request->outputs); i++)
    ok = append_output (self, request, troupe_value_map_get_key (request->outputs, i),
                        troupe_value_map_get_value (request->outputs, i), adopted, out, error);
  g_string_append (out, "],\"remove\":[");
  if (request->outputs_are_changes)
    {
      const char *const *names = request->outputs_removed;

      for (guint i = 0; names != NULL && names[i] != NULL; i++)
        {
          append_separator (out);
          troupe_python_wire_append_string (names[i], out);
          g_hash_table_remove (self->outputs, names[i]);
        }
    }
  else
    {
      TroupeValue *outputs = request->outputs;
      GHashTableIter iter;
      gpointer name = NULL;

      if (g_hash_table_size (self->outputs) != troupe_value_map_get_size (outputs))
        {
          g_hash_table_iter_init (&iter, self->outputs);
          while (g_hash_table_iter_next (&iter, &name, NULL))
            {
              if (troupe_value_map_lookup_string (outputs, name, -1) != NULL)
                continue;
              append_separator (out);
              troupe_python_wire_append_string (name, out);
              g_hash_table_iter_remove (&iter);
            }
        }
    }
  g_string_append_printf (out, "],\"adopt\":%s]}", adopted->str);
  return ok;
}

/* Appends the input, usually as the name of the output that is identical to it. */
static gboolean
append_input (const TroupePythonRequest *request, GString *out, GError **error)
{
  gsize n_outputs = request->outputs != NULL ? troupe_value_map_get_size (request->outputs) : 0;

  g_assert (request != NULL);

  if (request->input == NULL)
    {
      g_string_append (out, "null");
      return TRUE;
    }
  if (request->input_output != NULL)
    {
      g_string_append (out, "{\"output\":");
      troupe_python_wire_append_string (request->input_output, out);
      g_string_append_c (out, '}');
      return TRUE;
    }
  for (gsize i = n_outputs; i > 0; i--)
    if (troupe_value_map_get_value (request->outputs, i - 1) == request->input)
      {
        g_string_append (out, "{\"output\":");
        troupe_python_wire_append (troupe_value_map_get_key (request->outputs, i - 1), out, NULL);
        g_string_append_c (out, '}');
        return TRUE;
      }
  g_string_append (out, request->input_is_feedback ? "{\"value\":{\"$feedback\":" : "{\"value\":");
  if (!troupe_python_wire_append (request->input, out, error))
    return FALSE;
  g_string_append (out, request->input_is_feedback ? "}}" : "}");
  return TRUE;
}

static gboolean
append_optional (TroupeValue *value, GString *out, GError **error)
{
  if (value != NULL)
    return troupe_python_wire_append (value, out, error);
  g_string_append (out, "null");
  return TRUE;
}

static gboolean
append_values (TroupePythonSession *self,
               const TroupePythonRequest *request,
               GString *out,
               GError **error)
{
  g_string_append (out, ",\"state\":");
  if (!append_state (self, request->state, out, error))
    return FALSE;
  g_string_append (out, ",\"outputs\":");
  if (!append_outputs (self, request, out, error))
    return FALSE;
  g_string_append (out, ",\"input\":");
  if (!append_input (request, out, error))
    return FALSE;
  g_string_append (out, ",\"item\":");
  if (!append_optional (request->item, out, error))
    return FALSE;
  g_string_append (out, ",\"arguments\":");
  if (!append_optional (request->arguments, out, error))
    return FALSE;
  g_string_append (out, ",\"restore\":");
  if (!append_optional (request->restored, out, error))
    return FALSE;
  g_string_append_c (out, '}');
  return TRUE;
}

GString *
troupe_python_session_encode (TroupePythonSession *self,
                              const TroupePythonRequest *request,
                              gint64 id,
                              GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  static const char *const kinds[] = { "script", "code", "tool", "state", "hook", "made" };

  g_string_append_printf (out, "{\"id\":%" G_GINT64_FORMAT ",\"kind\":\"%s\",\"check\":%s", id,
                          kinds[request->kind], request->check_only ? "true" : "false");
  if (request->describes)
    g_string_append (out, ",\"describe\":true");
  if (request->for_agent)
    g_string_append_printf (out, ",\"agent\":true,\"used\":%u", request->n_used);
  g_string_append_printf (out, ",\"line\":%u,\"block\":%s,\"router\":%s,\"source\":", request->line,
                          request->is_block ? "true" : "false",
                          request->is_router ? "true" : "false");
  troupe_python_wire_append_string (request->source, out);
  g_string_append (out, ",\"path\":");
  troupe_python_wire_append_string (request->path, out);
  g_string_append (out, ",\"file\":");
  troupe_python_wire_append_string (request->file, out);
  g_string_append (out, ",\"method\":");
  troupe_python_wire_append_string (request->method, out);
  if (!append_values (self, request, out, error))
    {
      /* Some values have been recorded as known but were not sent. */
      troupe_python_session_forget (self);
      return NULL;
    }
  if (out->len < TROUPE_PYTHON_LIMIT_LINE)
    return g_steal_pointer (&out);
  troupe_python_session_forget (self);
  g_set_error (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_TOO_LARGE,
               _ ("The input of the code in %s is %" PRId64 " bytes, but the limit is %u."),
               request->path, (gint64) out->len, TROUPE_PYTHON_LIMIT_LINE);
  return NULL;
}
