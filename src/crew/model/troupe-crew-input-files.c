/* troupe-crew-input-files.c: files of tasks that are passed to models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-input-files"

#include "config.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-crew-input-files.h"
#include "troupe-model-files.h"
#include "troupe-project-file.h"

/* Number of bytes that determine the type of a file. */
#define BEGINNING_BYTES 64

static void
input_file_free (gpointer data)
{
  TroupeCrewInputFile *self = data;

  g_free (self->name);
  g_free (self->path);
  g_free (self->address);
  g_free (self);
}

GPtrArray *
troupe_crew_list_input_files (TroupeValue *files, const char *folder)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (input_file_free);
  const gsize n_files = files != NULL && troupe_value_is (files, TROUPE_VALUE_MAP)
                            ? troupe_value_map_get_size (files)
                            : 0;

  for (gsize i = 0; i < n_files; i++)
    {
      TroupeValue *key = troupe_value_map_get_key (files, i);
      TroupeValue *value = troupe_value_map_get_value (files, i);
      const char *text = troupe_value_is (value, TROUPE_VALUE_STRING)
                             ? troupe_value_get_string (value, NULL)
                             : troupe_value_get_member_text (value, "source");
      TroupeCrewInputFile *file = NULL;
      g_autofree char *scheme = NULL;
      g_autofree char *local = NULL;
      const char *path;
      g_autofree char *whole = NULL;
      gsize length;

      if (text == NULL)
        text = troupe_value_get_member_text (value, "path");
      if (text == NULL || *text == '\0' || !troupe_value_is (key, TROUPE_VALUE_STRING))
        continue;
      file = g_new0 (TroupeCrewInputFile, 1);
      file->name = g_strdup (troupe_value_get_string (key, NULL));
      scheme = g_uri_parse_scheme (text);
      if (g_strcmp0 (scheme, "http") == 0 || g_strcmp0 (scheme, "https") == 0)
        file->address = g_strdup (text);
      else
        {
          if (g_strcmp0 (scheme, "file") == 0)
            local = g_filename_from_uri (text, NULL, NULL);
          path = local != NULL ? local : text;
          whole = folder != NULL ? g_canonicalize_filename (folder, NULL) : NULL;
          length = whole != NULL ? strlen (whole) : 0;
          if (whole != NULL && g_str_has_prefix (path, whole) && path[length] == '/')
            file->path = g_strdup (path + length + 1);
          else
            file->path = g_strdup (path);
        }
      g_ptr_array_add (list, file);
    }

  return list;
}

const char *
troupe_crew_input_file_get_title (const TroupeCrewInputFile *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->path != NULL ? self->path : self->address;
}

const char *
troupe_crew_get_task_model (TroupeCrew *crew, guint index, gboolean *is_responses)
{
  const TroupeCrewAgent *agent = NULL;
  TroupeValue *model = NULL;

  g_return_val_if_fail (crew != NULL && index < crew->n_tasks && is_responses != NULL, NULL);

  agent = crew->process == TROUPE_CREW_HIERARCHICAL ? crew->manager
                                                    : troupe_crew_get_task_agent (crew, index);
  if (agent != NULL)
    model = troupe_value_get_member (agent->fields, "llm");
  else if (crew->process == TROUPE_CREW_HIERARCHICAL)
    model = troupe_value_get_member (crew->fields, "manager_llm");
  *is_responses = g_strcmp0 (troupe_value_get_member_text (model, "api"), "responses") == 0;
  if (model != NULL && troupe_value_is (model, TROUPE_VALUE_STRING))
    return troupe_value_get_string (model, NULL);

  return troupe_value_get_member_text (model, "model");
}

char *
troupe_crew_refuse_input_file (const TroupeCrewInputFile *self,
                               const char *folder,
                               const char *model,
                               gboolean is_responses)
{
  g_autoptr (GError) error = NULL;
  char beginning[BEGINNING_BYTES];
  struct stat about;
  gssize n_bytes;
  int descriptor;

  g_return_val_if_fail (self != NULL && folder != NULL, NULL);

  if (self->address != NULL)
    return troupe_model_files_refuse (model, is_responses, self->address,
                                      troupe_media_type_find (self->address, NULL, 0), 0);
  descriptor = troupe_project_file_open (folder, self->path, NULL, &error);
  if (descriptor < 0)
    return g_strdup (error->message);
  n_bytes = read (descriptor, beginning, sizeof beginning);
  if (fstat (descriptor, &about) != 0)
    about.st_size = 0;
  close (descriptor);

  return troupe_model_files_refuse (model, is_responses, self->path,
                                    troupe_media_type_find (self->path, beginning,
                                                            (gsize) MAX (n_bytes, 0)),
                                    (guint64) about.st_size);
}
