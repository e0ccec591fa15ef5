/* troupe-cel-infer.c: static type inference for CEL expressions
 *
 * Infers only what is true for all values: if the evaluator could return two types, the type is
 * unknown. Failures are ignored, because a failure is not a value.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-infer"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-failure.h"
#include "troupe-cel-lint-private.h"
#include "troupe-cel-program.h"
#include "troupe-cel-type-private.h"

/* Values that are nested more deeply have an unknown type. The limits suffice for realistic
 * documents. */
#define DEEPEST 64
#define DEEPEST_COPY 4
#define MOST_FIELDS 100

typedef struct
{
  TroupeCelLintWriter writer;
  const TroupeCelType **locals;
  GPtrArray *kept; /* owns the types of the variables */
} Inference;

static TroupeCelType *infer (Inference *self, const TroupeCelNode *node, guint depth);

static TroupeCelType *
copy_type (const TroupeCelType *type, guint depth)
{
  TroupeCelType *copy;
  GHashTableIter iter;
  gpointer name, field;

  if (type == NULL)
    return NULL;
  copy = troupe_cel_type_new ((TroupeCelKinds) type->kinds);
  if (depth >= DEEPEST_COPY)
    return copy;
  copy->element = copy_type (type->element, depth + 1);
  if (type->fields == NULL || g_hash_table_size (type->fields) > MOST_FIELDS)
    return copy;
  g_hash_table_iter_init (&iter, type->fields);
  while (g_hash_table_iter_next (&iter, &name, &field))
    troupe_cel_type_set_field (copy, name, copy_type (field, depth + 1));
  copy->is_complete = type->is_complete;
  return copy;
}

/* Returns the kind of a type. Returns unknown if the type has several kinds or none. */
static guint
get_one_kind (const TroupeCelType *type)
{
  return type != NULL && type->kinds != 0 && (type->kinds & (type->kinds - 1)) == 0
             ? type->kinds
             : TROUPE_CEL_KIND_UNKNOWN;
}

static guint
infer_kind (Inference *self, const TroupeCelNode *node, guint depth)
{
  g_autoptr (TroupeCelType) type = infer (self, node, depth);

  return get_one_kind (type);
}

/* --- Containers ---------------------------------------------------------------------------- */

/* If the elements do not all have the same kind, the element type is unknown. */
static TroupeCelType *
infer_list (Inference *self, const TroupeCelNode *node, guint depth)
{
  TroupeCelType *list = troupe_cel_type_new (TROUPE_CEL_KIND_LIST);
  g_autoptr (TroupeCelType) first =
      node->n_children > 0 ? infer (self, node->children[0], depth) : NULL;
  guint kind = get_one_kind (first);

  for (guint i = 1; i < node->n_children && kind != TROUPE_CEL_KIND_UNKNOWN; i++)
    {
      if (infer_kind (self, node->children[i], depth) != kind)
        kind = TROUPE_CEL_KIND_UNKNOWN;
    }
  if (kind != TROUPE_CEL_KIND_UNKNOWN)
    list->element = node->n_children == 1 ? g_steal_pointer (&first)
                                          : troupe_cel_type_new ((TroupeCelKinds) kind);
  return list;
}

/* A field whose type is unknown is recorded as well, so that it is known which fields there are. They are
 * all known unless a key is computed. */
static TroupeCelType *
infer_map (Inference *self, const TroupeCelNode *node, guint depth)
{
  TroupeCelType *map = troupe_cel_type_new (TROUPE_CEL_KIND_MAP);

  map->is_complete = node->n_children <= 2 * MOST_FIELDS;
  for (guint i = 0; i + 1 < node->n_children && i < 2 * MOST_FIELDS; i += 2)
    {
      const TroupeCelNode *key = node->children[i];
      TroupeCelType *field;

      if (key->kind != TROUPE_CEL_NODE_CONSTANT ||
          !troupe_value_is (key->constant, TROUPE_VALUE_STRING))
        {
          map->is_complete = FALSE;
          continue;
        }
      field = infer (self, node->children[i + 1], depth);
      if (field == NULL)
        field = troupe_cel_type_new (TROUPE_CEL_KIND_UNKNOWN);
      troupe_cel_type_set_field (map, troupe_value_get_string (key->constant, NULL), field);
    }
  return map;
}

/* map() returns a list of the results of its body. filter() returns a list of the same type as
 * its range. */
static TroupeCelType *
infer_macro (Inference *self, const TroupeCelNode *node, guint depth)
{
  TroupeCelType *range = infer (self, node->children[0], depth);
  TroupeCelType *list;

  g_assert (self != NULL);

  if (range != NULL)
    g_ptr_array_add (self->kept, range);
  if (node->escape != TROUPE_CEL_ESCAPE_NOT || get_one_kind (range) != TROUPE_CEL_KIND_LIST)
    return NULL;
  if (node->kind == TROUPE_CEL_NODE_FILTER)
    return copy_type (range, 0);
  list = troupe_cel_type_new (TROUPE_CEL_KIND_LIST);
  if (node->n_children == 2)
    {
      self->locals[node->slot] = range->element;
      list->element = infer (self, node->children[1], depth);
      self->locals[node->slot] = NULL;
    }
  return list;
}

/* --- Operators and functions --------------------------------------------------------------- */

static TroupeCelType *
infer_arithmetic (Inference *self, const TroupeCelNode *node, guint depth)
{
  guint left = infer_kind (self, node->children[0], depth);
  guint right = infer_kind (self, node->children[1], depth);

  if (left != right)
    return NULL;
  if (left == TROUPE_CEL_KIND_INTEGER ||
      (left == TROUPE_CEL_KIND_DOUBLE && node->kind != TROUPE_CEL_NODE_REMAINDER) ||
      (node->kind == TROUPE_CEL_NODE_ADD &&
       (left == TROUPE_CEL_KIND_STRING || left == TROUPE_CEL_KIND_LIST)))
    return troupe_cel_type_new ((TroupeCelKinds) left);
  return NULL;
}

/* Returns a boolean if all operands are booleans. Otherwise returns NULL, because the result may
 * be one of the operands. */
static TroupeCelType *
infer_logic (Inference *self, const TroupeCelNode *node, guint depth)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      if (infer_kind (self, node->children[i], depth) != TROUPE_CEL_KIND_BOOLEAN)
        return NULL;
    }
  return troupe_cel_type_new (TROUPE_CEL_KIND_BOOLEAN);
}

static TroupeCelType *
infer_condition (Inference *self, const TroupeCelNode *node, guint depth)
{
  g_autoptr (TroupeCelType) yes = infer (self, node->children[1], depth);
  g_autoptr (TroupeCelType) no = infer (self, node->children[2], depth);

  if (yes == NULL || no == NULL || yes->kinds == 0 || no->kinds == 0)
    return NULL;
  return troupe_cel_type_new ((TroupeCelKinds) (yes->kinds | no->kinds));
}

static TroupeCelType *
infer_call (const TroupeCelNode *node)
{
  static const struct
  {
    const char *name;
    gboolean is_method;
    TroupeCelKinds kind;
  } functions[] = {
    { "size", FALSE, TROUPE_CEL_KIND_INTEGER },    { "size", TRUE, TROUPE_CEL_KIND_INTEGER },
    { "string", FALSE, TROUPE_CEL_KIND_STRING },   { "int", FALSE, TROUPE_CEL_KIND_INTEGER },
    { "double", FALSE, TROUPE_CEL_KIND_DOUBLE },   { "bool", FALSE, TROUPE_CEL_KIND_BOOLEAN },
    { "contains", TRUE, TROUPE_CEL_KIND_BOOLEAN }, { "startsWith", TRUE, TROUPE_CEL_KIND_BOOLEAN },
    { "endsWith", TRUE, TROUPE_CEL_KIND_BOOLEAN }, { "matches", TRUE, TROUPE_CEL_KIND_BOOLEAN },
    { "matches", FALSE, TROUPE_CEL_KIND_BOOLEAN },
  };

  g_assert (node != NULL);

  for (guint i = 0; node->name != NULL && i < G_N_ELEMENTS (functions); i++)
    {
      if (functions[i].is_method == (node->kind == TROUPE_CEL_NODE_METHOD) &&
          strcmp (functions[i].name, node->name) == 0)
        return troupe_cel_type_new (functions[i].kind);
    }
  return NULL;
}

static TroupeCelType *
infer (Inference *self, const TroupeCelNode *node, guint depth)
{
  g_assert (self != NULL);

  if (depth > DEEPEST)
    return NULL;
  switch (node->kind)
    {
    case TROUPE_CEL_NODE_CONSTANT:
      switch ((int) troupe_value_get_value_type (node->constant))
        {
        case TROUPE_VALUE_NULL:
          return troupe_cel_type_new (TROUPE_CEL_KIND_NULL);
        case TROUPE_VALUE_BOOLEAN:
          return troupe_cel_type_new (TROUPE_CEL_KIND_BOOLEAN);
        case TROUPE_VALUE_INTEGER:
          return troupe_cel_type_new (TROUPE_CEL_KIND_INTEGER);
        case TROUPE_VALUE_DOUBLE:
          return troupe_cel_type_new (TROUPE_CEL_KIND_DOUBLE);
        case TROUPE_VALUE_STRING:
          return troupe_cel_type_new (TROUPE_CEL_KIND_STRING);
        default:
          return NULL;
        }
    case TROUPE_CEL_NODE_LOCAL:
    case TROUPE_CEL_NODE_ROOT:
    case TROUPE_CEL_NODE_REFERENCE:
    case TROUPE_CEL_NODE_SELECT:
    case TROUPE_CEL_NODE_INDEX:
      return copy_type (troupe_cel_lint_get_type (&self->writer, node), 0);
    case TROUPE_CEL_NODE_LIST:
      return infer_list (self, node, depth + 1);
    case TROUPE_CEL_NODE_MAP:
      return infer_map (self, node, depth + 1);
    case TROUPE_CEL_NODE_TRANSFORM:
    case TROUPE_CEL_NODE_FILTER:
      return infer_macro (self, node, depth + 1);
    case TROUPE_CEL_NODE_NEGATE:
      {
        guint kind = infer_kind (self, node->children[0], depth + 1);

        return kind == TROUPE_CEL_KIND_INTEGER || kind == TROUPE_CEL_KIND_DOUBLE
                   ? troupe_cel_type_new ((TroupeCelKinds) kind)
                   : NULL;
      }
    case TROUPE_CEL_NODE_ADD:
    case TROUPE_CEL_NODE_SUBTRACT:
    case TROUPE_CEL_NODE_MULTIPLY:
    case TROUPE_CEL_NODE_DIVIDE:
    case TROUPE_CEL_NODE_REMAINDER:
      return infer_arithmetic (self, node, depth + 1);
    case TROUPE_CEL_NODE_NOT:
    case TROUPE_CEL_NODE_AND:
    case TROUPE_CEL_NODE_OR:
      return infer_logic (self, node, depth + 1);
    case TROUPE_CEL_NODE_EQUAL:
    case TROUPE_CEL_NODE_UNEQUAL:
    case TROUPE_CEL_NODE_LESS:
    case TROUPE_CEL_NODE_AT_MOST:
    case TROUPE_CEL_NODE_GREATER:
    case TROUPE_CEL_NODE_AT_LEAST:
    case TROUPE_CEL_NODE_IN:
    case TROUPE_CEL_NODE_HAS:
    case TROUPE_CEL_NODE_DEFINED:
      return troupe_cel_type_new (TROUPE_CEL_KIND_BOOLEAN);
    case TROUPE_CEL_NODE_CONDITION:
      return infer_condition (self, node, depth + 1);
    case TROUPE_CEL_NODE_CALL:
    case TROUPE_CEL_NODE_METHOD:
      return infer_call (node);
    default:
      return NULL;
    }
}

/* --- Checking ------------------------------------------------------------------------------ */

/* The classes of values between which there are neither sums nor orders. */
typedef enum
{
  CLASS_UNKNOWN,
  CLASS_NUMBER,
  CLASS_STRING,
  CLASS_LIST,
  CLASS_MAP,
  N_CLASSES,
} Class;

static const char *const class_names[N_CLASSES] = {
  [CLASS_NUMBER] = N_ ("a number"),
  [CLASS_STRING] = N_ ("a string"),
  [CLASS_LIST] = N_ ("a list"),
  [CLASS_MAP] = N_ ("a map"),
};

static Class
find_class (Inference *self, const TroupeCelNode *node)
{
  g_autoptr (TroupeCelType) type = infer (self, node, 0);
  const guint kinds = type != NULL ? type->kinds : TROUPE_CEL_KIND_UNKNOWN;

  if (kinds == TROUPE_CEL_KIND_UNKNOWN)
    return CLASS_UNKNOWN;
  if ((kinds & ~(guint) TROUPE_CEL_KIND_NUMBER) == 0)
    return CLASS_NUMBER;
  return kinds == TROUPE_CEL_KIND_STRING ? CLASS_STRING
         : kinds == TROUPE_CEL_KIND_LIST ? CLASS_LIST
         : kinds == TROUPE_CEL_KIND_MAP  ? CLASS_MAP
                                         : CLASS_UNKNOWN;
}

static void
set_error (Inference *self, const TroupeCelNode *node, const char *message, GError **error)
{
  g_propagate_error (error, troupe_cel_error_new (TROUPE_CEL_ERROR_EVALUATION,
                                                  self->writer.program->source, node->start,
                                                  node->end, NULL, message));
}

static gboolean
check_node (Inference *self, const TroupeCelNode *node, guint depth, GError **error)
{
  if (depth > DEEPEST)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (!check_node (self, node->children[i], depth + 1, error))
      return FALSE;
  switch (node->kind)
    {
    case TROUPE_CEL_NODE_ADD:
    case TROUPE_CEL_NODE_SUBTRACT:
    case TROUPE_CEL_NODE_EQUAL:
    case TROUPE_CEL_NODE_UNEQUAL:
    case TROUPE_CEL_NODE_LESS:
    case TROUPE_CEL_NODE_AT_MOST:
    case TROUPE_CEL_NODE_GREATER:
    case TROUPE_CEL_NODE_AT_LEAST:
      {
        const Class left = find_class (self, node->children[0]);
        const Class right = find_class (self, node->children[1]);
        const gboolean is_equality =
            node->kind == TROUPE_CEL_NODE_EQUAL || node->kind == TROUPE_CEL_NODE_UNEQUAL;
        g_autofree char *message = NULL;

        if (left == CLASS_UNKNOWN || right == CLASS_UNKNOWN || left == right)
          return TRUE;
        message = g_strdup_printf (
            is_equality
                /* Translators: the %s are kinds of values, such as “a list” and “a number” */
                ? _ ("%s never equals %s")
                : _ ("the operator is not defined for %s and %s"),
            _ (class_names[left]), _ (class_names[right]));
        set_error (self, node, message, error);
        return FALSE;
      }

    case TROUPE_CEL_NODE_SELECT:
      {
        const TroupeCelType *type = troupe_cel_lint_get_type (&self->writer, node->children[0]);
        g_autofree const char **names =
            type != NULL ? troupe_cel_type_list_all_fields (type) : NULL;
        g_autofree char *known = NULL;
        g_autofree char *message = NULL;

        if (names == NULL || g_strv_contains (names, node->name))
          return TRUE;
        known = g_strjoinv (", ", (char **) names);
        message = g_strdup_printf (
            /* Translators: the first %s is a name, the second one a list of names */
            _ ("there is no field “%s”; the fields are %s"), node->name, known);
        set_error (self, node, message, error);
        return FALSE;
      }

    default:
      return TRUE;
    }
}

gboolean
troupe_cel_type_check (TroupeCelProgram *program, TroupeCelType *const *types, GError **error)
{
  g_autofree const TroupeCelType **locals = NULL;
  g_autoptr (GPtrArray) kept =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_cel_type_free);
  Inference self = { .kept = kept };

  g_return_val_if_fail (program != NULL, FALSE);

  locals = g_new0 (const TroupeCelType *, program->n_locals + 1);
  self.locals = locals;
  self.writer = (TroupeCelLintWriter){
    .program = program, .types = types, .locals = locals, .first_bound = G_MAXUINT
  };
  return check_node (&self, program->top, 0, error);
}

TroupeCelType *
troupe_cel_type_infer (TroupeCelProgram *program, TroupeCelType *const *types)
{
  g_autofree const TroupeCelType **locals = NULL;
  g_autoptr (GPtrArray) kept =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_cel_type_free);
  Inference self = { .kept = kept };

  g_return_val_if_fail (program != NULL, NULL);

  locals = g_new0 (const TroupeCelType *, program->n_locals + 1);
  self.locals = locals;
  self.writer = (TroupeCelLintWriter){
    .program = program, .types = types, .locals = locals, .first_bound = G_MAXUINT
  };
  return infer (&self, program->top, 0);
}
