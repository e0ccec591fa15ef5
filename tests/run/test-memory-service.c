/* test-memory-service.c: owners of a document's memory and knowledge, and states of its knowledge
 * sources
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-remove.h"
#include "troupe-memory-service.h"

static TroupeCrew *
make_crew (const char *memory, const char *agent)
{
  g_autofree char *text = g_strdup_printf (
      "{\"name\": \"My Crew\", \"memory\": %s, \"embedder\": {\"provider\": \"ollama\", "
      "\"config\": "
      "{\"model_name\": \"m\"}}, \"agents\": {\"one\": {\"role\": \"Senior Analyst\", \"goal\": "
      "\"g\", \"backstory\": \"b\"%s}, \"two\": {\"role\": \"Editor\", \"goal\": \"g\", "
      "\"backstory\": \"b\"}}, \"tasks\": [{\"name\": \"t\", \"description\": \"d\", "
      "\"expected_output\": \"o\", \"agent\": \"one\"}]}",
      memory, agent);
  g_autoptr (TroupeValue) value = troupe_value_from_json (text, -1, NULL);
  g_autoptr (GError) error = NULL;
  TroupeCrew *crew = troupe_crew_new (value, NULL, &error);

  g_assert_no_error (error);
  return crew;
}

static void
test_owners (void)
{
  g_autoptr (TroupeCrew) crew = make_crew ("true", ", \"memory\": true");
  g_autoptr (GPtrArray) owners = troupe_memory_service_list_of_crew (crew);
  TroupeMemoryOwner *of_crew = owners->pdata[0];
  TroupeMemoryOwner *of_agent = owners->pdata[1];

  g_assert_cmpuint (owners->len, ==, 2);
  g_assert_null (of_crew->role);
  g_assert_true (of_crew->remembers && !of_crew->is_read_only);
  g_assert_cmpstr (of_crew->scope, ==, "/crew/my-crew");
  g_assert_nonnull (of_crew->embedder);
  g_assert_cmpuint (g_strv_length (of_crew->roles), ==, 2);
  g_assert_cmpstr (of_agent->role, ==, "Senior Analyst");
  /* An agent uses the crew's embedder for its knowledge, but not for its own memory. */
  g_assert_null (of_agent->embedder);
  g_assert_nonnull (of_agent->knowledge_embedder);
  g_assert_true (troupe_memory_service_find_owner (owners, "/crew/my-crew/agent/editor") ==
                 of_crew);
  g_assert_true (troupe_memory_service_find_owner (owners, "agent/senior-analyst") == of_agent);
  g_assert_true (troupe_memory_service_find_owner (owners, "/elsewhere") == of_crew);
}

static void
test_read_only (void)
{
  const struct
  {
    const char *memory;
    gboolean remembers, is_read_only;
    const char *scope;
  } cases[] = {
    { "false", FALSE, FALSE, "/crew/my-crew" },
    { "{\"read_only\": true}", TRUE, TRUE, "/crew/my-crew" },
    { "{\"root_scope\": \"/team\"}", TRUE, FALSE, "/team" },
    { "{\"memory_kind\": \"slice\", \"scopes\": [\"/a\"]}", TRUE, TRUE, "/crew/my-crew" },
    { "{\"memory_kind\": \"slice\", \"scopes\": [\"/a\"], \"read_only\": false}", TRUE, FALSE,
      "/crew/my-crew" },
    /* These are memory settings of CrewAI before 1.0. If only one of them is set, only a part of
     * the memory is selected. */
    { "null, \"short_term_memory\": true", TRUE, FALSE, "/crew/my-crew/short-term" },
    { "null, \"entity_memory\": true, \"long_term_memory\": true", TRUE, FALSE, "/crew/my-crew" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeCrew) crew = make_crew (cases[i].memory, "");
      g_autoptr (GPtrArray) owners = troupe_memory_service_list_of_crew (crew);
      const TroupeMemoryOwner *owner = owners->pdata[0];

      g_test_message ("%s", cases[i].memory);
      g_assert_cmpint (owner->remembers, ==, cases[i].remembers);
      g_assert_cmpint (owner->is_read_only, ==, cases[i].is_read_only);
      g_assert_cmpstr (owner->scope, ==, cases[i].scope);
    }
}

static void
assert_source (GPtrArray *all, guint index, const char *title, TroupeSourceState state)
{
  const TroupeSourceFacts *facts = all->pdata[index];

  g_assert_cmpstr (facts->title, ==, title);
  g_assert_cmpint (facts->state, ==, state);
}

/* The state is determined without opening the files, so an invalid file counts as unread. */
static void
test_sources (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-desk-XXXXXX", NULL);
  g_autofree char *knowledge = g_build_filename (folder, "knowledge", NULL);
  g_autofree char *path = g_build_filename (knowledge, "bad.pdf", NULL);
  g_autoptr (TroupeCrew) crew = make_crew (
      "true", ", \"knowledge_sources\": [{\"source_type\": \"string\", \"content\": \"A text\"}, "
              "{\"source_type\": \"pdf\", \"file_paths\": [\"bad.pdf\"]}, {\"source_type\": "
              "\"text_file\", \"file_paths\": [\"gone.txt\", \"too.txt\"]}, {\"source_type\": "
              "\"text_file\", \"file_paths\": [\"/etc/hostname\"]}, {\"source_type\": "
              "\"docling\", \"file_paths\": [\"x.docx\"]}]");
  g_autoptr (GPtrArray) owners = troupe_memory_service_list_of_crew (crew);
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (knowledge, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "no PDF at all", -1, NULL));
  all = troupe_memory_service_look_at_sources (NULL, owners, folder, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all->len, ==, 5);
  assert_source (all, 0, "A text", TROUPE_SOURCE_UNREAD);
  assert_source (all, 1, "bad.pdf", TROUPE_SOURCE_UNREAD);
  assert_source (all, 2, "gone.txt +1", TROUPE_SOURCE_FAILED);
  assert_source (all, 3, "hostname", TROUPE_SOURCE_FAILED);
  g_assert_nonnull (strstr (((TroupeSourceFacts *) all->pdata[3])->failure, "outside"));
  assert_source (all, 4, "x.docx", TROUPE_SOURCE_FAILED);
  g_assert_true (((TroupeSourceFacts *) all->pdata[4])->is_python);
  g_assert_false (((TroupeSourceFacts *) all->pdata[3])->is_python);
  remove_all (folder);
}

/* The parts add up to the score. */
static void
test_parts (void)
{
  const gint64 now = g_get_real_time ();
  g_autoptr (TroupeMemoryRecord) record = troupe_memory_record_new ("x");
  g_autoptr (TroupeMemoryMatch) match = troupe_memory_match_new (record, 0.8);
  TroupeMemoryOptions options;
  TroupeMemoryParts parts;

  record->importance = 0.9;
  record->created_us = now - (gint64) 30 * 24 * 3600 * G_USEC_PER_SEC;
  g_assert_true (troupe_memory_options_read (&options, NULL, NULL));
  troupe_memory_options_score (&options, match, now);
  troupe_memory_service_get_parts (&options, match, now, &parts);
  g_assert_cmpfloat_with_epsilon (parts.semantic, 0.4, 1e-9);
  g_assert_cmpfloat_with_epsilon (parts.recency, 0.15, 1e-9);
  g_assert_cmpfloat_with_epsilon (parts.importance, 0.18, 1e-9);
  g_assert_cmpfloat_with_epsilon (parts.semantic + parts.recency + parts.importance, match->score,
                                  1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-service/owners", test_owners);
  g_test_add_func ("/memory-service/read-only", test_read_only);
  g_test_add_func ("/memory-service/sources", test_sources);
  g_test_add_func ("/memory-service/parts", test_parts);
  return g_test_run ();
}
