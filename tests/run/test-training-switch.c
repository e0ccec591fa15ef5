/* test-training-switch.c: disabling and enabling the training results of agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-remove.h"
#include "troupe-crew-training-file.h"
#include "troupe-run.h"

#define LEARNT                                                                                     \
  "{\"Cook\": {\"suggestions\": [\"Salt.\"], \"quality\": 7.5}, "                                  \
  "\"Guide\": {\"suggestions\": [\"Look.\"]}}"
#define GUIDE "{\"Guide\": {\"suggestions\": [\"Look.\"]}}"
#define COOK "{\"Cook\": {\"suggestions\": [\"Salt.\"], \"quality\": 7.5}}"

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
save (const char *path, const char *json)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_crew_training_file_save (path, value, &error));
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  self->folder = g_dir_make_tmp ("troupe-switch-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "agents.pkl", NULL);
  save (self->path, LEARNT);
}

static void
tear_down (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  remove_all (self->folder);
  g_free (self->folder);
  g_free (self->path);
}

/* Asserts which training results are used by runs and which ones are disabled. */
static void
assert_files (Fixture *self, const char *on, const char *off)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) read = troupe_crew_training_file_read (self->path, &error);
  g_autoptr (TroupeValue) aside = troupe_crew_training_file_read_aside (self->path, &error);
  g_autoptr (TroupeValue) expected_on = troupe_value_from_json (on, -1, NULL);
  g_autoptr (TroupeValue) expected_off = troupe_value_from_json (off, -1, NULL);

  g_assert_no_error (error);
  g_assert_true (troupe_value_equal (read, expected_on));
  g_assert_true (troupe_value_equal (aside, expected_off));
}

static void
test_there_and_back (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;

  assert_files (self, LEARNT, "{}");
  g_assert_true (troupe_crew_training_file_switch (self->path, "Cook", FALSE, &error));
  assert_files (self, GUIDE, COOK);
  g_assert_true (troupe_crew_training_file_switch (self->path, "Guide", FALSE, &error));
  assert_files (self, "{}", LEARNT);
  g_assert_true (troupe_crew_training_file_switch (self->path, "Cook", TRUE, &error));
  g_assert_true (troupe_crew_training_file_switch (self->path, "Guide", TRUE, &error));
  g_assert_no_error (error);
  assert_files (self, LEARNT, "{}");
}

/* If the agent has no training results, both files remain unchanged. */
static void
test_missing (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (troupe_crew_training_file_switch (self->path, "Nobody", FALSE, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "Nobody"));
  g_clear_error (&error);
  g_assert_false (troupe_crew_training_file_switch (self->path, "Cook", TRUE, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE);
  assert_files (self, LEARNT, "{}");
}

/* An invalid file remains unchanged, and nothing is moved between the files. */
static void
test_damaged (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *aside = g_build_filename (self->folder, "agents.off.pkl", NULL);
  g_autofree char *text = NULL;
  g_autoptr (TroupeValue) read = NULL;
  g_autoptr (TroupeValue) expected = troupe_value_from_json (LEARNT, -1, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (aside, "none", -1, NULL));
  g_assert_false (troupe_crew_training_file_switch (self->path, "Cook", FALSE, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE);
  g_assert_true (g_file_get_contents (aside, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "none");
  read = troupe_crew_training_file_read (self->path, NULL);
  g_assert_true (troupe_value_equal (read, expected));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func)                                                                            \
  g_test_add ("/training-switch/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("there-and-back", test_there_and_back);
  ADD ("missing", test_missing);
  ADD ("damaged", test_damaged);

  return g_test_run ();
}
