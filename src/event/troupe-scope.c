/* troupe-scope.c: scopes of a run: flows, methods, crews, tasks, agents and calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-scope"

#include "config.h"

#include <string.h>

#include "troupe-scope.h"

static const TroupeScopeKindInfo infos[TROUPE_SCOPE_N_KINDS] = {
  [TROUPE_SCOPE_RUN] = { "run", TROUPE_SCOPE_RUN, NULL },
  [TROUPE_SCOPE_FLOW] = { "flow", TROUPE_SCOPE_RUN, "flow_name" },
  [TROUPE_SCOPE_METHOD] = { "method", TROUPE_SCOPE_FLOW, NULL },
  [TROUPE_SCOPE_CREW] = { "crew", TROUPE_SCOPE_METHOD, "crew_name" },
  [TROUPE_SCOPE_TASK] = { "task", TROUPE_SCOPE_CREW, "task_name" },
  [TROUPE_SCOPE_AGENT] = { "agent", TROUPE_SCOPE_METHOD, "agent_role" },
  [TROUPE_SCOPE_MODEL_CALL] = { "model_call", TROUPE_SCOPE_AGENT, "model" },
  [TROUPE_SCOPE_TOOL_CALL] = { "tool_call", TROUPE_SCOPE_AGENT, "tool_name" },
  [TROUPE_SCOPE_MEMORY] = { "memory", TROUPE_SCOPE_AGENT, NULL },
  [TROUPE_SCOPE_KNOWLEDGE] = { "knowledge", TROUPE_SCOPE_AGENT, NULL },
  [TROUPE_SCOPE_GUARDRAIL] = { "guardrail", TROUPE_SCOPE_TASK, "guardrail_name" },
  [TROUPE_SCOPE_QUESTION] = { "question", TROUPE_SCOPE_METHOD, NULL },
  [TROUPE_SCOPE_CHECKPOINT] = { "checkpoint", TROUPE_SCOPE_FLOW, NULL },
};

G_DEFINE_BOXED_TYPE (TroupeScope, troupe_scope, troupe_scope_ref, troupe_scope_unref)

/**
 * troupe_scope_kind_get_info:
 *
 * Returns: (transfer none): the properties of scopes of @kind
 */
const TroupeScopeKindInfo *
troupe_scope_kind_get_info (TroupeScopeKind kind)
{
  g_return_val_if_fail ((guint) kind < TROUPE_SCOPE_N_KINDS, NULL);

  return &infos[kind];
}

/**
 * troupe_scope_new_stored:
 * @id: sequence number of the event that opened it
 * @parent: (transfer none) (nullable): the enclosing scope
 * @path: (nullable): its path inside the document; copied
 * @name: (nullable): copied
 *
 * Creates a scope that has already been opened: in an earlier process, or in a log that is read.
 *
 * Returns: (transfer full): the scope
 */
TroupeScope *
troupe_scope_new_stored (TroupeScopeKind kind,
                         guint64 id,
                         TroupeScope *parent,
                         const char *path,
                         const char *name)
{
  gsize path_size, name_size;
  TroupeScope *self;
  char *texts;

  g_return_val_if_fail ((guint) kind < TROUPE_SCOPE_N_KINDS, NULL);

  /* Each execution of a method has a scope, so a scope uses a single allocation. */
  path_size = path != NULL ? strlen (path) + 1 : 0;
  name_size = name != NULL ? strlen (name) + 1 : 0;
  self = g_malloc (sizeof (TroupeScope) + path_size + name_size);
  texts = (char *) (self + 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  self->id = id;
  self->parent = parent != NULL ? troupe_scope_ref (parent) : NULL;
  self->path = path != NULL ? memcpy (texts, path, path_size) : NULL;
  self->name = name != NULL ? memcpy (texts + path_size, name, name_size) : NULL;

  return self;
}

/**
 * troupe_scope_new:
 *
 * Like troupe_scope_new_stored(), for a scope that will be opened later, or for which no event is
 * emitted.
 *
 * Returns: (transfer full): the scope
 */
TroupeScope *
troupe_scope_new (TroupeScopeKind kind, TroupeScope *parent, const char *path, const char *name)
{
  return troupe_scope_new_stored (kind, 0, parent, path, name);
}

TroupeScope *
troupe_scope_ref (TroupeScope *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

/* Iterates upwards, because the nesting of scopes is unlimited. */
void
troupe_scope_unref (TroupeScope *self)
{
  g_return_if_fail (self != NULL);

  while (self != NULL && g_atomic_ref_count_dec (&self->ref_count))
    {
      TroupeScope *parent = self->parent;

      g_free (self);
      self = parent;
    }
}

/**
 * troupe_scope_find:
 * @self: (nullable): where the search begins, inclusive
 *
 * Returns: (transfer none) (nullable): the nearest scope of @kind
 */
const TroupeScope *
troupe_scope_find (const TroupeScope *self, TroupeScopeKind kind)
{
  while (self != NULL && self->kind != kind)
    self = self->parent;

  return self;
}

/**
 * troupe_scope_find_id:
 * @self: (nullable): where the search begins, inclusive
 *
 * Returns: the id of the nearest scope that has one, or 0
 */
guint64
troupe_scope_find_id (const TroupeScope *self)
{
  while (self != NULL && self->id == 0)
    self = self->parent;

  return self != NULL ? self->id : 0;
}

/**
 * troupe_scope_find_path:
 * @self: (nullable): where the search begins, inclusive
 *
 * Returns: (transfer none) (nullable): the nearest path inside the document
 */
const char *
troupe_scope_find_path (const TroupeScope *self)
{
  while (self != NULL && self->path == NULL)
    self = self->parent;

  return self != NULL ? self->path : NULL;
}

/**
 * troupe_scope_get_title:
 *
 * Returns: (transfer none) (nullable): its name; for an agent without a role the ID in its path, by which
 * the document refers to it
 */
const char *
troupe_scope_get_title (const TroupeScope *self)
{
  const char *id;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->kind != TROUPE_SCOPE_AGENT || self->path == NULL ||
      (self->name != NULL && self->name[strspn (self->name, " \t\r\n")] != '\0'))
    return self->name;
  id = g_strrstr (self->path, "agents.");

  return id != NULL ? id + strlen ("agents.") : self->name;
}
