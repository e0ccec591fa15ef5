/* troupe-editor-context.c: shared context of the parts of a flow editor page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-context"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-condition-tree.h"
#include "troupe-editor-context.h"

struct _TroupeEditorContext
{
  GObject parent_instance;

  TroupeFlowDocument *document;
  GHashTable *outputs; /* name → TroupeValue */
  TroupeValue *state;
  char *renamed_from;
  char *renamed_to;
};

enum
{
  MESSAGE,
  VALUES_CHANGED,
  METHOD_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void form_target_init (TroupeFormTargetInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeEditorContext,
                               troupe_editor_context,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TROUPE_TYPE_FORM_TARGET, form_target_init))

static void
troupe_editor_context_finalize (GObject *object)
{
  TroupeEditorContext *self = TROUPE_EDITOR_CONTEXT (object);

  g_clear_object (&self->document);
  g_clear_pointer (&self->outputs, g_hash_table_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_clear_pointer (&self->renamed_from, g_free);
  g_clear_pointer (&self->renamed_to, g_free);

  G_OBJECT_CLASS (troupe_editor_context_parent_class)->finalize (object);
}

static void
troupe_editor_context_class_init (TroupeEditorContextClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_editor_context_finalize;

  signals[MESSAGE] = g_signal_new ("message", TROUPE_TYPE_EDITOR_CONTEXT, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[VALUES_CHANGED] = g_signal_new ("values-changed", TROUPE_TYPE_EDITOR_CONTEXT,
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[METHOD_REQUESTED] =
      g_signal_new ("method-requested", TROUPE_TYPE_EDITOR_CONTEXT, G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_editor_context_init (TroupeEditorContext *self)
{
  self->outputs =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) troupe_value_unref);
}

TroupeEditorContext *
troupe_editor_context_new (TroupeFlowDocument *document)
{
  TroupeEditorContext *self;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document), NULL);

  self = g_object_new (TROUPE_TYPE_EDITOR_CONTEXT, NULL);
  self->document = g_object_ref (document);

  return self;
}

TroupeFlowDocument *
troupe_editor_context_get_document (TroupeEditorContext *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (self), NULL);

  return self->document;
}

TroupeFlow *
troupe_editor_context_get_flow (TroupeEditorContext *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (self), NULL);

  return troupe_flow_document_get_flow (self->document);
}

JsonNode *
troupe_editor_context_get_root (TroupeEditorContext *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (self), NULL);

  return troupe_document_get_root (TROUPE_DOCUMENT (self->document));
}

void
troupe_editor_context_say (TroupeEditorContext *self, const char *text)
{
  troupe_form_target_say (TROUPE_FORM_TARGET (self), text);
}

void
troupe_editor_context_report (TroupeEditorContext *self, const GError *error)
{
  troupe_form_target_report (TROUPE_FORM_TARGET (self), error);
}

void
troupe_editor_context_request_method (TroupeEditorContext *self, const char *name)
{
  g_return_if_fail (TROUPE_IS_EDITOR_CONTEXT (self));
  g_return_if_fail (name != NULL);

  g_signal_emit (self, signals[METHOD_REQUESTED], 0, name);
}

/* Lists the ids of the gates of @name for which the document stores a position. With @gone,
 * lists only gates that no longer exist in the conditions of the method. (transfer container)
 * (element-type utf8) */
static GPtrArray *
list_gate_places (TroupeEditorContext *self, const char *name, gboolean gone)
{
  static const char *const gates_path[] = { "x-troupe", "gates", NULL };
  JsonNode *gates =
      troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self->document)),
                            gates_path);
  const TroupeFlowMethod *method =
      troupe_flow_find_method (troupe_flow_document_get_flow (self->document), name);
  g_autofree char *prefix = g_strconcat (name, "/", NULL);
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);
  JsonObjectIter iter;
  const char *id;

  g_assert (TROUPE_IS_EDITOR_CONTEXT (self));

  if (gates == NULL || !JSON_NODE_HOLDS_OBJECT (gates))
    return ids;

  json_object_iter_init_ordered (&iter, json_node_get_object (gates));
  while (json_object_iter_next_ordered (&iter, &id, NULL))
    {
      const char *path = id + strlen (prefix);
      const TroupeCondition *condition;
      const TroupeCondition *part;

      if (!g_str_has_prefix (id, prefix))
        continue;
      condition = method != NULL ? troupe_flow_method_get_condition (method, path) : NULL;
      part = condition != NULL ? troupe_condition_get_part (condition, path) : NULL;
      if (!gone || part == NULL || part->n_children == 0)
        g_ptr_array_add (ids, g_strdup (id));
    }

  return ids;
}

/* Sets a condition and removes the stored positions of gates that no longer exist, so that a
 * later gate with the same id is not placed at an old position. */
static gboolean
set_condition (TroupeEditorContext *self,
               const char *const *path,
               JsonNode *value,
               const char *label,
               GError **error)
{
  g_autofree char *name = g_strdup (path[1]);
  gboolean set;

  g_assert (TROUPE_IS_EDITOR_CONTEXT (self));

  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), label);
  set = troupe_document_set (TROUPE_DOCUMENT (self->document), path, value, label, NULL, error);
  if (set)
    {
      g_autoptr (GPtrArray) gone = list_gate_places (self, name, TRUE);

      for (guint i = 0; i < gone->len; i++)
        {
          const char *const gate[] = { "x-troupe", "gates", g_ptr_array_index (gone, i), NULL };

          troupe_document_set (TROUPE_DOCUMENT (self->document), gate, NULL, label, NULL, NULL);
        }
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));

  return set;
}

static gboolean
is_condition_with_gates (TroupeEditorContext *self, const char *const *path)
{
  g_autoptr (GPtrArray) gates = NULL;

  g_assert (TROUPE_IS_EDITOR_CONTEXT (self));

  if (g_strcmp0 (path[0], "methods") != 0 || path[1] == NULL ||
      (g_strcmp0 (path[2], "listen") != 0 && g_strcmp0 (path[2], "start") != 0))
    return FALSE;
  gates = list_gate_places (self, path[1], FALSE);

  return gates->len > 0;
}

/* --- TroupeFormTarget implementation ---------------------------------------------------------- */

static TroupeDocument *
get_document (TroupeFormTarget *target)
{
  return TROUPE_DOCUMENT (TROUPE_EDITOR_CONTEXT (target)->document);
}

static JsonNode *
get_value (TroupeFormTarget *target, const char *const *path)
{
  return troupe_json_tree_get (troupe_editor_context_get_root (TROUPE_EDITOR_CONTEXT (target)),
                               path);
}

static gboolean
set_value (TroupeFormTarget *target,
           const char *const *path,
           JsonNode *value,
           const char *label,
           const char *merge_key,
           GError **error)
{
  TroupeEditorContext *self = TROUPE_EDITOR_CONTEXT (target);
  g_autoptr (JsonNode) followed = NULL;

  if (is_condition_with_gates (self, path))
    return set_condition (self, path, value, label, error);
  if (value != NULL)
    if (g_strv_length ((char **) path) == 4 && g_str_equal (path[0], "methods") &&
        g_str_equal (path[2], "do") && g_str_equal (path[3], "expr"))
      followed = troupe_flow_document_follow_results (self->document, path[1], value);
  if (followed != NULL)
    {
      const char *const method[] = { path[0], path[1], NULL };

      return troupe_document_set (TROUPE_DOCUMENT (self->document), method, followed, label,
                                  merge_key, error);
    }

  if (value == NULL)
    {
      g_auto (GStrv) removed = NULL;
      static const char *const optional[] = { "config", "persist", NULL };
      guint length;

      removed = g_strdupv ((char **) path);
      length = g_strv_length (removed);
      while (length > 1 && g_strv_contains (optional, path[length - 2]))
        {
          g_autofree char *last = g_steal_pointer (&removed[length - 1]);
          JsonNode *owner = get_value (TROUPE_FORM_TARGET (self), (const char *const *) removed);

          if (owner == NULL || !JSON_NODE_HOLDS_OBJECT (owner) ||
              json_object_get_size (json_node_get_object (owner)) != 1 ||
              !json_object_has_member (json_node_get_object (owner), last))
            {
              removed[length - 1] = g_steal_pointer (&last);
              break;
            }
          length--;
        }
      return troupe_document_set (TROUPE_DOCUMENT (self->document), (const char *const *) removed,
                                  NULL, label, merge_key, error);
    }

  return troupe_document_set (TROUPE_DOCUMENT (self->document), path, value, label, merge_key,
                              error);
}

static void
say (TroupeFormTarget *target, const char *text)
{
  g_signal_emit (target, signals[MESSAGE], 0, text);
}

static void
form_target_init (TroupeFormTargetInterface *iface)
{
  iface->get_document = get_document;
  iface->get_value = get_value;
  iface->set_value = set_value;
  iface->say = say;
}

gboolean
troupe_editor_context_set (TroupeEditorContext *self,
                           const char *const *path,
                           JsonNode *value,
                           const char *label,
                           const char *merge_key)
{
  return troupe_form_target_set (TROUPE_FORM_TARGET (self), path, value, label, merge_key);
}

gboolean
troupe_editor_context_rename (TroupeEditorContext *self, const char *name, const char *new_name)
{
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (self), FALSE);
  g_return_val_if_fail (name != NULL && new_name != NULL, FALSE);

  /* Set the names before the call, because the document emits its change signal before the call
   * returns. */
  troupe_set_str (&self->renamed_from, name);
  troupe_set_str (&self->renamed_to, new_name);

  if (troupe_flow_document_rename_method (self->document, self->renamed_from, self->renamed_to,
                                          &error))
    return TRUE;

  g_clear_pointer (&self->renamed_from, g_free);
  g_clear_pointer (&self->renamed_to, g_free);
  troupe_editor_context_report (self, error);

  return FALSE;
}

const char *
troupe_editor_context_follow (TroupeEditorContext *self, const char *name)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (self), name);

  if (name == NULL || self->renamed_from == NULL ||
      troupe_flow_find_method (troupe_editor_context_get_flow (self), name) != NULL)
    return name;
  if (g_str_equal (name, self->renamed_from))
    return self->renamed_to;
  /* The rename was undone. */
  if (g_str_equal (name, self->renamed_to))
    return self->renamed_from;

  return name;
}

static gboolean
is_method_name (const char *name)
{
  if (!g_ascii_isalpha (name[0]) && name[0] != '_')
    return FALSE;

  for (const char *c = name; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && *c != '_')
      return FALSE;

  return TRUE;
}

char *
troupe_editor_context_check_name (TroupeEditorContext *self, const char *name, const char *own)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  if (!is_method_name (name))
    return g_strdup (
        _ ("Only letters, digits and _ are allowed; the first character must not be a digit."));

  if (g_strcmp0 (name, own) != 0 &&
      troupe_flow_find_method (troupe_editor_context_get_flow (self), name) != NULL)
    return g_strdup_printf (_ ("The method “%s” already exists."), name);

  return NULL;
}

void
troupe_editor_context_clear_values (TroupeEditorContext *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR_CONTEXT (self));

  g_hash_table_remove_all (self->outputs);
  g_clear_pointer (&self->state, troupe_value_unref);
}

void
troupe_editor_context_set_output (TroupeEditorContext *self, const char *name, TroupeValue *value)
{
  g_return_if_fail (TROUPE_IS_EDITOR_CONTEXT (self));
  g_return_if_fail (name != NULL && value != NULL);

  g_hash_table_insert (self->outputs, g_strdup (name), troupe_value_ref (value));
}

void
troupe_editor_context_set_state (TroupeEditorContext *self, TroupeValue *state)
{
  g_return_if_fail (TROUPE_IS_EDITOR_CONTEXT (self));
  g_return_if_fail (state != NULL);

  troupe_value_ref (state);
  g_clear_pointer (&self->state, troupe_value_unref);
  self->state = state;
}

void
troupe_editor_context_values_changed (TroupeEditorContext *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR_CONTEXT (self));

  g_signal_emit (self, signals[VALUES_CHANGED], 0);
}

gboolean
troupe_editor_context_has_values (TroupeEditorContext *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (self), FALSE);

  return self->state != NULL || g_hash_table_size (self->outputs) > 0;
}

TroupeValue *
troupe_editor_context_get_output (TroupeEditorContext *self, const char *name)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (self), NULL);

  return g_hash_table_lookup (self->outputs, name);
}

TroupeValue *
troupe_editor_context_get_state (TroupeEditorContext *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (self), NULL);

  return self->state;
}

TroupeValue *
troupe_editor_context_get_outputs (TroupeEditorContext *self)
{
  TroupeMapBuilder builder;
  TroupeFlow *flow;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (self), NULL);

  flow = troupe_editor_context_get_flow (self);
  troupe_map_builder_init (&builder);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      TroupeValue *value = g_hash_table_lookup (self->outputs, method->name);

      if (value != NULL)
        troupe_map_builder_add (&builder, method->name, troupe_value_ref (value));
    }

  return troupe_map_builder_end (&builder);
}

const char *
troupe_action_type_get_title (TroupeActionType type)
{
  switch (type)
    {
    case TROUPE_ACTION_EXPRESSION:
      return _ ("Expression");
    case TROUPE_ACTION_EACH:
      return _ ("For Each");
    case TROUPE_ACTION_AGENT:
      return _ ("Agent");
    case TROUPE_ACTION_CREW:
      return _ ("Crew");
    case TROUPE_ACTION_TOOL:
      return _ ("Tool");
    case TROUPE_ACTION_CODE:
      return _ ("Python Reference");
    case TROUPE_ACTION_SCRIPT:
      return _ ("Python");
    case TROUPE_ACTION_N_TYPES:
    default:
      return "";
    }
}
