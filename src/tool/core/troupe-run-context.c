/* troupe-run-context.c: what all calls of models and tools of a run share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-context"

#include "config.h"

#include "troupe-llm-environment.h"
#include "troupe-run-context.h"

TroupeRunContext *
troupe_run_context_new (const TroupeRunContext *fields)
{
  TroupeRunContext *self = NULL;

  g_return_val_if_fail (fields != NULL, NULL);

  self = g_atomic_rc_box_dup (sizeof *fields, (gpointer) fields);
  if (self->client != NULL)
    g_object_ref (self->client);
  if (self->bus != NULL)
    troupe_event_bus_ref (self->bus);
  self->folder = g_strdup (self->folder);
  self->work = g_strdup (self->work);
  if (self->texts != NULL)
    g_hash_table_ref (self->texts);
  if (self->recorder != NULL)
    troupe_recorder_ref (self->recorder);
  return self;
}

TroupeRunContext *
troupe_run_context_ref (const TroupeRunContext *self)
{
  return g_atomic_rc_box_acquire ((gpointer) self);
}

static void
clear (gpointer data)
{
  TroupeRunContext *self = data;

  g_clear_object (&self->client);
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_free ((char *) self->folder);
  g_free ((char *) self->work);
  g_clear_pointer (&self->texts, g_hash_table_unref);
  g_clear_pointer (&self->recorder, troupe_recorder_unref);
}

void
troupe_run_context_unref (const TroupeRunContext *self)
{
  g_atomic_rc_box_release_full ((gpointer) self, clear);
}

TroupeLlmEnvironment *
troupe_run_context_get_environment (const TroupeRunContext *self)
{
  return self->client != NULL ? troupe_llm_client_get_environment (self->client) : NULL;
}
