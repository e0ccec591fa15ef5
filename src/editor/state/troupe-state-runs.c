/* troupe-state-runs.c: checking the final states of runs against the state schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-runs"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-state-runs.h"

typedef struct
{
  GPtrArray *states;
  TroupeStateModel *model;
  guint n_wrong;
  char *first; /* (nullable): the error of the first mismatch */
} Check;

static void
check_free (gpointer data)
{
  Check *self = data;

  g_ptr_array_unref (self->states);
  troupe_state_model_unref (self->model);
  g_free (self->first);
  g_free (self);
}

static void
check_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Check *self = task_data;
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) nothing = NULL;

  g_assert (G_IS_TASK (task));

  troupe_map_builder_init (&builder);
  nothing = troupe_map_builder_end (&builder);
  for (guint i = 0; i < self->states->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeValue) merged =
          troupe_state_model_merge (self->model, self->states->pdata[i], nothing, &error);

      if (merged != NULL)
        continue;
      self->n_wrong++;
      if (self->first == NULL)
        self->first = g_strdup (error->message);
    }
  g_task_return_boolean (task, TRUE);
}

void
troupe_state_runs_check_async (GPtrArray *states,
                               TroupeFlow *flow,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Check *self;

  g_return_if_fail (states != NULL);
  g_return_if_fail (flow != NULL);

  self = g_new0 (Check, 1);
  self->states = g_ptr_array_ref (states);
  self->model = troupe_state_model_new (flow, NULL);
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_state_runs_check_async);
  g_task_set_task_data (task, self, check_free);
  g_task_run_in_thread (task, check_thread);
}

char *
troupe_state_runs_check_finish (GAsyncResult *result, gboolean *fit, GError **error)
{
  const Check *self;

  g_return_val_if_fail (G_IS_TASK (result), NULL);

  self = g_task_get_task_data (G_TASK (result));
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  *fit = self->n_wrong == 0;
  if (self->states->len == 0)
    return g_strdup (_ ("No runs of this flow have been saved."));
  if (self->n_wrong == 0 && self->states->len == 1)
    return g_strdup (_ ("The last run matches this state."));
  if (self->n_wrong == 0)
    return g_strdup_printf (ngettext ("The last %u run matches this state.",
                                      "The last %u runs match this state.", self->states->len),
                            self->states->len);
  /* Translators: the number of runs that do not match, the number of runs, and the error of the
   * first one. */
  return g_strdup_printf (ngettext ("%u of the last %u runs does not match. %s",
                                    "%u of the last %u runs do not match. %s", self->n_wrong),
                          self->n_wrong, self->states->len, self->first);
}
