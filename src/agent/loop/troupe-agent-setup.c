/* troupe-agent-setup.c: copies the setup of an agent loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-setup"

#include "config.h"

#include "troupe-agent-setup.h"

static gpointer
ref_object (gpointer object)
{
  return object != NULL ? g_object_ref (object) : NULL;
}

TroupeAgentLoopSetup *
troupe_agent_loop_setup_copy (const TroupeAgentLoopSetup *setup)
{
  TroupeAgentLoopSetup *self = NULL;

  g_return_val_if_fail (setup != NULL, NULL);

  self = g_new (TroupeAgentLoopSetup, 1);
  *self = *setup;
  self->client = ref_object (setup->client);
  self->bus = setup->bus != NULL ? troupe_event_bus_ref (setup->bus) : NULL;
  self->scope = setup->scope != NULL ? troupe_scope_ref (setup->scope) : NULL;
  self->role = g_strdup (setup->role);
  self->title = g_strdup (setup->title);
  self->stops = (const char *const *) g_strdupv ((GStrv) setup->stops);
  self->model = g_strdup (setup->model);
  self->settings = setup->settings != NULL ? troupe_value_ref (setup->settings) : NULL;
  self->answer_rules = setup->answer_rules != NULL ? troupe_schema_ref (setup->answer_rules) : NULL;
  self->messages = setup->messages != NULL ? g_ptr_array_ref (setup->messages) : NULL;
  self->tools = ref_object (setup->tools);
  self->artifacts = ref_object (setup->artifacts);
  self->shared = setup->shared != NULL ? troupe_agent_shared_ref (setup->shared) : NULL;

  return self;
}

void
troupe_agent_loop_setup_free (TroupeAgentLoopSetup *self)
{
  if (self == NULL)
    return;

  g_clear_object (&self->client);
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_free ((char *) self->role);
  g_free ((char *) self->title);
  g_strfreev ((GStrv) self->stops);
  g_free ((char *) self->model);
  g_clear_pointer (&self->settings, troupe_value_unref);
  g_clear_pointer (&self->answer_rules, troupe_schema_unref);
  g_clear_pointer (&self->messages, g_ptr_array_unref);
  g_clear_object (&self->tools);
  g_clear_object (&self->artifacts);
  g_clear_pointer (&self->shared, troupe_agent_shared_unref);
  g_free (self);
}
