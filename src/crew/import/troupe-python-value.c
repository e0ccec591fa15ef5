/* troupe-python-value.c: values that Python source evaluates to without being executed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-value"

#include "config.h"

#include <string.h>

#include "troupe-json.h"
#include "troupe-python-program.h"
#include "troupe-python-value.h"
#include "troupe-tree.h"

/* Maximum nesting depth of a value that is converted, and of its parts. A list can contain another
 * one many times. */
#define DEEPEST 32
#define MOST_PARTS 50000
/* Maximum number of entries of a list. */
#define LONGEST_LIST 10000
/* Numbers of bytes of a text and entries of a list that count as one step of the program, so that
 * its limit of steps also limits its memory. */
#define STEP_TEXT 64
#define STEP_LIST 8

/* --- Creation --------------------------------------------------------------------------------- */

TroupePythonValue *
troupe_python_value_new (TroupePythonProgram *program, TroupePythonValueType type)
{
  TroupePythonValue *self = g_new0 (TroupePythonValue, 1);

  self->type = type;
  if (type == TROUPE_PYTHON_VALUE_LIST || type == TROUPE_PYTHON_VALUE_OBJECT)
    self->items = g_ptr_array_new ();
  if (type == TROUPE_PYTHON_VALUE_MAP || type == TROUPE_PYTHON_VALUE_OBJECT)
    {
      self->keys = g_ptr_array_new_with_free_func (g_free);
      self->values = g_ptr_array_new ();
    }
  troupe_python_program_keep (program, self);
  return self;
}

TroupePythonValue *
troupe_python_value_new_unknown (TroupePythonProgram *program, const char *why)
{
  TroupePythonValue *self = troupe_python_value_new (program, TROUPE_PYTHON_VALUE_UNKNOWN);

  self->why = g_strdup (why);
  return self;
}

TroupePythonValue *
troupe_python_value_new_constant (TroupePythonProgram *program, JsonNode *constant)
{
  TroupePythonValue *self = troupe_python_value_new (program, TROUPE_PYTHON_VALUE_CONSTANT);

  self->constant = constant;
  return self;
}

TroupePythonValue *
troupe_python_value_new_text (TroupePythonProgram *program, const char *text)
{
  program->n_steps += (guint) (strlen (text) / STEP_TEXT);
  return troupe_python_value_new_constant (program, troupe_json_node_new_string (text));
}

TroupePythonValue *
troupe_python_value_new_symbol (TroupePythonProgram *program, const char *name)
{
  TroupePythonValue *self = troupe_python_value_new (program, TROUPE_PYTHON_VALUE_SYMBOL);

  self->name = g_strdup (name);
  return self;
}

TroupePythonValue *
troupe_python_value_new_from_json (TroupePythonProgram *program,
                                   JsonNode *node,
                                   const TroupePythonPlace *place)
{
  TroupePythonValue *self;

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      self = troupe_python_value_new (program, TROUPE_PYTHON_VALUE_MAP);
      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        troupe_python_value_set (self, key,
                                 troupe_python_value_new_from_json (program, member, place));
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      self = troupe_python_value_new (program, TROUPE_PYTHON_VALUE_LIST);
      for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
        g_ptr_array_add (self->items,
                         troupe_python_value_new_from_json (
                             program, json_array_get_element (json_node_get_array (node), i),
                             place));
    }
  else
    self = troupe_python_value_new_constant (program, json_node_ref (node));
  if (place != NULL)
    troupe_python_value_set_place (self, place->file, place->line, place->last_line, place->text);
  return self;
}

static GPtrArray *
copy_array (GPtrArray *array)
{
  GPtrArray *copy = array != NULL ? g_ptr_array_new () : NULL;

  for (guint i = 0; array != NULL && i < array->len; i++)
    g_ptr_array_add (copy, array->pdata[i]);
  return copy;
}

TroupePythonValue *
troupe_python_value_copy (TroupePythonProgram *program, const TroupePythonValue *self)
{
  TroupePythonValue *copy = g_memdup2 (self, sizeof (TroupePythonValue));

  if (self->items != NULL)
    program->n_steps += self->items->len / STEP_LIST;
  if (self->keys != NULL)
    program->n_steps += self->keys->len / STEP_LIST;
  copy->constant = self->constant != NULL ? json_node_ref (self->constant) : NULL;
  copy->items = copy_array (self->items);
  copy->values = copy_array (self->values);
  copy->keys = NULL;
  if (self->keys != NULL)
    {
      copy->keys = g_ptr_array_new_with_free_func (g_free);
      for (guint i = 0; i < self->keys->len; i++)
        g_ptr_array_add (copy->keys, g_strdup (self->keys->pdata[i]));
    }
  copy->name = g_strdup (self->name);
  copy->why = g_strdup (self->why);
  copy->place.text = g_strdup (self->place.text);
  troupe_python_program_keep (program, copy);
  return copy;
}

void
troupe_python_value_free (TroupePythonValue *self)
{
  g_clear_pointer (&self->constant, json_node_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_clear_pointer (&self->values, g_ptr_array_unref);
  g_free (self->name);
  g_free (self->why);
  g_free (self->place.text);
  g_free (self);
}

void
troupe_python_value_set_place (TroupePythonValue *self,
                               const char *file,
                               guint line,
                               guint last_line,
                               const char *text)
{
  char *copy = g_strdup (text);

  g_free (self->place.text);
  self->place = (TroupePythonPlace){ file, line, last_line, copy };
}

/* --- Members ---------------------------------------------------------------------------------- */

TroupePythonValue *
troupe_python_value_get (const TroupePythonValue *self, const char *key)
{
  for (guint i = 0; self->keys != NULL && i < self->keys->len; i++)
    if (g_str_equal (self->keys->pdata[i], key))
      return self->values->pdata[i];
  return NULL;
}

void
troupe_python_value_set (TroupePythonValue *self, const char *key, TroupePythonValue *value)
{
  for (guint i = 0; i < self->keys->len; i++)
    if (g_str_equal (self->keys->pdata[i], key))
      {
        self->values->pdata[i] = value;
        return;
      }
  g_ptr_array_add (self->keys, g_strdup (key));
  g_ptr_array_add (self->values, value);
}

gboolean
troupe_python_value_append_all (TroupePythonProgram *program,
                                TroupePythonValue *self,
                                const TroupePythonValue *other)
{
  const guint n = other->items->len;

  if (self->items->len + n > LONGEST_LIST)
    return FALSE;
  program->n_steps += n / STEP_LIST;
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (self->items, other->items->pdata[i]);
  return TRUE;
}

/* --- Tests ------------------------------------------------------------------------------------ */

const char *
troupe_python_value_get_text (const TroupePythonValue *self)
{
  return self->type == TROUPE_PYTHON_VALUE_CONSTANT ? troupe_tree_get_text (self->constant) : NULL;
}

gboolean
troupe_python_value_is_none (const TroupePythonValue *self)
{
  return self->type == TROUPE_PYTHON_VALUE_CONSTANT && JSON_NODE_HOLDS_NULL (self->constant);
}

const char *
troupe_python_value_get_last_name (const TroupePythonValue *self)
{
  const char *name = NULL, *point;

  if (self->type == TROUPE_PYTHON_VALUE_OBJECT || self->type == TROUPE_PYTHON_VALUE_METHOD)
    return self->callee != NULL ? troupe_python_value_get_last_name (self->callee) : "";
  if (self->type == TROUPE_PYTHON_VALUE_SYMBOL)
    name = self->name;
  else if (self->statement != NULL)
    name = self->statement->name;
  if (name == NULL)
    return "";
  point = strrchr (name, '.');
  return point != NULL ? point + 1 : name;
}

TroupePythonValue *
troupe_python_value_get_given (TroupePythonValue *self)
{
  return self->given != NULL ? self->given : self;
}

gboolean
troupe_python_value_is_made_by (const TroupePythonValue *self, const char *name)
{
  return self->type == TROUPE_PYTHON_VALUE_OBJECT &&
         g_str_equal (troupe_python_value_get_last_name (self), name);
}

int
troupe_python_value_get_truth (const TroupePythonValue *self)
{
  const char *text = troupe_python_value_get_text (self);

  switch (self->type)
    {
    case TROUPE_PYTHON_VALUE_CONSTANT:
      if (JSON_NODE_HOLDS_NULL (self->constant))
        return 0;
      if (text != NULL)
        return *text != '\0';
      if (json_node_get_value_type (self->constant) == G_TYPE_BOOLEAN)
        return json_node_get_boolean (self->constant);
      return json_node_get_double (self->constant) != 0;
    case TROUPE_PYTHON_VALUE_LIST:
      return self->items->len > 0;
    case TROUPE_PYTHON_VALUE_MAP:
      return self->keys->len > 0;
    case TROUPE_PYTHON_VALUE_FUNCTION:
    case TROUPE_PYTHON_VALUE_METHOD:
    case TROUPE_PYTHON_VALUE_CLASS:
    case TROUPE_PYTHON_VALUE_MODULE:
      return 1;
    case TROUPE_PYTHON_VALUE_OBJECT:
      /* An instance is true, but the result of a function can be anything. */
      return self->callee != NULL && (self->callee->type == TROUPE_PYTHON_VALUE_CLASS ||
                                      g_ascii_isupper (*troupe_python_value_get_last_name (self)))
                 ? 1
                 : -1;
    case TROUPE_PYTHON_VALUE_UNKNOWN:
    case TROUPE_PYTHON_VALUE_SYMBOL:
    default:
      return -1;
    }
}

/* --- Conversion ------------------------------------------------------------------------------- */

static JsonNode *
convert (TroupePythonValue *self, guint depth, guint *n_parts, TroupePythonValue **culprit)
{
  g_autoptr (JsonObject) map = NULL;
  g_autoptr (JsonArray) list = NULL;

  if (depth > DEEPEST || ++(*n_parts) > MOST_PARTS)
    {
      *culprit = self;
      return NULL;
    }
  if (self->type == TROUPE_PYTHON_VALUE_CONSTANT)
    return json_node_ref (self->constant);
  if (self->type == TROUPE_PYTHON_VALUE_MAP)
    {
      map = json_object_new ();
      for (guint i = 0; i < self->keys->len; i++)
        {
          JsonNode *value = convert (self->values->pdata[i], depth + 1, n_parts, culprit);

          if (value == NULL)
            return NULL;
          json_object_set_member (map, self->keys->pdata[i], value);
        }
      return troupe_tree_take_object (g_steal_pointer (&map));
    }
  if (self->type == TROUPE_PYTHON_VALUE_LIST)
    {
      list = json_array_new ();
      for (guint i = 0; i < self->items->len; i++)
        {
          JsonNode *value = convert (self->items->pdata[i], depth + 1, n_parts, culprit);

          if (value == NULL)
            return NULL;
          json_array_add_element (list, value);
        }
      return troupe_tree_take_array (g_steal_pointer (&list));
    }
  *culprit = self;
  return NULL;
}

JsonNode *
troupe_python_value_to_json (TroupePythonValue *self, TroupePythonValue **culprit)
{
  TroupePythonValue *unused;
  guint n_parts = 0;

  return convert (self, 0, &n_parts, culprit != NULL ? culprit : &unused);
}

static const char *
find_note (const TroupePythonValue *self, guint depth, guint *n_parts)
{
  const char *note = self->type != TROUPE_PYTHON_VALUE_UNKNOWN ? self->why : NULL;

  if (depth > DEEPEST || ++(*n_parts) > MOST_PARTS)
    return NULL;
  for (guint i = 0; note == NULL && self->type == TROUPE_PYTHON_VALUE_LIST && i < self->items->len;
       i++)
    note = find_note (self->items->pdata[i], depth + 1, n_parts);
  for (guint i = 0; note == NULL && self->type == TROUPE_PYTHON_VALUE_MAP && i < self->values->len;
       i++)
    note = find_note (self->values->pdata[i], depth + 1, n_parts);
  return note;
}

const char *
troupe_python_value_find_note (const TroupePythonValue *self)
{
  guint n_parts = 0;

  return find_note (self, 0, &n_parts);
}
