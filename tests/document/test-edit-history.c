/* test-edit-history.c: undo, redo, groups and merged steps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-edit-history.h"

static TroupeDocumentParts *
make_parts (int value)
{
  g_autoptr (TroupeDocumentParts) empty = troupe_document_parts_new ();
  g_autofree char *text = g_strdup_printf ("{\"value\": %d}", value);
  g_autoptr (JsonNode) root =
      troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, NULL, NULL);

  return troupe_document_parts_with_root (empty, "", root);
}

/* Takes ownership of @parts. */
static int
get_value (TroupeDocumentParts *parts)
{
  JsonNode *root = troupe_document_parts_get_root (parts, "");
  int value = (int) json_object_get_int_member (json_node_get_object (root), "value");

  troupe_document_parts_unref (parts);
  return value;
}

static void
test_travel (void)
{
  g_autoptr (TroupeEditHistory) history = troupe_edit_history_new ();
  g_autoptr (TroupeDocumentParts) zero = make_parts (0);
  g_autoptr (TroupeDocumentParts) one = make_parts (1);
  g_autoptr (TroupeDocumentParts) two = make_parts (2);

  g_assert_null (troupe_edit_history_undo (history, zero));
  g_assert_null (troupe_edit_history_get_undo_label (history));
  troupe_edit_history_record (history, zero, "First", NULL);
  troupe_edit_history_record (history, one, "Second", NULL);
  g_assert_cmpstr (troupe_edit_history_get_undo_label (history), ==, "Second");
  g_assert_cmpint (get_value (troupe_edit_history_undo (history, two)), ==, 1);
  g_assert_cmpstr (troupe_edit_history_get_undo_label (history), ==, "First");
  g_assert_cmpstr (troupe_edit_history_get_redo_label (history), ==, "Second");
  g_assert_cmpint (get_value (troupe_edit_history_redo (history, one)), ==, 2);
  g_assert_null (troupe_edit_history_redo (history, two));
  g_assert_cmpint (get_value (troupe_edit_history_undo (history, two)), ==, 1);

  /* A new edit discards the redo steps. */
  troupe_edit_history_record (history, one, "Other", NULL);
  g_assert_null (troupe_edit_history_get_redo_label (history));
}

/* Steps that lead to content of others are known, also after they were undone and redone. */
static void
test_foreign (void)
{
  g_autoptr (TroupeEditHistory) history = troupe_edit_history_new ();
  g_autoptr (TroupeDocumentParts) zero = make_parts (0);
  g_autoptr (TroupeDocumentParts) one = make_parts (1);
  g_autoptr (TroupeDocumentParts) two = make_parts (2);
  g_autoptr (TroupeDocumentParts) three = make_parts (3);

  troupe_edit_history_record (history, zero, "Own", NULL);
  g_assert_cmpint (get_value (troupe_edit_history_undo (history, one)), ==, 0);
  g_assert_false (troupe_edit_history_crossed_foreign (history));
  g_assert_cmpint (get_value (troupe_edit_history_redo (history, zero)), ==, 1);
  g_assert_false (troupe_edit_history_crossed_foreign (history));
  troupe_edit_history_mark_foreign (history);
  troupe_edit_history_record (history, one, "Reload", NULL);
  troupe_edit_history_record (history, two, "Own", NULL);
  g_assert_cmpint (get_value (troupe_edit_history_undo (history, three)), ==, 2);
  g_assert_false (troupe_edit_history_crossed_foreign (history));
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (get_value (troupe_edit_history_undo (history, two)), ==, 1);
      g_assert_true (troupe_edit_history_crossed_foreign (history));
      g_assert_cmpint (get_value (troupe_edit_history_redo (history, one)), ==, 2);
      g_assert_true (troupe_edit_history_crossed_foreign (history));
    }
  g_assert_cmpint (get_value (troupe_edit_history_redo (history, two)), ==, 3);
  g_assert_false (troupe_edit_history_crossed_foreign (history));
}

/* A step that is retracted leaves nothing to undo or redo, and the redo steps before it are back. */
static void
test_retract (void)
{
  g_autoptr (TroupeEditHistory) history = troupe_edit_history_new ();
  g_autoptr (TroupeDocumentParts) zero = make_parts (0);
  g_autoptr (TroupeDocumentParts) one = make_parts (1);
  g_autoptr (TroupeDocumentParts) two = make_parts (2);

  g_assert_null (troupe_edit_history_retract (history));
  troupe_edit_history_record (history, zero, "one", NULL);
  g_assert_cmpint (get_value (troupe_edit_history_undo (history, one)), ==, 0);
  g_assert_null (troupe_edit_history_retract (history));
  troupe_edit_history_record (history, zero, "two", NULL);
  g_assert_null (troupe_edit_history_get_redo_label (history));
  g_assert_cmpint (get_value (troupe_edit_history_retract (history)), ==, 0);
  g_assert_null (troupe_edit_history_get_undo_label (history));
  g_assert_cmpstr (troupe_edit_history_get_redo_label (history), ==, "one");
  g_assert_cmpint (get_value (troupe_edit_history_redo (history, zero)), ==, 1);
  g_assert_null (troupe_edit_history_retract (history));
  troupe_edit_history_record (history, one, "three", NULL);
  g_assert_cmpint (get_value (troupe_edit_history_undo (history, two)), ==, 1);
}

static void
test_merge (void)
{
  g_autoptr (TroupeEditHistory) history = troupe_edit_history_new ();
  g_autoptr (TroupeDocumentParts) zero = make_parts (0);
  g_autoptr (TroupeDocumentParts) one = make_parts (1);
  g_autoptr (TroupeDocumentParts) two = make_parts (2);

  troupe_edit_history_record (history, zero, "Type", "field");
  troupe_edit_history_record (history, one, "Type", "field");
  g_assert_cmpint (get_value (troupe_edit_history_undo (history, two)), ==, 0);
  g_assert_null (troupe_edit_history_get_undo_label (history));

  /* An edit after undo does not merge with an earlier step of the same field. */
  troupe_edit_history_record (history, zero, "Type", "field");
  troupe_edit_history_record (history, one, "Type", "other");
  g_assert_cmpint (get_value (troupe_edit_history_undo (history, two)), ==, 1);
}

static void
test_groups (void)
{
  g_autoptr (TroupeEditHistory) history = troupe_edit_history_new ();
  g_autoptr (TroupeDocumentParts) zero = make_parts (0);
  g_autoptr (TroupeDocumentParts) one = make_parts (1);

  troupe_edit_history_begin_group (history, zero, "Whole");
  troupe_edit_history_begin_group (history, zero, "Inner");
  troupe_edit_history_record (history, zero, "Part", NULL);
  g_assert_null (troupe_edit_history_undo (history, one));
  g_assert_false (troupe_edit_history_end_group (history, one));
  g_assert_true (troupe_edit_history_is_in_group (history));
  g_assert_true (troupe_edit_history_end_group (history, one));
  g_assert_false (troupe_edit_history_is_in_group (history));
  g_assert_cmpstr (troupe_edit_history_get_undo_label (history), ==, "Whole");
  g_assert_cmpint (get_value (troupe_edit_history_undo (history, one)), ==, 0);

  /* A group without changes is not a step and keeps the redo steps. */
  troupe_edit_history_begin_group (history, zero, "Nothing");
  g_assert_false (troupe_edit_history_end_group (history, zero));
  g_assert_null (troupe_edit_history_get_undo_label (history));
  g_assert_nonnull (troupe_edit_history_get_redo_label (history));
}

static void
test_limit (void)
{
  g_autoptr (TroupeEditHistory) history = troupe_edit_history_new ();
  g_autoptr (TroupeDocumentParts) now = make_parts (-1);
  int n_steps = 0;

  for (int i = 0; i < 1500; i++)
    {
      g_autoptr (TroupeDocumentParts) before = make_parts (i);

      troupe_edit_history_record (history, before, "Step", NULL);
    }
  for (;;)
    {
      TroupeDocumentParts *parts = troupe_edit_history_undo (history, now);

      if (parts == NULL)
        break;
      g_assert_cmpint (get_value (parts), ==, 1499 - n_steps);
      n_steps++;
    }
  g_assert_cmpint (n_steps, ==, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/document/history/travel", test_travel);
  g_test_add_func ("/document/history/foreign", test_foreign);
  g_test_add_func ("/document/history/retract", test_retract);
  g_test_add_func ("/document/history/merge", test_merge);
  g_test_add_func ("/document/history/groups", test_groups);
  g_test_add_func ("/document/history/limit", test_limit);

  return g_test_run ();
}
