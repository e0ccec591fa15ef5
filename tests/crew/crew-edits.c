/* crew-edits.c: applies an edit of a given kind to a crew file and saves it
 *
 * crew-edits SEED FILE KIND: opens FILE, applies some random edits, applies an edit of KIND to the
 * first crew in FILE that permits it, and saves FILE. Prints `done`, `refused: …` or `nothing`.
 * crew-edits --kinds prints all kinds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "any-crew-edit.h"

#define N_TRIES 8
#define MOST_BEFORE 8

/* Applies random edits first, so that the edit is also tested with variants of the recorded
 * crews. */
static void
edit_before (GPtrArray *subjects, GRand *rand)
{
  for (gint32 n = g_rand_int_range (rand, 0, MOST_BEFORE); subjects->len > 0 && n > 0; n--)
    any_crew_edit_apply ((guint) g_rand_int_range (rand, 0, (gint32) any_crew_edit_get_n_kinds ()),
                         subjects->pdata[g_rand_int_range (rand, 0, (gint32) subjects->len)], rand,
                         NULL);
}

static int
edit (const char *seed, const char *path, const char *kind_name)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) g_ascii_strtoull (seed, NULL, 10));
  g_autoptr (TroupeDocument) document = any_crew_edit_open (path);
  g_autoptr (GPtrArray) subjects = NULL;
  g_autoptr (GError) error = NULL;
  guint kind = 0;

  while (kind < any_crew_edit_get_n_kinds () &&
         !g_str_equal (any_crew_edit_get_name (kind), kind_name))
    kind++;
  if (document == NULL || kind == any_crew_edit_get_n_kinds ())
    return 1;
  subjects = any_crew_edit_find_subjects (document);
  edit_before (subjects, rand);
  for (guint i = 0; i < subjects->len * N_TRIES; i++)
    {
      g_clear_error (&error);
      if (!any_crew_edit_apply (kind, subjects->pdata[i % subjects->len], rand, &error) ||
          !troupe_document_is_modified (document))
        continue;
      if (!troupe_document_save (document, NULL, FALSE, &error))
        {
          g_printerr ("%s\n", error->message);
          return 1;
        }
      g_print ("done\n");
      return 0;
    }
  if (error != NULL)
    g_print ("refused: %s\n", error->message);
  else
    g_print ("nothing\n");
  return 0;
}

int
main (int argc, char **argv)
{
  if (argc == 4)
    return edit (argv[1], argv[2], argv[3]);
  for (guint i = 0; i < any_crew_edit_get_n_kinds (); i++)
    g_print ("%s\n", any_crew_edit_get_name (i));
  return argc == 2 ? 0 : 1;
}
