/* troupe-python-ref-fields.c: resolution of Python references in the fields of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-ref-fields"

#include "config.h"

#include "troupe-crew-hook-call.h"
#include "troupe-python-ref-fields.h"

/* @around: borrowed; @next: index of the current entry of @parts; @values: the results so far */
typedef struct
{
  const TroupeCrewContext *around;
  TroupeDeclared declared;
  TroupeValue *fields;
  char *place;
  GPtrArray *parts;  /* (element-type TroupePythonRef) */
  GPtrArray *values; /* (element-type TroupeValue) */
  guint next;
} Asking;

static void ask_next (GTask *task);

static void
asking_free (gpointer data)
{
  Asking *asking = data;

  g_assert (asking != NULL);

  troupe_value_unref (asking->fields);
  g_free (asking->place);
  g_ptr_array_unref (asking->parts);
  g_ptr_array_unref (asking->values);
  g_free (asking);
}

gboolean
troupe_python_ref_fields_exist (TroupeDeclared declared, TroupeValue *fields)
{
  g_autoptr (GPtrArray) parts = troupe_python_refs_list (declared, fields);

  for (guint i = 0; i < parts->len; i++)
    if (((TroupePythonRef *) g_ptr_array_index (parts, i))->kind == TROUPE_PYTHON_KIND_MADE)
      return TRUE;
  return FALSE;
}

static void
told_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Asking *asking = g_task_get_task_data (task);
  GError *error = NULL;
  TroupeValue *value = troupe_crew_hook_call_finish (result, &error);

  g_assert (G_IS_TASK (task));

  if (value == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  g_ptr_array_add (asking->values, value);
  asking->next++;
  ask_next (task);
}

/* Takes ownership of @task. */
static void
ask_next (GTask *task)
{
  Asking *asking = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  while (asking->next < asking->parts->len)
    {
      const TroupePythonRef *part = g_ptr_array_index (asking->parts, asking->next);
      g_autofree char *path = NULL;
      TroupeCrewHook hook = { TROUPE_CREW_HOOK_PYTHON, NULL, NULL, NULL };

      if (part->kind != TROUPE_PYTHON_KIND_MADE)
        {
          asking->next++;
          continue;
        }
      path = g_strconcat (asking->place != NULL ? asking->place : "",
                          asking->place != NULL ? "." : "", part->path, NULL);
      hook.text = part->reference;
      hook.path = path;
      troupe_crew_hook_call_async (asking->around, &hook, TROUPE_HOOK_TELL, NULL, NULL,
                                   g_task_get_cancellable (task), told_cb, task);
      return;
    }
  g_task_return_pointer (task,
                         troupe_python_refs_fill (asking->declared, asking->fields, asking->values),
                         (GDestroyNotify) troupe_value_unref);
  g_object_unref (task);
}

void
troupe_python_ref_fields_async (const TroupeCrewContext *around,
                                TroupeDeclared declared,
                                TroupeValue *fields,
                                const char *place,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  GTask *task = NULL;
  Asking *asking = NULL;

  g_return_if_fail (around != NULL && fields != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_python_ref_fields_async);
  asking = g_new0 (Asking, 1);
  asking->around = around;
  asking->declared = declared;
  asking->fields = troupe_value_ref (fields);
  asking->place = g_strdup (place);
  asking->parts = troupe_python_refs_list (declared, fields);
  asking->values = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  g_task_set_task_data (task, asking, asking_free);
  ask_next (task);
}

TroupeValue *
troupe_python_ref_fields_finish (GAsyncResult *result, char **path, GError **error)
{
  Asking *asking = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL) && path != NULL, NULL);

  asking = g_task_get_task_data (G_TASK (result));
  *path =
      asking->next < asking->parts->len
          ? g_strdup (((TroupePythonRef *) g_ptr_array_index (asking->parts, asking->next))->path)
          : NULL;
  return g_task_propagate_pointer (G_TASK (result), error);
}
