/* troupe-flow-rename.c: updates references when methods or state fields are renamed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-rename"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-literals.h"
#include "troupe-flow-conditions.h"
#include "troupe-flow-document-private.h"
#include "troupe-flow-fields.h"
#include "troupe-flow-rename.h"
#include "troupe-flow-tokens.h"
#include "troupe-tree.h"

/* Renames methods, or a field of the state if @field is set.
 * @shadowed: names that refer to an earlier step at the current location, not to a method. */
typedef struct
{
  GHashTable *names;   /* old to new */
  GHashTable *routers; /* (nullable): see troupe_tree_rename_methods() */
  GHashTable *shadowed;
  const char *call;
  const TroupeStateField *field; /* (nullable) */
  const char *new_name;
  guint *n_texts; /* (nullable): number of changed strings */
} Renamer;

static JsonNode *rename_action (JsonNode *node, Renamer *self);

/* --- Expressions --------------------------------------------------------------------------- */

/* A part of a text that is replaced. */
typedef struct
{
  gsize start;
  gsize end;
  char *text;
} Replacement;

static void
replacement_clear (gpointer data)
{
  Replacement *self = data;

  g_clear_pointer (&self->text, g_free);
}

static int
compare_replacements (gconstpointer a, gconstpointer b)
{
  gsize first = ((const Replacement *) a)->start;
  gsize second = ((const Replacement *) b)->start;

  return (first > second) - (first < second);
}

static GArray *
new_replacements (void)
{
  GArray *replacements = g_array_new (FALSE, FALSE, sizeof (Replacement));

  g_array_set_clear_func (replacements, replacement_clear);
  return replacements;
}

/* Writes a string literal with the quotes of the old one, or with escapes if it needs them. */
static char *
write_literal (const char *old, gsize length, const char *old_value, const char *value)
{
  GString *text;

  if (length == strlen (old_value) + 2 && memcmp (old + 1, old_value, length - 2) == 0 &&
      strpbrk (value, "'\"\\\r\n") == NULL)
    return g_strdup_printf ("%c%s%c", *old, value, *old);
  text = g_string_new ("\"");
  for (const char *c = value; *c != '\0'; c++)
    {
      if ((guchar) *c < ' ' || *c == 0x7f)
        {
          g_string_append_printf (text, "\\u%04x", (guint) (guchar) *c);
          continue;
        }
      if (*c == '"' || *c == '\\')
        g_string_append_c (text, '\\');
      g_string_append_c (text, *c);
    }
  return g_string_free (g_string_append_c (text, '"'), FALSE);
}

/* Adds replacements for the literals whose value is in @events (nullable: all) and is renamed. */
static void
add_literals (GArray *replacements,
              const char *text,
              GArray *literals,
              GHashTable *names,
              GHashTable *events)
{
  for (guint i = 0; i < literals->len; i++)
    {
      const TroupeCelLiteral *literal = &g_array_index (literals, TroupeCelLiteral, i);
      const char *new_value = g_hash_table_lookup (names, literal->value);
      Replacement replacement = { literal->start, literal->end, NULL };

      if (new_value == NULL || (events != NULL && !g_hash_table_contains (events, literal->value)))
        continue;
      replacement.text = write_literal (text + literal->start, literal->end - literal->start,
                                        literal->value, new_value);
      g_array_append_val (replacements, replacement);
    }
}

/* Appends text[start…end) with the replacements, which must not overlap. */
static void
append_replaced (const char *text, gsize start, gsize end, GArray *replacements, GString *out)
{
  g_array_sort (replacements, compare_replacements);
  for (guint i = 0; i < replacements->len; i++)
    {
      const Replacement *replacement = &g_array_index (replacements, Replacement, i);

      if (replacement->start < start)
        continue;
      g_string_append_len (out, text + start, (gssize) (replacement->start - start));
      g_string_append (out, replacement->text);
      start = replacement->end;
    }
  g_string_append_len (out, text + start, (gssize) (end - start));
}

static void
append_span (Renamer *self, const char *text, gsize start, gsize end, GString *out)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (TroupeTextSpan));
  g_autoptr (GArray) replacements = new_replacements ();

  g_assert (self != NULL);

  if (self->field != NULL)
    troupe_flow_find_state_names (text, start, end, self->field, spans);
  else
    troupe_flow_find_output_names (text, start, end, NULL, spans);
  for (guint i = 0; i < spans->len; i++)
    {
      TroupeTextSpan *span = &g_array_index (spans, TroupeTextSpan, i);
      g_autofree char *name = g_strndup (text + span->start, span->end - span->start);
      const char *new_name =
          self->field != NULL ? self->new_name : g_hash_table_lookup (self->names, name);
      Replacement replacement = { span->start, span->end, NULL };

      if (self->field == NULL && self->shadowed != NULL &&
          g_hash_table_contains (self->shadowed, name))
        continue;
      /* A reference that occurs twice adds its literals twice, of which one is used. */
      if (self->routers != NULL)
        {
          /* Adds replacements for the events that the output of the method name is compared with, if
           * it is a router. */
          GHashTable *events = g_hash_table_lookup (self->routers, name);
          g_autoptr (GArray) literals = NULL;

          if (events != NULL)
            {
              gboolean others;

              literals =
                  troupe_cel_find_compared_literals (text, start, end, "outputs", name, &others);
              add_literals (replacements, text, literals, self->names, events);
            }
        }
      if (new_name == NULL)
        continue;
      replacement.text = g_strdup (new_name);
      g_array_append_val (replacements, replacement);
    }
  append_replaced (text, start, end, replacements, out);
}

JsonNode *
troupe_flow_rename_results (JsonNode *expression, GHashTable *names)
{
  const char *text = troupe_tree_get_text (expression);
  g_autoptr (GArray) replacements = new_replacements ();
  g_autoptr (GArray) literals = NULL;
  g_autoptr (GString) out = NULL;
  gboolean complete;

  if (text == NULL)
    return json_node_ref (expression);
  literals = troupe_cel_find_result_literals (text, 0, strlen (text), &complete);
  add_literals (replacements, text, literals, names, NULL);
  if (replacements->len == 0)
    return json_node_ref (expression);
  out = g_string_new (NULL);
  append_replaced (text, 0, strlen (text), replacements, out);
  return troupe_json_node_new_string (out->str);
}

static JsonNode *
take_text (Renamer *self, GString *text, JsonNode *node)
{
  gboolean is_same = g_str_equal (text->str, json_node_get_string (node));
  JsonNode *result = is_same ? json_node_ref (node) : troupe_json_node_new_string (text->str);

  g_assert (self != NULL);

  if (!is_same && self->n_texts != NULL)
    (*self->n_texts)++;
  g_string_free (text, TRUE);
  return result;
}

static JsonNode *
rename_expression (JsonNode *node, Renamer *self)
{
  const char *text = troupe_tree_get_text (node);
  GString *out;

  if (text == NULL || strstr (text, self->field != NULL ? "state" : "outputs") == NULL)
    return json_node_ref (node);
  out = g_string_new (NULL);
  append_span (self, text, 0, strlen (text), out);
  return take_text (self, out, node);
}

static JsonNode *
rename_template (const char *key, JsonNode *node, gpointer user_data)
{
  const char *text = troupe_tree_get_text (node);
  g_autoptr (GArray) spans = NULL;
  gsize position = 0;
  GString *out;

  if (text == NULL)
    return troupe_tree_map (node, rename_template, user_data);
  if (strstr (text, "${") == NULL)
    return json_node_ref (node);
  spans = troupe_flow_find_template_spans (text);
  out = g_string_new (NULL);
  for (guint i = 0; i < spans->len; i++)
    {
      TroupeTextSpan *span = &g_array_index (spans, TroupeTextSpan, i);

      g_string_append_len (out, text + position, (gssize) (span->start - position));
      append_span (user_data, text, span->start, span->end, out);
      position = span->end;
    }
  g_string_append (out, text + position);
  return take_text (user_data, out, node);
}

/* --- Actions ------------------------------------------------------------------------------- */

static JsonNode *
rename_step_member (const char *key, JsonNode *node, gpointer user_data)
{
  if (g_str_equal (key, "if") || g_str_equal (key, "if_"))
    return rename_expression (node, user_data);
  if (g_str_equal (key, "action"))
    return rename_action (node, user_data);
  return json_node_ref (node);
}

/* Renames references in a step. After a step of the same name, `outputs.NAME` is the output of
 * the step. */
static JsonNode *
rename_step (const char *key, JsonNode *node, gpointer user_data)
{
  Renamer *self = user_data;
  JsonNode *result;
  const char *name;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return json_node_ref (node);
  result = troupe_tree_map (node, rename_step_member, self);
  name = troupe_tree_get_text (json_object_get_member (json_node_get_object (node), "name"));
  if (name != NULL)
    g_hash_table_add (self->shadowed, (gpointer) name);
  return result;
}

/* Renames references in a member of `with`. For a crew only the inputs are templates, for an
 * agent only the input (doc/flow-semantics.md §7). */
static JsonNode *
rename_with_member (const char *key, JsonNode *node, gpointer user_data)
{
  Renamer *self = user_data;

  if ((g_strcmp0 (self->call, "crew") == 0 && g_strcmp0 (key, "inputs") == 0) ||
      (g_strcmp0 (self->call, "agent") == 0 && g_strcmp0 (key, "input") == 0))
    return rename_template (key, node, self);
  return json_node_ref (node);
}

static JsonNode *
rename_action_member (const char *key, JsonNode *node, gpointer user_data)
{
  Renamer *self = user_data;

  if (g_str_equal (key, "expr") || g_str_equal (key, "in") || g_str_equal (key, "in_"))
    return rename_expression (node, self);
  if (g_str_equal (key, "do"))
    {
      g_autoptr (GHashTable) shadowed = g_hash_table_new (g_str_hash, g_str_equal);
      Renamer inner = *self;

      inner.shadowed = shadowed;
      inner.call = NULL;
      return troupe_tree_map (node, rename_step, &inner);
    }
  if (g_str_equal (key, "inputs"))
    return rename_template (key, node, self);
  if (!g_str_equal (key, "with") && !g_str_equal (key, "with_"))
    return json_node_ref (node);
  if (g_strcmp0 (self->call, "crew") == 0 || g_strcmp0 (self->call, "agent") == 0)
    return troupe_tree_map (node, rename_with_member, self);
  return rename_template (key, node, self);
}

static JsonNode *
rename_action (JsonNode *node, Renamer *self)
{
  const char *outer = self->call;
  JsonNode *result;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return json_node_ref (node);
  self->call = troupe_tree_get_text (json_object_get_member (json_node_get_object (node), "call"));
  result = troupe_tree_map (node, rename_action_member, self);
  self->call = outer;
  return result;
}

/* --- Methods ------------------------------------------------------------------------------- */

static JsonNode *
rename_event (const char *event, JsonNode *node, gpointer user_data)
{
  Renamer *self = user_data;
  const char *new_name = g_hash_table_lookup (self->names, event);

  return new_name != NULL ? troupe_json_node_new_string (new_name) : json_node_ref (node);
}

static JsonNode *
rename_method_member (const char *key, JsonNode *node, gpointer user_data)
{
  const Renamer *self = user_data;

  if (self->field == NULL && (g_str_equal (key, "listen") || g_str_equal (key, "start")))
    return troupe_tree_map_condition (node, rename_event, user_data);
  if (g_str_equal (key, "do"))
    return rename_action (node, user_data);
  return json_node_ref (node);
}

JsonNode *
troupe_tree_rename_methods (JsonNode *methods, GHashTable *names, GHashTable *routers)
{
  Renamer renamer = { .names = names, .routers = routers };
  JsonObject *result = json_object_new ();
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, json_node_get_object (methods));
  while (json_object_iter_next_ordered (&iter, &key, &node))
    {
      const char *new_name = g_hash_table_lookup (names, key);

      json_object_set_member (result, new_name != NULL ? new_name : key,
                              JSON_NODE_HOLDS_OBJECT (node)
                                  ? troupe_tree_map (node, rename_method_member, &renamer)
                                  : json_node_ref (node));
    }
  return troupe_tree_take_object (result);
}

static JsonNode *
rename_in_method (const char *key, JsonNode *node, gpointer user_data)
{
  return JSON_NODE_HOLDS_OBJECT (node) ? troupe_tree_map (node, rename_method_member, user_data)
                                       : json_node_ref (node);
}

JsonNode *
troupe_tree_rename_state (JsonNode *methods,
                          const TroupeStateField *field,
                          const char *new_name,
                          guint *n_texts)
{
  Renamer renamer = { .field = field, .new_name = new_name, .n_texts = n_texts };

  return troupe_tree_map (methods, rename_in_method, &renamer);
}

/* --- Layout ----------------------------------------------------------------------------------- */

/* Renames the method in a gate's id: `review/1.0` is a gate of the method `review`. */
static char *
rename_id (GHashTable *names, const char *id)
{
  const char *slash = strchr (id, '/');
  g_autofree char *name = slash != NULL ? g_strndup (id, (gsize) (slash - id)) : g_strdup (id);
  const char *new_name = g_hash_table_lookup (names, name);

  return g_strconcat (new_name != NULL ? new_name : name, slash, NULL);
}

/* Splits the id of a wire, `EVENT>TARGET#INPUT` or `EVENT>TARGET#INPUT@SOURCE`. The names of
 * methods and gates contain none of these characters, but events may. */
static gboolean
split_wire (const char *id, const char **target, const char **input, const char **source)
{
  const char *at;

  *input = strrchr (id, '#');
  *target = *input != NULL ? g_strrstr_len (id, *input - id, ">") : NULL;
  at = *input != NULL ? strchr (*input, '@') : NULL;
  *source = at != NULL ? at + 1 : NULL;
  return *target != NULL && (*target)++ != id;
}

static char *
rename_wire (GHashTable *names, const char *id)
{
  const char *target, *input, *source;
  g_autofree char *event = NULL, *old_target = NULL, *new_event = NULL, *new_target = NULL;
  g_autofree char *number = NULL, *new_source = NULL;

  if (!split_wire (id, &target, &input, &source))
    return g_strdup (id);
  event = g_strndup (id, (gsize) (target - id) - 1);
  old_target = g_strndup (target, (gsize) (input - target));
  number = g_strndup (input, strcspn (input, "@"));
  /* A wire without a source begins at the method or gate that is its event. */
  if (source == NULL || g_hash_table_contains (names, event))
    new_event = rename_id (names, event);
  else
    new_event = g_strdup (event);
  new_target = rename_id (names, old_target);
  new_source = source != NULL ? rename_id (names, source) : NULL;
  return g_strconcat (new_event, ">", new_target, number, source != NULL ? "@" : NULL, new_source,
                      NULL);
}

/* Gets the event of a wire, and the methods at its ends. @from is the name of the source or, for
 * a wire without one, of the method or gate that is its event. All: (out) (transfer full) */
static gboolean
read_wire (const char *id, char **event, char **from, char **to)
{
  const char *target, *input, *source;

  if (!split_wire (id, &target, &input, &source))
    return FALSE;
  *event = g_strndup (id, (gsize) (target - id) - 1);
  *to = g_strndup (target, MIN (strcspn (target, "/"), (gsize) (input - target)));
  if (source == NULL)
    source = *event;
  *from = g_strndup (source, strcspn (source, "/"));
  return TRUE;
}

gboolean
troupe_flow_wire_is_inside (const char *id, GHashTable *methods, GHashTable *inner)
{
  g_autofree char *event = NULL, *from = NULL, *to = NULL;

  return read_wire (id, &event, &from, &to) && g_hash_table_contains (methods, from) &&
         g_hash_table_contains (methods, to) &&
         (strchr (event, '/') != NULL || g_hash_table_contains (inner, event));
}

gboolean
troupe_flow_wire_touches (const char *id, GHashTable *methods)
{
  g_autofree char *event = NULL, *from = NULL, *to = NULL;

  return read_wire (id, &event, &from, &to) &&
         (g_hash_table_contains (methods, from) || g_hash_table_contains (methods, to));
}

static JsonNode *
rename_keys (JsonNode *node, GHashTable *names, char *(*rename_key) (GHashTable *, const char *) )
{
  JsonObject *result;
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;
  gboolean changed = FALSE;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return json_node_ref (node);
  result = json_object_new ();
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    {
      g_autofree char *id = rename_key (names, key);

      changed = changed || !g_str_equal (id, key);
      json_object_set_member (result, id, json_node_ref (member));
    }
  if (changed)
    return troupe_tree_take_object (result);
  json_object_unref (result);
  return json_node_ref (node);
}

static JsonNode *
rename_word (const char *key, JsonNode *node, gpointer user_data)
{
  const char *word = troupe_tree_get_text (node);
  const char *new_name = word != NULL ? g_hash_table_lookup (user_data, word) : NULL;

  return new_name != NULL ? troupe_json_node_new_string (new_name) : json_node_ref (node);
}

static JsonNode *
rename_group_member (const char *key, JsonNode *node, gpointer user_data)
{
  return g_strcmp0 (key, "methods") == 0 ? troupe_tree_map (node, rename_word, user_data)
                                         : json_node_ref (node);
}

static JsonNode *
rename_group (const char *key, JsonNode *node, gpointer user_data)
{
  return JSON_NODE_HOLDS_OBJECT (node) ? troupe_tree_map (node, rename_group_member, user_data)
                                       : json_node_ref (node);
}

/* The end of a method is an event of its name. */
static JsonNode *
rename_break_member (const char *key, JsonNode *node, gpointer user_data)
{
  return g_str_equal (key, "method") || g_str_equal (key, "target") || g_str_equal (key, "event")
             ? rename_word (NULL, node, user_data)
             : json_node_ref (node);
}

static JsonNode *
rename_break (const char *key, JsonNode *node, gpointer user_data)
{
  return JSON_NODE_HOLDS_OBJECT (node) ? troupe_tree_map (node, rename_break_member, user_data)
                                       : json_node_ref (node);
}

static JsonNode *
rename_layout_member (const char *key, JsonNode *node, gpointer user_data)
{
  if (g_str_equal (key, "positions") || g_str_equal (key, "gates") || g_str_equal (key, "pins"))
    return rename_keys (node, user_data, rename_id);
  if (g_str_equal (key, "muted") && JSON_NODE_HOLDS_ARRAY (node))
    return troupe_tree_map (node, rename_word, user_data);
  if (g_str_equal (key, "breakpoints") && JSON_NODE_HOLDS_ARRAY (node))
    return troupe_tree_map (node, rename_break, user_data);
  if (g_str_equal (key, "bends"))
    return rename_keys (node, user_data, rename_wire);
  if (g_str_equal (key, "groups"))
    return troupe_tree_map (node, rename_group, user_data);
  return json_node_ref (node);
}

JsonNode *
troupe_tree_rename_layout (JsonNode *layout, GHashTable *names)
{
  return JSON_NODE_HOLDS_OBJECT (layout) ? troupe_tree_map (layout, rename_layout_member, names)
                                         : json_node_ref (layout);
}

static JsonNode *
rename_root_member (const char *key, JsonNode *node, gpointer user_data)
{
  if (g_str_equal (key, "methods"))
    return troupe_tree_rename_methods (node, user_data, NULL);
  if (g_str_equal (key, "x-troupe"))
    return troupe_tree_rename_layout (node, user_data);
  return json_node_ref (node);
}

JsonNode *
troupe_flow_rename_in_root (JsonNode *root, GHashTable *names)
{
  g_return_val_if_fail (root != NULL, NULL);
  g_return_val_if_fail (names != NULL, NULL);

  return JSON_NODE_HOLDS_OBJECT (root) ? troupe_tree_map (root, rename_root_member, names)
                                       : json_node_ref (root);
}

gboolean
troupe_flow_document_rename_method (TroupeFlowDocument *self,
                                    const char *name,
                                    const char *new_name,
                                    GError **error)
{
  g_autoptr (GHashTable) names = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *label = NULL, *old_key = NULL, *new_key = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (name != NULL && new_name != NULL, FALSE);

  if (troupe_flow_document_get_method_node (self, name, error) == NULL)
    return FALSE;
  if (g_str_equal (name, new_name))
    return TRUE;
  if (!troupe_flow_name_is_valid (new_name))
    {
      g_set_error (
          error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
          _ ("Only letters, digits and _ are allowed; the first character must not be a digit."));
      return FALSE;
    }
  if (troupe_flow_document_get_method_node (self, new_name, NULL) != NULL)
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("The method “%s” already exists."), new_name);
      return FALSE;
    }
  names = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_insert (names, (gpointer) name, (gpointer) new_name);
  root = troupe_flow_rename_in_root (troupe_document_get_root (TROUPE_DOCUMENT (self)), names);
  label = g_strdup_printf (_ ("Rename %s"), name);
  old_key = g_strconcat ("methods.", name, NULL);
  new_key = g_strconcat ("methods.", new_name, NULL);
  /* Before the forms of the method are updated. */
  troupe_document_move_typed (TROUPE_DOCUMENT (self), old_key, new_key);
  if (troupe_flow_document_commit (self, root, label, NULL, TRUE, error))
    return TRUE;
  troupe_document_move_typed (TROUPE_DOCUMENT (self), new_key, old_key);
  return FALSE;
}
