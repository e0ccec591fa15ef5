/* troupe-cel-lint-text.c: writes a part of a CEL expression as text, with examples for unknown
 * values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-lint-text"

#include "config.h"

#include <string.h>

#include "troupe-cel-lint-private.h"
#include "troupe-cel-program.h"

/* Longer paths have an unknown type, because each part of an expression looks up its type, and
 * deeply nested types add no information. */
#define LONGEST_PATH 32

static gboolean write_part (TroupeCelLintWriter *self, const TroupeCelNode *node);

static const TroupeCelType *
get_type (const TroupeCelLintWriter *self, const TroupeCelNode *node, guint n_parts)
{
  const TroupeCelType *type;
  const TroupeCelNode *index;

  g_assert (self != NULL);

  if (n_parts > LONGEST_PATH)
    return NULL;
  switch (node->kind)
    {
    case TROUPE_CEL_NODE_LOCAL:
      return node->slot >= self->first_bound ? NULL : self->locals[node->slot];
    case TROUPE_CEL_NODE_ROOT:
      return self->types == NULL ? NULL : self->types[node->slot];
    case TROUPE_CEL_NODE_REFERENCE:
      type = self->types == NULL ? NULL
                                 : self->types[g_array_index (self->program->references,
                                                              TroupeCelReference, node->slot)
                                                   .root];
      return troupe_cel_type_get_field (type, node->name);
    case TROUPE_CEL_NODE_SELECT:
      return troupe_cel_type_get_field (get_type (self, node->children[0], n_parts + 1),
                                        node->name);
    case TROUPE_CEL_NODE_INDEX:
      type = get_type (self, node->children[0], n_parts + 1);
      index = node->children[1];
      if (type == NULL)
        return NULL;
      if (index->kind == TROUPE_CEL_NODE_CONSTANT &&
          troupe_value_is (index->constant, TROUPE_VALUE_STRING))
        return troupe_cel_type_get_field (type, troupe_value_get_string (index->constant, NULL));
      return type->element;
    default:
      return NULL;
    }
}

const TroupeCelType *
troupe_cel_lint_get_type (const TroupeCelLintWriter *self, const TroupeCelNode *node)
{
  return get_type (self, node, 0);
}

static gboolean
write_list (TroupeCelLintWriter *self, const TroupeCelNode *node, guint from, const char *between)
{
  g_assert (self != NULL);

  for (guint i = from; i < node->n_children; i++)
    {
      if (i > from)
        g_string_append (self->out,
                         i % 2 == 1 && node->kind == TROUPE_CEL_NODE_MAP ? ": " : between);
      if (!write_part (self, node->children[i]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_enclosed (TroupeCelLintWriter *self,
                const TroupeCelNode *node,
                guint from,
                const char *opening,
                const char *closing)
{
  g_assert (self != NULL);

  g_string_append (self->out, opening);
  if (!write_list (self, node, from, ", "))
    return FALSE;
  g_string_append (self->out, closing);
  return TRUE;
}

static gboolean
write_macro (TroupeCelLintWriter *self, const TroupeCelNode *node)
{
  guint first_bound = self->first_bound;
  gboolean is_complete;

  g_assert (self != NULL);

  if (node->variables[0] != NULL || node->variables[1] != NULL || node->second_name != NULL ||
      !write_part (self, node->children[0]))
    return FALSE;
  g_string_append_printf (self->out, ".%s(", troupe_cel_node_get_sign (node));
  if (node->kind != TROUPE_CEL_NODE_MIN)
    g_string_append_printf (self->out, "%s, ", node->name);
  self->first_bound = MIN (first_bound, node->slot);
  is_complete = write_list (self, node, 1, ", ");
  self->first_bound = first_bound;
  if (!is_complete)
    return FALSE;
  g_string_append_c (self->out, ')');
  return TRUE;
}

static gboolean
write_call (TroupeCelLintWriter *self, const TroupeCelNode *node)
{
  gboolean is_method = node->kind == TROUPE_CEL_NODE_METHOD;

  g_assert (self != NULL);

  if (node->name == NULL || strcmp (node->name, "{}") == 0)
    return FALSE;
  /* The specification has no now(), but expressions may use it. */
  if (strcmp (node->name, "now") == 0 && node->n_children == 0)
    {
      g_string_append (self->out, "timestamp('2026-11-21T08:30:00Z')");
      return TRUE;
    }
  if (is_method)
    {
      if (!write_part (self, node->children[0]))
        return FALSE;
      g_string_append_c (self->out, '.');
    }
  g_string_append (self->out, troupe_cel_node_get_sign (node));
  return write_enclosed (self, node, is_method ? 1 : 0, "(", ")");
}

static gboolean
write_operator (TroupeCelLintWriter *self, const TroupeCelNode *node)
{
  g_autofree char *between = NULL;

  g_assert (self != NULL);

  switch (node->kind)
    {
    case TROUPE_CEL_NODE_NOT:
    case TROUPE_CEL_NODE_NEGATE:
      g_string_append (self->out, troupe_cel_node_get_sign (node));
      return write_part (self, node->children[0]);
    case TROUPE_CEL_NODE_CONDITION:
      if (!write_part (self, node->children[0]))
        return FALSE;
      g_string_append (self->out, " ? ");
      return write_list (self, node, 1, " : ");
    default:
      between = g_strdup_printf (" %s ", troupe_cel_node_get_sign (node));
      return write_list (self, node, 0, between);
    }
}

gboolean
troupe_cel_lint_write (TroupeCelLintWriter *self, const TroupeCelNode *node)
{
  if (self->out->len > TROUPE_CEL_LINT_LENGTH)
    return FALSE;
  switch (node->kind)
    {
    case TROUPE_CEL_NODE_CONSTANT:
      /* The source of a literal is copied, because the dialects may parse it differently. */
      g_string_append_len (self->out, self->program->source + node->start, node->end - node->start);
      return TRUE;
    case TROUPE_CEL_NODE_LOCAL:
      g_string_append (self->out, node->name);
      return node->slot >= self->first_bound;
    case TROUPE_CEL_NODE_ROOT:
    case TROUPE_CEL_NODE_REFERENCE:
    case TROUPE_CEL_NODE_HAS:
      return FALSE;
    case TROUPE_CEL_NODE_SELECT:
      /* A field that is not in the map's type may or may not exist. */
      if (troupe_cel_lint_get_type (self, node->children[0]) != NULL ||
          !write_part (self, node->children[0]))
        return FALSE;
      g_string_append_printf (self->out, ".%s", node->name);
      return TRUE;
    case TROUPE_CEL_NODE_INDEX:
      {
        const TroupeCelNode *name = node->children[1];

        if (troupe_cel_lint_get_type (self, node->children[0]) != NULL &&
            name->kind == TROUPE_CEL_NODE_CONSTANT &&
            troupe_value_is (name->constant, TROUPE_VALUE_STRING))
          return FALSE;
        return write_part (self, node->children[0]) && write_enclosed (self, node, 1, "[", "]");
      }
    case TROUPE_CEL_NODE_LIST:
      return write_enclosed (self, node, 0, "[", "]");
    case TROUPE_CEL_NODE_MAP:
      return write_enclosed (self, node, 0, "{", "}");
    case TROUPE_CEL_NODE_CALL:
    case TROUPE_CEL_NODE_METHOD:
    case TROUPE_CEL_NODE_DYNAMIC:
      return write_call (self, node);
    case TROUPE_CEL_NODE_DEFINED:
      {
        const TroupeCelNode *field = node->n_children == 1 ? node->children[0] : NULL;

        if (field != NULL &&
            (field->kind == TROUPE_CEL_NODE_SELECT || field->kind == TROUPE_CEL_NODE_REFERENCE))
          return FALSE;
        return write_call (self, node);
      }
    case TROUPE_CEL_NODE_ALL:
    case TROUPE_CEL_NODE_EXISTS:
    case TROUPE_CEL_NODE_EXISTS_ONE:
    case TROUPE_CEL_NODE_TRANSFORM:
    case TROUPE_CEL_NODE_FILTER:
    case TROUPE_CEL_NODE_REDUCE:
    case TROUPE_CEL_NODE_MIN:
      return write_macro (self, node);
    default:
      return write_operator (self, node);
    }
}

/* Writes an operand. If the operand is a path of a known type, writes one of its examples. */
static gboolean
write_part (TroupeCelLintWriter *self, const TroupeCelNode *node)
{
  g_autoptr (GPtrArray) examples =
      troupe_cel_type_make_examples (troupe_cel_lint_get_type (self, node));

  g_assert (self != NULL);

  if (examples != NULL)
    {
      guint turn = self->combination / self->n_combinations % examples->len;

      /* All combinations are tried, and the example of the first unknown value changes fastest. */
      self->n_combinations *= examples->len;
      g_string_append (self->out, g_ptr_array_index (examples, turn));
      return self->n_combinations <= TROUPE_CEL_LINT_COMBINATIONS;
    }
  if (node->kind == TROUPE_CEL_NODE_CONSTANT || node->kind == TROUPE_CEL_NODE_LOCAL)
    return troupe_cel_lint_write (self, node);
  g_string_append_c (self->out, '(');
  if (!troupe_cel_lint_write (self, node))
    return FALSE;
  g_string_append_c (self->out, ')');
  return TRUE;
}
