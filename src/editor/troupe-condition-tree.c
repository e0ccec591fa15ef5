/* troupe-condition-tree.c: a condition that can be changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions are read from documents, whose nesting is limited to TROUPE_LIMIT_NESTING; so is every
 * recursion here.
 */

#define G_LOG_DOMAIN "troupe-condition-tree"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-condition-tree.h"

static TroupeConditionTree *
allocate (TroupeConditionType type)
{
  TroupeConditionTree *self = g_new0 (TroupeConditionTree, 1);

  self->type = type;
  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_condition_tree_free);

  return self;
}

TroupeConditionTree *
troupe_condition_tree_new (const TroupeCondition *condition)
{
  TroupeConditionTree *self;

  if (condition == NULL)
    return allocate (TROUPE_CONDITION_OR);

  self = allocate (condition->type);
  self->event = g_strdup (condition->event);
  for (guint i = 0; i < condition->n_children; i++)
    g_ptr_array_add (self->children, troupe_condition_tree_new (condition->children[i]));

  return self;
}

TroupeConditionTree *
troupe_condition_tree_new_event (const char *event)
{
  TroupeConditionTree *self;

  g_return_val_if_fail (event != NULL, NULL);

  self = allocate (TROUPE_CONDITION_EVENT);
  self->event = g_strdup (event);

  return self;
}

TroupeConditionTree *
troupe_condition_tree_new_gate (gboolean is_and)
{
  return allocate (is_and ? TROUPE_CONDITION_AND : TROUPE_CONDITION_OR);
}

TroupeConditionTree *
troupe_condition_tree_copy (const TroupeConditionTree *self)
{
  TroupeConditionTree *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = allocate (self->type);
  copy->event = g_strdup (self->event);
  copy->removed = self->removed;
  for (guint i = 0; i < self->children->len; i++)
    g_ptr_array_add (copy->children,
                     troupe_condition_tree_copy (g_ptr_array_index (self->children, i)));

  return copy;
}

void
troupe_condition_tree_free (TroupeConditionTree *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->children);
  g_free (self->event);
  g_free (self);
}

/* The next index of a path; moves @path behind it. */
static guint
next_index (const char **path)
{
  guint64 index = g_ascii_strtoull (*path, (char **) path, 10);

  if (**path == '.')
    (*path)++;

  return (guint) MIN (index, G_MAXUINT);
}

/* Gates of a second condition have paths such as `start.1`. */
static const char *
skip_prefix (const char *path)
{
  if (!g_str_has_prefix (path, "start"))
    return path;

  path += strlen ("start");

  return *path == '.' ? path + 1 : path;
}

TroupeConditionTree *
troupe_condition_tree_get (TroupeConditionTree *self, const char *path)
{
  g_return_val_if_fail (self != NULL && path != NULL, NULL);

  path = skip_prefix (path);
  while (g_ascii_isdigit (*path))
    {
      guint index = next_index (&path);

      if (index >= self->children->len)
        return NULL;
      self = g_ptr_array_index (self->children, index);
    }

  return self;
}

const TroupeCondition *
troupe_condition_get_part (const TroupeCondition *self, const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  path = skip_prefix (path);
  while (self != NULL && g_ascii_isdigit (*path))
    {
      guint index = next_index (&path);

      self = index < self->n_children ? self->children[index] : NULL;
    }

  return self;
}

static gboolean
is_empty_gate (const TroupeConditionTree *self)
{
  return self->type != TROUPE_CONDITION_EVENT && self->children->len == 0;
}

TroupeConditionTree *
troupe_condition_tree_join (TroupeConditionTree *self,
                            TroupeConditionTree *child,
                            gboolean with_and)
{
  TroupeConditionType type = with_and ? TROUPE_CONDITION_AND : TROUPE_CONDITION_OR;
  TroupeConditionTree *root = self;

  g_return_val_if_fail (self != NULL && child != NULL, self);

  if (is_empty_gate (self))
    {
      troupe_condition_tree_free (self);
      return child;
    }

  if (self->type != type)
    {
      root = allocate (type);
      g_ptr_array_add (root->children, self);
    }
  g_ptr_array_add (root->children, child);

  return root;
}

guint
troupe_condition_tree_replace (TroupeConditionTree *self,
                               const char *event,
                               const TroupeConditionTree *replacement)
{
  guint n_replaced = 0;

  g_return_val_if_fail (self != NULL && event != NULL, 0);

  if (self->type != TROUPE_CONDITION_EVENT)
    {
      for (guint i = 0; i < self->children->len; i++)
        n_replaced += troupe_condition_tree_replace (g_ptr_array_index (self->children, i), event,
                                                     replacement);
      return n_replaced;
    }

  if (g_strcmp0 (self->event, event) != 0)
    return 0;

  if (replacement == NULL)
    {
      self->removed = TRUE;
      return 1;
    }

  self->type = replacement->type;
  troupe_set_str (&self->event, replacement->event);
  for (guint i = 0; i < replacement->children->len; i++)
    g_ptr_array_add (self->children,
                     troupe_condition_tree_copy (g_ptr_array_index (replacement->children, i)));

  return 1;
}

static gboolean
has_event (TroupeConditionTree *self, const char *event)
{
  for (guint i = 0; i < self->children->len; i++)
    {
      TroupeConditionTree *child = g_ptr_array_index (self->children, i);

      if (child->type == TROUPE_CONDITION_EVENT && g_strcmp0 (child->event, event) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Adds a tidied child; a gate of the same kind gives its inputs instead. */
static void
take_child (TroupeConditionTree *self, TroupeConditionTree *child)
{
  if (child->type == TROUPE_CONDITION_EVENT && has_event (self, child->event))
    {
      troupe_condition_tree_free (child);
    }
  else if (child->type != self->type)
    {
      g_ptr_array_add (self->children, child);
    }
  else
    {
      g_autoptr (GPtrArray) inner = g_steal_pointer (&child->children);

      child->children = g_ptr_array_new ();
      troupe_condition_tree_free (child);
      g_ptr_array_set_free_func (inner, NULL);
      for (guint i = 0; i < inner->len; i++)
        take_child (self, g_ptr_array_index (inner, i));
    }
}

TroupeConditionTree *
troupe_condition_tree_tidy (TroupeConditionTree *self)
{
  g_autoptr (GPtrArray) children = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->removed)
    {
      troupe_condition_tree_free (self);
      return NULL;
    }
  if (self->type == TROUPE_CONDITION_EVENT)
    return self;

  children = g_steal_pointer (&self->children);
  g_ptr_array_set_free_func (children, NULL);
  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_condition_tree_free);
  for (guint i = 0; i < children->len; i++)
    {
      TroupeConditionTree *child = troupe_condition_tree_tidy (g_ptr_array_index (children, i));

      if (child != NULL)
        take_child (self, child);
    }

  if (self->children->len > 1)
    return self;

  if (self->children->len == 1)
    {
      TroupeConditionTree *only = g_ptr_array_steal_index (self->children, 0);

      troupe_condition_tree_free (self);
      return only;
    }

  troupe_condition_tree_free (self);

  return NULL;
}

JsonNode *
troupe_condition_tree_to_node (const TroupeConditionTree *self)
{
  g_autoptr (JsonArray) array = NULL;
  g_autoptr (JsonObject) object = NULL;
  JsonNode *node;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->type == TROUPE_CONDITION_EVENT)
    return troupe_json_node_new_string (self->event);

  array = json_array_new ();
  for (guint i = 0; i < self->children->len; i++)
    json_array_add_element (array,
                            troupe_condition_tree_to_node (g_ptr_array_index (self->children, i)));
  object = json_object_new ();
  json_object_set_array_member (object, self->type == TROUPE_CONDITION_AND ? "and" : "or",
                                g_steal_pointer (&array));
  node = json_node_new (JSON_NODE_OBJECT);
  json_node_set_object (node, object);
  json_node_seal (node);

  return node;
}

static void
append_text (const TroupeConditionTree *self, GString *text, gboolean inside)
{
  /* Translators: joins the names of two events. */
  const char *word = self->type == TROUPE_CONDITION_AND ? _ ("and") : _ ("or");

  if (self->type == TROUPE_CONDITION_EVENT)
    {
      g_string_append (text, self->event);
      return;
    }

  if (inside)
    g_string_append_c (text, '(');
  for (guint i = 0; i < self->children->len; i++)
    {
      if (i > 0)
        g_string_append_printf (text, " %s ", word);
      append_text (g_ptr_array_index (self->children, i), text, TRUE);
    }
  if (inside)
    g_string_append_c (text, ')');
}

char *
troupe_condition_tree_to_text (const TroupeConditionTree *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, g_string_free (text, FALSE));

  append_text (self, text, FALSE);

  return g_string_free (text, FALSE);
}

const char *
troupe_flow_method_get_condition_key (const TroupeFlowMethod *method, const char *path)
{
  g_return_val_if_fail (method != NULL && path != NULL, NULL);

  if (method->start_condition == NULL)
    return "listen";

  return method->listen == NULL || g_str_has_prefix (path, "start") ? "start" : "listen";
}

const TroupeCondition *
troupe_flow_method_get_condition (const TroupeFlowMethod *method, const char *path)
{
  g_return_val_if_fail (method != NULL && path != NULL, NULL);

  if (g_str_equal (troupe_flow_method_get_condition_key (method, path), "start"))
    return method->start_condition;

  return method->listen;
}
