/* troupe-run-protection.c: ends the sandboxes of a run that no longer hide protected files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-protection"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-folder-monitor.h"
#include "troupe-run-protection.h"

struct _TroupeRunProtection
{
  TroupeFolderMonitor *monitor;
};

/* What the thread of the monitor uses. */
typedef struct
{
  TroupeRun *run;
  TroupeProcessList *processes;
} Ended;

static void
ended_free (gpointer data)
{
  Ended *ended = data;

  g_object_unref (ended->run);
  troupe_process_list_unref (ended->processes);
  g_free (ended);
}

/* Called on the thread of the monitor, or by troupe_folder_monitor_end(). */
static gboolean
lost_cb (gpointer user_data)
{
  Ended *ended = user_data;

  if (!troupe_process_list_stop (ended->processes))
    return FALSE;
  troupe_run_cancel (ended->run);
  return TRUE;
}

TroupeRunProtection *
troupe_run_protection_new (TroupeRun *run,
                           TroupeProcessList *processes,
                           TroupePythonPermissions permissions,
                           const char *folder,
                           const char *const *granted)
{
  const gboolean may_write =
      (permissions & (TROUPE_PYTHON_PERMIT_WRITE | TROUPE_PYTHON_PERMIT_MCP)) != 0;
  TroupeRunProtection *self = NULL;
  TroupeFolderMonitor *monitor = NULL;
  Ended *ended = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);

  if ((permissions & (TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_CODE |
                      TROUPE_PYTHON_PERMIT_TOOL | TROUPE_PYTHON_PERMIT_MCP)) == 0)
    return NULL;
  ended = g_new0 (Ended, 1);
  ended->run = g_object_ref (run);
  ended->processes = troupe_process_list_ref (processes);
  monitor = troupe_folder_monitor_new (lost_cb, ended, ended_free);
  if (monitor == NULL)
    return NULL;
  troupe_folder_monitor_add (monitor, folder != NULL ? folder : ".", may_write);
  for (guint i = 0; granted != NULL && granted[i] != NULL; i++)
    if (g_file_test (granted[i], G_FILE_TEST_IS_DIR))
      troupe_folder_monitor_add (monitor, granted[i], may_write);
  troupe_folder_monitor_start (monitor);
  self = g_new0 (TroupeRunProtection, 1);
  self->monitor = monitor;
  return self;
}

GError *
troupe_run_protection_end (TroupeRunProtection *self)
{
  g_autofree char *path = self != NULL ? troupe_folder_monitor_end (self->monitor) : NULL;
  g_autofree char *shown = path != NULL ? g_filename_display_name (path) : NULL;

  g_free (self);
  if (path == NULL)
    return NULL;
  return g_error_new (
      TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
      /* Translators: %s is a path. */
      _ ("“%s” was created, replaced or removed during the run, so the sandbox could "
         "no longer protect it, and the run was ended. Check the file, and run the "
         "document again without changing files with keys meanwhile."),
      shown);
}
