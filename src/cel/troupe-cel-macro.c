/* troupe-cel-macro.c: has, all, exists, exists_one, map and filter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-macro"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-private.h"

/* A call with a receiver and, besides it, a variable and one or two expressions. */
static const struct
{
  const char *name;
  TroupeCelNodeKind kind;
  guint fewest;
  guint most;
} macros[] = {
  { "all", TROUPE_CEL_NODE_ALL, 2, 2 },
  { "exists", TROUPE_CEL_NODE_EXISTS, 2, 2 },
  { "exists_one", TROUPE_CEL_NODE_EXISTS_ONE, 2, 2 },
  { "existsOne", TROUPE_CEL_NODE_EXISTS_ONE, 2, 2 },
  { "map", TROUPE_CEL_NODE_TRANSFORM, 2, 3 },
  { "filter", TROUPE_CEL_NODE_FILTER, 2, 2 },
};

static TroupeCelNode *
expand_has (TroupeCelParser *parser, TroupeCelNode *call)
{
  TroupeCelNode *field = call->n_children == 1 ? call->children[0] : NULL;

  if (parser->lexer.dialect == TROUPE_CEL_CREWAI && field != NULL)
    {
      call->kind = TROUPE_CEL_NODE_DEFINED;
      return call;
    }
  if (field == NULL || field->kind != TROUPE_CEL_NODE_SELECT)
    {
      troupe_cel_parser_fail (parser, call->start, call->end,
                              _ ("has() asks for one field, as in has(state.topic)"));
      return NULL;
    }
  field->kind = TROUPE_CEL_NODE_HAS;
  return field;
}

static TroupeCelNode *
expand_loop (TroupeCelParser *parser, TroupeCelNode *call, guint index)
{
  TroupeCelNode *variable = call->children[1];
  TroupeCelNode *children[3];
  guint n_children = call->n_children - 1;

  if (variable->kind != TROUPE_CEL_NODE_NAME || variable->absolute)
    {
      /* CrewAI finds this out when the expression is evaluated. */
      if (parser->lexer.dialect == TROUPE_CEL_CREWAI)
        return call;
      troupe_cel_parser_fail (parser, variable->start, variable->end,
                              _ ("%s() asks for the name of a variable here"), macros[index].name);
      return NULL;
    }
  children[0] = call->children[0];
  for (guint i = 1; i < n_children; i++)
    children[i] = call->children[i + 1];
  call->kind = (guint8) macros[index].kind;
  troupe_cel_node_set_name (call, variable->name, variable->name_length);
  troupe_cel_node_set_children (call, children, n_children);
  return call;
}

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
  if (call->kind == TROUPE_CEL_NODE_CALL)
    return strcmp (call->name, "has") == 0 ? expand_has (parser, call) : call;
  for (guint i = 0; i < G_N_ELEMENTS (macros); i++)
    {
      guint n_arguments = call->n_children - 1;

      if (strcmp (call->name, macros[i].name) == 0 && n_arguments >= macros[i].fewest &&
          n_arguments <= macros[i].most &&
          (parser->lexer.dialect == TROUPE_CEL_SPEC || strcmp (call->name, "existsOne") != 0))
        return expand_loop (parser, call, i);
    }
  return call;
}
