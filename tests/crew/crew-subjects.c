/* crew-subjects.c: fixture with the same crew in each form in which it can be edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "crew-subjects.h"

static const char tasks[] =
    "\"tasks\": [\n"
    "    {\"name\": \"find\", \"description\": \"d\", \"expected_output\": \"e\", \"agent\": "
    "\"r\"},\n"
    "    {\n      \"description\": \"d2\", // what\n      \"expected_output\": \"e2\",\n"
    "      \"agent\": \"w.x\",\n      \"context\": [\"find\"]\n    }\n  ]";
static const char writes[] =
    "\"role\": \"writes\", // who writes\n  \"goal\": \"g\",\n  \"backstory\": \"b\"";
static const char reads[] = "\"role\": \"reads\", \"goal\": \"g\", \"backstory\": \"b\"";
static const char leads[] = "\"role\": \"leads\", \"goal\": \"g\", \"backstory\": \"b\"";

static TroupeCrewSubject *
find_subject (TroupeDocument *document)
{
  const char *const path[] = { "methods", "go", "do", "with", NULL };

  return TROUPE_IS_CREW_DOCUMENT (document)
             ? troupe_crew_subject_new (TROUPE_CREW_DOCUMENT (document))
             : troupe_crew_subject_new_inline (document, path);
}

static CrewSubject *
open_file (CrewProject *project, const char *file)
{
  CrewSubject *self = g_new0 (CrewSubject, 1);
  g_autofree char *path = crew_project_path (project, file);
  g_autoptr (GError) error = NULL;

  self->project = project;
  self->document = g_str_has_suffix (file, "crew.jsonc")
                       ? TROUPE_DOCUMENT (troupe_crew_document_open (path, NULL, &error))
                       : TROUPE_DOCUMENT (troupe_flow_document_open (path, NULL, &error));
  g_assert_no_error (error);
  self->subject = find_subject (self->document);
  return self;
}

CrewSubject *
crew_subject_new_text (CrewForm form, const char *with)
{
  CrewProject *project = crew_project_new ();
  g_autofree char *flow =
      g_strdup_printf ("{\n  // the flow\n  \"schema\": \"crewai.flow/v1\", \"name\": \"F\",\n"
                       "  \"methods\": {\"go\": {\"start\": true, \"do\": {\"call\": \"crew\",\n"
                       "  \"with\": %s}}}}\n",
                       with);

  crew_project_write (project, "flow.jsonc", flow);
  return open_file (project, "flow.jsonc");
}

static CrewSubject *
new_project (void)
{
  CrewProject *project = crew_project_new ();
  g_autofree char *crew =
      g_strdup_printf ("{\n  // the crew\n  \"agents\": [\"r\", \"w.x\"],\n  \"process\": "
                       "\"hierarchical\", \"manager_agent\": \"m\",\n  %s,\n}\n",
                       tasks);
  g_autofree char *w = g_strdup_printf ("{%s}\n", writes);
  g_autofree char *r = g_strdup_printf ("{%s}\n", reads);
  g_autofree char *m = g_strdup_printf ("{%s}\n", leads);

  crew_project_write (project, "crew.jsonc", crew);
  crew_project_write (project, "agents/w.x.jsonc", w);
  crew_project_write (project, "agents/r.json", r);
  crew_project_write (project, "agents/m.jsonc", m);
  return open_file (project, "crew.jsonc");
}

CrewSubject *
crew_subject_new (CrewForm form)
{
  static const char *const formats[] = {
    [CREW_FORM_MAP] = "{\"r\": {%s}, \"w.x\": {%s}, \"m\": {%s}}",
    [CREW_FORM_NAMES] = "[{\"name\": \"r\", %s}, {\"name\": \"w.x\", %s}, {\"name\": \"m\", %s}]",
    [CREW_FORM_KEYS] = "[{\"r\": {%s}}, {\"w.x\": {%s}}, {\"m\": {%s}}]",
  };
  static const char *const names[] = { "project", "map", "list with names", "list with keys" };
  CrewSubject *self;

  if (form == CREW_FORM_PROJECT)
    self = new_project ();
  else
    {
      g_auto (GStrv) halves = g_strsplit (formats[form], "%s", 4);
      g_autofree char *with = g_strconcat ("{\"agents\": ", halves[0], reads, halves[1], writes,
                                           halves[2], leads, halves[3],
                                           ",\n  \"process\": \"hierarchical\", "
                                           "\"manager_agent\": \"m\",\n  ",
                                           tasks, "}", NULL);

      self = crew_subject_new_text (form, with);
    }
  self->name = names[form];
  return self;
}

void
crew_subject_free (CrewSubject *self)
{
  g_clear_object (&self->subject);
  g_clear_object (&self->document);
  g_clear_pointer (&self->project, crew_project_free);
  g_free (self);
}

CrewSubject *
crew_subject_open_in (CrewSubject *from, const char *file)
{
  CrewProject *project = g_steal_pointer (&from->project);

  crew_subject_free (from);
  return open_file (project, file);
}

char *
crew_document_write (TroupeDocument *document)
{
  TroupeDocumentParts *parts = troupe_document_get_parts (document);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);
      g_autofree char *text =
          part->root != NULL
              ? troupe_document_write_part (part,
                                            *part->name == '\0'
                                                ? troupe_document_get_format (document)
                                                : TROUPE_FORMAT_JSON,
                                            NULL)
              : g_strdup ("(cannot be read)");

      g_string_append_printf (out, "=== %s\n%s", part->name, text);
    }
  return g_string_free (out, FALSE);
}

char *
crew_subject_write (CrewSubject *self)
{
  return crew_document_write (self->document);
}

static char *
describe_crew (TroupeCrewSubject *subject)
{
  TroupeCrew *crew = troupe_crew_subject_get_crew (subject);
  g_autoptr (TroupeValue) value = crew != NULL ? troupe_crew_to_definition (crew) : NULL;

  return value != NULL ? troupe_value_to_json (value, TROUPE_JSON_COMPACT)
                       : g_strdup ("does not load");
}

void
crew_subject_save (CrewSubject *self)
{
  const char *path = troupe_document_get_path (self->document);
  g_autofree char *before = describe_crew (self->subject);
  g_autofree char *after = NULL;
  g_autoptr (TroupeCrewSubject) subject = NULL;
  g_autoptr (TroupeDocument) again = NULL;
  g_autoptr (GError) error = NULL;

  troupe_document_save (self->document, NULL, FALSE, &error);
  g_assert_no_error (error);
  g_assert_false (troupe_document_is_modified (self->document));
  again = TROUPE_IS_CREW_DOCUMENT (self->document)
              ? TROUPE_DOCUMENT (troupe_crew_document_open (path, NULL, &error))
              : TROUPE_DOCUMENT (troupe_flow_document_open (path, NULL, &error));
  g_assert_no_error (error);
  subject =
      troupe_crew_subject_get_path (self->subject) == NULL
          ? troupe_crew_subject_new (TROUPE_CREW_DOCUMENT (again))
          : troupe_crew_subject_new_inline (again, troupe_crew_subject_get_path (self->subject));
  after = describe_crew (subject);
  g_assert_cmpstr (after, ==, before);
}
