/* troupe-spans.c: export of trace spans to an OTLP endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-spans"

#include "config.h"

#include "troupe-spans.h"
#include "troupe-terminal.h"

/* Called on the exporter's thread. */
static void
warn_cb (const char *message, gpointer user_data)
{
  g_assert (message != NULL);

  troupe_terminal_print_error ("%s", message);
}

gboolean
troupe_spans_open (TroupeCommandLine *line, TroupeOtlpExporter **exporter)
{
  const char *endpoint = troupe_command_line_get (line, "otlp");
  g_autofree char *folder = NULL;
  g_autoptr (GError) error = NULL;
  TroupeOtlpSettings *settings;
  const char *name;

  g_return_val_if_fail (exporter != NULL, FALSE);

  name = troupe_command_line_get_arguments (line)[0];
  if (name != NULL)
    folder = g_file_test (name, G_FILE_TEST_IS_DIR) ? g_strdup (name) : g_path_get_dirname (name);
  settings = troupe_otlp_settings_new (endpoint, &error);
  *exporter = NULL;
  if (settings != NULL)
    *exporter = troupe_otlp_exporter_new (settings, folder, warn_cb, NULL);
  else if (error != NULL)
    troupe_terminal_print_error ("%s", error->message);
  return error == NULL || endpoint == NULL;
}

void
troupe_spans_close (TroupeOtlpExporter *exporter)
{
  if (exporter == NULL)
    return;
  troupe_otlp_exporter_close (exporter, TROUPE_OTLP_CLOSE_US);
  g_object_unref (exporter);
}
