/* troupe-cel-macro.c: expansion of the CEL macros has, all, exists, exists_one, map, filter and
 * others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-macro"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-extension.h"
#include "troupe-cel-failure.h"
#include "troupe-cel-parser.h"

/* The macros of the specification. Each is a call with a receiver, variables, and one or two
 * expressions. */
static const struct
{
  const char *name;
  TroupeCelNodeKind kind;
  guint n_variables;
  guint fewest; /* arguments, including the variables */
  guint most;
} macros[] = {
  { "all", TROUPE_CEL_NODE_ALL, 1, 2, 2 },
  { "exists", TROUPE_CEL_NODE_EXISTS, 1, 2, 2 },
  { "exists_one", TROUPE_CEL_NODE_EXISTS_ONE, 1, 2, 2 },
  { "existsOne", TROUPE_CEL_NODE_EXISTS_ONE, 1, 2, 2 },
  { "map", TROUPE_CEL_NODE_TRANSFORM, 1, 2, 3 },
  { "filter", TROUPE_CEL_NODE_FILTER, 1, 2, 2 },
  { "all", TROUPE_CEL_NODE_ALL, 2, 3, 3 },
  { "exists", TROUPE_CEL_NODE_EXISTS, 2, 3, 3 },
  { "exists_one", TROUPE_CEL_NODE_EXISTS_ONE, 2, 3, 3 },
  { "existsOne", TROUPE_CEL_NODE_EXISTS_ONE, 2, 3, 3 },
  { "transformList", TROUPE_CEL_NODE_TRANSFORM, 2, 3, 4 },
  { "transformMap", TROUPE_CEL_NODE_TRANSFORM_MAP, 2, 3, 4 },
  { "transformMapEntry", TROUPE_CEL_NODE_TRANSFORM_ENTRY, 2, 3, 4 },
  { "optMap", TROUPE_CEL_NODE_OPTIONAL_MAP, 1, 2, 2 },
  { "optFlatMap", TROUPE_CEL_NODE_OPTIONAL_FLAT_MAP, 1, 2, 2 },
};

static TroupeCelNode *
expand_has (TroupeCelParser *parser, TroupeCelNode *call)
{
  TroupeCelNode *field = call->n_children == 1 ? call->children[0] : NULL;

  if (field == NULL || field->kind != TROUPE_CEL_NODE_SELECT)
    {
      troupe_cel_parser_fail (parser, call->start, call->end,
                              _ ("has() needs a field, as in has(state.topic)"));
      return NULL;
    }
  field->kind = TROUPE_CEL_NODE_HAS;
  return field;
}

static gboolean
check_variable (TroupeCelParser *parser, const TroupeCelNode *variable, const char *macro)
{
  if (variable->kind == TROUPE_CEL_NODE_NAME && !variable->absolute)
    return TRUE;
  troupe_cel_parser_fail (parser, variable->start, variable->end,
                          _ ("%s() needs the name of a variable as this argument"), macro);
  return FALSE;
}

/* Extension functions have qualified names, so that math.abs (x) is not a method call. */
static TroupeCelNode *
expand_qualified (TroupeCelParser *parser, TroupeCelNode *call)
{
  const TroupeCelNode *space = call->children[0];
  g_autofree char *name = NULL;

  if (space->kind != TROUPE_CEL_NODE_NAME || space->absolute)
    return NULL;
  if (strcmp (space->name, "cel") == 0 && strcmp (call->name, "bind") == 0 && call->n_children == 4)
    {
      const TroupeCelNode *variable = call->children[1];
      TroupeCelNode *children[2] = { call->children[2], call->children[3] };

      /* cel.bind (name, value, body) */
      if (!check_variable (parser, variable, "cel.bind"))
        return NULL;
      call->kind = TROUPE_CEL_NODE_BIND;
      troupe_cel_node_set_name (call, variable->name, variable->name_length);
      troupe_cel_node_set_children (call, children, 2);
      return call;
    }
  if (!troupe_cel_extension_is_qualified (space->name, call->name))
    return NULL;
  name = g_strdup_printf ("%s.%s", space->name, call->name);
  call->kind = TROUPE_CEL_NODE_CALL;
  troupe_cel_node_set_name (call, name, strlen (name));
  memmove (call->children, call->children + 1, (call->n_children - 1) * sizeof *call->children);
  call->n_children--;
  return call;
}

static TroupeCelNode *
expand_loop (TroupeCelParser *parser, TroupeCelNode *call, guint index)
{
  TroupeCelNode *variable = call->children[1];
  TroupeCelNode *children[3];
  guint n_variables = macros[index].n_variables;
  guint n_children = call->n_children - n_variables;

  for (guint i = 1; i <= n_variables; i++)
    {
      if (!check_variable (parser, call->children[i], macros[index].name))
        return NULL;
    }
  children[0] = call->children[0];
  for (guint i = 1; i < n_children; i++)
    children[i] = call->children[i + n_variables];
  call->kind = (guint8) macros[index].kind;
  troupe_cel_node_set_name (call, variable->name, variable->name_length);
  if (n_variables == 2)
    call->second_name = g_strdup (call->children[2]->name);
  troupe_cel_node_set_children (call, children, n_children);
  return call;
}

/* --- CrewAI -------------------------------------------------------------------------------------- */

/* In CrewAI's dialect a macro is identified by its name only; errors in its use are detected
 * when it is evaluated. */
static const struct
{
  const char *name;
  TroupeCelNodeKind kind;
  guint n_variables;
  guint n_arguments;
} crewai_macros[] = {
  { "all", TROUPE_CEL_NODE_ALL, 1, 2 },
  { "exists", TROUPE_CEL_NODE_EXISTS, 1, 2 },
  { "exists_one", TROUPE_CEL_NODE_EXISTS_ONE, 1, 2 },
  { "map", TROUPE_CEL_NODE_TRANSFORM, 1, 2 },
  { "filter", TROUPE_CEL_NODE_FILTER, 1, 2 },
  { "reduce", TROUPE_CEL_NODE_REDUCE, 2, 4 },
};

/* Counts the names in an expression. @last: (out): one of these names */
static guint
count_names (TroupeCelNode *node, TroupeCelNode **last)
{
  guint n_names = node->kind == TROUPE_CEL_NODE_NAME && !node->absolute ? 1 : 0;

  if (n_names > 0)
    *last = node;
  for (guint i = 0; i < node->n_children; i++)
    n_names += count_names (node->children[i], last);
  return n_names;
}

/* A variable is the only name in the expression that is used as the argument. @name: (out)
 * (transfer none) */
static gboolean
take_variable (TroupeCelNode *written, const char **name)
{
  TroupeCelNode *found = NULL;

  if (count_names (written, &found) != 1)
    return FALSE;
  *name = found->name;
  return TRUE;
}

static TroupeCelNode *
expand_crewai_loop (TroupeCelNode *call, guint index)
{
  guint n_variables = crewai_macros[index].n_variables;
  guint n_arguments = call->n_children - 1;
  g_autofree TroupeCelNode **children = g_new0 (TroupeCelNode *, call->n_children + 1);
  const char *names[2] = { NULL, NULL };
  guint n_children = 1;

  g_assert (call != NULL);

  children[0] = call->children[0];
  for (guint i = 1; i < call->n_children; i++)
    {
      TroupeCelNode *argument = call->children[i];
      gboolean is_variable = i <= n_variables;

      if (is_variable && !take_variable (argument, &names[i - 1]))
        call->escape = TROUPE_CEL_ESCAPE_OTHER;
      /* Only the first argument counts as a variable when the roots are resolved, and only if it
       * is a plain name. */
      if (i > 1 || argument->kind != TROUPE_CEL_NODE_NAME || argument->absolute)
        {
          if (is_variable)
            call->variables[i - 1] = argument;
          else
            children[n_children++] = argument;
        }
    }
  if (n_arguments != crewai_macros[index].n_arguments)
    call->escape = n_arguments == 0 ? TROUPE_CEL_ESCAPE_OTHER : TROUPE_CEL_ESCAPE_VALUE;
  call->kind = (guint8) crewai_macros[index].kind;
  troupe_cel_node_set_name (call, names[0] != NULL ? names[0] : "",
                            names[0] != NULL ? strlen (names[0]) : 0);
  if (n_variables == 2)
    {
      call->variables[0] = n_arguments > 0 ? call->children[1] : NULL;
      call->second_name = g_strdup (names[1] != NULL ? names[1] : "");
    }
  troupe_cel_node_set_children (call, children, n_children);
  return call;
}

/* --- Expansion -------------------------------------------------------------------------------- */

gboolean
troupe_cel_macro_is_known (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (macros); i++)
    {
      if (strcmp (macros[i].name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

TroupeCelNode *
troupe_cel_macro_expand (TroupeCelParser *parser, TroupeCelNode *call)
{
  TroupeCelNode *qualified;

  if (parser->lexer.dialect == TROUPE_CEL_CREWAI)
    {
      if (call->kind == TROUPE_CEL_NODE_CALL)
        {
          if (strcmp (call->name, "has") == 0)
            call->kind = TROUPE_CEL_NODE_DEFINED;
          else if (strcmp (call->name, "dyn") == 0)
            call->kind = TROUPE_CEL_NODE_DYNAMIC;
          return call;
        }
      if (strcmp (call->name, "min") == 0)
        {
          call->kind = TROUPE_CEL_NODE_MIN;
          return call;
        }
      for (guint i = 0; i < G_N_ELEMENTS (crewai_macros); i++)
        {
          if (strcmp (call->name, crewai_macros[i].name) == 0)
            return expand_crewai_loop (call, i);
        }
      return call;
    }
  if (call->kind == TROUPE_CEL_NODE_CALL)
    return strcmp (call->name, "has") == 0 ? expand_has (parser, call) : call;
  qualified = expand_qualified (parser, call);
  if (qualified != NULL || (parser->error != NULL && *parser->error != NULL))
    return qualified;
  for (guint i = 0; i < G_N_ELEMENTS (macros); i++)
    {
      guint n_arguments = call->n_children - 1;

      if (strcmp (call->name, macros[i].name) == 0 && n_arguments >= macros[i].fewest &&
          n_arguments <= macros[i].most)
        return expand_loop (parser, call, i);
    }
  return call;
}
