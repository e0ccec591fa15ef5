/* crew-project.c: fixture with a crew project in a temporary folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "crew-project.h"
#include "test-remove.h"

CrewProject *
crew_project_new (void)
{
  CrewProject *self = g_new0 (CrewProject, 1);

  self->folder = g_dir_make_tmp ("troupe-crew-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
  return self;
}

CrewProject *
crew_project_new_small (void)
{
  CrewProject *self = crew_project_new ();

  crew_project_write (self, "crew.jsonc",
                      "{\n"
                      "  // the crew\n"
                      "  \"agents\": [\"w\"],\n"
                      "  \"tasks\": [\n"
                      "    {\"name\": \"t\", \"description\": \"d\", \"expected_output\": \"e\", "
                      "\"agent\": \"w\",},\n"
                      "  ],\n"
                      "}\n");
  crew_project_write (self, "agents/w.jsonc",
                      "{\n"
                      "  \"role\": \"r\", // who\n"
                      "  \"goal\": \"g\",\n"
                      "  \"backstory\": \"b\"\n"
                      "}\n");
  return self;
}

void
crew_project_free (CrewProject *self)
{
  remove_all (self->folder);
  g_free (self->folder);
  g_free (self);
}

char *
crew_project_path (CrewProject *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

void
crew_project_write (CrewProject *self, const char *name, const char *text)
{
  g_autofree char *path = crew_project_path (self, name);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

char *
crew_project_read (CrewProject *self, const char *name)
{
  g_autofree char *path = crew_project_path (self, name);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

TroupeValue *
crew_value (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  TroupeValue *value = troupe_value_from_json (json, -1, &error);

  g_assert_no_error (error);
  return value;
}

TroupeCrew *
crew_new (const char *text)
{
  g_autoptr (TroupeValue) value = crew_value (text);
  g_autoptr (GError) error = NULL;
  TroupeCrew *crew = troupe_crew_new (value, NULL, &error);

  g_assert_no_error (error);
  return crew;
}

TroupeProblem *
crew_assert_problem (GPtrArray *problems,
                     const char *code,
                     const char *part,
                     const char *path,
                     guint line,
                     guint column)
{
  for (guint i = 0; i < problems->len; i++)
    {
      TroupeProblem *problem = problems->pdata[i];

      if (g_str_equal (problem->code, code) && g_strcmp0 (problem->part, part) == 0 &&
          g_str_equal (problem->path, path) && problem->line == line && problem->column == column)
        return problem;
    }
  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *text = troupe_problem_to_text (problems->pdata[i], "crew.jsonc");

      g_test_message ("found: %s", text);
    }
  g_error ("not found: %s in %s at %s, %u:%u", code, part != NULL ? part : "the crew", path, line,
           column);
}
