/* troupe-names-system.c: names of programs and libraries of the system, which others of the same name would hide
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <string.h>

#include "troupe-folder-name.h"
#include "troupe-names-system.h"

/* Folders of programs and libraries. Those of libraries contain others for one architecture, `NAME-linux-gnu`. */
static const char *const program_folders[] = { "/usr/local/sbin", "/usr/local/bin", "/usr/sbin",
                                               "/usr/bin",        "/sbin",          "/bin" };
static const char *const library_folders[] = { "/usr/local/lib", "/usr/lib", "/usr/lib64", "/lib",
                                               "/lib64" };

/* Programs that users have from elsewhere, such as those of version managers in the home folder. */
static const char *const other_programs[] = { "bun",  "bunx", "composer", "corepack", "deno",
                                              "git",  "node", "npm",      "npx",      "php",
                                              "pnpm", "pnpx", "python",   "python3",  "yarn" };

static void
add_folder (GHashTable *names, const char *folder, gboolean is_top)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inner = is_top && strstr (name, "-linux-gnu") != NULL
                                   ? g_build_filename (folder, name, NULL)
                                   : NULL;

      g_hash_table_add (names, troupe_folder_name_fold (name));
      if (inner != NULL)
        add_folder (names, inner, FALSE);
    }
}

gboolean
troupe_names_system_has_programs (const char *name)
{
  g_return_val_if_fail (name != NULL, TRUE);

  return g_str_equal (name, ".bin") || g_str_equal (name, "vendor");
}

gboolean
troupe_names_system_hides_program (const char *above, const char *parent, const char *name)
{
  static GHashTable *programs = NULL;

  g_return_val_if_fail (parent != NULL && name != NULL, TRUE);

  if (!g_str_equal (parent, ".bin") &&
      (!g_str_equal (parent, "bin") || g_strcmp0 (above, "vendor") != 0))
    return FALSE;
  if (programs == NULL)
    {
      programs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      for (guint i = 0; i < G_N_ELEMENTS (other_programs); i++)
        g_hash_table_add (programs, g_strdup (other_programs[i]));
      for (guint i = 0; i < G_N_ELEMENTS (program_folders); i++)
        add_folder (programs, program_folders[i], FALSE);
    }
  return g_hash_table_contains (programs, name);
}

gboolean
troupe_names_system_hides_library (const char *name)
{
  static GHashTable *libraries = NULL;

  g_return_val_if_fail (name != NULL, TRUE);

  if (!g_str_has_suffix (name, ".so") && strstr (name, ".so.") == NULL)
    return FALSE;
  if (libraries == NULL)
    {
      libraries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      for (guint i = 0; i < G_N_ELEMENTS (library_folders); i++)
        add_folder (libraries, library_folders[i], TRUE);
    }
  return g_hash_table_contains (libraries, name);
}
