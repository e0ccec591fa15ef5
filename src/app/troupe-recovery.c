/* troupe-recovery.c: reads the drafts of a crashed process on another thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-recovery"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-kind.h"
#include "troupe-recovery.h"
#include "troupe-sanitize-text.h"

typedef struct
{
  TroupeDrafts *drafts;
  TroupeRecoveryFunc func;
  gpointer user_data;
  GPtrArray *found;
  GPtrArray *lost;
} Recovery;

static void
recovery_free (Recovery *self)
{
  g_object_unref (self->drafts);
  g_ptr_array_unref (self->found);
  g_ptr_array_unref (self->lost);
  g_free (self);
}

void
troupe_recovered_free (TroupeRecovered *self)
{
  g_return_if_fail (self != NULL);

  g_clear_object (&self->document);
  g_clear_pointer (&self->left, troupe_recovered_draft_free);
  g_clear_pointer (&self->note, troupe_draft_note_free);
  g_free (self);
}

static TroupeDocument *
restore (TroupeRecoveredDraft *left, GError **error)
{
  const TroupeKind *kind = troupe_kind_find (troupe_recovered_draft_get_kind (left));
  g_autoptr (TroupeDocument) document = NULL;

  if (kind == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   _ ("This version of Troupe does not support documents of the kind “%s”."),
                   troupe_recovered_draft_get_kind (left));
      return NULL;
    }
  document = g_object_new (kind->get_type (), NULL);
  if (!troupe_recovered_draft_restore (left, document, error))
    return NULL;
  return g_steal_pointer (&document);
}

/* Returns TRUE if the document, which has a file, is what the user has created. */
static gboolean
is_own_file (TroupeDocument *document, TroupeRecoveredDraft *left)
{
  const gboolean is_edited = troupe_recovered_draft_is_edited (left);

  if (is_edited && !troupe_recovered_draft_is_own (left))
    return FALSE;
  return troupe_kind_is_own_file (document, is_edited);
}

/* @left: (transfer full) */
static void
add (Recovery *self, TroupeRecoveredDraft *left)
{
  g_autoptr (GError) error = NULL;
  TroupeDocument *document = restore (left, &error);
  const char *path = troupe_recovered_draft_get_path (left);
  TroupeRecovered *recovered;

  g_assert (self != NULL);

  if (document == NULL)
    {
      g_autofree char *base = path != NULL ? g_path_get_basename (path) : g_strdup (_ ("Untitled"));
      g_autofree char *name = troupe_text_to_line (base);

      g_ptr_array_add (self->lost,
                       g_strdup_printf (_ ("Could not reopen “%s”: %s"), name, error->message));
      /* The draft of an unmodified document is discarded, because it contains nothing that could
       * be lost. */
      if (troupe_recovered_draft_is_edited (left))
        troupe_recovered_draft_set_aside (left, self->drafts);
      else
        troupe_recovered_draft_discard (left, self->drafts);
      troupe_recovered_draft_free (left);
      return;
    }
  recovered = g_new0 (TroupeRecovered, 1);
  recovered->document = document;
  recovered->left = left;
  recovered->note = troupe_draft_note_new (troupe_recovered_draft_get_note (left));
  /* The file of a document without edits may have been replaced, and so may the code beside it. */
  troupe_document_set_own (document, path == NULL ? troupe_recovered_draft_is_own (left)
                                                  : is_own_file (document, left));
  if (recovered->note->window == NULL)
    recovered->note->window = g_strdup ("");
  g_ptr_array_add (self->found, recovered);
}

/* Sorts by windows, in the order of their first drafts, and then by tabs. */
static int
compare (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TroupeRecovered *left = *(const TroupeRecovered *const *) a;
  const TroupeRecovered *right = *(const TroupeRecovered *const *) b;
  GHashTable *windows = user_data;
  guint first = GPOINTER_TO_UINT (g_hash_table_lookup (windows, left->note->window));
  guint second = GPOINTER_TO_UINT (g_hash_table_lookup (windows, right->note->window));

  if (first != second)
    return first < second ? -1 : 1;
  return left->note->tab < right->note->tab ? -1 : left->note->tab > right->note->tab;
}

static void
sort (GPtrArray *found)
{
  g_autoptr (GHashTable) windows = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < found->len; i++)
    {
      TroupeRecovered *recovered = g_ptr_array_index (found, i);

      if (!g_hash_table_contains (windows, recovered->note->window))
        g_hash_table_insert (windows, recovered->note->window, GUINT_TO_POINTER (i + 1));
    }
  g_ptr_array_sort_with_data (found, compare, windows);
}

static void
recovery_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Recovery *self = task_data;
  g_autoptr (GPtrArray) left = troupe_drafts_take_left (self->drafts);

  g_assert (G_IS_TASK (task));

  while (left->len > 0)
    add (self, g_ptr_array_steal_index (left, 0));
  sort (self->found);
  g_task_return_boolean (task, TRUE);
}

static void
recovered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Recovery *self = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  self->func (self->found, self->lost, self->user_data);
  recovery_free (self);
}

void
troupe_recovery_start (TroupeDrafts *drafts, TroupeRecoveryFunc func, gpointer user_data)
{
  Recovery *self;
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TROUPE_IS_DRAFTS (drafts));
  g_return_if_fail (func != NULL);

  self = g_new0 (Recovery, 1);
  self->drafts = g_object_ref (drafts);
  self->func = func;
  self->user_data = user_data;
  self->found = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_recovered_free);
  self->lost = g_ptr_array_new_with_free_func (g_free);
  task = g_task_new (NULL, NULL, recovered_cb, self);
  g_task_set_source_tag (task, troupe_recovery_start);
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, recovery_thread);
}
