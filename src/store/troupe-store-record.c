/* troupe-store-record.c: record of a saved run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-record"

#include "config.h"

#include "troupe-store-record.h"

static const char *const status_names[] = {
  [TROUPE_RUN_STATUS_RUNNING] = "running",         [TROUPE_RUN_STATUS_OK] = "ok",
  [TROUPE_RUN_STATUS_FAILED] = "failed",           [TROUPE_RUN_STATUS_CANCELLED] = "cancelled",
  [TROUPE_RUN_STATUS_TIMEOUT] = "timeout",         [TROUPE_RUN_STATUS_PAUSED] = "paused",
  [TROUPE_RUN_STATUS_INTERRUPTED] = "interrupted",
};

/* Returns the name of the status in the database. */
const char *
troupe_run_status_get_name (TroupeRunStatus status)
{
  g_return_val_if_fail ((guint) status < G_N_ELEMENTS (status_names), NULL);

  return status_names[status];
}

/* An unknown name is treated as failed. */
TroupeRunStatus
troupe_run_status_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (status_names); i++)
    {
      if (g_strcmp0 (status_names[i], name) == 0)
        return (TroupeRunStatus) i;
    }
  return TROUPE_RUN_STATUS_FAILED;
}

void
troupe_run_record_free (TroupeRunRecord *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->name);
  g_free (self->path);
  g_free (self->digest);
  g_free (self->error);
  g_free (self->document);
  g_clear_pointer (&self->inputs, troupe_value_unref);
  g_clear_pointer (&self->result, troupe_value_unref);
  g_clear_pointer (&self->options, troupe_value_unref);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_free (self);
}

/**
 * troupe_run_status_can_go_on:
 *
 * Returns: whether a run with this status is unfinished, so that it can be resumed
 */
gboolean
troupe_run_status_can_go_on (TroupeRunStatus status)
{
  return status == TROUPE_RUN_STATUS_INTERRUPTED || status == TROUPE_RUN_STATUS_CANCELLED ||
         status == TROUPE_RUN_STATUS_TIMEOUT || status == TROUPE_RUN_STATUS_PAUSED;
}

/* Copies the members that are known at the start of a run. */
TroupeRunRecord *
troupe_run_record_copy (const TroupeRunRecord *record)
{
  TroupeRunRecord *copy = g_new0 (TroupeRunRecord, 1);

  copy->id = g_strdup (record->id);
  copy->name = g_strdup (record->name);
  copy->path = g_strdup (record->path);
  copy->digest = g_strdup (record->digest);
  copy->status = record->status;
  copy->started_us = record->started_us;
  copy->ended_us = record->ended_us;
  copy->elapsed_us = record->elapsed_us;
  copy->error = g_strdup (record->error);
  copy->document = g_strdup (record->document);
  if (record->inputs != NULL)
    copy->inputs = troupe_value_ref (record->inputs);
  if (record->result != NULL)
    copy->result = troupe_value_ref (record->result);
  if (record->options != NULL)
    copy->options = troupe_value_ref (record->options);
  if (record->steps != NULL)
    copy->steps = g_ptr_array_ref (record->steps);
  return copy;
}
