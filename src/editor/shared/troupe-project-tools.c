/* troupe-project-tools.c: lists the Python tools of a project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-project-tools"

#include "config.h"

#include <string.h>

#include "troupe-project-tools.h"
#include "troupe-python-tools.h"
#include "troupe-tool.h"

/* Upper limit of files read from `tools/`; no project has more. */
#define MOST_FILES 500

static void
tool_free (gpointer data)
{
  TroupeProjectTool *self = data;

  g_free (self->name);
  g_clear_pointer (&self->classes, g_ptr_array_unref);
  g_free (self);
}

static int
compare_tools (gconstpointer a, gconstpointer b)
{
  const TroupeProjectTool *one = *(TroupeProjectTool *const *) a;
  const TroupeProjectTool *other = *(TroupeProjectTool *const *) b;

  return strcmp (one->name, other->name);
}

/* Returns the NAME of `custom:NAME` for a file. (transfer full) (nullable) */
static char *
get_tool_name (const char *file)
{
  g_autofree char *name = NULL;
  g_autofree char *reference = NULL;
  g_autofree char *resolved = NULL;

  if (!g_str_has_suffix (file, ".py") || *file == '_')
    return NULL;
  name = g_strndup (file, strlen (file) - strlen (".py"));
  reference = g_strconcat ("custom:", name, NULL);
  resolved = troupe_tool_find_for_agent (reference, NULL);
  return resolved != NULL ? g_steal_pointer (&name) : NULL;
}

static void
list_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const char *folder = data;
  g_autofree char *tools = g_build_filename (folder, "tools", NULL);
  g_autoptr (GDir) dir = g_dir_open (tools, 0, NULL);
  GPtrArray *found = g_ptr_array_new_with_free_func (tool_free);
  const char *file;

  while (dir != NULL && found->len < MOST_FILES && !g_cancellable_is_cancelled (cancellable) &&
         (file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *name = get_tool_name (file);
      TroupeProjectTool *tool;

      if (name == NULL)
        continue;
      tool = g_new0 (TroupeProjectTool, 1);
      tool->classes = troupe_python_tools_read (folder, name);
      tool->name = g_steal_pointer (&name);
      g_ptr_array_add (found, tool);
    }
  g_ptr_array_sort (found, compare_tools);
  g_task_return_pointer (task, found, (GDestroyNotify) g_ptr_array_unref);
}

void
troupe_project_tools_list_async (const char *folder,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_return_if_fail (folder != NULL);

  g_task_set_source_tag (task, troupe_project_tools_list_async);
  g_task_set_task_data (task, g_strdup (folder), g_free);
  g_task_run_in_thread (task, list_thread);
}

GPtrArray *
troupe_project_tools_list_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

gboolean
troupe_project_tool_has_no_class (const TroupeProjectTool *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->classes != NULL && self->classes->len == 0;
}
