/* fuzz-crew-edit.c: fuzzing of edits and repairs of crews, which must succeed or return an error,
 * and of their undo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-crew-edit.h"
#include "troupe-json.h"

/* Maximum number of repairs per input. The number is limited because each repair reads the
 * complete crew again. */
#define MOST_REPAIRS 40

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Asserts that a refused edit has an error message. */
static void
check (gboolean done, GError **error)
{
  g_assert_true (done || (*error)->message[0] != '\0');
  g_clear_error (error);
}

static void
repair (TroupeCrewSubject *subject)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_ref (troupe_crew_subject_get_problems (subject));

  for (guint i = 0; i < problems->len && i < MOST_REPAIRS; i++)
    {
      g_auto (GStrv) keys =
          troupe_crew_subject_split_path (subject, ((TroupeProblem *) problems->pdata[i])->path);
      g_autoptr (GError) error = NULL;

      check (troupe_crew_edit_apply_fix (subject, problems->pdata[i], &error), &error);
    }
}

static void
edit_tasks (TroupeCrewSubject *subject, guint n_tasks)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = troupe_crew_edit_add_task (subject, n_tasks / 2, &error);
  const guint first[] = { 0 };

  check (name != NULL, &error);
  check (troupe_crew_edit_add_context (subject, 0, n_tasks, &error), &error);
  check (troupe_crew_edit_move_task (subject, n_tasks, 0, NULL, &error), &error);
  check (troupe_crew_edit_rename_task (subject, 0, "renamed", &error), &error);
  check (troupe_crew_edit_remove_context (subject, 0, n_tasks, &error), &error);
  check (troupe_crew_edit_set_context_kind (subject, n_tasks, TROUPE_CREW_CONTEXT_THESE, &error),
         &error);
  check (troupe_crew_edit_remove_tasks (subject, first, 1, &error), &error);
}

static void
edit_agents (TroupeCrewSubject *subject)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (subject);
  g_autofree char *name = troupe_crew_edit_add_agent (subject, NULL, &error);

  check (name != NULL, &error);
  for (guint i = 0; agents[i] != NULL && i < 3; i++)
    {
      g_autofree char *other = g_strdup_printf ("renamed %u", i);

      check (troupe_crew_edit_set_manager (subject, agents[i], &error), &error);
      check (troupe_crew_edit_assign_agent (subject, 0, agents[i], &error), &error);
      check (troupe_crew_edit_rename_agent (subject, agents[i], other, &error), &error);
      check (troupe_crew_edit_remove_agent (subject, other, name, &error), &error);
    }
  check (troupe_crew_edit_set_process (subject, TROUPE_CREW_HIERARCHICAL, "m", &error), &error);
  check (troupe_crew_edit_set_process (subject, TROUPE_CREW_SEQUENTIAL, NULL, &error), &error);
}

static void
paste (TroupeCrewSubject *subject)
{
  g_auto (GStrv) agents = troupe_crew_subject_list_agents (subject);
  const guint tasks[] = { 1, 0 };
  g_autofree char *text = troupe_crew_edit_copy (subject, tasks, 2, (const char *const *) agents);
  g_autoptr (GError) error = NULL;

  check (troupe_crew_edit_paste (subject, text, 1, NULL, NULL, NULL, &error), &error);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const char *const path[] = { "with", NULL };
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autofree char *whole = g_strconcat ("{\"with\": ", text, "}", NULL);
  g_autoptr (TroupeDocument) document = g_object_new (TROUPE_TYPE_CREW_DOCUMENT, NULL);
  g_autoptr (TroupeCrewSubject) subject = NULL;
  g_autofree char *first = NULL, *last = NULL;

  if (!troupe_document_read_text (document, whole, strlen (whole), NULL, NULL, NULL))
    return 0;
  first = troupe_document_to_text (document, NULL);
  subject = troupe_crew_subject_new_inline (document, path);
  edit_tasks (subject, troupe_crew_subject_get_n_tasks (subject));
  edit_agents (subject);
  paste (subject);
  repair (subject);
  while (troupe_document_undo (document))
    ;
  repair (subject);
  while (troupe_document_undo (document))
    ;
  last = troupe_document_to_text (document, NULL);
  g_assert_cmpstr (first, ==, last);
  return 0;
}
