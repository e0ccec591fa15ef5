/* troupe-python-execute.c: evaluation of Python statements
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-execute"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-python-program.h"

/* Maximum number of iterations of a loop over a known list. */
#define MOST_ITERATIONS 200
/* Maximum number of statements and expressions of a program. */
#define MOST_STEPS 400000

/* Maximum number of bytes of a text to which another one is appended. */
#define LONGEST_TEXT (1024 * 1024)

/* How a block ended, other than by its last statement. */
typedef enum
{
  END_NORMAL,
  END_RETURN,
  END_RAISE,
} End;

static End run_block (TroupePythonProgram *self,
                      TroupePythonScope *scope,
                      GPtrArray *statements,
                      TroupePythonValue **result);

/* --- Assignments ------------------------------------------------------------------------------ */

static void
bind (TroupePythonScope *scope, const char *name, TroupePythonValue *value)
{
  if (value->type == TROUPE_PYTHON_VALUE_OBJECT && value->name == NULL)
    value->name = g_strdup (name);
  g_hash_table_replace (scope->names, g_strdup (name), value);
}

static void assign (TroupePythonProgram *self,
                    TroupePythonScope *scope,
                    const TroupePythonNode *target,
                    TroupePythonValue *value);

static void
assign (TroupePythonProgram *self,
        TroupePythonScope *scope,
        const TroupePythonNode *target,
        TroupePythonValue *value)
{
  TroupePythonValue *owner, *key;

  switch ((int) target->type)
    {
    case TROUPE_PYTHON_NODE_NAME:
      bind (scope, target->name, value);
      break;
    case TROUPE_PYTHON_NODE_LIST:
      {
        gboolean fits =
            value->type == TROUPE_PYTHON_VALUE_LIST && value->items->len == target->children->len;

        for (guint i = 0; i < target->children->len; i++)
          assign (self, scope, target->children->pdata[i],
                  fits ? value->items->pdata[i]
                       : troupe_python_value_new_unknown (
                             self, _ ("This value is computed in Python code.")));
      }
      break;
    case TROUPE_PYTHON_NODE_ATTRIBUTE:
      owner = troupe_python_evaluate (self, scope, target->children->pdata[0]);
      if (owner->type == TROUPE_PYTHON_VALUE_OBJECT)
        {
          if (value->type == TROUPE_PYTHON_VALUE_OBJECT && value->name == NULL)
            value->name = g_strdup (target->name);
          troupe_python_value_set (owner, target->name, value);
        }
      else if (owner->type == TROUPE_PYTHON_VALUE_CLASS && owner->scope != NULL)
        bind (owner->scope, target->name, value);
      break;
    case TROUPE_PYTHON_NODE_ITEM:
      owner = troupe_python_evaluate (self, scope, target->children->pdata[0]);
      key = troupe_python_evaluate (self, scope, target->children->pdata[1]);
      if (owner->type == TROUPE_PYTHON_VALUE_MAP && troupe_python_value_get_text (key) != NULL)
        troupe_python_value_set (owner, troupe_python_value_get_text (key), value);
      break;
    default:
      break;
    }
}

/* Evaluates `target += value`. */
static void
augment (TroupePythonProgram *self,
         TroupePythonScope *scope,
         const TroupePythonStatement *statement)
{
  const TroupePythonNode *target = statement->nodes->pdata[0];
  TroupePythonValue *left = troupe_python_evaluate (self, scope, target);
  TroupePythonValue *right = troupe_python_evaluate (self, scope, statement->nodes->pdata[1]);
  TroupePythonValue *sum;

  if (left->type == TROUPE_PYTHON_VALUE_LIST && right->type == TROUPE_PYTHON_VALUE_LIST &&
      g_str_equal (statement->name, "+"))
    {
      /* The list itself changes. */
      if (troupe_python_value_append_all (self, left, right))
        return;
    }
  if (troupe_python_value_get_text (left) != NULL && troupe_python_value_get_text (right) != NULL &&
      strlen (troupe_python_value_get_text (left)) < LONGEST_TEXT &&
      g_str_equal (statement->name, "+"))
    {
      g_autofree char *text = g_strconcat (troupe_python_value_get_text (left),
                                           troupe_python_value_get_text (right), NULL);

      sum = troupe_python_value_new_text (self, text);
      sum->why = g_strdup (left->why != NULL ? left->why : right->why);
    }
  else
    sum = troupe_python_value_new_unknown (self, _ ("This value is computed in Python code."));
  assign (self, scope, target, sum);
}

/* --- Definitions and imports ------------------------------------------------------------------ */

static void
define_class (TroupePythonProgram *self,
              TroupePythonScope *scope,
              const TroupePythonStatement *statement)
{
  TroupePythonValue *class = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_CLASS);
  TroupePythonValue *unused = NULL;

  class->statement = statement;
  class->module = scope->module;
  class->items = g_ptr_array_new ();
  class->scope = troupe_python_program_new_scope (self, scope, scope->module);
  class->scope->is_class = TRUE;
  class->scope->class_name = statement->name;
  for (guint i = 0; i < statement->nodes->len; i++)
    g_ptr_array_add (class->items,
                     troupe_python_evaluate (self, scope, statement->nodes->pdata[i]));
  troupe_python_value_set_place (class, scope->module->name, statement->line, statement->line,
                                 statement->name);
  bind (scope, statement->name, class);
  run_block (self, class->scope, statement->body, &unused);
}

/* Returns the object that `@tool` of CrewAI or LangChain makes of a function, else the function. In
 * a crew class, `@tool` marks a method. */
static TroupePythonValue *
make_tool (TroupePythonProgram *self, TroupePythonScope *scope, TroupePythonValue *function)
{
  const TroupePythonStatement *statement = function->statement;

  for (guint i = 0; i < statement->decorators->len; i++)
    {
      TroupePythonValue *decorator =
          troupe_python_evaluate (self, scope, statement->decorators->pdata[i]);
      TroupePythonValue *callee =
          decorator->type == TROUPE_PYTHON_VALUE_OBJECT ? decorator->callee : decorator;
      TroupePythonValue *tool;

      if (callee->type != TROUPE_PYTHON_VALUE_SYMBOL || !g_str_has_suffix (callee->name, ".tool") ||
          g_str_has_prefix (callee->name, "crewai.project"))
        continue;
      tool = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_OBJECT);
      tool->callee = callee;
      tool->statement = statement;
      tool->module = scope->module;
      tool->scope = scope;
      troupe_python_value_set_place (tool, function->place.file, function->place.line,
                                     function->place.last_line, function->place.text);
      return tool;
    }
  return function;
}

static void
import_all (TroupePythonScope *scope, TroupePythonModule *module)
{
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, module->scope->names);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (*(char *) name != '_' && scope != module->scope)
      g_hash_table_replace (scope->names, g_strdup (name), value);
}

static void
import_name (TroupePythonProgram *self,
             TroupePythonScope *scope,
             const TroupePythonStatement *statement,
             TroupePythonModule *module,
             const TroupePythonName *name)
{
  TroupePythonValue *value = NULL;

  if (name->name != NULL && g_str_equal (name->name, "*"))
    {
      if (module != NULL)
        import_all (scope, module);
      return;
    }
  if (module != NULL && name->name != NULL)
    value = troupe_python_module_get (self, module, name->name);
  else if (module != NULL)
    {
      value = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_MODULE);
      value->module = module;
    }
  if (value == NULL && name->name != NULL)
    {
      /* `from . import module`, also in a folder without __init__.py */
      g_autofree char *dotted = *statement->module != '\0'
                                    ? g_strconcat (statement->module, ".", name->name, NULL)
                                    : g_strdup (name->name);
      TroupePythonModule *inner =
          troupe_python_program_find_module (self, scope->module, statement->level, dotted);

      if (inner != NULL)
        {
          value = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_MODULE);
          value->module = inner;
        }
      else
        {
          g_autofree char *dots = g_strnfill (statement->level, '.');
          g_autofree char *full = g_strconcat (dots, dotted, NULL);

          value = troupe_python_value_new_symbol (self, full);
        }
    }
  else if (value == NULL)
    value = troupe_python_value_new_symbol (self, g_str_equal (name->bound, statement->module) ||
                                                          strchr (statement->module, '.') == NULL
                                                      ? statement->module
                                                      : name->bound);
  bind (scope, name->bound, value);
}

/* --- Conditions and loops --------------------------------------------------------------------- */

/* Returns TRUE if the statements can change a value that is used later. */
static gboolean
has_effect (GPtrArray *statements)
{
  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];

      if (statement->type == TROUPE_PYTHON_ASSIGN || statement->type == TROUPE_PYTHON_AUGMENT ||
          statement->type == TROUPE_PYTHON_RETURN || has_effect (statement->body) ||
          has_effect (statement->otherwise))
        return TRUE;
      /* A call such as `tools.append (…)`; printing has no effect. */
      if (statement->type == TROUPE_PYTHON_EXPRESSION)
        {
          static const char *const idle[] = { "print", "info", "debug", "warning", "error", NULL };
          const TroupePythonNode *node = statement->nodes->pdata[0];

          if (node->type == TROUPE_PYTHON_NODE_CALL &&
              ((TroupePythonNode *) node->children->pdata[0])->type ==
                  TROUPE_PYTHON_NODE_ATTRIBUTE &&
              !g_strv_contains (idle, troupe_python_node_get_last_name (node)))
            return TRUE;
        }
    }
  return FALSE;
}

/* Returns TRUE if the block ends with `raise` or with a call such as `sys.exit (1)`. */
static gboolean
ends_with_raise (GPtrArray *statements)
{
  const TroupePythonStatement *last =
      statements->len > 0 ? statements->pdata[statements->len - 1] : NULL;
  const TroupePythonNode *node;

  if (last == NULL || last->type != TROUPE_PYTHON_EXPRESSION)
    return last != NULL && last->type == TROUPE_PYTHON_RAISE;
  node = last->nodes->pdata[0];
  return node->type == TROUPE_PYTHON_NODE_CALL &&
         g_str_equal (troupe_python_node_get_last_name (node), "exit");
}

/* Chooses a branch of a condition that only Python can evaluate, and reports that. Variables of
 * the environment count as unset. */
static gboolean
guess (TroupePythonProgram *self,
       TroupePythonScope *scope,
       const TroupePythonStatement *statement,
       TroupePythonValue *test)
{
  const TroupePythonNode *node = statement->nodes->pdata[0];
  g_autofree char *text = NULL;
  gboolean is_true = !test->is_environment;

  if (ends_with_raise (statement->body) || ends_with_raise (statement->otherwise))
    return !ends_with_raise (statement->body);
  if (!has_effect (statement->body) && !has_effect (statement->otherwise))
    return is_true;
  text = g_strndup (scope->module->text + node->start, node->end - node->start);
  troupe_python_program_remark (
      self, scope->module, statement->line, text,
      is_true ? _ ("Only Python can evaluate this condition. The import assumes that it is true.")
              : _ ("This condition depends on the environment. The import assumes that the "
                   "variable is not set."));
  return is_true;
}

static End
run_if (TroupePythonProgram *self,
        TroupePythonScope *scope,
        const TroupePythonStatement *statement,
        TroupePythonValue **result)
{
  TroupePythonValue *test = troupe_python_evaluate (self, scope, statement->nodes->pdata[0]);
  int truth = troupe_python_value_get_truth (test);

  if (truth < 0)
    truth = guess (self, scope, statement, test);
  /* The crew could not be created after an error, so what the condition depends on has another value where the
   * project is used, such as an environment variable. */
  else if (ends_with_raise (statement->body) != ends_with_raise (statement->otherwise))
    truth = !ends_with_raise (statement->body);
  return run_block (self, scope, truth ? statement->body : statement->otherwise, result);
}

/* Forgets the values of variables that the statements assign. */
static void
forget (TroupePythonProgram *self, TroupePythonScope *scope, GPtrArray *statements)
{
  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];

      if (statement->type == TROUPE_PYTHON_ASSIGN || statement->type == TROUPE_PYTHON_AUGMENT)
        for (guint k = 0; k + 1 < statement->nodes->len; k++)
          assign (self, scope, statement->nodes->pdata[k],
                  troupe_python_value_new_unknown (
                      self, _ ("This value is computed in a loop in Python code.")));
      forget (self, scope, statement->body);
      forget (self, scope, statement->otherwise);
    }
}

static End
run_for (TroupePythonProgram *self,
         TroupePythonScope *scope,
         const TroupePythonStatement *statement,
         TroupePythonValue **result)
{
  TroupePythonValue *list = NULL;

  if (statement->nodes->len == 2)
    list = troupe_python_evaluate (self, scope, statement->nodes->pdata[1]);
  if (list == NULL || list->type != TROUPE_PYTHON_VALUE_LIST || list->items->len > MOST_ITERATIONS)
    {
      forget (self, scope, statement->body);
      if (has_effect (statement->body))
        troupe_python_program_remark (
            self, scope->module, statement->line, "for",
            _ ("Only Python can evaluate this loop. Its effect was not imported."));
      return END_NORMAL;
    }
  for (guint i = 0; i < list->items->len; i++)
    {
      End end;

      assign (self, scope, statement->nodes->pdata[0], list->items->pdata[i]);
      end = run_block (self, scope, statement->body, result);
      if (end != END_NORMAL)
        return end;
    }
  return run_block (self, scope, statement->otherwise, result);
}

/* Evaluates the body of a `try`. The handlers of errors are not evaluated. */
static End
run_try (TroupePythonProgram *self,
         TroupePythonScope *scope,
         const TroupePythonStatement *statement,
         TroupePythonValue **result)
{
  End end = run_block (self, scope, statement->body, result);

  if (end == END_RETURN)
    return end;
  return run_block (self, scope, statement->otherwise, result);
}

/* --- Statements ------------------------------------------------------------------------------- */

static void
run_assignment (TroupePythonProgram *self,
                TroupePythonScope *scope,
                const TroupePythonStatement *statement)
{
  TroupePythonValue *value;

  if (statement->nodes->len < 2)
    return;
  value = troupe_python_evaluate (self, scope, statement->nodes->pdata[statement->nodes->len - 1]);
  for (guint i = 0; i + 1 < statement->nodes->len; i++)
    assign (self, scope, statement->nodes->pdata[i], value);
}

static End
run_statement (TroupePythonProgram *self,
               TroupePythonScope *scope,
               const TroupePythonStatement *statement,
               TroupePythonValue **result)
{
  switch (statement->type)
    {
    case TROUPE_PYTHON_EXPRESSION:
      troupe_python_evaluate (self, scope, statement->nodes->pdata[0]);
      return END_NORMAL;
    case TROUPE_PYTHON_ASSIGN:
      run_assignment (self, scope, statement);
      return END_NORMAL;
    case TROUPE_PYTHON_AUGMENT:
      augment (self, scope, statement);
      return END_NORMAL;
    case TROUPE_PYTHON_RETURN:
      *result = statement->nodes->len > 0
                    ? troupe_python_evaluate (self, scope, statement->nodes->pdata[0])
                    : troupe_python_value_new_constant (self, json_node_new (JSON_NODE_NULL));
      return END_RETURN;
    case TROUPE_PYTHON_RAISE:
      return END_RAISE;
    case TROUPE_PYTHON_IMPORT:
      {
        TroupePythonModule *module =
            troupe_python_program_find_module (self, scope->module, statement->level,
                                               statement->module);

        for (guint i = 0; i < statement->names->len; i++)
          import_name (self, scope, statement, module, statement->names->pdata[i]);
      }
      return END_NORMAL;
    case TROUPE_PYTHON_IF:
      return run_if (self, scope, statement, result);
    case TROUPE_PYTHON_FOR:
      return run_for (self, scope, statement, result);
    case TROUPE_PYTHON_WHILE:
      forget (self, scope, statement->body);
      return END_NORMAL;
    case TROUPE_PYTHON_WITH:
      for (guint i = 0; i + 1 < statement->nodes->len; i += 2)
        {
          TroupePythonValue *value =
              troupe_python_evaluate (self, scope, statement->nodes->pdata[i]);

          if (statement->nodes->pdata[i + 1] != NULL)
            assign (self, scope, statement->nodes->pdata[i + 1], value);
        }
      return run_block (self, scope, statement->body, result);
    case TROUPE_PYTHON_TRY:
      return run_try (self, scope, statement, result);
    case TROUPE_PYTHON_DEF:
      {
        TroupePythonValue *value = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_FUNCTION);
        g_autofree char *text = g_strdup_printf ("def %s", statement->name);

        value->statement = statement;
        value->module = scope->module;
        value->scope = scope;
        troupe_python_value_set_place (value, scope->module->name, statement->line, statement->line,
                                       text);
        bind (scope, statement->name, make_tool (self, scope, value));
      }
      return END_NORMAL;
    case TROUPE_PYTHON_CLASS:
      define_class (self, scope, statement);
      return END_NORMAL;
    case TROUPE_PYTHON_OTHER:
    default:
      return END_NORMAL;
    }
}

static End
run_block (TroupePythonProgram *self,
           TroupePythonScope *scope,
           GPtrArray *statements,
           TroupePythonValue **result)
{
  for (guint i = 0; i < statements->len; i++)
    {
      End end;

      if (self->n_steps++ > MOST_STEPS)
        return END_NORMAL;
      end = run_statement (self, scope, statements->pdata[i], result);
      if (end != END_NORMAL)
        return end;
    }
  return END_NORMAL;
}

TroupePythonValue *
troupe_python_execute (TroupePythonProgram *self, TroupePythonScope *scope, GPtrArray *statements)
{
  TroupePythonValue *result = NULL;

  if (run_block (self, scope, statements, &result) == END_RAISE)
    return troupe_python_value_new_unknown (self, _ ("The code raises an error here."));
  return result;
}
