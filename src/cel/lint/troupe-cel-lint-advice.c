/* troupe-cel-lint-advice.c: advice for differences between CrewAI's CEL evaluator and the
 * specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-lint-advice"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-failure.h"
#include "troupe-cel-lint-private.h"

static gboolean
has_null (const TroupeCelNode *node)
{
  g_assert (node != NULL);

  for (guint i = 0; i < node->n_children; i++)
    {
      const TroupeCelNode *child = node->children[i];

      if (child->kind == TROUPE_CEL_NODE_CONSTANT &&
          troupe_value_is (child->constant, TROUPE_VALUE_NULL))
        return TRUE;
    }
  return FALSE;
}

const char *
troupe_cel_lint_suggest (const TroupeCelNode *node, const char *text)
{
  switch (node->kind)
    {
    case TROUPE_CEL_NODE_EQUAL:
    case TROUPE_CEL_NODE_UNEQUAL:
      if (has_null (node) || strstr (text, "null") != NULL)
        return _ ("check with has() whether the field exists, or compare string(…) with \"None\"");
      G_GNUC_FALLTHROUGH;
    case TROUPE_CEL_NODE_LESS:
    case TROUPE_CEL_NODE_AT_MOST:
    case TROUPE_CEL_NODE_GREATER:
    case TROUPE_CEL_NODE_AT_LEAST:
      return _ ("convert one side so that both have the same type: double(…), int(…) or string(…)");
    case TROUPE_CEL_NODE_IN:
      return _ ("use elements of one type, the same as the value to find");
    case TROUPE_CEL_NODE_DIVIDE:
    case TROUPE_CEL_NODE_REMAINDER:
      return _ ("use the same type on both sides, and do not divide by 0");
    case TROUPE_CEL_NODE_ADD:
    case TROUPE_CEL_NODE_SUBTRACT:
    case TROUPE_CEL_NODE_MULTIPLY:
    case TROUPE_CEL_NODE_NEGATE:
      return _ ("convert one side so that both have the same type: double(…) or int(…)");
    case TROUPE_CEL_NODE_INDEX:
      return _ ("count from the start, as in list[size(list) - 1]");
    case TROUPE_CEL_NODE_AND:
    case TROUPE_CEL_NODE_OR:
    case TROUPE_CEL_NODE_NOT:
    case TROUPE_CEL_NODE_CONDITION:
      return _ ("make it true or false with a comparison, as in n != 0");
    case TROUPE_CEL_NODE_MAP:
      return _ ("use only strings as keys");
    case TROUPE_CEL_NODE_CONSTANT:
      return _ ("write \\n for a line break, and \\u with four digits for other characters");
    case TROUPE_CEL_NODE_CALL:
    case TROUPE_CEL_NODE_METHOD:
      if (strcmp (node->name, "string") == 0)
        return _ ("write the values explicitly, as in flag ? \"true\" : \"false\"");
      if (strcmp (node->name, "contains") == 0)
        return _ ("put string() around values joined with +, as in string(a + b).contains(c)");
      if (strcmp (node->name, "timestamp") == 0)
        return _ (
            "write date, time and zone as a string, as in timestamp(\"2026-01-02T03:04:05Z\")");
      if (strcmp (node->name, "duration") == 0)
        return _ ("write hours, minutes and seconds, as in duration(\"24h\")");
      if (strcmp (node->name, "int") == 0 || strcmp (node->name, "uint") == 0 ||
          strcmp (node->name, "double") == 0 || strcmp (node->name, "bool") == 0)
        return _ ("convert only strings that contain a number without spaces");
      if (node->function == NULL)
        return _ ("CrewAI does not have this function: compute the value in a separate step");
      return NULL;
    default:
      if (node->kind >= TROUPE_CEL_NODE_ALL)
        {
          if (node->escape != TROUPE_CEL_ESCAPE_NOT && node->kind == TROUPE_CEL_NODE_TRANSFORM)
            return _ ("filter first, as in list.filter(x, x > 0).map(x, x + 1)");
          if (node->escape != TROUPE_CEL_ESCAPE_NOT || node->kind >= TROUPE_CEL_NODE_REDUCE)
            return _ (
                "use all(), exists(), exists_one(), map() and filter() with one variable each");
          return _ ("use elements of one type, or convert each, as in string(x) == \"a\"");
        }
      return NULL;
    }
}
