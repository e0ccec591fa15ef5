/* main.c: main() of the desktop application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-application.h"
#include "troupe-open-files.h"

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

int
main (int argc, char *argv[])
{
  g_autoptr (TroupeApplication) application = NULL;
  const char *locale_dir = g_getenv ("TROUPE_LOCALE_DIR");

  /* During development, the translations of the build tree are used, otherwise the installed
   * translations. */
  bindtextdomain (GETTEXT_PACKAGE, locale_dir != NULL ? locale_dir : TROUPE_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  troupe_open_files_raise_limit ();
  application = troupe_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
