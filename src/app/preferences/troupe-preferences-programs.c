/* troupe-preferences-programs.c: shows the Python interpreter and the sandbox that runs use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-preferences-programs"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-preferences-programs.h"
#include "troupe-program.h"
#include "troupe-search-paths.h"
#include "troupe-sandbox.h"

/* Minimum Python version of the helper. */
#define LEAST_MAJOR 3
#define LEAST_MINOR 9

static void
set_state (GtkLabel *label, const char *text, const char *style)
{
  gtk_label_set_label (label, text);
  gtk_widget_set_css_classes (GTK_WIDGET (label), (const char *[]){ "caption", style, NULL });
}

/* --- Python --------------------------------------------------------------------------------------- */

typedef struct
{
  AdwActionRow *row;
  GtkLabel *state;
  char *path;
} Question;

static void
question_free (Question *self)
{
  g_object_unref (self->row);
  g_object_unref (self->state);
  g_free (self->path);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Question, question_free)

/* Returns TRUE if a version such as “Python 3.11.2” is new enough. */
static gboolean
is_new_enough (const char *version)
{
  char *end = NULL;
  guint64 major, minor;

  if (!g_str_has_prefix (version, "Python "))
    return FALSE;
  major = g_ascii_strtoull (version + strlen ("Python "), &end, 10);
  minor = *end == '.' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;
  return major > LEAST_MAJOR || (major == LEAST_MAJOR && minor >= LEAST_MINOR);
}

static void
told_version_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Question) question = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *version = NULL;
  g_autofree char *subtitle = NULL;
  gboolean is_told;

  g_assert (question != NULL);

  is_told =
      g_subprocess_communicate_utf8_finish (G_SUBPROCESS (source), result, &version, NULL, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (!is_told || version == NULL || !is_new_enough (g_strstrip (version)))
    {
      set_state (question->state, _ ("Python 3.9 or later required"), "error");
      return;
    }
  subtitle = g_strdup_printf ("%s · %s", question->path, version);
  adw_action_row_set_subtitle (question->row, subtitle);
  set_state (question->state, _ ("found"), "success");
}

void
troupe_preferences_show_python (AdwActionRow *row, GtkLabel *state, GCancellable *cancellable)
{
  g_autoptr (GSubprocess) program = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autofree char *system = NULL;
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_auto (GStrv) environment = NULL;
  Question *question;

  g_return_if_fail (ADW_IS_ACTION_ROW (row));
  g_return_if_fail (GTK_IS_LABEL (state));

  path = troupe_program_find ("python3", "/");
  adw_action_row_set_subtitle (
      row, path != NULL ? path : _ ("No python3 in PATH: documents with Python cannot run"));
  set_state (state, path == NULL ? _ ("not found") : "", path == NULL ? "warning" : "dim-label");
  /* Others, such as that of an environment in the folder of a document, are only started in a sandbox. */
  system = path != NULL ? troupe_program_resolve_system (path) : NULL;
  if (system == NULL)
    {
      if (path != NULL)
        set_state (state, _ ("found"), "success");
      return;
    }
  launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE);
  environment = troupe_search_paths_make_environment ();
  g_subprocess_launcher_set_environ (launcher, environment);
  program = g_subprocess_launcher_spawn (launcher, &error, system, "--version", NULL);
  if (program == NULL)
    {
      set_state (state, _ ("does not start"), "error");
      return;
    }
  question = g_new0 (Question, 1);
  question->row = g_object_ref (row);
  question->state = g_object_ref (state);
  question->path = g_steal_pointer (&path);
  g_subprocess_communicate_utf8_async (program, NULL, cancellable, told_version_cb, question);
}

/* --- Sandbox ---------------------------------------------------------------------------------- */

void
troupe_preferences_show_sandbox (AdwActionRow *row, GtkLabel *state)
{
  const char *program = troupe_sandbox_find_program ();

  g_return_if_fail (ADW_IS_ACTION_ROW (row));
  g_return_if_fail (GTK_IS_LABEL (state));

  if (program == NULL)
    {
      adw_action_row_set_subtitle (row, _ ("bubblewrap is not installed, so Troupe asks before it "
                                           "runs anything without a sandbox"));
      set_state (state, _ ("not found"), "warning");
    }
  else if (troupe_sandbox_is_broken ())
    {
      adw_action_row_set_subtitle (row, _ ("bubblewrap does not work on this system, so Troupe "
                                           "asks before it runs anything without a sandbox"));
      set_state (state, _ ("not working"), "warning");
    }
  else
    {
      adw_action_row_set_subtitle (row, program);
      set_state (state, _ ("found"), "success");
    }
}
