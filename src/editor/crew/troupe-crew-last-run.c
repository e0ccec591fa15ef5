/* troupe-crew-last-run.c: snapshot of the tasks at the start of the last run, to find them again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-last-run"

#include "config.h"

#include "troupe-crew-card-data.h"
#include "troupe-crew-last-run.h"
#include "troupe-json.h"

struct _TroupeCrewLastRun
{
  GPtrArray *tasks; /* (element-type JsonNode), which may be NULL */
};

static void
unref_node (gpointer data)
{
  if (data != NULL)
    json_node_unref (data);
}

static gboolean
is_same (JsonNode *a, JsonNode *b)
{
  return a == b || (a != NULL && b != NULL && troupe_json_node_equal (a, b));
}

TroupeCrewLastRun *
troupe_crew_last_run_new (TroupeCrewSubject *subject)
{
  TroupeCrewLastRun *self;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  self = g_new0 (TroupeCrewLastRun, 1);
  self->tasks = g_ptr_array_new_with_free_func (unref_node);
  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (subject); i++)
    {
      JsonNode *task = troupe_crew_subject_get_task (subject, i);

      g_ptr_array_add (self->tasks, task != NULL ? json_node_ref (task) : NULL);
    }
  return self;
}

void
troupe_crew_last_run_free (TroupeCrewLastRun *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->tasks);
  g_free (self);
}

static int
find_name (TroupeCrewLastRun *self, const char *name)
{
  g_assert (self != NULL);

  for (guint i = 0; name != NULL && i < self->tasks->len; i++)
    if (g_strcmp0 (troupe_crew_card_value_get_text (self->tasks->pdata[i], "name"), name) == 0)
      return (int) i;
  return -1;
}

/* Returns TRUE if both tasks have the same text, which is not empty, for @key. */
static gboolean
has_same (JsonNode *a, JsonNode *b, const char *key)
{
  const char *first = troupe_crew_card_value_get_text (a, key);
  const char *second = troupe_crew_card_value_get_text (b, key);

  return first != NULL && *first != '\0' && g_strcmp0 (first, second) == 0;
}

int
troupe_crew_last_run_find_task (TroupeCrewLastRun *self, TroupeCrewSubject *subject, guint index)
{
  JsonNode *task;
  int found;

  g_return_val_if_fail (self != NULL, -1);
  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), -1);

  task = troupe_crew_subject_get_task (subject, index);
  /* Check the same index first, because most tasks were not moved. */
  found = -1;
  if (index < self->tasks->len && is_same (self->tasks->pdata[index], task))
    found = (int) index;
  else
    {
      for (guint i = 0; i < self->tasks->len; i++)
        if (is_same (self->tasks->pdata[i], task))
          {
            found = (int) i;
            break;
          }
    }
  if (found >= 0)
    return found;
  found = find_name (self, troupe_crew_card_value_get_text (task, "name"));
  /* A renamed task is identified by its index if no task was added or removed. A task that has
   * nothing in common with the one at its index was added after that one was removed. */
  if (found < 0 && self->tasks->len == troupe_crew_subject_get_n_tasks (subject) &&
      index < self->tasks->len &&
      (has_same (self->tasks->pdata[index], task, "description") ||
       has_same (self->tasks->pdata[index], task, "expected_output")))
    found = (int) index;
  return found;
}
