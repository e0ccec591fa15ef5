/* troupe-memory-owners.c: owners of memory and knowledge in a document: crews, agents, flows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-owners"

#include "config.h"

#include <string.h>

#include "troupe-memory-service.h"
#include "troupe-run-memory.h"

TroupeMemoryOwner *
troupe_memory_owner_ref (TroupeMemoryOwner *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_memory_owner_unref (TroupeMemoryOwner *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->role);
  g_free (self->agent);
  g_strfreev (self->roles);
  g_free (self->scope);
  g_clear_pointer (&self->embedder, troupe_value_unref);
  g_clear_pointer (&self->sources, troupe_value_unref);
  g_clear_pointer (&self->knowledge_embedder, troupe_value_unref);
  g_free (self->collection);
  g_free (self);
}

/* (transfer full) (nullable) */
static TroupeValue *
ref_or_null (TroupeValue *value)
{
  return value != NULL ? troupe_value_ref (value) : NULL;
}

/**
 * owner_new:
 * @fields: (nullable): the fields of a crew or an agent
 * @role: (nullable): the role of an agent
 * @usual: (nullable): the embedder of the owner's memory if the memory does not specify one
 * @known: (nullable): the embedder of the owner's knowledge
 * @scope: (nullable): the owner's root scope if the document does not specify one
 */
static TroupeMemoryOwner *
owner_new (TroupeValue *fields,
           const char *role,
           TroupeValue *usual,
           TroupeValue *known,
           const char *scope)
{
  TroupeMemoryOwner *self = g_new0 (TroupeMemoryOwner, 1);
  TroupeValue *memory = troupe_value_get_member (fields, "memory");
  const char *root = troupe_value_get_member_text (memory, "root_scope");

  g_atomic_ref_count_init (&self->ref_count);
  self->role = g_strdup (role);
  self->remembers = fields != NULL && troupe_memory_fields_want_memory (fields);
  if (self->remembers)
    {
      self->is_read_only = troupe_memory_fields_are_read_only (memory);
      self->embedder = ref_or_null (troupe_memory_fields_get_embedder (memory, usual));
    }
  self->scope = g_strdup (root != NULL ? root : scope);
  if (fields != NULL && troupe_memory_fields_have_knowledge (fields))
    self->sources = troupe_value_ref (troupe_value_get_member (fields, "knowledge_sources"));
  self->knowledge_embedder = ref_or_null (known);
  self->collection = troupe_knowledge_make_collection (role);
  /* A document with invalid options cannot be run, but its memory can still be viewed. */
  if (!troupe_memory_options_read (&self->options, memory, NULL))
    (void) troupe_memory_options_read (&self->options, NULL, NULL);

  return self;
}

/* Adds an agent that has its own memory or knowledge. @crew: (nullable): the fields of its crew */
static void
add_agent (GPtrArray *owners, const TroupeCrewAgent *agent, TroupeValue *crew)
{
  TroupeValue *embedder = troupe_value_get_member (agent->fields, "embedder");
  TroupeMemoryOwner *owner = NULL;

  g_assert (owners != NULL);

  if (!troupe_memory_fields_want_memory (agent->fields) &&
      !troupe_memory_fields_have_knowledge (agent->fields))
    return;
  owner =
      owner_new (agent->fields, agent->role, NULL,
                 embedder != NULL ? embedder : troupe_value_get_member (crew, "embedder"), NULL);
  owner->agent = g_strdup (agent->name);
  g_ptr_array_add (owners, owner);
}

/* (transfer full) */
static char **
list_roles (TroupeCrew *crew)
{
  g_autoptr (GStrvBuilder) roles = g_strv_builder_new ();

  g_assert (crew != NULL);

  for (guint i = 0; i < crew->n_agents; i++)
    g_strv_builder_add (roles, crew->agents[i].role);
  if (crew->manager != NULL)
    g_strv_builder_add (roles, crew->manager->role);

  return g_strv_builder_end (roles);
}

static void
add_crew (GPtrArray *owners, TroupeCrew *crew)
{
  TroupeMemoryOwner *owner = NULL;
  g_autofree char *root = troupe_memory_fields_make_root (crew);
  TroupeValue *embedder = troupe_value_get_member (crew->fields, "embedder");

  g_assert (owners != NULL);

  owner = owner_new (crew->fields, NULL, embedder, embedder, root);
  owner->roles = list_roles (crew);
  g_ptr_array_add (owners, owner);
  for (guint i = 0; i < crew->n_agents; i++)
    add_agent (owners, &crew->agents[i], crew->fields);
  if (crew->manager != NULL)
    add_agent (owners, crew->manager, crew->fields);
}

GPtrArray *
troupe_memory_service_list_of_crew (TroupeCrew *crew)
{
  GPtrArray *owners = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_owner_unref);

  g_return_val_if_fail (crew != NULL, owners);

  add_crew (owners, crew);

  return owners;
}

static void
add_action (GPtrArray *owners, const TroupeFlowAction *action)
{
  const char *role = troupe_value_get_member_text (action->definition, "role");

  g_assert (owners != NULL);

  if (action->type == TROUPE_ACTION_CREW && action->definition != NULL)
    {
      g_autoptr (TroupeCrew) crew = troupe_crew_new (action->definition, NULL, NULL);

      if (crew != NULL)
        add_crew (owners, crew);
    }
  if (action->type == TROUPE_ACTION_AGENT && role != NULL &&
      (troupe_memory_fields_want_memory (action->definition) ||
       troupe_memory_fields_have_knowledge (action->definition)))
    g_ptr_array_add (owners,
                     owner_new (action->definition, role, NULL,
                                troupe_value_get_member (action->definition, "embedder"), NULL));
  for (guint i = 0; i < action->n_steps; i++)
    add_action (owners, action->steps[i].action);
}

GPtrArray *
troupe_memory_service_list_of_flow (TroupeFlow *flow)
{
  GPtrArray *owners = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_owner_unref);
  g_autofree char *name = NULL;
  g_autofree char *root = NULL;

  g_return_val_if_fail (flow != NULL, owners);

  name = troupe_memory_scope_from_name (troupe_flow_get_name (flow));
  root = g_strconcat ("/flow/", name, NULL);
  g_ptr_array_add (owners, owner_new (NULL, NULL, NULL, NULL, root));
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    add_action (owners, troupe_flow_get_method (flow, i)->action);

  return owners;
}

/* Returns TRUE if an agent with its own memory writes to @scope. CrewAI assigns no root scope to
 * such a memory. */
static gboolean
is_of_agent (const TroupeMemoryOwner *owner, const char *scope)
{
  g_autofree char *part = NULL;
  g_autofree char *end = NULL;

  if (owner->role == NULL || !owner->remembers)
    return FALSE;
  part = troupe_memory_scope_from_name (owner->role);
  end = g_strconcat ("agent/", part, NULL);

  return g_str_has_suffix (scope, end);
}

TroupeMemoryOwner *
troupe_memory_service_find_owner (GPtrArray *owners, const char *scope)
{
  TroupeMemoryOwner *best = NULL;

  g_return_val_if_fail (owners != NULL && owners->len > 0 && scope != NULL, NULL);

  for (guint i = 0; i < owners->len; i++)
    {
      TroupeMemoryOwner *owner = g_ptr_array_index (owners, i);

      if (is_of_agent (owner, scope))
        return owner;
      if (owner->scope != NULL && troupe_memory_listing_is_below (scope, owner->scope) &&
          (best == NULL || strlen (owner->scope) > strlen (best->scope)))
        best = owner;
    }

  return best != NULL ? best : g_ptr_array_index (owners, 0);
}
