/* troupe-crew-agent-file.c: loads and checks a standalone agent file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-agent-file"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-advice.h"
#include "troupe-crew-document.h"
#include "troupe-crew-location.h"

gboolean
troupe_crew_is_agent_path (const char *path)
{
  g_autofree char *folder = NULL, *name = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  folder = g_path_get_dirname (path);
  if (g_str_equal (folder, "."))
    {
      g_free (folder);
      folder = g_get_current_dir ();
    }
  name = g_path_get_basename (folder);
  return g_str_equal (name, "agents") &&
         (g_str_has_suffix (path, ".jsonc") || g_str_has_suffix (path, ".json"));
}

/* Checks @root, the tree of the file. Adds the problems that it finds to @problems. */
static gboolean
check (const char *path, JsonNode *root, TroupeJsonText *source, GPtrArray *problems)
{
  g_autofree char *folder = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_auto (TroupeCrewReader) reader = { NULL };
  TroupeCrewAgent agent = { NULL };
  g_autofree char *full = NULL;
  char *root_folder;
  g_autofree char *name = NULL;
  char *parent;

  full = g_canonicalize_filename (path, NULL);
  root_folder = g_path_get_dirname (full);
  name = g_path_get_basename (root_folder);
  if (!g_str_equal (name, "agents"))
    folder = root_folder;
  else
    {
      parent = g_path_get_dirname (root_folder);
      g_free (root_folder);
      folder = parent;
    }
  value = troupe_value_from_node (root);
  troupe_crew_reader_init (&reader, folder, FALSE);
  troupe_crew_check_agent (&reader, value);
  troupe_crew_read_agent (&reader, value, &agent);
  troupe_crew_agent_clear (&agent);
  troupe_crew_check_unsupported (&reader, TROUPE_DECLARED_AGENT, value);
  troupe_crew_check_keys (&reader, value);
  troupe_crew_reader_sort (&reader);
  for (guint i = 0; i < reader.problems->len; i++)
    {
      const TroupeProblem *problem = reader.problems->pdata[i];

      g_ptr_array_add (problems, troupe_crew_locate_problem (
                                     problem, &g_array_index (reader.spots, TroupeCrewSpot, i), "",
                                     problem->path, root, source));
    }
  return !troupe_crew_reader_has_errors (&reader);
}

gboolean
troupe_crew_check_agent_file (const char *path, GPtrArray **problems)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  TroupeProblem *mistake = NULL;
  gsize length = 0;

  g_return_val_if_fail (path != NULL && problems != NULL, FALSE);

  *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, &error);
  if (text == NULL)
    mistake = troupe_problem_new (TROUPE_SEVERITY_ERROR, "file", "", "%s", error->message);
  else
    root = troupe_document_text_read_jsonc (text, length, path, _ ("an agent of a crew"),
                                            "not_an_agent", &source, &notes, &mistake, &error);
  if (root == NULL)
    {
      g_ptr_array_add (*problems, mistake);
      return FALSE;
    }
  return check (path, root, source, *problems);
}
