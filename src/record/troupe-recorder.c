/* troupe-recorder.c: recorded answers of one run: used instead of calls, and kept from calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-recorder"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-recorder.h"
#include "troupe-replay-order.h"
#include "troupe-value-difference.h"

struct _TroupeRecorder
{
  gatomicrefcount ref_count;
  TroupeRecordingWriter *writer; /* (nullable) */
  TroupeRecording *recording;    /* (nullable) */
  TroupeReplayMissing missing;
  TroupeRedactor *redactor;        /* (nullable) */
  TroupeRecorderSourceFunc source; /* (nullable) */
  gpointer source_data;
  GDestroyNotify source_destroy;
  TroupeRecorderKeepFunc keep; /* (nullable) */
  gpointer keep_data;
  GDestroyNotify keep_destroy;
  gint n_replayed;           /* atomic */
  gint n_made;               /* atomic */
  TroupeRecorderAskFunc ask; /* (nullable) */
  gpointer ask_data;
  TroupeReplayOrder *order;
  GMutex lock;                             /* protects the following */
  GHashTable *used;                        /* numbers of the recorded calls that have been used */
  GPtrArray *names[TROUPE_RECORD_N_KINDS]; /* (element-type utf8): called, in order */
  GArray *counts[TROUPE_RECORD_N_KINDS];   /* (element-type guint): for each name */
  GError *error;                           /* (nullable): the first missing outcome */
};

G_DEFINE_QUARK (troupe - recorder - error - quark, troupe_recorder_error)

TroupeRecorder *
troupe_recorder_new (void)
{
  TroupeRecorder *self = g_new0 (TroupeRecorder, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->order = troupe_replay_order_new ();
  self->used = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < TROUPE_RECORD_N_KINDS; i++)
    {
      self->names[i] = g_ptr_array_new_with_free_func (g_free);
      self->counts[i] = g_array_new (FALSE, FALSE, sizeof (guint));
    }
  return self;
}

TroupeRecorder *
troupe_recorder_ref (TroupeRecorder *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_recorder_unref (TroupeRecorder *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->source_destroy != NULL)
    self->source_destroy (self->source_data);
  if (self->keep_destroy != NULL)
    self->keep_destroy (self->keep_data);
  g_clear_pointer (&self->writer, troupe_recording_writer_unref);
  g_clear_pointer (&self->recording, troupe_recording_unref);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  troupe_replay_order_free (self->order);
  g_hash_table_unref (self->used);
  for (guint i = 0; i < TROUPE_RECORD_N_KINDS; i++)
    {
      g_ptr_array_unref (self->names[i]);
      g_array_unref (self->counts[i]);
    }
  g_clear_error (&self->error);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
troupe_recorder_set_writer (TroupeRecorder *self, TroupeRecordingWriter *writer)
{
  g_return_if_fail (self != NULL && self->writer == NULL && writer != NULL);

  self->writer = troupe_recording_writer_ref (writer);
}

void
troupe_recorder_set_recording (TroupeRecorder *self, TroupeRecording *recording)
{
  g_return_if_fail (self != NULL && self->recording == NULL && recording != NULL);

  self->recording = troupe_recording_ref (recording);
}

void
troupe_recorder_set_missing (TroupeRecorder *self, TroupeReplayMissing missing)
{
  g_return_if_fail (self != NULL);

  self->missing = missing;
}

void
troupe_recorder_begin (TroupeRecorder *self, TroupeRedactor *redactor)
{
  g_return_if_fail (self != NULL && redactor != NULL);

  troupe_redactor_ref (redactor);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  self->redactor = redactor;
  if (self->writer != NULL)
    troupe_recording_writer_begin (self->writer);
}

void
troupe_recorder_set_source (TroupeRecorder *self,
                            TroupeRecorderSourceFunc func,
                            gpointer user_data,
                            GDestroyNotify destroy)
{
  g_return_if_fail (self != NULL && self->source == NULL && func != NULL);

  self->source = func;
  self->source_data = user_data;
  self->source_destroy = destroy;
}

void
troupe_recorder_set_keeper (TroupeRecorder *self,
                            TroupeRecorderKeepFunc func,
                            gpointer user_data,
                            GDestroyNotify destroy)
{
  g_return_if_fail (self != NULL);

  if (self->keep_destroy != NULL)
    self->keep_destroy (self->keep_data);
  self->keep = func;
  self->keep_data = user_data;
  self->keep_destroy = destroy;
}

void
troupe_recorder_set_ask (TroupeRecorder *self, TroupeRecorderAskFunc func, gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL);

  self->ask = func;
  self->ask_data = user_data;
}

/* Returns TRUE if calls are answered from a recording or a source. @self: (nullable) */
static gboolean
replays (TroupeRecorder *self)
{
  return self != NULL && (self->recording != NULL || self->source != NULL);
}

gboolean
troupe_recorder_is_offline (TroupeRecorder *self)
{
  return replays (self) && self->missing == TROUPE_REPLAY_MISSING_FAILS;
}

gboolean
troupe_recorder_is_strict (TroupeRecorder *self)
{
  return self != NULL && (self->writer != NULL || replays (self));
}

/* --- Failures --------------------------------------------------------------------------------- */

TroupeValue *
troupe_recorder_make_failure (int code, const char *message, TroupeValue *details)
{
  TroupeMapBuilder failure, outcome;

  g_return_val_if_fail (message != NULL, NULL);

  troupe_map_builder_init (&failure);
  troupe_map_builder_add (&failure, "code", troupe_value_new_integer (code));
  troupe_map_builder_add (&failure, "message",
                          troupe_value_take_string (g_utf8_make_valid (message, -1), -1));
  for (gsize i = 0; details != NULL && i < troupe_value_map_get_size (details); i++)
    troupe_map_builder_add_key (&failure, troupe_value_ref (troupe_value_map_get_key (details, i)),
                                troupe_value_ref (troupe_value_map_get_value (details, i)));
  troupe_map_builder_init (&outcome);
  troupe_map_builder_add (&outcome, "error", troupe_map_builder_end (&failure));
  return troupe_map_builder_end (&outcome);
}

gboolean
troupe_recorder_read_failure (TroupeValue *outcome,
                              int *code,
                              const char **message,
                              TroupeValue **details)
{
  TroupeValue *failure = troupe_value_get_member_of (outcome, "error", TROUPE_VALUE_MAP);
  TroupeValue *number = troupe_value_get_member_of (failure, "code", TROUPE_VALUE_INTEGER);

  g_return_val_if_fail (code != NULL && message != NULL, FALSE);

  if (failure == NULL)
    return FALSE;
  *code = number != NULL ? (int) troupe_value_get_integer (number) : 0;
  *message = troupe_value_get_member_text (failure, "message");
  if (*message == NULL)
    *message = "";
  if (details != NULL)
    *details = failure;
  return TRUE;
}

/* --- Lookup ----------------------------------------------------------------------------------- */

/* (transfer full) */
static char *
describe_service (TroupeRecordKind kind, TroupeValue *request)
{
  const char *name = troupe_record_request_get_name (kind, request);

  switch (kind)
    {
    case TROUPE_RECORD_MODEL:
      return g_strdup_printf (_ ("a request to the model “%s”"), name);

    case TROUPE_RECORD_EMBEDDING:
      return g_strdup_printf (_ ("a request to the embedding model “%s”"), name);

    case TROUPE_RECORD_TOOL:
      return g_strdup_printf (_ ("a call of the tool “%s”"), name);

    case TROUPE_RECORD_DESCRIPTION:
    case TROUPE_RECORD_N_KINDS:
    default:
      return g_strdup_printf (_ ("the tools of “%s”"), name);
    }
}

static GError *
make_missing (TroupeRecorder *self,
              TroupeRecordKind kind,
              TroupeValue *request,
              TroupeValue *caller)
{
  g_autofree char *call = NULL;
  g_autofree char *similar = NULL;
  g_autofree char *service = NULL;
  g_autoptr (GString) text = NULL;
  gsize n;
  g_autoptr (TroupeValue) line = NULL;
  g_autofree char *path = NULL;
  g_autofree char *recorded = NULL;
  g_autofree char *now = NULL;
  g_autofree char *why = NULL;
  const char *warning = NULL;

  g_assert (self != NULL);

  /* Describes the call for the user, such as “a request to the model “gpt-4.1” (agent
   * “Writer”)”. */
  service = describe_service (kind, request);
  text = g_string_new (service);
  n = troupe_value_map_get_size (caller);
  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s “%s”%s", i == 0 ? " (" : ", ",
                            troupe_value_get_string (troupe_value_map_get_key (caller, i), NULL),
                            troupe_value_get_string (troupe_value_map_get_value (caller, i), NULL),
                            i + 1 == n ? ")" : "");
  call = g_strdup (text->str);
  /* Describes how the request differs from the most similar recorded one. */
  line = self->recording != NULL ? troupe_recording_find_similar (self->recording, kind, request)
                                 : NULL;
  if (line == NULL)
    similar = g_strdup (_ ("Nothing of this kind was recorded."));
  else if (!troupe_value_difference_find (troupe_value_get_member (line, "request"), request, &path,
                                          &recorded, &now))
    similar = g_strdup ("");
  else
    similar = g_strdup_printf (
        /* Translators: the first %s is a place such as messages[1].content, the others are texts */
        _ ("The most similar recorded request differs at %s: recorded %s, now %s."), path,
        *recorded != '\0' ? recorded : "–", *now != '\0' ? now : "–");
  warning = self->recording != NULL ? troupe_recording_get_warning (self->recording) : NULL;
  /* The answer may be in the line that is not used. */
  why = warning == NULL || line == NULL ? g_strdup (warning != NULL ? warning : similar)
                                        : g_strjoin (" ", similar, warning, NULL);
  if (self->recording == NULL)
    return g_error_new (TROUPE_RECORDER_ERROR, TROUPE_RECORDER_ERROR_MISSING,
                        /* Translators: %s describes a call */
                        _ ("The test has no answer for %s."), call);
  return g_error_new (TROUPE_RECORDER_ERROR, TROUPE_RECORDER_ERROR_MISSING,
                      /* Translators: the first %s is a file, the second one describes a call, the
                       * third one is a sentence */
                      _ ("The recording “%s” has no answer for %s. %s"),
                      troupe_recording_get_path (self->recording), call, why);
}

/* Keeps the first error. Takes ownership of @error, and returns it. */
static GError *
keep_error (TroupeRecorder *self, GError *error)
{
  g_assert (self != NULL);

  g_mutex_lock (&self->lock);
  if (self->error == NULL)
    self->error = g_error_copy (error);
  g_mutex_unlock (&self->lock);
  return error;
}

/* --- Asking the user -------------------------------------------------------------------------- */

typedef struct
{
  TroupeRecorder *recorder;
  GError *missing;
  TroupeRecorderFunc func;
  gpointer func_data;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  troupe_recorder_unref (question->recorder);
  g_clear_error (&question->missing);
  g_free (question);
}

static void
ask_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Question *question = data;

  g_task_return_boolean (task, question->recorder->ask (question->missing->message,
                                                        question->recorder->ask_data));
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Question *question = g_task_get_task_data (G_TASK (result));
  GError *error = NULL;
  const gboolean is_called = g_task_propagate_boolean (G_TASK (result), &error);

  g_assert (question != NULL);

  if (error == NULL && !is_called)
    error = keep_error (question->recorder, g_steal_pointer (&question->missing));
  question->func (NULL, error, question->func_data);
}

/* @missing: (transfer full) */
static void
ask (TroupeRecorder *self,
     GError *missing,
     GCancellable *cancellable,
     TroupeRecorderFunc func,
     gpointer func_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, answered_cb, NULL);
  Question *question = g_new0 (Question, 1);

  g_assert (self != NULL);

  question->recorder = troupe_recorder_ref (self);
  question->missing = missing;
  question->func = func;
  question->func_data = func_data;
  g_task_set_source_tag (task, ask);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, ask_in_thread);
}

/* --- Calls ------------------------------------------------------------------------------------ */

/* Returns the outcome of the call. @position: (out): where it was recorded, -1 if it was not. (transfer full)
 * (nullable): NULL if there is none, or with an error of reading */
static TroupeValue *
find (TroupeRecorder *self,
      TroupeRecordKind kind,
      TroupeValue *request,
      TroupeValue *caller,
      goffset *position,
      GError **error)
{
  TroupeValue *outcome = NULL;
  gint64 number = -1;
  guint8 key[TROUPE_RECORD_KEY_LENGTH];
  guint first = 0;
  guint n = 0;
  gint64 of_other = -1, last = -1, last_of_caller = -1;

  g_assert (self != NULL);

  *position = -1;
  if (self->source != NULL)
    outcome = self->source (kind, request, caller, self->source_data);
  if (outcome != NULL || self->recording == NULL)
    return outcome;
  troupe_record_make_key (kind, request, key);
  n = troupe_recording_find (self->recording, key, &first);
  g_mutex_lock (&self->lock);
  for (guint i = first; i < first + n && number < 0; i++)
    {
      const gboolean is_used = g_hash_table_contains (self->used, GUINT_TO_POINTER (i));
      const gboolean is_of_caller = troupe_recording_is_by (self->recording, i, caller);

      last = i;
      if (is_of_caller)
        last_of_caller = i;
      if (!is_used && is_of_caller)
        number = i;
      else if (!is_used && of_other < 0)
        of_other = i;
    }
  if (number < 0)
    number = of_other >= 0 ? of_other : last_of_caller >= 0 ? last_of_caller : last;
  if (number >= 0)
    g_hash_table_add (self->used, GUINT_TO_POINTER ((guint) number));
  g_mutex_unlock (&self->lock);
  if (number < 0)
    return NULL;
  *position = troupe_recording_get_position (self->recording, (guint) number);
  return troupe_recording_read (self->recording, (guint) number, error);
}

static void
write_line (TroupeRecorder *self,
            TroupeRecordKind kind,
            TroupeValue *request,
            TroupeValue *caller,
            TroupeValue *outcome)
{
  static const char *const parts[] = {
    "answer", "chunks", "error", "vectors", "result", "shape", "executes"
  };
  g_autoptr (TroupeValue) line = NULL;
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  if (self->keep != NULL)
    self->keep (kind, request, caller, outcome, self->keep_data);
  if (self->writer == NULL)
    return;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "call",
                          troupe_value_new_string (troupe_record_kind_get_name (kind), -1));
  troupe_map_builder_add (&builder, "by", troupe_value_ref (caller));
  troupe_map_builder_add (&builder, "request", troupe_value_ref (request));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      TroupeValue *part = troupe_value_map_lookup_string (outcome, parts[i], -1);

      if (part != NULL)
        troupe_map_builder_add (&builder, parts[i], troupe_value_ref (part));
    }
  line = troupe_map_builder_end (&builder);
  troupe_recording_writer_add (self->writer, line);
}

/* An outcome that is about to be delivered. */
typedef struct
{
  TroupeRecorder *recorder;
  TroupeRecordKind kind;
  TroupeValue *request;
  TroupeValue *caller;
  TroupeValue *outcome;
  TroupeRecorderFunc func;
  gpointer func_data;
} Delivery;

/* Takes ownership of @user_data. */
static void
deliver_cb (gpointer user_data)
{
  Delivery *self = user_data;

  write_line (self->recorder, self->kind, self->request, self->caller, self->outcome);
  self->func (self->outcome, NULL, self->func_data);
  troupe_value_unref (self->request);
  troupe_value_unref (self->caller);
  troupe_value_unref (self->outcome);
  troupe_recorder_unref (self->recorder);
  g_free (self);
}

void
troupe_recorder_find (TroupeRecorder *self,
                      TroupeRecordKind kind,
                      TroupeValue *request,
                      TroupeScope *scope,
                      GCancellable *cancellable,
                      TroupeRecorderFunc func,
                      gpointer func_data)
{
  g_autoptr (TroupeValue) hidden = NULL;
  g_autoptr (TroupeValue) caller = NULL;
  g_autoptr (TroupeValue) outcome = NULL;
  goffset position = -1;
  GError *error = NULL;
  const char *name;
  const guint one = 1;
  guint index = 0;

  g_return_if_fail (self != NULL && kind < TROUPE_RECORD_N_KINDS);
  g_return_if_fail (request != NULL && func != NULL);

  name = troupe_record_request_get_name (kind, request);
  g_mutex_lock (&self->lock);
  if (g_ptr_array_find_with_equal_func (self->names[kind], name, g_str_equal, &index))
    g_array_index (self->counts[kind], guint, index)++;
  else
    {
      g_ptr_array_add (self->names[kind], g_strdup (name));
      g_array_append_val (self->counts[kind], one);
    }
  g_mutex_unlock (&self->lock);
  if (replays (self))
    {
      hidden = troupe_redactor_hide_value (self->redactor, request);
      caller = troupe_record_make_caller (scope);
      outcome = find (self, kind, hidden, caller, &position, &error);
      if (outcome != NULL)
        {
          Delivery *delivery;

          g_atomic_int_inc (&self->n_replayed);
          delivery = g_new (Delivery, 1);
          *delivery = (Delivery){ .recorder = troupe_recorder_ref (self),
                                  .kind = kind,
                                  .request = troupe_value_ref (hidden),
                                  .caller = troupe_value_ref (caller),
                                  .outcome = troupe_value_ref (outcome),
                                  .func = func,
                                  .func_data = func_data };
          /* The answers of a test are in no order. */
          if (position < 0)
            deliver_cb (delivery);
          else
            troupe_replay_order_add (self->order, position, deliver_cb, delivery);
          return;
        }
      if (error == NULL && self->missing != TROUPE_REPLAY_MISSING_CALLS)
        error = make_missing (self, kind, hidden, caller);
    }
  g_atomic_int_inc (&self->n_made);
  if (g_error_matches (error, TROUPE_RECORDER_ERROR, TROUPE_RECORDER_ERROR_MISSING) &&
      self->missing == TROUPE_REPLAY_MISSING_ASKS && self->ask != NULL)
    ask (self, error, cancellable, func, func_data);
  else
    func (NULL, error != NULL ? keep_error (self, error) : NULL, func_data);
}

void
troupe_recorder_hold (TroupeRecorder *self)
{
  if (self != NULL)
    troupe_replay_order_hold (self->order);
}

void
troupe_recorder_release (TroupeRecorder *self)
{
  if (self != NULL)
    troupe_replay_order_release (self->order);
}

void
troupe_recorder_add (TroupeRecorder *self,
                     TroupeRecordKind kind,
                     TroupeValue *request,
                     TroupeScope *scope,
                     TroupeValue *outcome)
{
  g_autoptr (TroupeValue) hidden = NULL;
  g_autoptr (TroupeValue) hidden_outcome = NULL;
  g_autoptr (TroupeValue) caller = NULL;

  g_return_if_fail (self != NULL && kind < TROUPE_RECORD_N_KINDS);
  g_return_if_fail (request != NULL && outcome != NULL);

  if (self->writer == NULL && self->keep == NULL)
    return;
  hidden = troupe_redactor_hide_value (self->redactor, request);
  hidden_outcome = troupe_redactor_hide_value (self->redactor, outcome);
  caller = troupe_record_make_caller (scope);
  write_line (self, kind, hidden, caller, hidden_outcome);
}

/* --- Results ---------------------------------------------------------------------------------- */

void
troupe_recorder_count_outcomes (TroupeRecorder *self, guint *n_replayed, guint *n_made)
{
  g_return_if_fail (self != NULL && n_replayed != NULL && n_made != NULL);

  *n_replayed = (guint) g_atomic_int_get (&self->n_replayed);
  *n_made = (guint) g_atomic_int_get (&self->n_made);
}

GError *
troupe_recorder_get_error (TroupeRecorder *self)
{
  GError *error = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  g_mutex_lock (&self->lock);
  if (self->error != NULL)
    error = g_error_copy (self->error);
  g_mutex_unlock (&self->lock);
  return error;
}

/* Call with the lock. (transfer full) */
static TroupeValue *
list_counts (TroupeRecorder *self, TroupeRecordKind kind, guint *total)
{
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < self->names[kind]->len; i++)
    {
      const guint n = g_array_index (self->counts[kind], guint, i);

      troupe_map_builder_add (&builder, g_ptr_array_index (self->names[kind], i),
                              troupe_value_new_integer (n));
      *total += n;
    }
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_recorder_count_calls (TroupeRecorder *self)
{
  TroupeMapBuilder builder;
  guint total = 0;

  g_return_val_if_fail (self != NULL, NULL);

  troupe_map_builder_init (&builder);
  g_mutex_lock (&self->lock);
  troupe_map_builder_add (&builder, "models", list_counts (self, TROUPE_RECORD_MODEL, &total));
  troupe_map_builder_add (&builder, "tools", list_counts (self, TROUPE_RECORD_TOOL, &total));
  g_mutex_unlock (&self->lock);
  troupe_map_builder_add (&builder, "total", troupe_value_new_integer (total));
  return troupe_map_builder_end (&builder);
}
