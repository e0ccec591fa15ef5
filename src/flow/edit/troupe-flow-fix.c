/* troupe-flow-fix.c: applies the fix that a problem offers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-fix"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-edit.h"
#include "troupe-flow-document-private.h"
#include "troupe-tree.h"

static gboolean
refuse (GError **error)
{
  g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
               _ ("The document has changed: this fix no longer applies."));
  return FALSE;
}

/* Sets the value at @keys, under the name of the fix. */
static gboolean
set_at (TroupeFlowDocument *self,
        const TroupeProblem *problem,
        GStrv keys,
        JsonNode *value,
        GError **error)
{
  return troupe_document_set (TROUPE_DOCUMENT (self), (const char *const *) keys, value,
                              problem->fix_label != NULL ? problem->fix_label : _ ("Fix"), NULL,
                              error);
}

/* Applies the action `START:END:TEXT`, which replaces the byte range of the string at the
 * problem's path. */
static gboolean
replace_text (TroupeFlowDocument *self,
              const TroupeProblem *problem,
              const char *action,
              GError **error)
{
  JsonNode *root = troupe_document_get_root (TROUPE_DOCUMENT (self));
  g_auto (GStrv) keys = troupe_tree_split_path (root, problem->path);
  g_auto (GStrv) parts = g_strsplit (action, ":", 3);
  const char *text =
      keys != NULL ? troupe_tree_get_text (troupe_json_tree_get (root, (const char *const *) keys))
                   : NULL;
  g_autoptr (JsonNode) value = NULL;
  guint64 start, end;
  GString *out;

  if (text == NULL || g_strv_length (parts) != 3 ||
      !g_ascii_string_to_unsigned (parts[1], 10, 0, strlen (text), &end, NULL) ||
      !g_ascii_string_to_unsigned (parts[0], 10, 0, end, &start, NULL))
    return refuse (error);
  out = g_string_new_len (text, (gssize) start);
  g_string_append (out, parts[2]);
  g_string_append (out, text + end);
  value = g_utf8_validate (out->str, (gssize) out->len, NULL)
              ? troupe_json_node_new_string (out->str)
              : NULL;
  g_string_free (out, TRUE);
  if (value == NULL)
    return refuse (error);
  return set_at (self, problem, keys, value, error);
}

/* Adds an event to the list of the problem's method, or removes it from there. */
static gboolean
change_events (TroupeFlowDocument *self,
               const TroupeProblem *problem,
               const char *event,
               gboolean adds,
               GError **error)
{
  const TroupeFlowMethod *method =
      problem->method != NULL
          ? troupe_flow_find_method (troupe_flow_document_get_flow (self), problem->method)
          : NULL;
  g_autoptr (GPtrArray) events = g_ptr_array_new ();

  if (method == NULL || method->emit == NULL ||
      g_strv_contains ((const char *const *) method->emit, event) == adds)
    return refuse (error);
  for (guint i = 0; method->emit[i] != NULL; i++)
    {
      if (!g_str_equal (method->emit[i], event))
        g_ptr_array_add (events, method->emit[i]);
    }
  if (adds)
    g_ptr_array_add (events, (gpointer) event);
  g_ptr_array_add (events, NULL);
  return troupe_flow_document_set_emit (
      self, method->name, events->len > 1 ? (const char *const *) events->pdata : NULL, error);
}

/* Renames or removes the key at the problem's path. @name: (nullable): the new name of the key;
 * NULL removes it. */
static gboolean
change_key (TroupeFlowDocument *self,
            const TroupeProblem *problem,
            const char *name,
            GError **error)
{
  JsonNode *root = troupe_document_get_root (TROUPE_DOCUMENT (self));
  g_auto (GStrv) keys = troupe_tree_split_path (root, problem->path);
  g_autoptr (JsonNode) changed = NULL;

  if (keys == NULL || troupe_json_tree_get (root, (const char *const *) keys) == NULL)
    return refuse (error);
  changed = name != NULL ? troupe_json_tree_rename (root, (const char *const *) keys, name)
                         : troupe_json_tree_with (root, (const char *const *) keys, NULL);
  if (changed == NULL)
    return refuse (error);
  return troupe_flow_document_commit (self, changed,
                                      problem->fix_label != NULL ? problem->fix_label : _ ("Fix"),
                                      NULL, FALSE, error);
}

gboolean
troupe_flow_document_apply_fix (TroupeFlowDocument *self,
                                const TroupeProblem *problem,
                                GError **error)
{
  const char *action;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (problem != NULL, FALSE);

  action = problem->fix_action != NULL ? problem->fix_action : "";
  if (g_str_has_prefix (action, "make-router:"))
    return troupe_flow_document_set_router (self, action + strlen ("make-router:"), TRUE, error);
  if (g_str_has_prefix (action, "replace:"))
    return replace_text (self, problem, action + strlen ("replace:"), error);
  if (g_str_has_prefix (action, "remove-event:"))
    return change_events (self, problem, action + strlen ("remove-event:"), FALSE, error);
  if (g_str_has_prefix (action, "rename-key:"))
    return change_key (self, problem, action + strlen ("rename-key:"), error);
  if (g_str_has_prefix (action, "set-value:"))
    {
      /* Sets the value at the problem's path, which may not exist yet. */
      const char *json = action + strlen ("set-value:");
      JsonNode *root = troupe_document_get_root (TROUPE_DOCUMENT (self));
      g_auto (GStrv) keys = troupe_tree_split_path (root, problem->path);
      g_autoptr (JsonNode) value =
          troupe_json_read (json, strlen (json), TROUPE_JSON_STRICT, NULL, NULL);

      if (keys == NULL || keys[0] == NULL || value == NULL)
        return refuse (error);
      return set_at (self, problem, keys, value, error);
    }
  if (g_str_has_prefix (action, "add-event:"))
    return change_events (self, problem, action + strlen ("add-event:"), TRUE, error);
  if (g_str_has_prefix (action, "make-start:"))
    return troupe_flow_document_set_start (self, action + strlen ("make-start:"), TRUE, error);
  if (g_str_has_prefix (action, "rename-method:") && problem->method != NULL)
    return troupe_flow_document_rename_method (self, problem->method,
                                               action + strlen ("rename-method:"), error);
  if (g_str_equal (action, "inline-crew"))
    {
      /* Replaces the reference to a crew that does not exist, which is the problem's path, with
       * a new crew. */
      JsonNode *root = troupe_document_get_root (TROUPE_DOCUMENT (self));
      g_auto (GStrv) keys = troupe_tree_split_path (root, problem->path);
      guint last = keys != NULL ? g_strv_length (keys) : 0;

      if (last < 2 || !g_str_equal (keys[last - 1], "from_declaration") ||
          troupe_json_tree_get (root, (const char *const *) keys) == NULL)
        return refuse (error);
      g_clear_pointer (&keys[last - 1], g_free);
      return troupe_crew_edit_create_inline (TROUPE_DOCUMENT (self), (const char *const *) keys,
                                             problem->method != NULL ? problem->method : "crew",
                                             error);
    }
  if (g_str_equal (action, "remove-key"))
    return change_key (self, problem, NULL, error);
  return refuse (error);
}
