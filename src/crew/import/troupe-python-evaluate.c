/* troupe-python-evaluate.c: evaluation of Python expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-evaluate"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-json.h"
#include "troupe-python-program.h"

/* Maximum number of nested calls and expressions. */
#define DEEPEST 160
/* Maximum number of evaluated expressions. */
#define MOST_STEPS 400000
/* Maximum number of bytes of a text that is put together. */
#define LONGEST_RESULT (1024 * 1024)

static TroupePythonValue *
new_computed (TroupePythonProgram *self)
{
  return troupe_python_value_new_unknown (self, _ ("This value is computed in Python code."));
}

static TroupePythonValue *
new_boolean (TroupePythonProgram *self, gboolean value)
{
  return troupe_python_value_new_constant (self, troupe_json_node_new_boolean (value));
}

/* --- Names and attributes --------------------------------------------------------------------- */

static TroupePythonValue *
find_name (TroupePythonProgram *self, TroupePythonScope *scope, const char *name)
{
  gboolean is_first = TRUE;

  for (; scope != NULL; scope = scope->outer, is_first = FALSE)
    {
      TroupePythonValue *value =
          scope->is_class && !is_first ? NULL : g_hash_table_lookup (scope->names, name);

      if (value != NULL)
        return value;
      if (scope->outer == NULL && g_str_equal (name, "__file__"))
        return troupe_python_value_new_text (self, scope->module->path);
      if (scope->outer == NULL && g_str_equal (name, "__name__"))
        return troupe_python_value_new_text (self, scope->module->dotted);
    }
  return troupe_python_value_new_symbol (self, name);
}

static TroupePythonValue *
find_in_class (TroupePythonValue *class, const char *name, guint depth)
{
  TroupePythonValue *value =
      class->scope != NULL ? g_hash_table_lookup (class->scope->names, name) : NULL;

  for (guint i = 0; value == NULL && class->items != NULL && depth < 8 && i < class->items->len;
       i++)
    {
      TroupePythonValue *base = class->items->pdata[i];

      if (base->type == TROUPE_PYTHON_VALUE_CLASS && base != class)
        value = find_in_class (base, name, depth + 1);
    }
  return value;
}

TroupePythonValue *
troupe_python_find_in_class (TroupePythonValue *class, const char *name)
{
  return class->type == TROUPE_PYTHON_VALUE_CLASS ? find_in_class (class, name, 0) : NULL;
}

static gboolean
is_decorated (const TroupePythonValue *function, const char *decorator)
{
  return function->statement != NULL &&
         troupe_python_statement_has_decorator (function->statement, decorator);
}

/* Binds a function of a class to an object. A property is called at once. */
static TroupePythonValue *
bind_function (TroupePythonProgram *self, TroupePythonValue *function, TroupePythonValue *owner)
{
  TroupePythonValue *method;

  if (function->type != TROUPE_PYTHON_VALUE_FUNCTION || is_decorated (function, "staticmethod"))
    return function;
  method = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_METHOD);
  method->callee = function;
  method->owner = owner;
  method->module = function->module;
  method->statement = function->statement;
  troupe_python_value_set_place (method, function->place.file, function->place.line,
                                 function->place.last_line, function->place.text);
  return is_decorated (function, "property") || is_decorated (function, "cached_property")
             ? troupe_python_call_plainly (self, method)
             : method;
}

/* Returns TRUE for a function or class. A class outside of the project is recognized by its capital letter. */
static gboolean
has_name (const TroupePythonValue *value)
{
  return value->type == TROUPE_PYTHON_VALUE_CLASS || value->type == TROUPE_PYTHON_VALUE_FUNCTION ||
         (value->type == TROUPE_PYTHON_VALUE_SYMBOL &&
          g_ascii_isupper (*troupe_python_value_get_last_name (value)));
}

TroupePythonValue *
troupe_python_get_attribute (TroupePythonProgram *self, TroupePythonValue *owner, const char *name)
{
  TroupePythonValue *value = NULL;
  g_autofree char *dotted = NULL;

  if (g_str_equal (name, "__name__") && has_name (owner))
    return troupe_python_value_new_text (self, troupe_python_value_get_last_name (owner));
  switch (owner->type)
    {
    case TROUPE_PYTHON_VALUE_SYMBOL:
      dotted = g_strconcat (owner->name, ".", name, NULL);
      return troupe_python_value_new_symbol (self, dotted);
    case TROUPE_PYTHON_VALUE_MODULE:
      value = troupe_python_module_get (self, owner->module, name);
      return value != NULL ? value : new_computed (self);
    case TROUPE_PYTHON_VALUE_CLASS:
      value = troupe_python_find_in_class (owner, name);
      if (value != NULL && is_decorated (value, "classmethod"))
        return bind_function (self, value, owner);
      return value != NULL ? value : new_computed (self);
    case TROUPE_PYTHON_VALUE_OBJECT:
      {
        TroupePythonValue *object = troupe_python_value_get (owner, name);

        if (object != NULL)
          return object;
        if (owner->callee != NULL && owner->callee->type == TROUPE_PYTHON_VALUE_CLASS)
          {
            object = troupe_python_find_in_class (owner->callee, name);
            if (object != NULL)
              return bind_function (self, object, owner);
          }
        if (g_str_equal (name, "get_mcp_tools"))
          return troupe_python_value_new_symbol (self, "crewai.get_mcp_tools");
        return new_computed (self);
      }
    case TROUPE_PYTHON_VALUE_CONSTANT:
      {
        const char *text = troupe_python_value_get_text (owner);
        g_autofree char *part = NULL;

        if (text != NULL && g_str_equal (name, "parent"))
          part = g_path_get_dirname (text);
        else if (text != NULL && g_str_equal (name, "name"))
          part = g_path_get_basename (text);
        return part != NULL ? troupe_python_value_new_text (self, part) : new_computed (self);
      }
    case TROUPE_PYTHON_VALUE_UNKNOWN:
      return owner;
    case TROUPE_PYTHON_VALUE_LIST:
    case TROUPE_PYTHON_VALUE_MAP:
    case TROUPE_PYTHON_VALUE_FUNCTION:
    case TROUPE_PYTHON_VALUE_METHOD:
    default:
      return new_computed (self);
    }
}

/* --- Calls ------------------------------------------------------------------------------------ */

static TroupePythonValue *
call_function (TroupePythonProgram *self,
               TroupePythonValue *function,
               TroupePythonValue *owner,
               TroupePythonValue *arguments)
{
  static const char *const memoized[] = { "agent",    "task",      "crew",
                                          "llm",      "tool",      "cache",
                                          "callback", "lru_cache", "cached_property" };
  TroupePythonScope *outer = function->scope;
  TroupePythonScope *scope;
  TroupePythonValue *result;
  g_autofree char *key = NULL;
  guint position = 0;

  if (function->statement == NULL)
    return new_computed (self);
  for (guint i = 0; i < G_N_ELEMENTS (memoized) && key == NULL; i++)
    if (is_decorated (function, memoized[i]) && arguments->items->len + arguments->keys->len == 0)
      key = g_strdup_printf ("%p %p", (gpointer) function->statement, (gpointer) owner);
  result = key != NULL ? g_hash_table_lookup (self->results, key) : NULL;
  if (result != NULL)
    return result;
  if (key != NULL)
    /* A function that calls itself has an unknown result. */
    g_hash_table_insert (self->results, g_strdup (key), new_computed (self));
  while (outer != NULL && outer->is_class)
    outer = outer->outer;
  scope = troupe_python_program_new_scope (self, outer, function->module);
  /* Gives the parameters of a function their values. */
  for (guint i = 0; i < function->statement->parameters->len; i++)
    {
      const TroupePythonParameter *parameter = function->statement->parameters->pdata[i];
      TroupePythonValue *value = NULL;

      if (i == 0 && owner != NULL)
        value = owner;
      else if (parameter->stars == 1)
        value = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_LIST);
      else if (parameter->stars == 2)
        value = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_MAP);
      else if (position < arguments->items->len)
        value = arguments->items->pdata[position++];
      else
        value = troupe_python_value_get (arguments, parameter->name);
      if (value == NULL && parameter->initial != NULL)
        value = troupe_python_evaluate (self, function->scope, parameter->initial);
      if (value == NULL)
        {
          g_autofree char *why =
              g_strdup_printf (_ ("This value is the parameter “%s” of a Python function, which "
                                  "the import cannot know."),
                               parameter->name);

          value = troupe_python_value_new_unknown (self, why);
        }
      g_hash_table_replace (scope->names, g_strdup (parameter->name), value);
    }
  result = troupe_python_execute (self, scope, function->statement->body);
  if (result == NULL)
    result = troupe_python_value_new_constant (self, troupe_json_node_new_null ());
  if (key != NULL)
    g_hash_table_replace (self->results, g_steal_pointer (&key), result);
  return result;
}

TroupePythonValue *
troupe_python_call (TroupePythonProgram *self, TroupePythonValue *arguments)
{
  TroupePythonValue *callee = arguments->callee, *result = NULL;

  if (self->depth++ > DEEPEST)
    result = new_computed (self);
  else if (callee->type == TROUPE_PYTHON_VALUE_FUNCTION)
    result = call_function (self, callee, NULL, arguments);
  else if (callee->type == TROUPE_PYTHON_VALUE_METHOD)
    result = call_function (self, callee->callee, callee->owner, arguments);
  else if (callee->type == TROUPE_PYTHON_VALUE_CLASS)
    {
      TroupePythonValue *initializer = troupe_python_find_in_class (callee, "__init__");
      TroupePythonValue *given;

      if (initializer != NULL && initializer->type == TROUPE_PYTHON_VALUE_FUNCTION)
        {
          given = troupe_python_value_copy (self, arguments);
          arguments->given = given;
          call_function (self, initializer, arguments, given);
        }
      result = arguments;
    }
  else if (callee->type == TROUPE_PYTHON_VALUE_SYMBOL)
    {
      result = troupe_python_call_built_in (self, callee->name, arguments);
      if (result == NULL)
        result = arguments;
    }
  else if (callee->type == TROUPE_PYTHON_VALUE_UNKNOWN)
    result = callee;
  self->depth--;
  return result != NULL ? result : new_computed (self);
}

TroupePythonValue *
troupe_python_call_plainly (TroupePythonProgram *self, TroupePythonValue *callee)
{
  TroupePythonValue *arguments = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_OBJECT);

  arguments->callee = callee;
  return troupe_python_call (self, arguments);
}

/* Adds the members of `**map`. Returns FALSE if they are unknown. */
static gboolean
add_members (TroupePythonValue *self, const TroupePythonValue *map)
{
  if (map->type != TROUPE_PYTHON_VALUE_MAP)
    return FALSE;
  for (guint i = 0; i < map->keys->len; i++)
    troupe_python_value_set (self, map->keys->pdata[i], map->values->pdata[i]);
  return TRUE;
}

static TroupePythonValue *
evaluate_call (TroupePythonProgram *self, TroupePythonScope *scope, const TroupePythonNode *node)
{
  const TroupePythonNode *callee = node->children->pdata[0];
  TroupePythonValue *arguments = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_OBJECT);
  TroupePythonValue *owner = NULL, *result = NULL;
  g_autofree char *text = g_strndup (scope->module->text + node->start,
                                     MIN (node->end - node->start, TROUPE_IMPORT_LONGEST_TEXT));

  if (callee->type == TROUPE_PYTHON_NODE_ATTRIBUTE)
    {
      owner = troupe_python_evaluate (self, scope, callee->children->pdata[0]);
      arguments->callee = owner->type == TROUPE_PYTHON_VALUE_CONSTANT ||
                                  owner->type == TROUPE_PYTHON_VALUE_LIST ||
                                  owner->type == TROUPE_PYTHON_VALUE_MAP
                              ? owner
                              : troupe_python_get_attribute (self, owner, callee->name);
    }
  else
    arguments->callee = troupe_python_evaluate (self, scope, callee);
  for (guint i = 1; i < node->children->len; i++)
    {
      const TroupePythonNode *argument = node->children->pdata[i];
      TroupePythonValue *value;

      if (argument->type == TROUPE_PYTHON_NODE_STAR ||
          argument->type == TROUPE_PYTHON_NODE_DOUBLE_STAR)
        {
          value = troupe_python_evaluate (self, scope, argument->children->pdata[0]);
          if (argument->type == TROUPE_PYTHON_NODE_STAR && value->type == TROUPE_PYTHON_VALUE_LIST)
            for (guint j = 0; j < value->items->len; j++)
              g_ptr_array_add (arguments->items, value->items->pdata[j]);
          else if (argument->type == TROUPE_PYTHON_NODE_STAR || !add_members (arguments, value))
            /* A key that is no identifier keeps the reason for the report. */
            troupe_python_value_set (arguments,
                                     argument->type == TROUPE_PYTHON_NODE_STAR ? "*" : "**", value);
          continue;
        }
      value = troupe_python_evaluate (self, scope, argument);
      if (argument->keyword != NULL)
        troupe_python_value_set (arguments, argument->keyword, value);
      else
        g_ptr_array_add (arguments->items, value);
    }
  troupe_python_value_set_place (arguments, scope->module->name, node->line, node->line, text);
  if (arguments->callee == owner && owner != NULL)
    {
      result = troupe_python_call_on_value (self, owner, callee->name, arguments);
      return result != NULL ? result : new_computed (self);
    }
  return troupe_python_call (self, arguments);
}

/* --- Lists, dicts and f-strings --------------------------------------------------------------- */

static TroupePythonValue *
evaluate_list (TroupePythonProgram *self, TroupePythonScope *scope, const TroupePythonNode *node)
{
  TroupePythonValue *list = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_LIST);

  for (guint i = 0; i < node->children->len; i++)
    {
      const TroupePythonNode *child = node->children->pdata[i];
      TroupePythonValue *value;

      if (child->type != TROUPE_PYTHON_NODE_STAR)
        {
          g_ptr_array_add (list->items, troupe_python_evaluate (self, scope, child));
          continue;
        }
      value = troupe_python_evaluate (self, scope, child->children->pdata[0]);
      if (value->type != TROUPE_PYTHON_VALUE_LIST ||
          !troupe_python_value_append_all (self, list, value))
        g_ptr_array_add (list->items, value);
    }
  return list;
}

static TroupePythonValue *
evaluate_map (TroupePythonProgram *self, TroupePythonScope *scope, const TroupePythonNode *node)
{
  TroupePythonValue *map = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_MAP);

  for (guint i = 0; i < node->children->len; i++)
    {
      const TroupePythonNode *child = node->children->pdata[i];
      TroupePythonValue *key;

      if (child->type == TROUPE_PYTHON_NODE_DOUBLE_STAR)
        {
          if (!add_members (map, troupe_python_evaluate (self, scope, child->children->pdata[0])))
            return new_computed (self);
          continue;
        }
      if (child->type != TROUPE_PYTHON_NODE_PAIR)
        return new_computed (self);
      key = troupe_python_evaluate (self, scope, child->children->pdata[0]);
      if (troupe_python_value_get_text (key) == NULL)
        return new_computed (self);
      troupe_python_value_set (map, troupe_python_value_get_text (key),
                               troupe_python_evaluate (self, scope, child->children->pdata[1]));
    }
  return map;
}

/* Appends the value as `str()` would write it. Returns FALSE if it is not known. */
static gboolean
append_text (GString *out, const TroupePythonValue *value)
{
  const char *text = troupe_python_value_get_text (value);
  g_autofree char *json = NULL;

  if (value->type != TROUPE_PYTHON_VALUE_CONSTANT || out->len > LONGEST_RESULT)
    return FALSE;
  if (text != NULL)
    g_string_append (out, text);
  else if (JSON_NODE_HOLDS_NULL (value->constant))
    g_string_append (out, "None");
  else if (json_node_get_value_type (value->constant) == G_TYPE_BOOLEAN)
    g_string_append (out, json_node_get_boolean (value->constant) ? "True" : "False");
  else
    {
      json = json_to_string (value->constant, FALSE);
      g_string_append (out, json);
    }
  return TRUE;
}

static TroupePythonValue *
evaluate_item (TroupePythonProgram *self, TroupePythonScope *scope, const TroupePythonNode *node)
{
  TroupePythonValue *owner = troupe_python_evaluate (self, scope, node->children->pdata[0]);
  TroupePythonValue *index = troupe_python_evaluate (self, scope, node->children->pdata[1]);
  const char *key = troupe_python_value_get_text (index);
  TroupePythonValue *value = NULL;

  if (owner->type == TROUPE_PYTHON_VALUE_MAP && key != NULL)
    {
      value = troupe_python_value_get (owner, key);
      if (value == NULL)
        {
          g_autofree char *why =
              g_strdup_printf (_ ("“%s” does not exist in the specified file."), key);

          value = troupe_python_value_new_unknown (self, why);
        }
    }
  else if (owner->type == TROUPE_PYTHON_VALUE_LIST && index->type == TROUPE_PYTHON_VALUE_CONSTANT &&
           JSON_NODE_HOLDS_VALUE (index->constant) && key == NULL)
    {
      gint64 place = json_node_get_int (index->constant);

      place += place < 0 ? (gint64) owner->items->len : 0;
      if (place >= 0 && place < (gint64) owner->items->len)
        value = owner->items->pdata[place];
    }
  else if (owner->type == TROUPE_PYTHON_VALUE_SYMBOL && g_str_has_suffix (owner->name, "environ"))
    {
      TroupePythonValue *arguments = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_OBJECT);

      g_ptr_array_add (arguments->items, index);
      value = troupe_python_call_built_in (self, "os.getenv", arguments);
    }
  else if (owner->type == TROUPE_PYTHON_VALUE_UNKNOWN)
    value = owner;
  return value != NULL ? value : new_computed (self);
}

/* --- Operations ------------------------------------------------------------------------------- */

/* Returns the value that is used if a variable of the environment is not set. */
static TroupePythonValue *
note_environment (TroupePythonProgram *self,
                  TroupePythonValue *value,
                  const TroupePythonValue *test)
{
  TroupePythonValue *copy;

  if (value->type != TROUPE_PYTHON_VALUE_CONSTANT)
    return value;
  copy = troupe_python_value_copy (self, value);
  g_free (copy->why);
  copy->why =
      g_strdup_printf (_ ("This is the value if the condition does not hold. %s"), test->why);
  return copy;
}

/* Evaluates a comparison. Returns -1 if its result is unknown. */
static int
compare (const TroupePythonValue *left, const TroupePythonValue *right, const char *operator)
{
  gboolean is_negative = operator[0] == '!' || g_str_has_suffix (operator, "not") ||
                         g_str_has_prefix (operator, "not");
  int same = -1;

  if (g_str_equal (operator, "in") || g_str_equal (operator, "not in"))
    {
      if (left->type != TROUPE_PYTHON_VALUE_CONSTANT)
        return -1;
      if (right->type == TROUPE_PYTHON_VALUE_MAP && troupe_python_value_get_text (left) != NULL)
        same = troupe_python_value_get (right, troupe_python_value_get_text (left)) != NULL;
      else if (troupe_python_value_get_text (right) != NULL &&
               troupe_python_value_get_text (left) != NULL)
        same = strstr (troupe_python_value_get_text (right), troupe_python_value_get_text (left)) !=
               NULL;
      else if (right->type == TROUPE_PYTHON_VALUE_LIST)
        {
          same = 0;
          for (guint i = 0; i < right->items->len; i++)
            {
              const TroupePythonValue *item = right->items->pdata[i];

              if (item->type != TROUPE_PYTHON_VALUE_CONSTANT)
                return -1;
              same = same || json_node_equal (left->constant, item->constant);
            }
        }
    }
  else if (left->type == TROUPE_PYTHON_VALUE_CONSTANT &&
           right->type == TROUPE_PYTHON_VALUE_CONSTANT)
    same = json_node_equal (left->constant, right->constant);
  else if (troupe_python_value_is_none (left) || troupe_python_value_is_none (right))
    same = left->type == TROUPE_PYTHON_VALUE_UNKNOWN ||
                   right->type == TROUPE_PYTHON_VALUE_UNKNOWN ||
                   left->type == TROUPE_PYTHON_VALUE_SYMBOL ||
                   right->type == TROUPE_PYTHON_VALUE_SYMBOL
               ? -1
               : 0;
  return same < 0 ? -1 : is_negative ? !same : same;
}

/* Evaluates `+` of texts and lists, and `/` of paths. */
static TroupePythonValue *
evaluate_sum (TroupePythonProgram *self,
              TroupePythonValue *left,
              TroupePythonValue *right,
              char sign)
{
  const char *before = troupe_python_value_get_text (left);
  const char *after = troupe_python_value_get_text (right);
  g_autofree char *text = NULL;
  TroupePythonValue *sum;

  if (sign == '+' && left->type == TROUPE_PYTHON_VALUE_LIST &&
      right->type == TROUPE_PYTHON_VALUE_LIST)
    {
      sum = troupe_python_value_copy (self, left);
      return troupe_python_value_append_all (self, sum, right) ? sum : new_computed (self);
    }
  if (left->type == TROUPE_PYTHON_VALUE_UNKNOWN)
    return left;
  if (right->type == TROUPE_PYTHON_VALUE_UNKNOWN)
    return right;
  if (before == NULL || after == NULL || strlen (before) > LONGEST_RESULT)
    return new_computed (self);
  text = sign == '+' ? g_strconcat (before, after, NULL) : g_build_filename (before, after, NULL);
  sum = troupe_python_value_new_text (self, text);
  sum->why = g_strdup (left->why != NULL ? left->why : right->why);
  return sum;
}

static TroupePythonValue *
evaluate_choice (TroupePythonProgram *self, TroupePythonScope *scope, const TroupePythonNode *node)
{
  TroupePythonValue *test = troupe_python_evaluate (self, scope, node->children->pdata[0]);
  int truth = troupe_python_value_get_truth (test);
  TroupePythonValue *value;

  if (truth >= 0)
    return troupe_python_evaluate (self, scope, node->children->pdata[truth ? 1 : 2]);
  value = troupe_python_evaluate (self, scope, node->children->pdata[test->is_environment ? 2 : 1]);
  if (test->is_environment)
    return note_environment (self, value, test);
  {
    g_autofree char *text = g_strndup (scope->module->text + node->start,
                                       MIN (node->end - node->start, TROUPE_IMPORT_LONGEST_TEXT));

    troupe_python_program_remark (
        self, scope->module, node->line, text,
        _ ("Only Python can evaluate this condition. The import assumes that it is true."));
  }
  return value;
}

static TroupePythonValue *
evaluate_operation (TroupePythonProgram *self,
                    TroupePythonScope *scope,
                    const TroupePythonNode *node)
{
  TroupePythonValue *left, *right, *unknown;
  int same;

  if (g_str_equal (node->name, "if"))
    return evaluate_choice (self, scope, node);
  if (g_str_equal (node->name, "or") || g_str_equal (node->name, "and"))
    {
      gboolean is_or = g_str_equal (node->name, "or");
      TroupePythonValue *logic = troupe_python_evaluate (self, scope, node->children->pdata[0]);
      int truth = troupe_python_value_get_truth (logic);

      if (truth == (is_or ? 1 : 0))
        return logic;
      if (truth < 0 && !(is_or && logic->is_environment))
        {
          /* `parameter or default` without the parameter */
          return logic;
        }
      if (truth < 0)
        return note_environment (
            self, troupe_python_evaluate (self, scope, node->children->pdata[1]), logic);
      return troupe_python_evaluate (self, scope, node->children->pdata[1]);
    }
  left = troupe_python_evaluate (self, scope, node->children->pdata[0]);
  if (node->children->len < 2)
    {
      int truth = troupe_python_value_get_truth (left);

      return g_str_equal (node->name, "not") && truth >= 0 ? new_boolean (self, !truth)
             : left->type == TROUPE_PYTHON_VALUE_UNKNOWN   ? left
                                                           : new_computed (self);
    }
  right = troupe_python_evaluate (self, scope, node->children->pdata[1]);
  if (g_str_equal (node->name, "+") || g_str_equal (node->name, "/"))
    return evaluate_sum (self, left, right, *node->name);
  same = strchr ("=!in", *node->name) != NULL ? compare (left, right, node->name) : -1;
  if (same >= 0)
    return new_boolean (self, same);
  unknown = new_computed (self);
  unknown->is_environment = left->is_environment || right->is_environment;
  return unknown;
}

/* --- Expressions ------------------------------------------------------------------------------ */

static TroupePythonValue *
evaluate (TroupePythonProgram *self, TroupePythonScope *scope, const TroupePythonNode *node)
{
  switch (node->type)
    {
    case TROUPE_PYTHON_NODE_VALUE:
      return troupe_python_value_new_constant (self, json_node_ref (node->value));
    case TROUPE_PYTHON_NODE_JOINED:
      {
        g_autoptr (GString) text = g_string_new (NULL);
        TroupePythonValue *result;
        const char *note = NULL;

        for (guint i = 0; i < node->children->len; i++)
          {
            TroupePythonValue *part =
                troupe_python_evaluate (self, scope, node->children->pdata[i]);

            if (!append_text (text, part))
              return part->type == TROUPE_PYTHON_VALUE_UNKNOWN ? part : new_computed (self);
            note = note != NULL ? note : part->why;
          }
        result = troupe_python_value_new_text (self, text->str);
        result->why = g_strdup (note);
        return result;
      }
    case TROUPE_PYTHON_NODE_LIST:
      return evaluate_list (self, scope, node);
    case TROUPE_PYTHON_NODE_MAP:
      return evaluate_map (self, scope, node);
    case TROUPE_PYTHON_NODE_NAME:
      return find_name (self, scope, node->name);
    case TROUPE_PYTHON_NODE_ATTRIBUTE:
      return troupe_python_get_attribute (
          self, troupe_python_evaluate (self, scope, node->children->pdata[0]), node->name);
    case TROUPE_PYTHON_NODE_ITEM:
      return evaluate_item (self, scope, node);
    case TROUPE_PYTHON_NODE_CALL:
      return evaluate_call (self, scope, node);
    case TROUPE_PYTHON_NODE_OPERATION:
      return evaluate_operation (self, scope, node);
    case TROUPE_PYTHON_NODE_OTHER:
    case TROUPE_PYTHON_NODE_PAIR:
    case TROUPE_PYTHON_NODE_STAR:
    case TROUPE_PYTHON_NODE_DOUBLE_STAR:
    default:
      return new_computed (self);
    }
}

TroupePythonValue *
troupe_python_evaluate (TroupePythonProgram *self,
                        TroupePythonScope *scope,
                        const TroupePythonNode *node)
{
  TroupePythonValue *value;

  if (self->n_steps++ > MOST_STEPS || self->depth > DEEPEST)
    return troupe_python_value_new_unknown (
        self, _ ("The Python code is too large or too deeply nested to be evaluated."));
  self->depth++;
  value = evaluate (self, scope, node);
  self->depth--;
  if (value->place.file == NULL)
    {
      g_autofree char *text = g_strndup (scope->module->text + node->start,
                                         MIN (node->end - node->start, TROUPE_IMPORT_LONGEST_TEXT));

      troupe_python_value_set_place (value, scope->module->name, node->line, node->line, text);
    }
  return value;
}
