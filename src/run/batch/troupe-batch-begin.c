/* troupe-batch-begin.c: starts a batch from its inputs or resumes it from its database
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-begin"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "troupe-batch-inputs.h"
#include "troupe-batch-private.h"
#include "troupe-file.h"
#include "troupe-folder.h"
#include "troupe-own-folders.h"
#include "troupe-run-secret.h"

/* Keys of the metadata in the batch's database. */
#define KEY_BATCH "batch"
#define KEY_DOCUMENT "document"
#define KEY_SHARD "shard"

/* Number of items that are added per transaction. It is limited so that a stop request is
 * noticed and memory stays bounded. */
#define PIECE 20000

/* --- Stored state ----------------------------------------------------------------------------- */

static gboolean
fail_different (TroupeBatch *self, const char *sentence, GError **error)
{
  g_set_error_literal (error, TROUPE_BATCH_ERROR, TROUPE_BATCH_ERROR_DIFFERENT, sentence);
  g_assert (TROUPE_IS_BATCH (self));
  return FALSE;
}

static gboolean
check_kept (TroupeBatch *self, const char *shard, GError **error)
{
  g_autofree char *kept_document = troupe_batch_store_get (self->store, KEY_DOCUMENT);
  g_autofree char *kept_shard = troupe_batch_store_get (self->store, KEY_SHARD);
  g_autofree char *kept = NULL;
  g_autofree char *found = NULL;

  g_assert (TROUPE_IS_BATCH (self));

  if (!self->options.resumes)
    {
      g_set_error (error, TROUPE_BATCH_ERROR, TROUPE_BATCH_ERROR_STARTED,
                   _ ("“%s” already contains a batch."), self->folder);
      return FALSE;
    }
  if (g_strcmp0 (kept_document, troupe_flow_get_digest (self->flow)) != 0)
    return fail_different (self, _ ("The document has changed since the batch was started."),
                           error);
  if (g_strcmp0 (kept_shard, shard) != 0)
    return fail_different (self, _ ("The batch was started with another shard."), error);
  /* Compares the digest of the inputs, if these can be read again. */
  kept = troupe_batch_store_get (self->store, TROUPE_BATCH_STORE_INPUTS);
  if (kept == NULL || !g_file_test (self->inputs, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  found = troupe_batch_inputs_digest_file (self->inputs, error);
  if (found == NULL)
    return FALSE;
  self->has_other_inputs = !g_str_equal (kept, found);
  /* What another shard has read is not known. */
  return !self->has_other_inputs || self->options.n_shards == 1 ||
         fail_different (self, _ ("The inputs have changed since the batch was started."), error);
}

static gboolean
keep_new (TroupeBatch *self, const char *shard, GError **error)
{
  g_assert (TROUPE_IS_BATCH (self));

  self->uuid = g_uuid_string_random ();
  if (troupe_batch_store_begin (self->store, error) &&
      troupe_batch_store_set (self->store, KEY_BATCH, self->uuid, error) &&
      troupe_batch_store_set (self->store, KEY_DOCUMENT, troupe_flow_get_digest (self->flow),
                              error) &&
      troupe_batch_store_set (self->store, KEY_SHARD, shard, error) &&
      troupe_batch_store_commit (self->store, error))
    return TRUE;
  troupe_batch_store_roll_back (self->store);
  return FALSE;
}

/* --- Inputs ----------------------------------------------------------------------------------- */

/* Completes an item as it is stored. @problem: (nullable): why the line is not a valid item */
static void
complete_item (TroupeBatch *self, TroupeBatchItem *item, const char *problem)
{
  g_assert (TROUPE_IS_BATCH (self));

  if (problem != NULL)
    {
      item->state = TROUPE_BATCH_ITEM_INVALID;
      troupe_batch_results_describe_problem (item, problem);
    }
  if (item->input != NULL)
    {
      char *hidden = troupe_redactor_hide_text (self->redactor, item->input);

      g_free (item->input);
      item->input = hidden;
    }
}

/* Adds an item that is complete. */
static gboolean
add_item (TroupeBatch *self, TroupeBatchItem *item, GError **error)
{
  gint64 taken_by = 0;
  g_autofree char *sentence = NULL;

  g_assert (TROUPE_IS_BATCH (self));

  if (!troupe_batch_store_add (self->store, item, &taken_by, error))
    return FALSE;
  if (taken_by == 0)
    return TRUE;
  /* The item is stored as invalid, under a unique ID. */
  sentence = g_strdup_printf (_ ("The ID “%s” is already used in line %" PRId64
                                 ". Every item needs a unique ID."),
                              item->id, taken_by);
  g_free (item->id);
  item->id =
      troupe_batch_item_make_id (item->input != NULL ? item->input : "",
                                 item->input != NULL ? strlen (item->input) : 0, item->ordinal);
  item->state = TROUPE_BATCH_ITEM_INVALID;
  troupe_batch_results_describe_problem (item, sentence);
  return troupe_batch_store_add (self->store, item, &taken_by, error);
}

static gboolean
is_stopped (TroupeBatch *self)
{
  gboolean stopped;

  g_mutex_lock (&self->lock);
  stopped = self->is_stopped;
  g_mutex_unlock (&self->lock);
  return stopped;
}

/* Reads up to PIECE items. @n_items: (out): less than PIECE if the end of the inputs was reached
 * or the batch was stopped */
static gboolean
read_piece (TroupeBatch *self, TroupeBatchInputs *inputs, guint *n_items, GError **error)
{
  g_assert (TROUPE_IS_BATCH (self));

  for (*n_items = 0; *n_items < PIECE && !is_stopped (self); (*n_items)++)
    {
      g_autoptr (TroupeBatchItem) item = NULL;
      g_autofree char *problem = NULL;

      if (!troupe_batch_inputs_next (inputs, &item, &problem, error))
        return FALSE;
      if (item == NULL)
        return TRUE;
      if (troupe_batch_item_find_shard (item->id, self->options.n_shards) != self->options.shard)
        continue;
      complete_item (self, item, problem);
      if (!add_item (self, item, error))
        return FALSE;
    }
  return TRUE;
}

/* The flag for complete inputs is stored with the last items, so that interrupted reading starts
 * again from the beginning. */
static gboolean
read_inputs (TroupeBatch *self, GError **error)
{
  g_autoptr (TroupeBatchInputs) inputs = troupe_batch_inputs_open (self->inputs, error);
  guint n_items = PIECE;

  g_assert (TROUPE_IS_BATCH (self));

  if (inputs == NULL || !troupe_batch_store_clear (self->store, error))
    return FALSE;
  self->redactor = troupe_run_make_redactor (self->document, self->path);
  while (n_items == PIECE)
    {
      gboolean is_done = troupe_batch_store_begin (self->store, error) &&
                         read_piece (self, inputs, &n_items, error);

      if (is_done && n_items < PIECE && !is_stopped (self))
        {
          g_autofree char *digest = troupe_batch_inputs_get_digest (inputs);

          is_done = troupe_batch_store_set (self->store, TROUPE_BATCH_STORE_INPUTS, digest, error);
        }
      if (!is_done || !troupe_batch_store_commit (self->store, error))
        {
          troupe_batch_store_roll_back (self->store);
          return FALSE;
        }
    }
  return TRUE;
}

/* --- Changed inputs --------------------------------------------------------------------------- */

/* Returns TRUE if the line is as it was when the item was added. */
static gboolean
is_unchanged (const TroupeBatchItem *before, const TroupeBatchItem *now)
{
  return g_str_equal (before->id, now->id) && g_strcmp0 (before->input, now->input) == 0 &&
         (before->state == TROUPE_BATCH_ITEM_INVALID) == (now->state == TROUPE_BATCH_ITEM_INVALID);
}

/* Finds the items whose lines have changed. They are waiting, with their cost so far. @n_items: (out): number of lines;
 * @n_finished: (out): number of items that have succeeded and whose lines have changed. (transfer full) (element-type TroupeBatchItem)
 * (nullable): NULL with an error */
static GPtrArray *
find_changed (TroupeBatch *self,
              TroupeBatchInputs *inputs,
              gint64 *n_items,
              guint *n_finished,
              GError **error)
{
  g_autoptr (GPtrArray) changed =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_batch_item_free);

  g_assert (TROUPE_IS_BATCH (self));

  for (*n_items = 0;; ++*n_items)
    {
      g_autoptr (TroupeBatchItem) item = NULL;
      g_autoptr (TroupeBatchItem) before = NULL;
      g_autofree char *problem = NULL;
      GError *cause = NULL;

      if (!troupe_batch_inputs_next (inputs, &item, &problem, error))
        return NULL;
      if (item == NULL)
        return g_steal_pointer (&changed);
      complete_item (self, item, problem);
      before = troupe_batch_store_get_item (self->store, item->ordinal, &cause);
      if (before == NULL && !g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
        {
          g_propagate_error (error, cause);
          return NULL;
        }
      g_clear_error (&cause);
      if (before != NULL && is_unchanged (before, item))
        continue;
      if (before != NULL && before->state == TROUPE_BATCH_ITEM_OK)
        ++*n_finished;
      if (before != NULL)
        item->micro_dollars =
            before->micro_dollars + troupe_batch_store_get_live (self->store, item->ordinal);
      g_ptr_array_add (changed, g_steal_pointer (&item));
    }
}

/* Removes what is stored of an item whose line has changed: its file and its runs, which would be continued otherwise. */
static gboolean
remove_item (TroupeBatch *self, gint64 ordinal, GError **error)
{
  g_autoptr (TroupeBatchItem) before = troupe_batch_store_get_item (self->store, ordinal, NULL);

  g_assert (TROUPE_IS_BATCH (self));

  if (before == NULL)
    return TRUE;
  troupe_batch_results_remove_item (self->results, before);
  for (guint i = 0; self->runs != NULL; i++)
    {
      g_autofree char *id = troupe_batch_item_make_run_id (self->uuid, before->id, i);
      g_autoptr (TroupeRunRecord) record = troupe_store_get_run (self->runs, id, NULL);

      if (record == NULL)
        break;
      if (!troupe_store_delete_run (self->runs, id, error))
        return FALSE;
    }
  return troupe_batch_store_remove (self->store, ordinal, error);
}

/* Takes over the lines that were repaired. Their items wait again. Fails if another batch is meant, because lines of items that have
 * succeeded have changed, or there are more or fewer lines. */
static gboolean
take_other_inputs (TroupeBatch *self, GError **error)
{
  g_autoptr (TroupeBatchInputs) inputs = troupe_batch_inputs_open (self->inputs, error);
  g_autoptr (GPtrArray) changed = NULL;
  g_autofree char *digest = NULL;
  TroupeBatchCounts counts;
  gint64 n_before = 0;
  gint64 n_items = 0;
  guint n_finished = 0;
  gboolean is_done;

  g_assert (TROUPE_IS_BATCH (self));

  if (inputs == NULL || !troupe_batch_store_count (self->store, &counts, error))
    return FALSE;
  for (guint i = 0; i < TROUPE_BATCH_ITEM_N_STATES; i++)
    n_before += counts.n_items[i];
  self->redactor = troupe_run_make_redactor (self->document, self->path);
  changed = find_changed (self, inputs, &n_items, &n_finished, error);
  if (changed == NULL)
    return FALSE;
  if (n_items != n_before)
    return fail_different (self, _ ("The inputs have changed since the batch was started."), error);
  if (n_finished > 0)
    return fail_different (
        self,
        _ ("The inputs of items that have succeeded have changed since the batch was started."),
        error);
  digest = troupe_batch_inputs_get_digest (inputs);
  is_done = troupe_batch_store_begin (self->store, error);
  /* All are removed first, because an ID may have moved from one line to another. */
  for (guint i = 0; is_done && i < changed->len; i++)
    is_done = remove_item (self, ((TroupeBatchItem *) changed->pdata[i])->ordinal, error);
  for (guint i = 0; is_done && i < changed->len; i++)
    is_done = add_item (self, changed->pdata[i], error);
  is_done =
      is_done && troupe_batch_store_set (self->store, TROUPE_BATCH_STORE_INPUTS, digest, error);
  if (is_done)
    return troupe_batch_store_commit (self->store, error);
  troupe_batch_store_roll_back (self->store);
  return FALSE;
}

/* --- Starting --------------------------------------------------------------------------------- */

static gboolean
write_item (const TroupeBatchItem *item, gpointer user_data, GError **error)
{
  TroupeBatch *self = user_data;

  return item->result == NULL || troupe_batch_results_has_item (self->results, item) ||
         troupe_batch_results_write_item (self->results, item, error);
}

/* Writes the result files of stored items that an earlier process could not write. */
static gboolean
write_missing (TroupeBatch *self, GError **error)
{
  g_autofree char *synced = troupe_batch_store_get (self->store, "synced");
  const gint64 behind = synced != NULL ? g_ascii_strtoll (synced, NULL, 10) : 0;

  g_assert (TROUPE_IS_BATCH (self));

  return troupe_batch_store_each_ended (self->store, behind, write_item, self, error);
}

static gboolean
wait_again (TroupeBatch *self, GError **error)
{
  const gint64 ordinal = self->options.retried;

  g_assert (TROUPE_IS_BATCH (self));

  if (!self->was_begun)
    return TRUE;
  return troupe_batch_store_wait_again (self->store, TROUPE_BATCH_ITEM_TEMPORARY, ordinal, error) >=
             0 &&
         ((!self->options.retries_failed && ordinal == 0) ||
          troupe_batch_store_wait_again (self->store, TROUPE_BATCH_ITEM_FAILED, ordinal, error) >=
              0) &&
         (ordinal == 0 ||
          troupe_batch_store_wait_again (self->store, TROUPE_BATCH_ITEM_OK, ordinal, error) >= 0);
}

/* Opens the last folder that the user has chosen. @rest: (out): the folder of the shard below it */
static int
open_base (TroupeBatch *self, const char *folder, const char **rest, gboolean make)
{
  g_autofree char *out = g_canonicalize_filename (self->out, NULL);
  g_autofree char *above = g_path_get_dirname (folder);
  const char *base = troupe_path_is_within (folder, out) ? out : above;

  g_assert (TROUPE_IS_BATCH (self));

  *rest = troupe_path_get_below (folder, base);
  if (make && g_mkdir_with_parents (base, 0700) != 0)
    return -1;
  return open (base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

TroupeStoreFolder *
troupe_batch_open_folder (TroupeBatch *self, gboolean make, GError **error)
{
  g_autofree char *folder = g_canonicalize_filename (self->folder, NULL);
  g_autoptr (GError) cause = NULL;
  const char *rest = NULL;
  int base = open_base (self, folder, &rest, make);
  int descriptor = -1;

  if (base < 0)
    cause =
        g_error_new_literal (G_IO_ERROR, (int) g_io_error_from_errno (errno), g_strerror (errno));
  else
    {
      descriptor = troupe_folder_open_beneath (base, rest, O_RDONLY | O_DIRECTORY, make, &cause);
      close (base);
    }
  if (descriptor >= 0)
    return troupe_store_folder_new (descriptor, error);
  g_set_error (
      error, G_IO_ERROR, cause->code,
      /* Translators: the second %s is the reason, a sentence or a message of the system. */
      _ ("Could not open the folder “%s” of the batch: %s"), self->folder, cause->message);
  return NULL;
}

gboolean
troupe_batch_begin (TroupeBatch *self, GError **error)
{
  g_autoptr (TroupeStoreFolder) folder = NULL;
  g_autofree char *shard = g_strdup_printf ("%u/%u", self->options.shard, self->options.n_shards);
  g_autofree char *complete = NULL;
  g_autofree char *state = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  GError *cause = NULL;

  g_return_val_if_fail (TROUPE_IS_BATCH (self), FALSE);

  /* Code of the document sees nothing of the state of any shard. */
  state = g_path_get_dirname (self->folder);
  troupe_own_folders_add (state);
  if (!troupe_file_check_chosen_folder (self->out, error))
    return FALSE;
  name = self->path != NULL ? g_path_get_basename (self->path) : g_strdup ("flow.json");
  self->flow_document = troupe_flow_document_load_text (self->document, strlen (self->document),
                                                        name, &problems, &cause);
  if (self->flow_document == NULL)
    {
      g_set_error (error, TROUPE_BATCH_ERROR, TROUPE_BATCH_ERROR_DOCUMENT,
                   _ ("Could not read the document: %s"), cause != NULL ? cause->message : name);
      g_clear_error (&cause);
      return FALSE;
    }
  self->flow = troupe_flow_document_get_flow (self->flow_document);
  folder = troupe_batch_open_folder (self, TRUE, error);
  self->store = folder != NULL ? troupe_batch_store_open (folder, self->folder, error) : NULL;
  if (self->store == NULL)
    return FALSE;
  self->uuid = troupe_batch_store_get (self->store, KEY_BATCH);
  self->was_begun = self->uuid != NULL;
  if (!(self->was_begun ? check_kept (self, shard, error) : keep_new (self, shard, error)))
    return FALSE;
  self->results = troupe_batch_results_new (self->out, self->options.shard, error);
  if (self->results == NULL)
    return FALSE;
  if (self->options.keeps_runs)
    self->runs = troupe_store_open_in (folder, self->folder, error);
  if (self->options.keeps_runs && self->runs == NULL)
    return FALSE;
  complete = troupe_batch_store_get (self->store, TROUPE_BATCH_STORE_INPUTS);
  if ((complete == NULL && !read_inputs (self, error)) ||
      (self->has_other_inputs && !take_other_inputs (self, error)) || !wait_again (self, error) ||
      !write_missing (self, error) || !troupe_batch_store_count (self->store, &self->counts, error))
    return FALSE;
  self->spent = self->counts.micro_dollars;
  return TRUE;
}
