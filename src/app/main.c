/* main.c: the entry of the desktop application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-application.h"

/* GLib before 2.76 keeps what objects took in slabs of its own, which nobody gets back: closing 50
 * documents left 290 MB. It can only be told so before the first object is made, and the library makes
 * some before main() begins. */
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

  /* Of the build tree while developing, else the installed one. */
  bindtextdomain (GETTEXT_PACKAGE, locale_dir != NULL ? locale_dir : TROUPE_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = troupe_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
