/* troupe-command-validate.c: troupectl validate
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-validate"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-command.h"
#include "troupe-crew-document.h"
#include "troupe-document-tests.h"
#include "troupe-project-kind.h"
#include "troupe-run-problems.h"
#include "troupe-terminal.h"
#include "troupe-test-file.h"

static void
print_json (const TroupeLoaded *loaded, gboolean ok)
{
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) value = NULL;

  g_assert (loaded != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "file", troupe_value_new_string (loaded->name, -1));
  troupe_map_builder_add (&builder, "ok", troupe_value_new_boolean (ok));
  troupe_map_builder_add (&builder, "problems",
                          troupe_command_problems_to_value (loaded->problems));
  value = troupe_map_builder_end (&builder);
  troupe_terminal_print_json (value);
}

static void
print_valid (const TroupeLoaded *loaded)
{
  guint n_problems = loaded->problems->len;

  g_assert (loaded != NULL);

  if (n_problems == 0)
    troupe_terminal_print (stdout, TROUPE_COLOUR_GREEN, _ ("%s: valid\n"), loaded->name);
  else
    troupe_terminal_print (stdout, TROUPE_COLOUR_GREEN,
                           ngettext ("%s: valid, %u note\n", "%s: valid, %u notes\n", n_problems),
                           loaded->name, n_problems);
}

static gboolean
report (TroupeCommandLine *line, TroupeLoaded *loaded)
{
  gboolean ok = !troupe_loaded_has_errors (loaded);

  if (troupe_command_line_has (line, "json"))
    print_json (loaded, ok);
  else
    {
      gboolean quiet = troupe_command_line_has (line, "quiet");

      troupe_loaded_print_problems (loaded, quiet ? TROUPE_SEVERITY_ERROR : TROUPE_SEVERITY_HINT);
      if (ok && !quiet)
        print_valid (loaded);
    }
  return ok;
}

/* --- Crews -------------------------------------------------------------------------------- */

/* Returns a file of a project with its problems. (transfer full) */
static TroupeLoaded *
load_part (const TroupeLoaded *project, const char *part)
{
  TroupeLoaded *self = g_new0 (TroupeLoaded, 1);
  g_autofree char *folder = g_path_get_dirname (project->name);

  g_assert (project != NULL);

  self->name = *part != '\0' ? g_build_filename (folder, part, NULL) : g_strdup (project->name);
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  for (guint i = 0; i < project->problems->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (project->problems, i);

      if (g_str_equal (problem->part != NULL ? problem->part : "", part))
        g_ptr_array_add (self->problems, troupe_problem_ref (problem));
    }
  return self;
}

/* Prints all problems in order, and then a line for each file without errors. */
static void
report_project (TroupeCommandLine *line, TroupeLoaded *project, const char *const *parts)
{
  gboolean quiet = troupe_command_line_has (line, "quiet");
  gboolean json = troupe_command_line_has (line, "json");

  if (!json)
    troupe_loaded_print_problems (project, quiet ? TROUPE_SEVERITY_ERROR : TROUPE_SEVERITY_HINT);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autoptr (TroupeLoaded) part = load_part (project, parts[i]);
      gboolean ok = !troupe_loaded_has_errors (part);

      if (json)
        print_json (part, ok);
      else if (ok && !quiet)
        print_valid (part);
    }
}

/* Returns the names of the project's files, the main file first. (transfer full) */
static GStrv
list_parts (TroupeCrewDocument *document)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  TroupeDocumentParts *parts =
      document != NULL ? troupe_document_get_parts (TROUPE_DOCUMENT (document)) : NULL;

  for (guint i = 0; parts != NULL && i < troupe_document_parts_get_n (parts); i++)
    g_strv_builder_add (names, troupe_document_parts_get (parts, i)->name);
  if (parts == NULL)
    g_strv_builder_add (names, "");
  return g_strv_builder_end (names);
}

static gboolean
validate_agent (TroupeCommandLine *line, const char *file)
{
  g_autoptr (TroupeLoaded) loaded = g_new0 (TroupeLoaded, 1);

  loaded->name = g_strdup (file);
  troupe_crew_check_agent_file (file, &loaded->problems);
  return report (line, loaded);
}

/* --- The command -------------------------------------------------------------------------- */

/* The memory of the last document is left to the end of the process: to free a large document
 * takes as long as to diagnose it. The sanitizers would report it. */
static void
leave (TroupeLoaded *loaded)
{
#if !defined __SANITIZE_ADDRESS__
  loaded->document = NULL;
#endif
}

static gboolean
validate (TroupeCommandLine *line, const char *given, gboolean is_last)
{
  g_autofree char *declared = troupe_project_find_document (given);
  const char *file = declared != NULL ? declared : given;
  g_autofree char *crew = g_str_equal (file, "-") ? NULL : troupe_crew_find_file (file);
  g_autoptr (TroupeLoaded) loaded = NULL;
  gboolean ok;

  if (crew != NULL)
    {
      g_autoptr (TroupeLoaded) project = g_new0 (TroupeLoaded, 1);
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeCrewDocument) document =
          troupe_crew_document_open (crew, &project->problems, &error);
      g_auto (GStrv) parts = list_parts (document);

      project->name = g_strdup (crew);
      if (project->problems == NULL)
        project->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
      if (document == NULL && !troupe_loaded_has_errors (project))
        g_ptr_array_add (project->problems, troupe_problem_new (TROUPE_SEVERITY_ERROR, "file", "",
                                                                "%s", error->message));
      if (document != NULL)
        troupe_run_check_document (TROUPE_DOCUMENT (document), project->problems);
      report_project (line, project, (const char *const *) parts);
      return !troupe_loaded_has_errors (project);
    }
  if (troupe_crew_is_agent_path (file))
    return validate_agent (line, file);
  loaded = troupe_command_load (file);
  if (loaded->document != NULL && loaded->crew == NULL && !loaded->is_carried)
    troupe_run_check_document (TROUPE_DOCUMENT (loaded->document), loaded->problems);
  ok = report (line, loaded);
  if (is_last)
    leave (loaded);
  return ok;
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *const *files = troupe_command_line_get_arguments (line);
  TroupeExit result = TROUPE_EXIT_OK;

  for (guint i = 0; files[i] != NULL; i++)
    if (troupe_test_file_matches (files[i]) ? !troupe_document_tests_validate (line, files[i])
                                            : !validate (line, files[i], files[i + 1] == NULL))
      result = TROUPE_EXIT_INVALID;
  return result;
}

const TroupeCommand troupe_command_validate = {
  .name = "validate",
  .arguments = "FILE…",
  .summary = N_ ("Check flows, crews and files of tests for errors, without running them."),
  .example = "troupectl validate content.json",
  .min_arguments = 1,
  .max_arguments = G_MAXUINT,
  .run = run,
};
