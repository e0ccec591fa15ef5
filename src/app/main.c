/* main.c: main() of the desktop application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe"

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>

#include "troupe-application.h"
#include "troupe-installed-files.h"
#include "troupe-open-files.h"
#include "troupe-secret.h"

/* Before GLib 2.76, GObject memory is allocated from slices, which are not returned to the
 * system. For example, closing 50 documents left 290 MB allocated. Slices can be disabled only
 * before the first object is created, and the library creates some objects before main() starts. */
G_GNUC_UNUSED static void
use_malloc (int argc, char **argv, char **environment)
{
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  g_slice_set_config (G_SLICE_CONFIG_ALWAYS_MALLOC, TRUE);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

#if defined(__GLIBC__) && defined(__ELF__)
__attribute__ ((section (".preinit_array"),
                used)) static void (*const early) (int, char **, char **) = use_malloc;
#endif

/* Lets GIO find the settings schema, also of an installation outside of `XDG_DATA_DIRS`. Returns FALSE
 * if there is no schema, in which case GSettings would end the program. */
static gboolean
find_schema (void)
{
  g_autofree char *folder =
      troupe_installed_files_find_folder ("troupe/schemas", "gschemas.compiled");
  g_autoptr (GSettingsSchema) schema = NULL;

  if (g_getenv ("GSETTINGS_SCHEMA_DIR") == NULL)
    g_setenv ("GSETTINGS_SCHEMA_DIR", folder, TRUE);
  schema = g_settings_schema_source_lookup (g_settings_schema_source_get_default (),
                                            TROUPE_APPLICATION_ID, TRUE);

  return schema != NULL;
}

int
main (int argc, char *argv[])
{
  g_autoptr (TroupeApplication) application = NULL;
  const char *chosen = g_getenv ("TROUPE_LOCALE_DIR");
  g_autofree char *locale_dir =
      chosen != NULL
          ? g_strdup (chosen)
          : troupe_installed_files_find_folder ("locale",
                                                "zh_CN/LC_MESSAGES/" GETTEXT_PACKAGE ".mo");

  setlocale (LC_ALL, "");
  /* During development, the translations of the build tree are used, otherwise the installed
   * translations. */
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  troupe_open_files_raise_limit ();
  troupe_secret_forbid_dumps ();
  /* A file at the limit of its size (`ulimit -f`) is an error of the function that writes it, as a full
   * disk is, also after a run has ended. */
  signal (SIGXFSZ, SIG_IGN);
  if (!find_schema ())
    {
      g_printerr (_ ("The settings schema “%s” is not installed. Install Troupe with “meson "
                     "install”, or start it from its source folder with “build-aux/run”.\n"),
                  TROUPE_APPLICATION_ID);
      return EXIT_FAILURE;
    }
  application = troupe_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
