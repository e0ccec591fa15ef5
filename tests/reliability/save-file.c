/* save-file.c: saves texts as a document, one after another, and prints when each is saved
 *
 * usage: save-file PATH TEXT-FILE…
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib.h>
#include <unistd.h>

#include "troupe-file.h"

int
main (int argc, char **argv)
{
  for (int i = 2; i < argc; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;
      g_autofree char *said = g_strdup_printf ("saved %d\n", i - 2);
      gsize length;

      if (!g_file_get_contents (argv[i], &text, &length, &error) ||
          !troupe_file_save (argv[1], text, length, NULL, NULL, &error))
        {
          g_printerr ("%s\n", error->message);
          return 1;
        }
      if (write (STDOUT_FILENO, said, strlen (said)) < 0)
        return 1;
    }
  return 0;
}
