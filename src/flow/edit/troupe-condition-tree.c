/* troupe-condition-tree.c: mutable copy of a flow condition
 *
 *
 * Recursion is bounded, because the nesting of conditions in documents is limited to
 * TROUPE_LIMIT_NESTING.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-condition-tree"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-condition-tree.h"
#include "troupe-flow-conditions.h"
#include "troupe-tree.h"

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
  self->node = condition->node != NULL ? json_node_ref (condition->node) : NULL;
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
  TroupeConditionTree *self = allocate (is_and ? TROUPE_CONDITION_AND : TROUPE_CONDITION_OR);

  self->changed = TRUE;

  return self;
}

TroupeConditionTree *
troupe_condition_tree_copy (const TroupeConditionTree *self)
{
  TroupeConditionTree *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = allocate (self->type);
  copy->event = g_strdup (self->event);
  copy->node = self->node != NULL ? json_node_ref (self->node) : NULL;
  copy->removed = self->removed;
  copy->changed = self->changed;
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
  g_clear_pointer (&self->node, json_node_unref);
  g_free (self->event);
  g_free (self);
}

/* Parses the next index of a path and advances @path. */
static guint
next_index (const char **path)
{
  guint64 index = g_ascii_strtoull (*path, (char **) path, 10);

  if (**path == '.')
    (*path)++;

  return (guint) MIN (index, G_MAXUINT);
}

/* Skips the prefix of gates of the second condition, such as `start.1`. */
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
is_gate (const TroupeConditionTree *self)
{
  return self->type == TROUPE_CONDITION_AND || self->type == TROUPE_CONDITION_OR;
}

void
troupe_condition_tree_add (TroupeConditionTree *self, TroupeConditionTree *child)
{
  g_return_if_fail (self != NULL && child != NULL);

  g_ptr_array_add (self->children, child);
  self->changed = TRUE;
}

gboolean
troupe_condition_tree_toggle (TroupeConditionTree *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (!is_gate (self))
    return FALSE;

  self->type = self->type == TROUPE_CONDITION_AND ? TROUPE_CONDITION_OR : TROUPE_CONDITION_AND;
  self->changed = TRUE;

  return TRUE;
}

void
troupe_condition_tree_make_gate (TroupeConditionTree *self, gboolean is_and)
{
  TroupeConditionTree *inner;

  g_return_if_fail (self != NULL);

  inner = allocate (self->type);
  inner->event = g_steal_pointer (&self->event);
  inner->node = g_steal_pointer (&self->node);
  inner->removed = self->removed;
  inner->changed = self->changed;
  g_clear_pointer (&inner->children, g_ptr_array_unref);
  inner->children = g_steal_pointer (&self->children);

  self->type = is_and ? TROUPE_CONDITION_AND : TROUPE_CONDITION_OR;
  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_condition_tree_free);
  self->removed = FALSE;
  troupe_condition_tree_add (self, inner);
}

void
troupe_condition_tree_set_event (TroupeConditionTree *self, const char *event)
{
  g_return_if_fail (self != NULL && event != NULL);

  self->type = TROUPE_CONDITION_EVENT;
  self->changed = TRUE;
  troupe_set_str (&self->event, event);
  g_ptr_array_set_size (self->children, 0);
  g_clear_pointer (&self->node, json_node_unref);
}

gboolean
troupe_condition_tree_mentions (const TroupeConditionTree *self, const char *event)
{
  g_return_val_if_fail (self != NULL && event != NULL, FALSE);

  if (self->type == TROUPE_CONDITION_EVENT)
    return g_str_equal (self->event, event);

  for (guint i = 0; i < self->children->len; i++)
    if (troupe_condition_tree_mentions (g_ptr_array_index (self->children, i), event))
      return TRUE;

  return FALSE;
}

TroupeConditionTree *
troupe_condition_tree_join (TroupeConditionTree *self,
                            TroupeConditionTree *child,
                            gboolean with_and)
{
  TroupeConditionType type = with_and ? TROUPE_CONDITION_AND : TROUPE_CONDITION_OR;
  TroupeConditionTree *root = self;

  g_return_val_if_fail (self != NULL && child != NULL, self);

  if (is_gate (self) && self->children->len == 0)
    {
      troupe_condition_tree_free (self);
      return child;
    }

  /* A gate with one input was made to join others. */
  if (self->type == TROUPE_CONDITION_AND && self->children->len == 1)
    {
      const TroupeConditionTree *only = g_ptr_array_index (self->children, 0);

      if (only->type == TROUPE_CONDITION_EVENT && child->type == TROUPE_CONDITION_EVENT &&
          g_strcmp0 (only->event, child->event) == 0)
        troupe_condition_tree_free (child);
      else
        troupe_condition_tree_add (self, child);
    }
  else if (self->type != type)
    {
      root = allocate (type);
      g_ptr_array_add (root->children, self);
      troupe_condition_tree_add (root, child);
    }
  else
    {
      troupe_condition_tree_add (self, child);
    }

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
  self->changed = TRUE;
  troupe_set_str (&self->event, replacement->event);
  g_clear_pointer (&self->node, json_node_unref);
  self->node = replacement->node != NULL ? json_node_ref (replacement->node) : NULL;
  for (guint i = 0; i < replacement->children->len; i++)
    g_ptr_array_add (self->children,
                     troupe_condition_tree_copy (g_ptr_array_index (replacement->children, i)));

  return 1;
}

static gboolean
has_event (TroupeConditionTree *self, const char *event)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->children->len; i++)
    {
      TroupeConditionTree *child = g_ptr_array_index (self->children, i);

      if (child->type == TROUPE_CONDITION_EVENT && g_strcmp0 (child->event, event) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Adds a tidied child; a gate of the same type is merged into its parent. */
static void
take_child (TroupeConditionTree *self, TroupeConditionTree *child)
{
  g_assert (self != NULL);

  if (child->type == TROUPE_CONDITION_EVENT && has_event (self, child->event))
    {
      troupe_condition_tree_free (child);
    }
  else if (child->type != self->type || !is_gate (child))
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
  TroupeConditionTree *only;
  gboolean changed = FALSE;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->removed)
    {
      troupe_condition_tree_free (self);
      return NULL;
    }
  /* An empty gate of the document is kept, because it is always or never met; a new one means no
   * condition. */
  if (is_gate (self) && self->children->len == 0 && self->node == NULL)
    {
      troupe_condition_tree_free (self);
      return NULL;
    }
  /* Tidies all inputs; dropped ones become NULL. */
  for (guint i = 0; i < self->children->len; i++)
    {
      TroupeConditionTree *child = g_ptr_array_index (self->children, i);
      TroupeConditionTree *tidy = troupe_condition_tree_tidy (child);

      g_ptr_array_index (self->children, i) = tidy;
      changed = changed || tidy != child || tidy->changed;
    }
  if ((!changed && !self->changed) || self->children->len == 0)
    return self;

  self->changed = TRUE;
  children = g_steal_pointer (&self->children);
  g_ptr_array_set_free_func (children, NULL);
  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_condition_tree_free);
  for (guint i = 0; i < children->len; i++)
    if (g_ptr_array_index (children, i) != NULL)
      take_child (self, g_ptr_array_index (children, i));

  if (self->children->len > 1)
    return self;

  only = self->children->len == 1 ? g_ptr_array_steal_index (self->children, 0) : NULL;
  troupe_condition_tree_free (self);
  /* The parent gate has a different input now. */
  if (only != NULL)
    only->changed = TRUE;

  return only;
}

/* --- Serialization ---------------------------------------------------------------------------- */

/* Returns the inputs as a list; the list of the document if it is unchanged. (transfer full) */
static JsonNode *
list_inputs (const TroupeConditionTree *self, JsonNode *before)
{
  JsonArray *old = before != NULL ? json_node_get_array (before) : NULL;
  gboolean same = old != NULL && json_array_get_length (old) == self->children->len;
  JsonArray *array = json_array_new ();

  g_assert (self != NULL);

  for (guint i = 0; i < self->children->len; i++)
    {
      JsonNode *input = troupe_condition_tree_to_node (g_ptr_array_index (self->children, i));

      same = same && json_array_get_element (old, i) == input;
      json_array_add_element (array, input);
    }
  if (!same)
    return troupe_tree_take_array (array);

  json_array_unref (array);

  return json_node_ref (before);
}

/* Returns the document's gate with the key for its current type; other members are kept. If it
 * has both keys, the ignored one is removed, because it would become effective. (transfer full) */
static JsonNode *
with_word (JsonNode *node, const char *word)
{
  const char *old = troupe_condition_node_get_word (node);
  const char *path[] = { old, NULL };
  g_autoptr (JsonNode) alone = NULL;

  if (g_str_equal (old, word))
    return json_node_ref (node);

  if (json_object_has_member (json_node_get_object (node), word))
    alone = troupe_tree_with (node, NULL, word, NULL);

  return troupe_json_tree_rename (alone != NULL ? alone : node, path, word);
}

JsonNode *
troupe_condition_tree_to_node (const TroupeConditionTree *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->type == TROUPE_CONDITION_INVALID && self->node != NULL)
    return json_node_ref (self->node);
  if (self->type != TROUPE_CONDITION_EVENT)
    {
      const char *word = self->type == TROUPE_CONDITION_AND ? "and" : "or";
      g_autoptr (JsonNode) list = NULL;
      g_autoptr (JsonNode) gate = NULL;
      JsonNode *before;
      JsonObject *object;

      if (troupe_condition_node_get_word (self->node) == NULL)
        {
          object = json_object_new ();
          json_object_set_member (object, word, list_inputs (self, NULL));

          return troupe_tree_take_object (object);
        }

      before = troupe_condition_node_get_inputs (self->node);
      /* CrewAI also accepts values other than lists, such as the characters of a string; they are
       * kept if unmodified. */
      if (before == NULL && !self->changed)
        return json_node_ref (self->node);

      list = list_inputs (self, before);
      gate = with_word (self->node, word);

      return list == before ? g_steal_pointer (&gate) : troupe_tree_with (gate, list, word, NULL);
    }
  if (g_strcmp0 (troupe_tree_get_text (self->node), self->event) == 0)
    return json_node_ref (self->node);

  return troupe_json_node_new_string (self->event);
}

static void
append_text (const TroupeConditionTree *self, GString *text, gboolean inside)
{
  g_assert (self != NULL);

  /* Translators: the word that joins the names of two events */
  const char *word = self->type == TROUPE_CONDITION_AND ? _ ("and") : _ ("or");

  if (!is_gate (self))
    {
      g_string_append (text, self->event != NULL ? self->event : "?");
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
