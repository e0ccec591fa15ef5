/* troupe-crew-stale.c: which results of a run no longer fit the crew that is edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-stale"

#include "config.h"

#include "troupe-crew-difference.h"
#include "troupe-crew-id.h"
#include "troupe-crew-stale.h"
#include "troupe-json.h"

/* @difference: (nullable): NULL if the crew has not loaded since the run; @kept: title → JsonNode of the task when the user
 *   kept its result */
struct _TroupeCrewStale
{
  TroupeCrewSubject *subject;
  TroupeCrew *crew;
  TroupeCrewDifference *difference;
  TroupeValue *files_before;
  TroupeValue *files_after;
  GHashTable *kept;
};

TroupeCrewStale *
troupe_crew_stale_new (TroupeCrewSubject *subject, TroupeCrew *crew)
{
  TroupeCrewStale *self;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject) && crew != NULL, NULL);

  self = g_new0 (TroupeCrewStale, 1);
  self->subject = g_object_ref (subject);
  self->crew = troupe_crew_ref (crew);
  self->kept =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) json_node_unref);
  troupe_crew_stale_update (self);
  return self;
}

void
troupe_crew_stale_free (TroupeCrewStale *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->difference, troupe_crew_difference_free);
  g_clear_pointer (&self->files_before, troupe_value_unref);
  g_clear_pointer (&self->files_after, troupe_value_unref);
  g_hash_table_unref (self->kept);
  troupe_crew_unref (self->crew);
  g_object_unref (self->subject);
  g_free (self);
}

char **
troupe_crew_stale_list_kept (TroupeCrewStale *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0;
       g_hash_table_size (self->kept) > 0 && i < troupe_crew_subject_get_n_tasks (self->subject);
       i++)
    {
      g_autofree char *title = troupe_crew_subject_dup_task_title (self->subject, i);
      JsonNode *node = g_hash_table_lookup (self->kept, title);
      JsonNode *task = troupe_crew_subject_get_task (self->subject, i);

      /* A task that was changed again is stale again. */
      if (node != NULL && task != NULL && troupe_json_node_equal (node, task))
        g_strv_builder_add (names, title);
    }
  return g_strv_builder_end (names);
}

void
troupe_crew_stale_update (TroupeCrewStale *self)
{
  TroupeCrew *crew;
  g_auto (GStrv) kept = NULL;

  g_return_if_fail (self != NULL);

  crew = troupe_crew_subject_get_crew (self->subject);
  if (crew == NULL)
    return;
  kept = troupe_crew_stale_list_kept (self);
  g_clear_pointer (&self->difference, troupe_crew_difference_free);
  self->difference = troupe_crew_difference_new (self->crew, crew, self->files_before,
                                                 self->files_after, (const char *const *) kept);
}

void
troupe_crew_stale_set_files (TroupeCrewStale *self, TroupeValue *before, TroupeValue *after)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->files_before, troupe_value_unref);
  g_clear_pointer (&self->files_after, troupe_value_unref);
  self->files_before = before != NULL ? troupe_value_ref (before) : NULL;
  self->files_after = after != NULL ? troupe_value_ref (after) : NULL;
  troupe_crew_stale_update (self);
}

GPtrArray *
troupe_crew_stale_get (TroupeCrewStale *self, const char *id)
{
  const char *agent;
  guint task = 0;

  g_return_val_if_fail (self != NULL && id != NULL, NULL);

  if (self->difference == NULL)
    return NULL;
  if (troupe_crew_id_is_task (id, &task))
    return troupe_crew_difference_get_task (self->difference, task);
  agent = troupe_crew_id_get_agent (id);
  return agent != NULL ? troupe_crew_difference_get_agent (self->difference, agent) : NULL;
}

void
troupe_crew_stale_keep (TroupeCrewStale *self, guint task)
{
  JsonNode *node;

  g_return_if_fail (self != NULL);

  node = troupe_crew_subject_get_task (self->subject, task);
  if (node == NULL)
    return;
  g_hash_table_replace (self->kept, troupe_crew_subject_dup_task_title (self->subject, task),
                        json_node_ref (node));
  troupe_crew_stale_update (self);
}
