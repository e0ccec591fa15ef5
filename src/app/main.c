/* main.c: the entry of the desktop application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-application.h"

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
