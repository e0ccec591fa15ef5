/* troupe-folder-around.c: whether a folder is in another one in which something is developed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-project"

#include "config.h"

#include "troupe-file.h"
#include "troupe-folder-data.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-project.h"

/* Names of files that are usual at the top of a project only, folded and sorted. */
static const char *const top_names[] = { "ansible.cfg",      "build.bazel", "build.gradle",
                                         "build.gradle.kts", "cargo.toml",  "cmakelists.txt",
                                         "composer.json",    "deno.json",   "deno.jsonc",
                                         "gemfile",          "gnumakefile", "go.mod",
                                         "makefile",         "meson.build", "mkdocs.yml",
                                         "package.json",     "pom.xml",     "rakefile",
                                         "settings.gradle",  "workspace",   NULL };

/* Returns TRUE if the file name is usual at the top of a project only. */
static gboolean
is_top (const char *name)
{
  g_autofree char *folded = troupe_folder_name_fold (name);

  return g_strv_contains (top_names, folded) || g_str_has_prefix (folded, "docusaurus.config.") ||
         g_str_has_suffix (folded, ".sln") || g_str_has_suffix (folded, ".csproj");
}

static gboolean
has_top (const char *folder)
{
  g_autoptr (GDir) entries = g_dir_open (folder, 0, NULL);
  const char *name;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *path = NULL;

      if (!is_top (name))
        continue;
      path = g_build_filename (folder, name, NULL);
      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return TRUE;
    }
  return FALSE;
}

gboolean
troupe_folder_project_is_around (const char *folder)
{
  g_autofree char *above = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (folder != NULL, FALSE);

  name = g_path_get_basename (folder);
  if (troupe_folder_data_holds_settings (name))
    return TRUE;
  above = g_path_get_dirname (folder);
  while (!g_str_equal (above, "/") && !g_str_equal (above, ".") &&
         !troupe_folder_policy_is_shared (above) && !troupe_folder_policy_is_system (above))
    {
      char *next = NULL;

      g_free (name);
      name = g_path_get_basename (above);
      if (troupe_folder_data_holds_settings (name) || has_top (above))
        return TRUE;
      next = g_path_get_dirname (above);
      g_free (above);
      above = next;
    }
  return FALSE;
}

gboolean
troupe_folder_project_restricts (int root, const char *path)
{
  g_autoptr (TroupeFolderProjects) projects = NULL;
  g_autofree char *name = NULL;
  g_autofree char *folder = NULL;

  g_return_val_if_fail (path != NULL, TRUE);

  name = g_path_get_basename (path);
  if (troupe_folder_data_is_inert (name))
    return FALSE;
  projects = troupe_folder_projects_new ();
  folder = troupe_path_from_descriptor (root);
  return folder == NULL ||
         troupe_folder_projects_contain (projects, root, troupe_folder_project_is_around (folder),
                                         path);
}
