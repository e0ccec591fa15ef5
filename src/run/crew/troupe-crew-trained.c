/* troupe-crew-trained.c: loading of the trained agents file and its suggestions for a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-trained"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-job.h"
#include "troupe-crew-runner-private.h"
#include "troupe-crew-training-file.h"
#include "troupe-llm-environment.h"

typedef struct
{
  TroupeCrewRunner *runner;
  void (*func) (TroupeCrewRunner *self);
  char *path;
  char *name; /* as the permissions name it */
  GError *error;
} Reading;

/* @name: (out) (transfer full): as the permissions name it */
static char *
find_path (TroupeCrewRunner *self, char **name, GError **error)
{
  g_autofree char *from_environment =
      troupe_llm_environment_lookup (troupe_llm_client_get_environment (self->around.run->client),
                                     TROUPE_CREW_TRAINED_VARIABLE);

  g_assert (self != NULL);

  *name = troupe_crew_training_file_name_for (self->crew, from_environment);
  return troupe_crew_training_file_find_for (
      self->crew, from_environment, self->around.is_unsaved ? NULL : self->around.run->work, error);
}

static gboolean
knows_anybody (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  if (self->manager != NULL &&
      troupe_value_map_lookup_string (self->trained,
                                      troupe_agent_definition_get_role (self->manager), -1) != NULL)
    return TRUE;
  for (guint i = 0; i < self->crew->n_agents; i++)
    if (troupe_value_map_lookup_string (self->trained, self->crew->agents[i].role, -1) != NULL)
      return TRUE;
  return FALSE;
}

static void
read_file (gpointer data)
{
  Reading *reading = data;

  g_assert (reading != NULL);

  reading->runner->trained =
      troupe_crew_training_file_read_agreed (reading->path, reading->runner->around.run->texts,
                                             reading->name, &reading->error);
}

/* @error: (transfer full) */
static void
take_error (TroupeCrewRunner *self, GError *error)
{
  g_assert (self != NULL);

  self->error = error;
  self->error_path =
      troupe_value_map_lookup_string (self->crew->fields, "trained_agents_file", -1) != NULL
          ? g_strdup ("trained_agents_file")
          : NULL;
}

static void
file_read (gpointer data)
{
  Reading *reading = data;
  TroupeCrewRunner *self = reading->runner;

  g_assert (self != NULL);

  if (reading->error != NULL)
    take_error (self, g_steal_pointer (&reading->error));
  else if (troupe_value_map_get_size (self->trained) > 0 && !knows_anybody (self))
    {
      g_autofree char *name = g_path_get_basename (reading->path);
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s is a file name */
          _ ("“%s” contains no agents of this crew: it was trained with other roles."), name);

      /* The file belongs to another crew. As in CrewAI, this is not an error. */
      if (self->around.report != NULL)
        self->around.report ("warning", "troupe", text, self->around.user_data);
    }
  reading->func (self);
  g_free (reading->path);
  g_free (reading->name);
  g_free (reading);
}

void
troupe_crew_runner_load_trained (TroupeCrewRunner *self, void (*func) (TroupeCrewRunner *self))
{
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  GError *error = NULL;
  Reading *reading = NULL;

  if (self->around.round == NULL || self->around.round->suggest == NULL)
    path = find_path (self, &name, &error);
  if (error != NULL)
    {
      take_error (self, error);
      func (self);
      return;
    }
  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      func (self);
      return;
    }
  reading = g_new0 (Reading, 1);
  reading->runner = self;
  reading->func = func;
  reading->path = g_steal_pointer (&path);
  reading->name = g_steal_pointer (&name);
  troupe_crew_job_run (self->around.io, self->around.turn, self->context, read_file, file_read,
                       reading);
}

char **
troupe_crew_runner_list_suggestions (TroupeCrewRunner *self, guint task)
{
  const TroupeCrewRound *round = self->around.round;
  const char *role = troupe_crew_runner_get_role (self, task);

  if (round != NULL && round->suggest != NULL)
    return round->suggest (self->manager != NULL ? -1 : self->crew->tasks[task].agent,
                           round->user_data);
  return self->trained != NULL && role != NULL
             ? troupe_crew_training_file_get_suggestions (self->trained, role)
             : NULL;
}
