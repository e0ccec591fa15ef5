/* troupe-cel-resolve.c: name resolution of CEL expressions: roots, references and macro variables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-resolve"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-functions.h"
#include "troupe-regexp.h"

/* A variable of an enclosing macro. The variable of the innermost macro is the first in the
 * list. */
typedef struct _Scope Scope;
struct _Scope
{
  const char *name;
  guint slot;
  Scope *outer;
};

typedef struct
{
  TroupeCelProgram *program;
  const TroupeCelRoot *roots;
  GError **error;
} Resolver;

static gboolean resolve (Resolver *self, TroupeCelNode *node, Scope *scope);

static const Scope *
find_variable (const Scope *scope, const char *name)
{
  while (scope != NULL && strcmp (scope->name, name) != 0)
    scope = scope->outer;
  return scope;
}

static int
find_root (const Resolver *self, const char *name)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->program->n_roots; i++)
    {
      if (strcmp (self->roots[i].name, name) == 0)
        return (int) i;
    }
  return -1;
}

static void
make_root (Resolver *self, TroupeCelNode *node, int root)
{
  g_assert (self != NULL);

  node->kind = TROUPE_CEL_NODE_ROOT;
  node->slot = (guint) root;
  node->is_path = TRUE;
  node->n_children = 0;
  node->depth = 1;
  self->program->uses_root[root] = TRUE;
}

static void
make_type (TroupeCelNode *node, const char *name)
{
  g_assert (node != NULL);

  node->kind = TROUPE_CEL_NODE_CONSTANT;
  g_clear_pointer (&node->constant, troupe_value_unref);
  node->constant = troupe_value_new_type (name);
  node->is_path = TRUE;
  node->n_children = 0;
  node->depth = 1;
}

/* Returns TRUE if a name cannot be a macro's variable. In CrewAI's evaluator a declared name
 * with a dot hides the variable that has the name of its first part, and a leading dot has no
 * effect. */
static gboolean
is_global (const Resolver *self, const TroupeCelNode *node)
{
  g_assert (self != NULL);

  if (self->program->dialect != TROUPE_CEL_CREWAI)
    return node->absolute;
  for (guint i = 0; i < self->program->n_roots; i++)
    {
      const char *name = self->roots[i].name;

      if (strncmp (name, node->name, node->name_length) == 0 && name[node->name_length] == '.')
        return TRUE;
    }
  return FALSE;
}

static gboolean
resolve_name (Resolver *self, TroupeCelNode *node, Scope *scope)
{
  const Scope *variable = is_global (self, node) ? NULL : find_variable (scope, node->name);
  int root;
  g_autoptr (GString) names = NULL;
  g_autofree char *message = NULL;

  g_assert (self != NULL);

  /* A name has children only if it is a call that begins with a dot. The children are the
   * arguments of the call. */
  for (guint i = 0; i < node->n_children; i++)
    {
      if (!resolve (self, node->children[i], scope))
        return FALSE;
    }
  node->n_children = 0;
  node->depth = 1;

  if (variable != NULL)
    {
      node->kind = TROUPE_CEL_NODE_LOCAL;
      node->slot = variable->slot;
      node->is_path = TRUE;
      return TRUE;
    }
  root = find_root (self, node->name);
  if (root >= 0)
    {
      make_root (self, node, root);
      return TRUE;
    }
  if (self->program->dialect == TROUPE_CEL_SPEC && troupe_cel_type_is_known (node->name))
    {
      make_type (node, node->name);
      return TRUE;
    }
  /* CrewAI resolves a name with a leading dot only when the name is evaluated. */
  if (self->program->dialect == TROUPE_CEL_CREWAI && node->absolute)
    {
      /* `.int` and `.timestamp` are both functions and types in CrewAI's dialect. Other names
       * fail. */
      if (strcmp (node->name, "timestamp") == 0)
        make_type (node, "google.protobuf.Timestamp");
      else if (strcmp (node->name, "duration") == 0)
        make_type (node, "google.protobuf.Duration");
      else if (troupe_cel_type_is_known (node->name))
        make_type (node, node->name);
      else
        node->kind = TROUPE_CEL_NODE_CALL;
      return TRUE;
    }
  names = g_string_new (NULL);
  for (guint i = 0; i < self->program->n_roots; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : ", ", self->roots[i].name);
  if (self->program->n_roots == 0)
    message = g_strdup_printf (_ ("unknown name “%s”; no names are available to this expression"),
                               node->name);
  else
    message =
        g_strdup_printf (_ ("unknown name “%s”; expected one of: %s"), node->name, names->str);
  g_propagate_error (self->error,
                     troupe_cel_error_new (TROUPE_CEL_ERROR_UNKNOWN_ROOT, self->program->source,
                                           node->start, node->end, node->name, message));
  return FALSE;
}

/* Returns the index of the reference root.name and creates it if necessary. */
static guint
find_reference (Resolver *self, guint root, const char *name, const TroupeCelNode *place)
{
  GArray *references = self->program->references;
  TroupeCelReference reference;

  g_assert (self != NULL);

  for (guint i = 0; i < references->len; i++)
    {
      const TroupeCelReference *other = &g_array_index (references, TroupeCelReference, i);

      if (other->root == root && strcmp (other->name, name) == 0)
        return i;
    }
  reference.root = root;
  reference.name = g_strdup (name);
  reference.start = place->start;
  reference.end = place->end;
  g_array_append_val (references, reference);
  return references->len - 1;
}

/* Resolves outputs.fetch, outputs['fetch'] and has(outputs.fetch) if outputs is a sliced root. */
static gboolean
try_reference (Resolver *self, TroupeCelNode *node, const Scope *scope)
{
  TroupeCelNode *operand = node->children[0];
  TroupeCelNode *place = node;
  int root;

  if (operand->kind != TROUPE_CEL_NODE_NAME ||
      (!is_global (self, operand) && find_variable (scope, operand->name) != NULL))
    return FALSE;
  root = find_root (self, operand->name);
  if (root < 0 || !self->roots[root].sliced)
    return FALSE;
  if (node->kind == TROUPE_CEL_NODE_INDEX)
    {
      gsize length;

      place = node->children[1];
      if (place->kind != TROUPE_CEL_NODE_CONSTANT ||
          !troupe_value_is (place->constant, TROUPE_VALUE_STRING))
        return FALSE;
      troupe_cel_node_set_name (node, troupe_value_get_string (place->constant, &length), 0);
      if (memchr (troupe_value_get_string (place->constant, NULL), '\0', length) != NULL)
        return FALSE;
      troupe_cel_node_set_name (node, troupe_value_get_string (place->constant, NULL), length);
      node->constant = troupe_value_ref (place->constant);
    }
  node->slot = find_reference (self, (guint) root, node->name, place);
  /* has() remains, but without an operand: it checks whether the reference has a value. */
  node->n_children = 0;
  if (node->kind != TROUPE_CEL_NODE_HAS)
    {
      node->kind = TROUPE_CEL_NODE_REFERENCE;
      node->is_path = TRUE;
    }
  return TRUE;
}

/* Joins `a.b.c` to one name. Returns %NULL if the expression is not a chain of names, begins
 * with a macro's variable, or is longer than any declared name. */
static char *
join_names (const Resolver *self, const TroupeCelNode *node, const Scope *scope)
{
  gsize longest = strlen ("google.protobuf.Timestamp");
  g_autoptr (GString) joined = g_string_new (NULL);

  for (guint i = 0; i < self->program->n_roots; i++)
    {
      gsize length = strlen (self->roots[i].name);

      longest = MAX (longest, length);
    }

  for (; node->kind == TROUPE_CEL_NODE_SELECT; node = node->children[0])
    {
      if (joined->len > longest)
        return NULL;
      g_string_prepend (joined, node->name);
      g_string_prepend_c (joined, '.');
    }
  if (node->kind != TROUPE_CEL_NODE_NAME ||
      (!is_global (self, node) && find_variable (scope, node->name) != NULL))
    return NULL;
  g_string_prepend (joined, node->name);
  return g_string_free (g_steal_pointer (&joined), FALSE);
}

/* A declared name may contain dots, as do the names of two types. The longest match takes
 * precedence. */
static gboolean
try_qualified_name (Resolver *self, TroupeCelNode *node, const Scope *scope)
{
  g_autofree char *name = NULL;
  int root;

  g_assert (self != NULL);

  if ((name = join_names (self, node, scope)) == NULL)
    return FALSE;
  root = find_root (self, name);
  if (root >= 0)
    make_root (self, node, root);
  else if (self->program->dialect == TROUPE_CEL_SPEC && troupe_cel_type_is_known (name))
    make_type (node, name);
  else
    return FALSE;
  return TRUE;
}

static gboolean
resolve_macro (Resolver *self, TroupeCelNode *node, Scope *scope)
{
  Scope inner = { node->name, scope == NULL ? 0 : scope->slot + 1, scope };
  Scope second = { node->second_name, inner.slot + 1, &inner };
  Scope *innermost = node->second_name == NULL ? &inner : &second;

  g_assert (self != NULL);

  if (!resolve (self, node->children[0], scope))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (node->variables); i++)
    {
      if (node->variables[i] != NULL && !resolve (self, node->variables[i], scope))
        return FALSE;
    }
  for (guint i = 1; i < node->n_children; i++)
    {
      if (!resolve (self, node->children[i], innermost))
        return FALSE;
    }
  node->slot = inner.slot;
  self->program->n_locals = MAX (self->program->n_locals, innermost->slot + 1);
  return TRUE;
}

/* Records whether the node may cause a failure that && and || of CrewAI's evaluator do not
 * absorb. */
static void
note_escapes (TroupeCelNode *node)
{
  gboolean may_escape =
      (node->kind >= TROUPE_CEL_NODE_ALL && node->kind <= TROUPE_CEL_NODE_MIN) ||
      node->kind == TROUPE_CEL_NODE_DEFINED || node->kind == TROUPE_CEL_NODE_DYNAMIC ||
      ((node->kind == TROUPE_CEL_NODE_CALL || node->kind == TROUPE_CEL_NODE_METHOD) &&
       !g_str_has_prefix (node->name, "contains") && strcmp (node->name, "size") != 0);

  g_assert (node != NULL);

  for (guint i = 0; i < node->n_children && !may_escape; i++)
    may_escape = node->children[i]->may_escape;
  node->may_escape = may_escape;
}

static gboolean
resolve (Resolver *self, TroupeCelNode *node, Scope *scope)
{
  switch (node->kind)
    {
    case TROUPE_CEL_NODE_CONSTANT:
      node->is_path = TRUE;
      return TRUE;
    case TROUPE_CEL_NODE_NAME:
      return resolve_name (self, node, scope);
    case TROUPE_CEL_NODE_ALL:
    case TROUPE_CEL_NODE_EXISTS:
    case TROUPE_CEL_NODE_EXISTS_ONE:
    case TROUPE_CEL_NODE_TRANSFORM:
    case TROUPE_CEL_NODE_FILTER:
    case TROUPE_CEL_NODE_TRANSFORM_MAP:
    case TROUPE_CEL_NODE_TRANSFORM_ENTRY:
    case TROUPE_CEL_NODE_REDUCE:
    case TROUPE_CEL_NODE_BIND:
    case TROUPE_CEL_NODE_OPTIONAL_MAP:
    case TROUPE_CEL_NODE_OPTIONAL_FLAT_MAP:
      if (!resolve_macro (self, node, scope))
        return FALSE;
      note_escapes (node);
      return TRUE;
    case TROUPE_CEL_NODE_SELECT:
      if (try_qualified_name (self, node, scope))
        return TRUE;
      G_GNUC_FALLTHROUGH;
    case TROUPE_CEL_NODE_HAS:
    case TROUPE_CEL_NODE_INDEX:
      if (try_reference (self, node, scope))
        return TRUE;
      break;
    default:
      break;
    }
  for (guint i = 0; i < node->n_children; i++)
    {
      if (!resolve (self, node->children[i], scope))
        return FALSE;
    }
  note_escapes (node);
  if (node->kind == TROUPE_CEL_NODE_CALL || node->kind == TROUPE_CEL_NODE_METHOD)
    {
      gboolean is_method = node->kind == TROUPE_CEL_NODE_METHOD;
      const TroupeCelNode *pattern = node->n_children == 2 ? node->children[1] : NULL;

      node->function = troupe_cel_function_find (node->name, is_method, node->n_children,
                                                 self->program->dialect);
      if (node->function == NULL)
        node->missing = troupe_cel_function_find_failure (node->name, is_method);
      if (strcmp (node->name, "matches") == 0 && pattern != NULL &&
          pattern->kind == TROUPE_CEL_NODE_CONSTANT &&
          troupe_value_is (pattern->constant, TROUPE_VALUE_STRING))
        {
          gsize length;
          const char *text = troupe_value_get_string (pattern->constant, &length);

          node->regexp = troupe_regexp_new (text, length);
        }
    }
  if (node->kind == TROUPE_CEL_NODE_SELECT)
    node->is_path = node->children[0]->is_path;
  return TRUE;
}

gboolean
troupe_cel_program_resolve (TroupeCelProgram *self, const TroupeCelRoot *roots, GError **error)
{
  Resolver resolver = { self, roots, error };

  return resolve (&resolver, self->top, NULL);
}
