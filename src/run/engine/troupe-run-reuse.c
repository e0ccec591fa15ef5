/* troupe-run-reuse.c: keeping the outcomes of calls with a run, and reusing those of an earlier one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-reuse"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-document.h"
#include "troupe-reused-results.h"
#include "troupe-run-call-keeper.h"
#include "troupe-run-disk.h"
#include "troupe-run-files.h"
#include "troupe-run-options.h"
#include "troupe-run-kind.h"
#include "troupe-run-secret.h"
#include "troupe-run-reuse.h"
#include "troupe-run-storage.h"
#include "troupe-store-document.h"

/* Number of runs among which the newest one with calls is searched. */
#define MOST_RUNS 50
/* Writes a key as text. (transfer full) */
static char *
make_key_text (TroupeRecordKind kind, TroupeValue *request)
{
  guint8 key[TROUPE_RECORD_KEY_LENGTH];
  GString *text = g_string_sized_new (2 * sizeof key);

  troupe_record_make_key (kind, request, key);
  for (guint i = 0; i < sizeof key; i++)
    g_string_append_printf (text, "%02x", key[i]);
  return g_string_free (text, FALSE);
}

/* --- Keeping -------------------------------------------------------------------------------------- */

/* @reserve: the part of the disk limit that is left to the run itself; @n_calls: atomic; @copied: the lists of calls that were kept already.
 * Atomic reference count. */
typedef struct
{
  GHashTable *copied;
  TroupeStore *store;
  char *run_id;
  TroupeRunDisk *disk;
  gsize reserve;
  gint n_calls;
} Keeper;

static void
keeper_clear (gpointer data)
{
  Keeper *self = data;

  g_hash_table_unref (self->copied);
  g_object_unref (self->store);
  troupe_run_disk_unref (self->disk);
  g_free (self->run_id);
}

static void
keeper_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, keeper_clear);
}

/* Stores a call as long as there is room. @call: without its number */
static void
keep (Keeper *self, TroupeStoredAnswer *call)
{
  const gsize size = troupe_value_measure_json (call->value, G_MAXSIZE / 4);

  if (!troupe_run_disk_has_room (self->disk, self->reserve + size))
    return;
  troupe_run_disk_add (self->disk, size);
  call->ordinal = g_atomic_int_add (&self->n_calls, 1) + 1;
  troupe_store_add_call (self->store, self->run_id, call);
}

/* Failures are not reused; the chunks of an answer only repeat its text. Called on any thread. */
static void
keep_cb (TroupeRecordKind kind,
         TroupeValue *request,
         TroupeValue *caller,
         TroupeValue *outcome,
         gpointer user_data)
{
  Keeper *self = user_data;
  TroupeStoredAnswer call = { 0 };
  g_autofree char *place = NULL;
  g_autofree char *key = NULL;
  g_autoptr (TroupeValue) value = NULL;

  if (troupe_value_get_member (outcome, "error") != NULL ||
      troupe_value_get_member (outcome, "executes") != NULL)
    return;
  value = troupe_value_map_without (outcome, "chunks");
  place = troupe_value_to_json (caller, TROUPE_JSON_COMPACT);
  key = make_key_text (kind, request);
  call.place = place;
  call.request = key;
  call.value = value;
  keep (self, &call);
}

/* A run keeps the calls of the results that it reuses, too, for the run after it. */
static void
keep_reused_cb (GPtrArray *calls, gboolean is_only, gpointer user_data)
{
  Keeper *self = user_data;

  g_assert (calls != NULL);

  if (!g_hash_table_add (self->copied, calls))
    return;
  for (guint i = 0; i < calls->len; i++)
    {
      TroupeStoredAnswer call = *(const TroupeStoredAnswer *) g_ptr_array_index (calls, i);

      keep (self, &call);
    }
}

void
troupe_run_keep_calls (TroupeRun *self, TroupeRunDisk *disk)
{
  g_autoptr (TroupeRecorder) recorder = NULL;
  Keeper *keeper = NULL;

  g_return_if_fail (TROUPE_IS_RUN (self));

  if (troupe_run_get_options (self)->store == NULL)
    return;
  if (troupe_run_get_options (self)->recorder == NULL)
    {
      recorder = troupe_recorder_new ();
      troupe_recorder_set_missing (recorder, TROUPE_REPLAY_MISSING_CALLS);
      troupe_run_set_recorder (self, recorder);
    }
  keeper = g_atomic_rc_box_new0 (Keeper);
  keeper->copied = g_hash_table_new (NULL, NULL);
  keeper->store = g_object_ref (troupe_run_get_options (self)->store);
  keeper->run_id = g_strdup (troupe_run_get_id (self));
  keeper->disk = troupe_run_disk_ref (disk);
  keeper->reserve = troupe_run_get_disk_limit (self) / 2;
  /* A resumed run appends to the calls of the earlier process. */
  if (troupe_run_goes_on (self))
    keeper->n_calls = (gint) troupe_store_count_calls (troupe_run_get_options (self)->store,
                                                       troupe_run_get_id (self));
  if (troupe_run_get_options (self)->results != NULL)
    troupe_reused_results_watch (troupe_run_get_options (self)->results, keep_reused_cb,
                                 g_atomic_rc_box_acquire (keeper), keeper_unref);
  troupe_recorder_set_keeper (troupe_run_get_options (self)->recorder, keep_cb, keeper,
                              keeper_unref);
}

/* --- Reusing -------------------------------------------------------------------------------------- */

/* The calls of a run. @results: counts what the outcomes had cost; @calls: (element-type TroupeStoredAnswer); @by_key: maps keys to a GPtrArray of those that were not used
 * yet; @lock protects it */
typedef struct
{
  GMutex lock;
  TroupeReusedResults *results;
  GPtrArray *calls;
  GHashTable *by_key;
} Source;

static void
source_free (gpointer data)
{
  Source *self = data;

  g_hash_table_unref (self->by_key);
  g_ptr_array_unref (self->calls);
  g_clear_pointer (&self->results, troupe_reused_results_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* @calls: (transfer full) */
static Source *
source_new (GPtrArray *calls)
{
  Source *self = g_new0 (Source, 1);

  g_mutex_init (&self->lock);
  self->calls = calls;
  self->by_key =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < calls->len; i++)
    {
      TroupeStoredAnswer *call = g_ptr_array_index (calls, i);
      GPtrArray *equal = g_hash_table_lookup (self->by_key, call->request);

      if (equal == NULL)
        {
          equal = g_ptr_array_new ();
          g_hash_table_insert (self->by_key, call->request, equal);
        }
      g_ptr_array_add (equal, call);
    }
  return self;
}

/* Uses the first unused outcome of an equal request of the same caller, else of another one. Any thread. */
static TroupeValue *
find_cb (TroupeRecordKind kind, TroupeValue *request, TroupeValue *caller, gpointer user_data)
{
  Source *self = user_data;
  g_autofree char *key = make_key_text (kind, request);
  g_autofree char *place = troupe_value_to_json (caller, TROUPE_JSON_COMPACT);
  GPtrArray *equal = NULL;
  TroupeValue *outcome = NULL;
  guint chosen = 0;

  g_mutex_lock (&self->lock);
  equal = g_hash_table_lookup (self->by_key, key);
  for (guint i = 0; equal != NULL && i < equal->len; i++)
    if (g_str_equal (((const TroupeStoredAnswer *) g_ptr_array_index (equal, i))->place, place))
      {
        chosen = i;
        break;
      }
  if (equal != NULL && equal->len > 0)
    {
      const TroupeStoredAnswer *call = g_ptr_array_steal_index (equal, chosen);

      outcome = troupe_reused_call_make_free (call->value);
    }
  g_mutex_unlock (&self->lock);
  if (outcome != NULL)
    troupe_reused_results_add_saved (self->results, troupe_reused_call_get_cost (outcome));
  return outcome;
}

/* The calls of a result that was reused as a whole are used, too. If its method was executed several times, it is not known which ones. */
static void
use_cb (GPtrArray *calls, gboolean is_only, gpointer user_data)
{
  Source *self = user_data;

  if (!is_only)
    return;
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < calls->len; i++)
    {
      TroupeStoredAnswer *call = g_ptr_array_index (calls, i);

      g_ptr_array_remove (g_hash_table_lookup (self->by_key, call->request), call);
    }
  g_mutex_unlock (&self->lock);
}

static gboolean
fail (GError *cause, GError **error)
{
  g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
  g_error_free (cause);
  return FALSE;
}

/* Returns the newest ended run of the document that has kept calls or results. (transfer full) (nullable): NULL if there is
 * none, or with @error */
static char *
find_run (TroupeStore *store, TroupeFlow *flow, const char *path, GError **error)
{
  const TroupeDocumentIdentity document = { path, troupe_flow_get_name (flow),
                                            troupe_flow_get_digest (flow) };
  g_autoptr (GPtrArray) runs = troupe_store_list_runs_of (store, &document, MOST_RUNS, error);

  for (guint i = 0; runs != NULL && i < runs->len; i++)
    {
      const TroupeRunRecord *record = g_ptr_array_index (runs, i);
      g_autoptr (GPtrArray) steps = NULL;

      if (record->status == TROUPE_RUN_STATUS_RUNNING)
        continue;
      if (troupe_store_count_calls (store, record->id) > 0)
        return g_strdup (record->id);
      steps = troupe_store_get_steps (store, record->id, NULL);
      if (steps != NULL && steps->len > 1)
        return g_strdup (record->id);
    }
  return NULL;
}

/* --- Results -------------------------------------------------------------------------------------- */

/* The run whose results are reused. @flow: (nullable): as it was then, NULL if the run was stored without it */
typedef struct
{
  TroupeRunRecord *record;
  GPtrArray *calls;
  GPtrArray *steps;
  GPtrArray *events;
  TroupeFlowDocument *document;
  TroupeFlow *flow;
} Earlier;

static void
earlier_clear (Earlier *self)
{
  g_clear_pointer (&self->record, troupe_run_record_free);
  g_clear_pointer (&self->calls, g_ptr_array_unref);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  g_clear_object (&self->document);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Earlier, earlier_clear)

static gboolean
read_earlier (Earlier *self, TroupeStore *store, const char *run_id, GError **error)
{
  GError *cause = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;

  self->record = troupe_store_get_run (store, run_id, &cause);
  if (self->record != NULL)
    self->calls = troupe_store_get_calls (store, self->record->id, &cause);
  if (self->calls != NULL)
    self->steps = troupe_store_get_steps (store, self->record->id, &cause);
  if (self->steps != NULL)
    self->events = troupe_store_get_events (store, self->record->id, &cause);
  if (self->events == NULL)
    return fail (cause, error);
  if (self->record->document != NULL)
    {
      text = troupe_run_restore_document (self->record->document, self->record->path);
      name = self->record->path != NULL ? g_path_get_basename (self->record->path)
                                        : g_strdup ("flow.json");
      self->document = troupe_flow_document_load_text (text, strlen (text), name, NULL, NULL);
      if (self->document != NULL)
        self->flow = troupe_flow_document_get_flow (self->document);
    }
  return TRUE;
}

gboolean
troupe_run_set_reuse (TroupeRun *self,
                      TroupeStore *store,
                      const char *run_id,
                      const char *path,
                      GError **error)
{
  g_auto (Earlier) earlier = { NULL };
  g_autoptr (TroupeRecorder) recorder = NULL;
  g_autofree char *found = NULL;
  Source *source = NULL;
  GError *cause = NULL;
  TroupeFlow *flow;
  TroupeRunOptions *options;
  TroupeFlow *before;
  gboolean is_chat;
  g_autoptr (TroupeFlowDifference) changes = NULL;
  g_autoptr (GPtrArray) none = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (self) && TROUPE_IS_STORE (store), FALSE);

  if (troupe_run_get_options (self)->recorder != NULL)
    {
      g_set_error (
          error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
          _ ("A run that is recorded or replayed cannot reuse the answers of another one."));
      return FALSE;
    }
  if (run_id == NULL)
    run_id = found = find_run (store, troupe_run_get_flow (self), path, &cause);
  if (cause != NULL)
    return fail (cause, error);
  if (run_id == NULL)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                   _ ("No saved run of this document has answers to reuse. Run it first."));
      return FALSE;
    }
  if (!read_earlier (&earlier, store, run_id, error))
    return FALSE;
  troupe_run_files_note (self);
  /* Creates the results of methods that may be reused. Without the document, or in a
   * conversation, there are none. */
  flow = troupe_run_get_flow (self);
  options = troupe_run_get_options (self);
  before = earlier.flow;
  is_chat = troupe_flow_is_conversational (flow);
  none = g_ptr_array_new ();
  changes = troupe_flow_difference_new (before != NULL ? before : flow, flow,
                                        troupe_run_files_get (earlier.record), options->files,
                                        (const char *const *) options->kept_results);
  options->results =
      troupe_reused_results_new (flow, changes, earlier.steps,
                                 before != NULL && !is_chat ? earlier.events : none, earlier.calls,
                                 (const char *const *) options->kept_results);
  recorder = troupe_recorder_new ();
  troupe_recorder_set_missing (recorder, TROUPE_REPLAY_MISSING_CALLS);
  source = source_new (g_steal_pointer (&earlier.calls));
  source->results = troupe_reused_results_ref (troupe_run_get_options (self)->results);
  troupe_reused_results_watch (source->results, use_cb, source, NULL);
  troupe_recorder_set_source (recorder, find_cb, source, source_free);
  troupe_run_set_recorder (self, recorder);
  troupe_set_str (&troupe_run_get_options (self)->reuse, earlier.record->id);
  if (earlier.flow != NULL)
    troupe_run_get_kind (self)->reuse (self, store, earlier.record, earlier.flow, source->calls);
  return TRUE;
}
