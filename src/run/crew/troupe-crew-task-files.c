/* troupe-crew-task-files.c: reads the input files of a task for the model of its agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-task-files"

#include "config.h"

#include "troupe-agent-prompts.h"
#include "troupe-crew-input-files.h"
#include "troupe-crew-job.h"
#include "troupe-crew-task-files.h"
#include "troupe-input-file-tool.h"
#include "troupe-llm-environment.h"
#include "troupe-model-files.h"
#include "troupe-project-file.h"
#include "troupe-run.h"

/* Limit of a single file, which every limit of a service is below. */
#define FILE_LIMIT (64u * 1024 * 1024)

/* @sent, @read: lines of the prompt */
struct _TroupeCrewTaskFiles
{
  GPtrArray *parts;
  GHashTable *texts; /* name → text */
  GString *sent;
  GString *read;
};

/* @files: (element-type TroupeCrewInputFile) */
typedef struct
{
  GPtrArray *files;
  char *folder;
  char *model;
  gboolean is_responses;
  TroupeKeyRecipients *recipients; /* (nullable): borrowed */
  TroupeCrewTaskFiles *result;
  GError *error;
  TroupeCrewTaskFilesFunc func;
  gpointer user_data;
} Reading;

void
troupe_crew_task_files_free (TroupeCrewTaskFiles *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->parts);
  g_hash_table_unref (self->texts);
  g_string_free (self->sent, TRUE);
  g_string_free (self->read, TRUE);
  g_free (self);
}

static void
reading_free (Reading *reading)
{
  g_ptr_array_unref (reading->files);
  g_free (reading->folder);
  g_free (reading->model);
  g_free (reading);
}

static const char *
get_default_model (const char *model, TroupeLlmEnvironment *environment, char **usual)
{
  if (model == NULL)
    *usual = troupe_llm_get_default_model (environment);

  return model != NULL ? model : *usual;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static void
add_line (GString *lines, const TroupeCrewInputFile *file)
{
  g_string_append_printf (lines, "\n  - \"%s\" (%s)", file->name,
                          troupe_crew_input_file_get_title (file));
}

/* @uri: (transfer full) */
static void
add_part (TroupeCrewTaskFiles *self,
          const TroupeCrewInputFile *file,
          const char *media_type,
          char *uri)
{
  TroupeLlmPart *part = troupe_llm_part_new (TROUPE_LLM_PART_FILE, NULL);

  g_assert (self != NULL);

  part->name = g_strdup (troupe_crew_input_file_get_title (file));
  part->id = g_strdup (file->name);
  part->media_type = g_strdup (media_type);
  part->uri = uri;
  g_ptr_array_add (self->parts, part);
  add_line (self->sent, file);
}

/* Adds a file whose content was read. @bytes: (transfer full) */
static void
add_content (TroupeCrewTaskFiles *self,
             const TroupeCrewInputFile *file,
             TroupeFileForm form,
             const char *media_type,
             char *bytes,
             gsize length)
{
  g_autofree char *content = bytes;

  g_assert (self != NULL);

  if (form == TROUPE_FILE_FORM_SENT)
    {
      g_autofree char *encoded = g_base64_encode ((const guchar *) content, length);

      add_part (self, file, media_type, g_strdup_printf ("data:%s;base64,%s", media_type, encoded));
      return;
    }
  g_hash_table_replace (self->texts, g_strdup (file->name),
                        g_utf8_make_valid (content, (gssize) length));
  add_line (self->read, file);
}

static gboolean
read_one (Reading *reading, const TroupeCrewInputFile *file)
{
  g_autofree char *refusal =
      troupe_crew_refuse_input_file (file, reading->folder, reading->model, reading->is_responses);
  char *bytes = NULL;
  gsize length = 0, limit;
  const char *media_type;

  g_assert (reading != NULL);

  if (refusal != NULL)
    {
      g_set_error_literal (&reading->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT, refusal);
      return FALSE;
    }
  if (file->address != NULL)
    {
      if (!troupe_key_recipients_check_refused (reading->recipients, file->address, NULL,
                                                &reading->error))
        return FALSE;
      add_part (reading->result, file, troupe_media_type_find (file->address, NULL, 0),
                g_strdup (file->address));
      return TRUE;
    }
  bytes = troupe_project_file_read (reading->folder, file->path, FILE_LIMIT, &length, NULL,
                                    &reading->error);
  if (bytes == NULL)
    return FALSE;
  media_type = troupe_media_type_find (file->path, bytes, length);
  add_content (reading->result, file,
               troupe_model_files_find_form (reading->model, reading->is_responses, media_type,
                                             &limit),
               media_type, bytes, length);

  return TRUE;
}

static void
read_all (gpointer data)
{
  Reading *reading = data;
  gboolean goes_on = TRUE;

  for (guint i = 0; goes_on && i < reading->files->len; i++)
    goes_on = read_one (reading, g_ptr_array_index (reading->files, i));
}

static void
all_read (gpointer data)
{
  Reading *reading = data;
  const TroupeCrewTaskFilesFunc func = reading->func;
  const gpointer user_data = reading->user_data;
  TroupeCrewTaskFiles *result = reading->result;
  GError *error = reading->error;

  reading_free (reading);
  if (error != NULL)
    g_clear_pointer (&result, troupe_crew_task_files_free);
  func (result, error, user_data);
}

void
troupe_crew_task_files_read (TroupeCrewTaskContext *context,
                             TroupeCrewTaskFilesFunc func,
                             gpointer user_data)
{
  const TroupeCrewContext *around = troupe_crew_runner_get_around (context->runner);
  TroupeCrew *crew = troupe_crew_runner_get_crew (context->runner);
  Reading *reading = NULL;
  g_autofree char *usual = NULL;

  g_return_if_fail (context != NULL && func != NULL);

  reading = g_new0 (Reading, 1);
  reading->folder = g_strdup (around->run->folder != NULL ? around->run->folder : ".");
  reading->files =
      troupe_crew_list_input_files (troupe_value_get_member (context->task->fields, "input_files"),
                                    reading->folder);
  if (reading->files->len == 0)
    {
      reading_free (reading);
      func (NULL, NULL, user_data);
      return;
    }
  reading->model = g_strdup (
      get_default_model (troupe_crew_get_task_model (crew, context->index, &reading->is_responses),
                         troupe_llm_client_get_environment (around->run->client), &usual));
  reading->recipients =
      troupe_llm_environment_get_recipients (troupe_llm_client_get_environment (around->run->client));
  reading->func = func;
  reading->user_data = user_data;
  reading->result = g_new0 (TroupeCrewTaskFiles, 1);
  reading->result->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_part_free);
  reading->result->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  reading->result->sent = g_string_new (NULL);
  reading->result->read = g_string_new (NULL);
  troupe_crew_job_run (around->io, around->turn, troupe_crew_runner_get_context (context->runner),
                       read_all, all_read, reading);
}

/* --- Use -------------------------------------------------------------------------------------- */

char *
troupe_crew_task_files_describe (TroupeCrewTaskFiles *self, const char *description)
{
  GString *out = g_string_new (description);

  g_return_val_if_fail (self != NULL, g_string_free (out, FALSE));

  if (self->sent->len > 0 || self->read->len > 0)
    g_string_append_c (out, '\n');
  if (self->sent->len > 0)
    g_string_append_printf (out, "\n%s%s", troupe_prompt_get (TROUPE_PROMPT_FILES_SENT),
                            self->sent->str);
  if (self->read->len > 0)
    g_string_append_printf (out, "\n%s%s", troupe_prompt_get (TROUPE_PROMPT_FILES_READ),
                            self->read->str);

  return g_string_free (out, FALSE);
}

void
troupe_crew_task_files_offer (TroupeCrewTaskFiles *self, GPtrArray *tools)
{
  g_return_if_fail (self != NULL && tools != NULL);

  if (g_hash_table_size (self->texts) > 0)
    g_ptr_array_add (tools, troupe_input_file_tool_new (self->texts));
}

GPtrArray *
troupe_crew_task_files_get_parts (TroupeCrewTaskFiles *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->parts;
}

char *
troupe_crew_task_files_refuse (TroupeCrew *crew,
                               const char *folder,
                               TroupeLlmEnvironment *environment,
                               char **path)
{
  g_return_val_if_fail (crew != NULL && folder != NULL && path != NULL, NULL);

  for (guint i = 0; i < crew->n_tasks; i++)
    {
      g_autoptr (GPtrArray) files = troupe_crew_list_input_files (
          troupe_value_get_member (crew->tasks[i].fields, "input_files"), folder);
      g_autofree char *usual = NULL;
      gboolean is_responses;
      const char *model = get_default_model (troupe_crew_get_task_model (crew, i, &is_responses),
                                             environment, &usual);

      for (guint j = 0; j < files->len; j++)
        {
          const TroupeCrewInputFile *file = g_ptr_array_index (files, j);
          char *refusal = troupe_crew_refuse_input_file (file, folder, model, is_responses);

          if (refusal == NULL)
            continue;
          *path = g_strdup_printf ("%s.input_files.%s", crew->tasks[i].path, file->name);
          return refusal;
        }
    }

  return NULL;
}
