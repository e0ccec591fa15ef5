/* troupe-flow-paste.c: new names for pasted methods and events, and their references
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-paste"

#include "config.h"

#include <string.h>

#include "troupe-cel-literals.h"
#include "troupe-flow-conditions.h"
#include "troupe-flow-names.h"
#include "troupe-flow-paste.h"
#include "troupe-flow-rename.h"
#include "troupe-tree.h"

/* --- Names in use ----------------------------------------------------------------------------- */

/* --- Choosing names --------------------------------------------------------------------------- */

char *
troupe_flow_paste_choose_name (const char *name,
                               gboolean (*is_taken) (const char *name, gpointer user_data),
                               gpointer user_data)
{
  for (guint64 step = 1;; step++)
    {
      g_autofree char *next = troupe_tree_number_name (name, step);

      if (!is_taken (next, user_data))
        return g_steal_pointer (&next);
    }
}

static gboolean
is_taken (const char *name, gpointer user_data)
{
  TroupeFlowPaste *self = user_data;

  return g_hash_table_contains (self->taken, name);
}

static void
choose_name (TroupeFlowPaste *self, const char *name)
{
  char *new_name = troupe_flow_paste_choose_name (name, is_taken, self);

  g_hash_table_insert (self->names, g_strdup (name), new_name);
  g_hash_table_add (self->taken, g_strdup (new_name));
}

static void
choose_names (TroupeFlowPaste *self)
{
  g_autoptr (GHashTable) used = self->taken;
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  for (guint i = 0; i < troupe_flow_get_n_methods (self->pasted); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->pasted, i);

      if (g_hash_table_contains (used, method->name))
        g_ptr_array_add (wanted, method->name);
    }
  g_hash_table_iter_init (&iter, self->events);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      /* An event with the name of a method is renamed with the method. */
      if (!g_hash_table_contains (used, name) || (g_hash_table_contains (self->fixed, name) &&
                                                  !g_hash_table_contains (self->methods, name)))
        g_hash_table_iter_remove (&iter);
      else if (!g_hash_table_contains (self->methods, name))
        g_ptr_array_add (wanted, name);
    }

  /* A new name must not be one that a pasted method uses for something else. */
  self->taken = troupe_flow_names_new ();
  g_hash_table_iter_init (&iter, used);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_hash_table_add (self->taken, g_strdup (name));
  g_hash_table_iter_init (&iter, self->inner);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_hash_table_add (self->taken, g_strdup (name));
  for (guint i = 0; i < troupe_flow_get_n_methods (self->pasted); i++)
    {
      troupe_flow_names_add_condition (self->taken,
                                       troupe_flow_get_method (self->pasted, i)->listen);
      troupe_flow_names_add_condition (self->taken,
                                       troupe_flow_get_method (self->pasted, i)->start_condition);
    }
  for (guint i = 0; i < wanted->len; i++)
    choose_name (self, wanted->pdata[i]);
  g_hash_table_unref (self->taken);
  self->taken = g_steal_pointer (&used);
}

void
troupe_flow_paste_init (TroupeFlowPaste *self, TroupeFlow *target, JsonNode *methods)
{
  JsonObject *object;
  g_autoptr (JsonNode) root = NULL;
  gboolean is_open = FALSE;
  GHashTableIter iter;
  gpointer name;

  self->target = target != NULL ? troupe_flow_ref (target) : NULL;
  object = json_object_new ();
  json_object_set_string_member (object, "name", "clipboard");
  json_object_set_member (object, "methods", json_node_ref (methods));
  root = troupe_tree_take_object (object);
  self->pasted = troupe_flow_new_from_node (root, NULL, NULL, NULL);
  self->methods = troupe_flow_names_new ();
  self->inner = troupe_flow_names_new ();
  self->events = troupe_flow_names_new ();
  self->fixed = troupe_flow_names_new ();
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->routers =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  self->taken = troupe_flow_names_new ();
  self->silent = troupe_flow_names_new ();
  self->is_open = FALSE;
  troupe_paste_remarks_init (&self->remarks);
  /* Lists the names that the document uses, and those of them that no method emits. */
  for (guint i = 0; self->target != NULL && i < troupe_flow_get_n_methods (self->target); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->target, i);
      gboolean may_emit_others;

      g_hash_table_add (self->taken, g_strdup (method->name));
      troupe_flow_names_add_events (self->taken, method, NULL, &may_emit_others);
      is_open = is_open || may_emit_others;
      troupe_flow_names_add_condition (self->silent, method->listen);
      troupe_flow_names_add_condition (self->silent, method->start_condition);
    }
  g_hash_table_iter_init (&iter, self->silent);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_add (self->taken, g_strdup (name)) || is_open)
      g_hash_table_iter_remove (&iter);
  /* Lists the pasted methods and events, and the events that cannot be renamed. */
  for (guint i = 0; i < troupe_flow_get_n_methods (self->pasted); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->pasted, i);
      GHashTable *events = troupe_flow_names_new ();
      gboolean renamable, inner_is_open;
      GHashTableIter inner_iter;
      gpointer event;

      g_hash_table_add (self->methods, g_strdup (method->name));
      g_hash_table_add (self->inner, g_strdup (method->name));
      troupe_flow_names_add_events (events, method, &renamable, &inner_is_open);
      self->is_open = self->is_open || inner_is_open;
      g_hash_table_iter_init (&inner_iter, events);
      while (g_hash_table_iter_next (&inner_iter, &event, NULL))
        {
          g_hash_table_add (self->inner, g_strdup (event));
          g_hash_table_add (renamable ? self->events : self->fixed, g_strdup (event));
        }
      if (method->router && renamable && !troupe_flow_names_are_outcomes (method))
        g_hash_table_insert (self->routers, g_strdup (method->name), g_steal_pointer (&events));
      g_clear_pointer (&events, g_hash_table_unref);
    }
  choose_names (self);
}

void
troupe_flow_paste_clear (TroupeFlowPaste *self)
{
  g_clear_pointer (&self->target, troupe_flow_unref);
  g_clear_pointer (&self->pasted, troupe_flow_unref);
  g_clear_pointer (&self->methods, g_hash_table_unref);
  g_clear_pointer (&self->inner, g_hash_table_unref);
  g_clear_pointer (&self->taken, g_hash_table_unref);
  g_clear_pointer (&self->silent, g_hash_table_unref);
  g_clear_pointer (&self->events, g_hash_table_unref);
  g_clear_pointer (&self->fixed, g_hash_table_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->routers, g_hash_table_unref);
  troupe_paste_remarks_clear (&self->remarks);
}

const char *
troupe_flow_paste_get_name (TroupeFlowPaste *self, const char *name)
{
  const char *new_name = g_hash_table_lookup (self->names, name);

  return new_name != NULL ? new_name : name;
}

/* --- Conditions ------------------------------------------------------------------------------- */

/* A router whose events are unknown may emit everything that no other method of the document is
 * known to emit. */
static gboolean
is_inner (TroupeFlowPaste *self, const char *event)
{
  return g_hash_table_contains (self->inner, event) ||
         (self->is_open && !g_hash_table_contains (self->taken, event));
}

/* Returns the names of the methods of the document that were not copied, and their events. */
static GHashTable *
list_outside (TroupeFlowPaste *self)
{
  GHashTable *outside = troupe_flow_names_new ();

  for (guint i = 0; self->target != NULL && i < troupe_flow_get_n_methods (self->target); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->target, i);

      if (g_hash_table_contains (self->methods, method->name))
        continue;
      g_hash_table_add (outside, g_strdup (method->name));
      troupe_flow_names_add_events (outside, method, NULL, NULL);
    }
  return outside;
}

typedef struct
{
  TroupeFlowPaste *paste;
  const char *method; /* its new name */
  GHashTable *both; /* new names of events that are also emitted under their old names: old names */
} ConditionChange;

static JsonNode *
cut_event (const char *event, JsonNode *node, gpointer user_data)
{
  ConditionChange *self = user_data;

  /* An event that no method emits is not a wire. */
  if (is_inner (self->paste, event) || g_hash_table_contains (self->paste->silent, event))
    return json_node_ref (node);
  troupe_paste_remarks_add (&self->paste->remarks, TROUPE_PASTE_CUT, event, self->method);
  return NULL;
}

/* An event that is also emitted under its old name is awaited under both names. */
static JsonNode *
keep_event (const char *event, JsonNode *node, gpointer user_data)
{
  ConditionChange *self = user_data;
  const char *old = g_hash_table_lookup (self->both, event);
  JsonArray *list;
  JsonObject *gate;

  if (old == NULL)
    return json_node_ref (node);
  if (!g_hash_table_contains (self->paste->fixed, old))
    troupe_paste_remarks_add (&self->paste->remarks, TROUPE_PASTE_KEPT, old, self->method);
  list = json_array_new ();
  json_array_add_string_element (list, old);
  json_array_add_string_element (list, event);
  gate = json_object_new ();
  json_object_set_array_member (gate, "or", list);
  return troupe_tree_take_object (gate);
}

static JsonNode *
cut_member (const char *key, JsonNode *node, gpointer user_data)
{
  return g_str_equal (key, "listen") || g_str_equal (key, "start")
             ? troupe_tree_map_condition (node, cut_event, user_data)
             : json_node_ref (node);
}

static JsonNode *
cut_method (const char *key, JsonNode *node, gpointer user_data)
{
  TroupeFlowPaste *self = user_data;
  ConditionChange change = { self, troupe_flow_paste_get_name (self, key), NULL };

  return JSON_NODE_HOLDS_OBJECT (node) ? troupe_tree_map (node, cut_member, &change)
                                       : json_node_ref (node);
}

static JsonNode *
keep_member (const char *key, JsonNode *node, gpointer user_data)
{
  return g_str_equal (key, "listen") || g_str_equal (key, "start")
             ? troupe_tree_map_condition (node, keep_event, user_data)
             : json_node_ref (node);
}

static JsonNode *
keep_method (const char *key, JsonNode *node, gpointer user_data)
{
  ConditionChange *self = user_data;

  self->method = key;
  return JSON_NODE_HOLDS_OBJECT (node) ? troupe_tree_map (node, keep_member, self)
                                       : json_node_ref (node);
}

/* Adds the old names of renamed events to the conditions, if methods outside emit them, or code
 * among the pasted methods. (transfer full) */
static JsonNode *
keep_both (TroupeFlowPaste *self, JsonNode *methods, gboolean keep_outside)
{
  g_autoptr (GHashTable) both = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) outside = keep_outside ? list_outside (self) : troupe_flow_names_new ();
  ConditionChange change = { self, NULL, both };
  GHashTableIter iter;
  gpointer old, new_name;

  g_hash_table_iter_init (&iter, self->names);
  while (g_hash_table_iter_next (&iter, &old, &new_name))
    if (g_hash_table_contains (outside, old) || g_hash_table_contains (self->fixed, old))
      g_hash_table_insert (both, new_name, old);
  return g_hash_table_size (both) > 0 ? troupe_tree_map (methods, keep_method, &change)
                                      : json_node_ref (methods);
}

/* --- Routers ---------------------------------------------------------------------------------- */

static JsonNode *
rename_word (const char *key, JsonNode *node, gpointer user_data)
{
  TroupeFlowPaste *self = user_data;
  const char *word = troupe_tree_get_text (node);
  const char *new_name = word != NULL && g_hash_table_contains (self->events, word)
                             ? g_hash_table_lookup (self->names, word)
                             : NULL;

  return new_name != NULL ? troupe_json_node_new_string (new_name) : json_node_ref (node);
}

static JsonNode *
rename_feedback (const char *key, JsonNode *node, gpointer user_data)
{
  if (g_str_equal (key, "emit"))
    return troupe_tree_map (node, rename_word, user_data);
  if (g_str_equal (key, "default_outcome"))
    return rename_word (NULL, node, user_data);
  return json_node_ref (node);
}

static JsonNode *
rename_results (const char *key, JsonNode *node, gpointer user_data)
{
  TroupeFlowPaste *self = user_data;
  g_autoptr (GHashTable) names = NULL;
  GHashTableIter iter;
  gpointer event;

  if (!g_str_equal (key, "expr"))
    return json_node_ref (node);
  names = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_iter_init (&iter, self->events);
  while (g_hash_table_iter_next (&iter, &event, NULL))
    if (g_hash_table_contains (self->names, event))
      g_hash_table_insert (names, event, g_hash_table_lookup (self->names, event));
  return troupe_flow_rename_results (node, names);
}

static JsonNode *
rename_router_member (const char *key, JsonNode *node, gpointer user_data)
{
  if (g_str_equal (key, "emit"))
    return troupe_tree_map (node, rename_word, user_data);
  if (g_str_equal (key, "human_feedback"))
    return troupe_tree_map (node, rename_feedback, user_data);
  return json_node_ref (node);
}

static JsonNode *
rename_action (const char *key, JsonNode *node, gpointer user_data)
{
  return g_str_equal (key, "do") && JSON_NODE_HOLDS_OBJECT (node)
             ? troupe_tree_map (node, rename_results, user_data)
             : json_node_ref (node);
}

static JsonNode *
rename_router (const char *key, JsonNode *node, gpointer user_data)
{
  TroupeFlowPaste *self = user_data;
  const TroupeFlowMethod *method = troupe_flow_find_method (self->pasted, key);
  g_autoptr (JsonNode) declared = NULL;

  if (!JSON_NODE_HOLDS_OBJECT (node) || method == NULL)
    return json_node_ref (node);
  declared = troupe_tree_map (node, rename_router_member, self);
  if (!method->router || troupe_flow_names_are_outcomes (method) ||
      method->action->type != TROUPE_ACTION_EXPRESSION)
    return g_steal_pointer (&declared);
  return troupe_tree_map (declared, rename_action, self);
}

/* --- Remarks ---------------------------------------------------------------------------------- */

typedef struct
{
  TroupeFlowPaste *paste;
  const TroupeFlowMethod *method;
  const char *name; /* its new name */
} Mention;

static void
remark_on_name (Mention *self, const char *name)
{
  gboolean exists = g_hash_table_contains (self->paste->taken, name);

  troupe_paste_remarks_add (&self->paste->remarks,
                            exists ? TROUPE_PASTE_KEPT : TROUPE_PASTE_MISSING, name, self->name);
}

static void
remark_on_expression (Mention *self, const TroupeFlowExpression *expression)
{
  TroupeCelProgram *program = expression != NULL ? expression->program : NULL;

  for (guint i = 0; program != NULL && i < troupe_cel_program_get_n_references (program); i++)
    {
      guint root;
      const char *name = troupe_cel_program_get_reference (program, i, &root, NULL);
      GHashTable *events = g_hash_table_lookup (self->paste->routers, name);
      const char *text = troupe_cel_program_get_text (program);
      g_autoptr (GArray) literals = NULL;
      gboolean others = FALSE;

      if (root != TROUPE_FLOW_ROOT_OUTPUTS || expression->steps[i] >= 0)
        continue;
      if (!g_hash_table_contains (self->paste->methods, name))
        remark_on_name (self, name);
      if (events == NULL)
        continue;
      literals =
          troupe_cel_find_compared_literals (text, 0, strlen (text), "outputs", name, &others);
      if (others)
        troupe_paste_remarks_add (&self->paste->remarks, TROUPE_PASTE_OUTPUT,
                                  troupe_flow_paste_get_name (self->paste, name), self->name);
    }
}

/* Returns TRUE if Python code contains the name as a string or as an attribute of the outputs. */
static gboolean
code_mentions (const char *code, const char *name)
{
  const char *const formats[] = { "'%s'", "\"%s\"" };
  g_autofree char *attribute = g_strconcat ("outputs.", name, NULL);
  const char *found = strstr (code, attribute);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *literal = g_strdup_printf ("%c%s%c", *formats[i], name, *formats[i]);

      if (strstr (code, literal) != NULL)
        return TRUE;
    }
  for (; found != NULL; found = strstr (found + 1, attribute))
    {
      const char after = found[strlen (attribute)];

      if (!g_ascii_isalnum (after) && after != '_')
        return TRUE;
    }
  return FALSE;
}

static void
remark_on_action (Mention *self, const TroupeFlowAction *action)
{
  remark_on_expression (self, action->expression);
  for (guint i = 0; action->input != NULL && i < action->input->n_programs; i++)
    remark_on_expression (self, &action->input->programs[i]);
  if (action->code != NULL)
    {
      GHashTableIter iter;
      gpointer name;

      g_hash_table_iter_init (&iter, self->paste->names);
      while (g_hash_table_iter_next (&iter, &name, NULL))
        if (strstr (action->code, name) != NULL && code_mentions (action->code, name))
          troupe_paste_remarks_add (&self->paste->remarks, TROUPE_PASTE_CODE, name, self->name);
    }
  for (guint i = 0; i < action->n_steps; i++)
    {
      remark_on_expression (self, action->steps[i].condition);
      remark_on_action (self, action->steps[i].action);
    }
}

static void
remark_on_condition (Mention *self, const TroupeCondition *condition)
{
  g_autoptr (GPtrArray) events = condition != NULL ? troupe_condition_get_events (condition) : NULL;

  for (guint i = 0; events != NULL && i < events->len; i++)
    if (!is_inner (self->paste, events->pdata[i]) &&
        !g_hash_table_contains (self->paste->silent, events->pdata[i]))
      remark_on_name (self, events->pdata[i]);
}

JsonNode *
troupe_flow_paste_rename (TroupeFlowPaste *self, JsonNode *methods, gboolean keep_outside)
{
  g_autoptr (JsonNode) cut = NULL, emitting = NULL, renamed = NULL;
  GHashTableIter router;
  gpointer kept;

  g_hash_table_iter_init (&router, self->routers);
  while (g_hash_table_iter_next (&router, NULL, &kept))
    {
      GHashTableIter inner;
      gpointer event;

      g_hash_table_iter_init (&inner, kept);
      while (g_hash_table_iter_next (&inner, &event, NULL))
        if (!g_hash_table_contains (self->events, event))
          g_hash_table_iter_remove (&inner);
      if (g_hash_table_size (kept) == 0)
        g_hash_table_iter_remove (&router);
    }
  for (guint i = 0; i < troupe_flow_get_n_methods (self->pasted); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->pasted, i);
      Mention mention = { self, method, troupe_flow_paste_get_name (self, method->name) };
      g_autoptr (GHashTable) events = NULL;
      GHashTableIter iter;
      gpointer event;

      remark_on_action (&mention, method->action);
      events = troupe_flow_names_new ();
      troupe_flow_names_add_events (events, mention.method, NULL, NULL);
      g_hash_table_iter_init (&iter, events);
      while (g_hash_table_iter_next (&iter, &event, NULL))
        if (g_hash_table_contains (mention.paste->fixed, event) &&
            g_hash_table_contains (mention.paste->taken, event))
          troupe_paste_remarks_add (&mention.paste->remarks, TROUPE_PASTE_FIXED, event,
                                    mention.name);
      if (!keep_outside)
        continue;
      remark_on_condition (&mention, method->listen);
      remark_on_condition (&mention, method->start_condition);
    }
  cut = keep_outside ? json_node_ref (methods) : troupe_tree_map (methods, cut_method, self);
  emitting = troupe_tree_map (cut, rename_router, self);
  renamed = troupe_tree_rename_methods (emitting, self->names, self->routers);
  return keep_both (self, renamed, keep_outside);
}
