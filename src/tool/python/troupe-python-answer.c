/* troupe-python-answer.c: decodes the response of the Python helper to a call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-answer"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <inttypes.h>

#include "troupe-python-package.h"
#include "troupe-python-session.h"
#include "troupe-python-wire.h"

static gboolean
list_contains (TroupeValue *list, TroupeValue *value)
{
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    if (troupe_value_equal (troupe_value_list_get (list, i), value))
      return TRUE;
  return FALSE;
}

/* Returns the changed outputs and records them as live objects. (transfer full) */
static TroupeValue *
apply_outputs (TroupePythonSession *self, TroupeValue *pairs)
{
  g_auto (TroupeMapBuilder) builder = { 0 };
  g_autoptr (TroupeValue) outputs = NULL;

  g_assert (self != NULL);

  troupe_map_builder_init (&builder);
  troupe_python_wire_add_pairs (pairs, &builder);
  outputs = troupe_map_builder_end (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (outputs); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (outputs, i), NULL);
      TroupePythonKnown *known = g_hash_table_lookup (self->outputs, name);

      if (known != NULL)
        g_ptr_array_add (known, troupe_value_ref (troupe_value_map_get_value (outputs, i)));
    }
  return g_steal_pointer (&outputs);
}

static char *
dup_text (TroupeValue *map, const char *name)
{
  TroupeValue *text = troupe_value_get_member_of (map, name, TROUPE_VALUE_STRING);

  return g_strdup (text != NULL ? troupe_value_get_string (text, NULL) : "");
}

/* (transfer full) (nullable) */
static char *
dup_optional (TroupeValue *map, const char *name)
{
  TroupeValue *text = troupe_value_get_member_of (map, name, TROUPE_VALUE_STRING);

  return text != NULL ? g_strdup (troupe_value_get_string (text, NULL)) : NULL;
}

static guint
get_line (TroupeValue *map, const char *name)
{
  TroupeValue *line = troupe_value_get_member_of (map, name, TROUPE_VALUE_INTEGER);

  return line != NULL ? (guint) CLAMP (troupe_value_get_integer (line), 0, G_MAXINT) : 0;
}

static TroupePythonFailure *
read_failure (TroupeValue *map)
{
  TroupePythonFailure *self = g_new0 (TroupePythonFailure, 1);

  self->class_name = dup_text (map, "class");
  self->message = dup_text (map, "message");
  self->traceback = dup_text (map, "traceback");
  self->reason = dup_optional (map, "reason");
  self->reported = dup_optional (map, "told");
  self->missing = dup_optional (map, "missing");
  self->line = get_line (map, "line");
  self->document_line = get_line (map, "document_line");
  return self;
}

/* Returns TRUE if the code has tried to write what is read-only in a sandbox. The number of an error is not
 * translated, unlike its text. */
static gboolean
was_read_only (const TroupePythonFailure *self)
{
  g_autofree char *start = g_strdup_printf ("[Errno %d]", EROFS);

  g_assert (self != NULL);

  return self->is_sandboxed && g_str_equal (self->class_name, "OSError") &&
         g_str_has_prefix (self->message, start);
}

char *
troupe_python_failure_explain (const TroupePythonFailure *self, const char *text)
{
  g_return_val_if_fail (self != NULL && text != NULL, NULL);

  return self->refusal != NULL ? g_strdup_printf ("%s\n%s", self->refusal, text) : g_strdup (text);
}

char *
troupe_python_failure_to_text (const TroupePythonFailure *self)
{
  g_autofree char *advice = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  text = *self->message != '\0' ? g_strdup_printf ("%s: %s", self->class_name, self->message)
                                : g_strdup (self->class_name);
  if (self->refusal != NULL)
    return troupe_python_failure_explain (self, text);
  if (self->missing != NULL)
    advice = troupe_python_package_make_advice (self->missing);
  else if (was_read_only (self))
    advice = g_strdup (
        _ ("In the sandbox, code cannot change files outside of the document’s folder, hidden "
           "files and folders that exist in it, nor the configuration of other programs; "
           "without “Also Change Other Files” in “Permissions…” (--allow programs), only "
           "files in its folder “output”. Write to another file."));
  if (advice == NULL)
    return g_steal_pointer (&text);
  return g_strdup_printf (g_str_has_suffix (text, ".") ? "%s %s" : "%s. %s", text, advice);
}

void
troupe_python_result_free (TroupePythonResult *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_clear_pointer (&self->outputs, troupe_value_unref);
  g_clear_pointer (&self->item, troupe_value_unref);
  g_free (self->label);
  g_free (self->odd_field);
  g_clear_pointer (&self->shape, troupe_value_unref);
  g_clear_pointer (&self->tool_failure, troupe_value_unref);
  if (self->failure != NULL)
    {
      g_free (self->failure->class_name);
      g_free (self->failure->message);
      g_free (self->failure->traceback);
      g_free (self->failure->reason);
      g_free (self->failure->reported);
      g_free (self->failure->missing);
      g_free (self->failure->refusal);
      g_free (self->failure);
    }
  g_free (self);
}

TroupePythonResult *
troupe_python_session_decode (TroupePythonSession *self,
                              TroupeValue *answer,
                              const char *method,
                              GError **error)
{
  g_autoptr (TroupePythonResult) result = g_new0 (TroupePythonResult, 1);
  TroupeValue *value = troupe_value_map_lookup_string (answer, "value", -1);
  TroupeValue *about = troupe_value_get_member_of (answer, "about", TROUPE_VALUE_MAP);
  TroupeValue *state = troupe_value_get_member_of (answer, "state", TROUPE_VALUE_MAP);
  TroupeValue *outputs = troupe_value_get_member_of (answer, "outputs", TROUPE_VALUE_LIST);
  TroupeValue *item = troupe_value_map_lookup_string (answer, "item", -1);
  TroupeValue *failure = troupe_value_get_member_of (answer, "failure", TROUPE_VALUE_MAP);
  TroupeValue *large = troupe_value_get_member_of (answer, "large", TROUPE_VALUE_INTEGER);
  TroupeValue *map_value;

  if (large != NULL)
    {
      troupe_python_session_forget (self);
      g_set_error (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_TOO_LARGE,
                   _ ("The result of the code in “%s” is %" PRId64
                      " bytes, but the limit is %u. Write large data to a file."),
                   method, troupe_value_get_integer (large), TROUPE_PYTHON_LIMIT_LINE);
      return NULL;
    }
  if (state != NULL)
    {
      TroupeValue *before = troupe_python_known_last (self->state);
      TroupeValue *all = troupe_value_get_member_of (state, "all", TROUPE_VALUE_LIST);
      TroupeValue *removed = troupe_value_get_member_of (state, "remove", TROUPE_VALUE_LIST);
      TroupeValue *after = NULL;
      g_auto (TroupeMapBuilder) builder = { 0 };

      troupe_map_builder_init (&builder);
      for (gsize i = 0; all == NULL && before != NULL && i < troupe_value_map_get_size (before);
           i++)
        {
          TroupeValue *key = troupe_value_map_get_key (before, i);

          if (!list_contains (removed, key))
            troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                        troupe_value_ref (troupe_value_map_get_value (before, i)));
        }
      troupe_python_wire_add_pairs (
          all != NULL ? all : troupe_value_get_member_of (state, "set", TROUPE_VALUE_LIST),
          &builder);
      after = troupe_map_builder_end (&builder);
      g_ptr_array_add (self->state, troupe_value_ref (after));
      result->state = after;
    }
  if (outputs != NULL)
    result->outputs = apply_outputs (self, outputs);
  if (item != NULL)
    result->item = troupe_value_ref (item);
  result->label = dup_optional (answer, "label");
  result->odd_field = dup_optional (answer, "odd");
  map_value = troupe_value_get_member_of (answer, "shape", TROUPE_VALUE_MAP);
  result->shape = map_value != NULL ? troupe_value_ref (map_value) : NULL;
  map_value = troupe_value_map_lookup_string (answer, "tool_failure", -1);
  result->tool_failure = map_value != NULL && troupe_value_is (map_value, TROUPE_VALUE_MAP)
                             ? troupe_value_ref (map_value)
                             : NULL;
  if (failure != NULL)
    result->failure = read_failure (failure);
  else if (about != NULL)
    result->value = troupe_value_ref (about);
  else if (value != NULL)
    {
      result->value = troupe_value_ref (value);
      g_hash_table_insert (self->results, g_strdup (method), troupe_value_ref (value));
    }
  return g_steal_pointer (&result);
}
