/* troupe-methods-target.c: form target of several selected methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-methods-target"

#include "config.h"

#include "troupe-methods-target.h"

struct _TroupeMethodsTarget
{
  GObject parent_instance;

  TroupeEditorContext *context;
  char **names;
};

static void form_target_init (TroupeFormTargetInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeMethodsTarget,
                               troupe_methods_target,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TROUPE_TYPE_FORM_TARGET, form_target_init))

static void
troupe_methods_target_finalize (GObject *object)
{
  TroupeMethodsTarget *self = TROUPE_METHODS_TARGET (object);

  g_clear_object (&self->context);
  g_clear_pointer (&self->names, g_strfreev);

  G_OBJECT_CLASS (troupe_methods_target_parent_class)->finalize (object);
}

static void
troupe_methods_target_class_init (TroupeMethodsTargetClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_methods_target_finalize;
}

static void
troupe_methods_target_init (TroupeMethodsTarget *self)
{
}

TroupeMethodsTarget *
troupe_methods_target_new (TroupeEditorContext *context, const char *const *names)
{
  TroupeMethodsTarget *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);
  g_return_val_if_fail (names != NULL && names[0] != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_METHODS_TARGET, NULL);
  self->context = g_object_ref (context);
  self->names = g_strdupv ((char **) names);

  return self;
}

/* --- Paths ------------------------------------------------------------------------------------ */

/* Returns @path, which belongs to the first method, for the method @index. (transfer full) */
static char **
make_path (TroupeMethodsTarget *self, guint index, const char *const *path)
{
  char **own = g_strdupv ((char **) path);

  g_assert (TROUPE_IS_METHODS_TARGET (self));

  if (own[0] != NULL && g_str_equal (own[0], "methods") && g_strcmp0 (own[1], self->names[0]) == 0)
    {
      g_free (own[1]);
      own[1] = g_strdup (self->names[index]);
    }
  return own;
}

static JsonNode *
get_own (TroupeMethodsTarget *self, guint index, const char *const *path)
{
  g_auto (GStrv) own = make_path (self, index, path);

  g_assert (TROUPE_IS_METHODS_TARGET (self));

  return troupe_form_target_get (TROUPE_FORM_TARGET (self->context), (const char *const *) own);
}

gboolean
troupe_methods_target_differs (TroupeMethodsTarget *self, const char *const *path)
{
  JsonNode *first;

  g_return_val_if_fail (TROUPE_IS_METHODS_TARGET (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  first = get_own (self, 0, path);
  for (guint i = 1; self->names[i] != NULL; i++)
    {
      JsonNode *other = get_own (self, i, path);

      if (first != other &&
          (first == NULL || other == NULL || !troupe_json_node_equal (first, other)))
        return TRUE;
    }
  return FALSE;
}

/* --- Target ----------------------------------------------------------------------------------- */

static TroupeDocument *
get_document (TroupeFormTarget *target)
{
  return troupe_form_target_get_document (
      TROUPE_FORM_TARGET (TROUPE_METHODS_TARGET (target)->context));
}

static JsonNode *
get_value (TroupeFormTarget *target, const char *const *path)
{
  TroupeMethodsTarget *self = TROUPE_METHODS_TARGET (target);

  return troupe_methods_target_differs (self, path) ? NULL : get_own (self, 0, path);
}

static gboolean
has_method (TroupeMethodsTarget *self, guint index)
{
  g_assert (TROUPE_IS_METHODS_TARGET (self));

  return troupe_flow_find_method (troupe_editor_context_get_flow (self->context),
                                  self->names[index]) != NULL;
}

/* Removes the value from each method. The context also removes what is then empty. */
static gboolean
remove_all (TroupeMethodsTarget *self, const char *const *path, const char *label, GError **error)
{
  TroupeFormTarget *context = TROUPE_FORM_TARGET (self->context);
  TroupeFormTargetInterface *iface = TROUPE_FORM_TARGET_GET_IFACE (context);
  TroupeDocument *document = troupe_form_target_get_document (context);
  gboolean is_removed = TRUE;

  g_assert (TROUPE_IS_METHODS_TARGET (self));

  troupe_document_begin_edit (document, label);
  for (guint i = 0; self->names[i] != NULL && is_removed; i++)
    {
      g_auto (GStrv) own = make_path (self, i, path);

      if (has_method (self, i))
        is_removed =
            iface->set_value (context, (const char *const *) own, NULL, label, NULL, error);
    }
  troupe_document_end_edit (document);

  return is_removed;
}

/* Writes with one commit, so that what is typed is merged into one step. */
static gboolean
set_value (TroupeFormTarget *target,
           const char *const *path,
           JsonNode *value,
           const char *label,
           const char *merge_key,
           GError **error)
{
  TroupeMethodsTarget *self = TROUPE_METHODS_TARGET (target);
  TroupeDocument *document = get_document (target);
  g_autoptr (JsonNode) root = NULL;

  if (value == NULL)
    return remove_all (self, path, label, error);
  root = json_node_ref (troupe_editor_context_get_root (self->context));
  for (guint i = 0; self->names[i] != NULL; i++)
    if (has_method (self, i))
      {
        g_auto (GStrv) own = make_path (self, i, path);
        JsonNode *next = troupe_json_tree_with (root, (const char *const *) own, value);

        json_node_unref (root);
        root = next;
      }
  return troupe_document_commit (document, "", root, label, merge_key, TROUPE_COMMIT_DEFAULT,
                                 error);
}

static void
say (TroupeFormTarget *target, const char *text)
{
  troupe_editor_context_say (TROUPE_METHODS_TARGET (target)->context, text);
}

static void
form_target_init (TroupeFormTargetInterface *iface)
{
  iface->get_document = get_document;
  iface->get_value = get_value;
  iface->set_value = set_value;
  iface->say = say;
}
