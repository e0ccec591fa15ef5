/* test-task-breakpoints.c: breakpoints of a crew project follow their tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-crew-edit.h"
#include "troupe-crew-subject.h"
#include "troupe-task-breakpoints.h"

static const char crew[] =
    "{\"name\": \"desk\", \"agents\": [\"reader\"], \"tasks\": ["
    "{\"name\": \"one\", \"description\": \"1\", \"expected_output\": \"x\"},"
    "{\"name\": \"two\", \"description\": \"2\", \"expected_output\": \"x\"},"
    "{\"description\": \"3\", \"expected_output\": \"x\"}]}";
static const char agent[] =
    "{\"role\": \"Reader\", \"goal\": \"Reads\", \"backstory\": \"b\", \"llm\": \"mock/echo\"}";

typedef struct
{
  TroupeCrewDocument *document;
  TroupeCrewSubject *subject;
  TroupeTaskBreakpoints *breakpoints;
  guint n_changes;
} Fixture;

static void
changed_cb (Fixture *self)
{
  self->n_changes++;
}

static JsonNode *
parse (const char *text)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (text, -1, NULL);

  return troupe_value_to_node (value);
}

/* Returns the number of breakpoints on tasks that exist. */
static guint
count (Fixture *self)
{
  g_autoptr (TroupeValue) list = troupe_task_breakpoints_to_value (self->breakpoints);

  return (guint) troupe_value_list_get_length (list);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  const char *const names[] = { "reader", NULL };
  g_autoptr (JsonNode) root = parse (crew);
  g_autoptr (JsonNode) reader = parse (agent);
  JsonNode *const agents[] = { reader, NULL };

  self->document = troupe_crew_document_new_from_trees (root, names, agents, NULL);
  g_assert_nonnull (self->document);
  self->subject = troupe_crew_subject_new (self->document);
  self->breakpoints = troupe_task_breakpoints_get (self->document);
  g_signal_connect_swapped (self->breakpoints, "changed", G_CALLBACK (changed_cb), self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->subject);
  g_assert_finalize_object (self->document);
}

static void
assert_value (Fixture *self, const char *expected)
{
  g_autoptr (TroupeValue) value = troupe_task_breakpoints_to_value (self->breakpoints);
  g_autofree char *json = troupe_value_to_json (value, TROUPE_JSON_COMPACT);

  g_assert_cmpstr (json, ==, expected);
}

static void
set_text (Fixture *self, guint task, const char *key, const char *text)
{
  g_autofree char *index = g_strdup_printf ("%u", task);
  const char *const path[] = { "tasks", index, key, NULL };
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);

  g_assert_true (troupe_crew_subject_set (self->subject, path, node, "Edit", NULL, NULL));
}

static void
test_set (Fixture *self, gconstpointer data)
{
  assert_value (self, "[]");
  g_assert_null (troupe_task_breakpoints_find (self->breakpoints, 1));
  troupe_task_breakpoints_set (self->breakpoints, 1, "");
  troupe_task_breakpoints_set (self->breakpoints, 2, "1 < 2");
  troupe_task_breakpoints_set (self->breakpoints, 7, "");
  g_assert_cmpuint (self->n_changes, ==, 2);
  assert_value (self, "[{\"task\":\"two\"},{\"task\":\"3\",\"if\":\"1 < 2\"}]");
  g_assert_cmpstr (troupe_task_breakpoints_find (self->breakpoints, 2), ==, "1 < 2");
  troupe_task_breakpoints_set (self->breakpoints, 1, "true");
  assert_value (self, "[{\"task\":\"3\",\"if\":\"1 < 2\"},{\"task\":\"two\",\"if\":\"true\"}]");
  troupe_task_breakpoints_set (self->breakpoints, 2, NULL);
  g_assert_cmpuint (count (self), ==, 1);
  troupe_task_breakpoints_clear (self->breakpoints);
  assert_value (self, "[]");
}

static void
test_follow (Fixture *self, gconstpointer data)
{
  const guint second = 1;

  troupe_task_breakpoints_set (self->breakpoints, 1, "");
  set_text (self, 1, "description", "Other");
  assert_value (self, "[{\"task\":\"two\"}]");
  set_text (self, 1, "name", "second");
  assert_value (self, "[{\"task\":\"second\"}]");
  g_assert_true (troupe_crew_edit_move_task (self->subject, 1, 0, NULL, NULL));
  assert_value (self, "[{\"task\":\"second\"}]");
  g_assert_nonnull (troupe_task_breakpoints_find (self->breakpoints, 0));
  troupe_document_undo (TROUPE_DOCUMENT (self->document));
  g_assert_null (troupe_task_breakpoints_find (self->breakpoints, 0));
  g_assert_nonnull (troupe_task_breakpoints_find (self->breakpoints, 1));
  /* Another task with the same name: the name is ambiguous. */
  set_text (self, 0, "name", "second");
  assert_value (self, "[{\"task\":\"2\"}]");
  troupe_document_undo (TROUPE_DOCUMENT (self->document));
  /* A breakpoint is gone with its task, and there again with it. */
  g_assert_true (troupe_crew_edit_remove_tasks (self->subject, &second, 1, NULL));
  assert_value (self, "[]");
  g_assert_null (troupe_task_breakpoints_find (self->breakpoints, 1));
  g_assert_cmpuint (count (self), ==, 0);
  troupe_document_undo (TROUPE_DOCUMENT (self->document));
  assert_value (self, "[{\"task\":\"second\"}]");
}

static void
test_read (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeValue) value =
      troupe_value_from_json ("[{\"task\": \"two\"}, {\"task\": \"two\"}, {\"task\": \"3\", "
                              "\"if\": \"x\"}, {\"task\": \"9\"},"
                              " {\"task\": 4}, {\"method\": \"one\"}, 5, null]",
                              -1, NULL);
  g_autoptr (TroupeValue) text = troupe_value_new_string ("two", -1);

  troupe_task_breakpoints_read (self->breakpoints, value);
  assert_value (self, "[{\"task\":\"two\"},{\"task\":\"3\",\"if\":\"x\"}]");
  troupe_task_breakpoints_read (self->breakpoints, text);
  assert_value (self, "[]");
  troupe_task_breakpoints_read (self->breakpoints, NULL);
  assert_value (self, "[]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/task-breakpoints/set", Fixture, NULL, set_up, test_set, tear_down);
  g_test_add ("/task-breakpoints/follow", Fixture, NULL, set_up, test_follow, tear_down);
  g_test_add ("/task-breakpoints/read", Fixture, NULL, set_up, test_read, tear_down);
  return g_test_run ();
}
