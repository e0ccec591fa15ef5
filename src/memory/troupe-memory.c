/* troupe-memory.c: memory of a crew or agent: saving, recalling and scopes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory"

#include "config.h"

#include "troupe-memory-private.h"

G_DEFINE_FINAL_TYPE (TroupeMemory, troupe_memory, G_TYPE_OBJECT)

/* --- Shared state ----------------------------------------------------------------------------- */

TroupeMemoryShared *
troupe_memory_shared_ref (TroupeMemoryShared *self)
{
  g_assert (self != NULL);

  g_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_memory_shared_unref (TroupeMemoryShared *self)
{
  g_assert (self != NULL);

  if (!g_ref_count_dec (&self->ref_count))
    return;
  g_clear_object (&self->store);
  g_clear_object (&self->embedder);
  g_clear_object (&self->model);
  g_free (self);
}

static void
go_on (TroupeMemoryShared *self)
{
  GTask *task;
  TroupeMemoryTurnFunc func;

  g_assert (self != NULL);

  if (self->is_saving || g_queue_is_empty (&self->turns))
    return;
  self->is_saving = TRUE;
  task = g_queue_pop_head (&self->turns);
  func = (TroupeMemoryTurnFunc) g_object_get_data (G_OBJECT (task), "troupe-memory-turn");
  func (task);
}

void
troupe_memory_queue (TroupeMemory *self, GTask *task, TroupeMemoryTurnFunc func)
{
  g_assert (TROUPE_IS_MEMORY (self));
  g_assert (G_IS_TASK (task));

  g_object_set_data (G_OBJECT (task), "troupe-memory-turn", (gpointer) func);
  g_queue_push_tail (&self->shared->turns, task);
  go_on (self->shared);
}

static gboolean
go_on_cb (gpointer user_data)
{
  TroupeMemoryShared *self = user_data;

  g_assert (self->is_saving);

  self->is_saving = FALSE;
  go_on (self);

  return G_SOURCE_REMOVE;
}

static void
shared_unref_cb (gpointer data)
{
  troupe_memory_shared_unref (data);
}

/* Starts the next queued operation from an idle source, so that the callback of the finished
 * save operation is called before that of a drain. */
void
troupe_memory_pass_turn (TroupeMemoryShared *shared)
{
  GSource *source = g_idle_source_new ();

  g_assert (shared != NULL && shared->is_saving);

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "troupe-memory turn");
  g_source_set_callback (source, go_on_cb, troupe_memory_shared_ref (shared), shared_unref_cb);
  g_source_attach (source, g_main_context_get_thread_default ());
  g_source_unref (source);
}

/* --- Notifying the listener ------------------------------------------------------------------- */

static void
tell (TroupeMemory *self, const TroupeMemoryReport *report)
{
  g_assert (TROUPE_IS_MEMORY (self));

  if (self->report_func != NULL)
    self->report_func (report, self->report_data);
}

void
troupe_memory_begin (TroupeMemory *self, TroupeMemoryOperation *operation)
{
  g_assert (operation != NULL);

  operation->begun_us = g_get_monotonic_time ();
  operation->report.operation = ++self->shared->n_operations;
  tell (self, &operation->report);
}

void
troupe_memory_end (TroupeMemory *self,
                   TroupeMemoryOperation *operation,
                   TroupeMemoryMoment moment,
                   guint n,
                   const GError *error)
{
  g_assert (operation != NULL);

  operation->report.moment = moment;
  operation->report.n = n;
  operation->report.elapsed_us = g_get_monotonic_time () - operation->begun_us;
  operation->report.error = error;
  tell (self, &operation->report);
}

/* --- Model responses -------------------------------------------------------------------------- */

TroupeValue *
troupe_memory_get_map (TroupeValue *map, const char *key)
{
  return troupe_value_get_member_of (map, key, TROUPE_VALUE_MAP);
}

TroupeValue *
troupe_memory_get_list (TroupeValue *map, const char *key)
{
  return troupe_value_get_member_of (map, key, TROUPE_VALUE_LIST);
}

const char *
troupe_memory_get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_get_member_of (map, key, TROUPE_VALUE_STRING);

  return value != NULL ? troupe_value_get_string (value, NULL) : NULL;
}

char **
troupe_memory_get_texts (TroupeValue *map, const char *key)
{
  TroupeValue *list = troupe_memory_get_list (map, key);
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();

  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *item = troupe_value_list_get (list, i);

      if (troupe_value_is (item, TROUPE_VALUE_STRING) &&
          *troupe_value_get_string (item, NULL) != '\0')
        g_strv_builder_add (texts, troupe_value_get_string (item, NULL));
    }

  return g_strv_builder_end (texts);
}

TroupeValue *
troupe_memory_read_answer (TroupeMemoryForm form, const char *text)
{
  g_autoptr (TroupeSchema) rules = troupe_memory_form_get_rules (form);

  return text != NULL ? troupe_schema_read_text (rules, text, NULL) : NULL;
}

char *
troupe_memory_join (char **texts, const char *none)
{
  return texts != NULL && texts[0] != NULL ? g_strjoinv (", ", texts) : g_strdup (none);
}

/* --- The object ----------------------------------------------------------------------------- */

static void
troupe_memory_finalize (GObject *object)
{
  TroupeMemory *self = TROUPE_MEMORY (object);

  g_assert (TROUPE_IS_MEMORY (self));

  g_clear_pointer (&self->shared, troupe_memory_shared_unref);
  g_free (self->root);
  g_strfreev (self->scopes);
  g_strfreev (self->categories);
  if (self->report_destroy != NULL)
    self->report_destroy (self->report_data);

  G_OBJECT_CLASS (troupe_memory_parent_class)->finalize (object);
}

static void
troupe_memory_class_init (TroupeMemoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_memory_finalize;
}

static void
troupe_memory_init (TroupeMemory *self)
{
  g_assert (TROUPE_IS_MEMORY (self));
}

TroupeMemory *
troupe_memory_new (TroupeMemoryStore *store,
                   TroupeEmbedder *embedder,
                   TroupeMemoryModel *model,
                   const TroupeMemoryOptions *options,
                   const char *root)
{
  TroupeMemory *self = g_object_new (TROUPE_TYPE_MEMORY, NULL);
  TroupeMemoryShared *shared = g_new0 (TroupeMemoryShared, 1);

  g_ref_count_init (&shared->ref_count);
  g_queue_init (&shared->turns);
  self->shared = shared;
  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), self);
  g_return_val_if_fail (TROUPE_IS_EMBEDDER (embedder), self);

  shared->store = g_object_ref (store);
  shared->embedder = g_object_ref (embedder);
  shared->model = model != NULL ? g_object_ref (model) : NULL;
  if (options != NULL)
    shared->options = *options;
  else
    troupe_memory_options_read (&shared->options, NULL, NULL);
  self->is_read_only = shared->options.is_read_only;
  self->root = root != NULL ? troupe_memory_scope_join (root, NULL) : NULL;

  return self;
}

TroupeMemory *
troupe_memory_new_below (TroupeMemory *self, const char *root)
{
  TroupeMemory *view = g_object_new (TROUPE_TYPE_MEMORY, NULL);

  g_return_val_if_fail (TROUPE_IS_MEMORY (self) && root != NULL, view);

  view->shared = troupe_memory_shared_ref (self->shared);
  view->root = troupe_memory_scope_join (self->root != NULL ? self->root : root,
                                         self->root != NULL ? root : NULL);
  view->is_read_only = self->is_read_only;

  return view;
}

TroupeMemory *
troupe_memory_new_view (TroupeMemory *self)
{
  TroupeMemory *view = g_object_new (TROUPE_TYPE_MEMORY, NULL);

  g_return_val_if_fail (TROUPE_IS_MEMORY (self), view);

  view->shared = troupe_memory_shared_ref (self->shared);
  view->root = g_strdup (self->root);
  view->scopes = g_strdupv (self->scopes);
  view->categories = g_strdupv (self->categories);
  view->is_read_only = self->is_read_only;

  return view;
}

TroupeMemory *
troupe_memory_new_slice (TroupeMemory *self,
                         const char *const *scopes,
                         const char *const *categories,
                         gboolean is_read_only)
{
  TroupeMemory *view = g_object_new (TROUPE_TYPE_MEMORY, NULL);

  g_return_val_if_fail (TROUPE_IS_MEMORY (self) && scopes != NULL, view);

  view->shared = troupe_memory_shared_ref (self->shared);
  view->root = g_strdup (self->root);
  view->scopes = g_strdupv ((char **) scopes);
  view->categories = g_strdupv ((char **) categories);
  view->is_read_only = is_read_only || self->is_read_only;

  return view;
}

void
troupe_memory_set_report_func (TroupeMemory *self,
                               TroupeMemoryReportFunc func,
                               gpointer user_data,
                               GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_MEMORY (self));

  if (self->report_destroy != NULL)
    self->report_destroy (self->report_data);
  self->report_func = func;
  self->report_data = user_data;
  self->report_destroy = destroy;
}

gboolean
troupe_memory_is_read_only (TroupeMemory *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY (self), TRUE);

  return self->is_read_only;
}

const char *
troupe_memory_get_root (TroupeMemory *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY (self), NULL);

  return self->root;
}

char *
troupe_memory_get_scope (TroupeMemory *self, const char *scope)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY (self), NULL);

  if (self->root == NULL && scope == NULL)
    return NULL;

  return troupe_memory_scope_join (self->root, scope);
}

/* --- Draining --------------------------------------------------------------------------------- */

static void
drained (GTask *task)
{
  TroupeMemory *self = g_task_get_source_object (task);
  TroupeMemoryShared *shared = troupe_memory_shared_ref (self->shared);

  g_assert (TROUPE_IS_MEMORY (self));

  if (!g_task_return_error_if_cancelled (task))
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
  troupe_memory_pass_turn (shared);
  troupe_memory_shared_unref (shared);
}

void
troupe_memory_drain_async (TroupeMemory *self,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  GTask *task;

  g_return_if_fail (TROUPE_IS_MEMORY (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_memory_drain_async);
  troupe_memory_queue (self, task, drained);
}

gboolean
troupe_memory_drain_finish (TroupeMemory *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- Extracting ----------------------------------------------------------------------------- */

static GStrv
make_one (const char *text)
{
  GStrv one = g_new0 (char *, 2);

  one[0] = g_strdup (text);

  return one;
}

static void
extracted_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text =
      troupe_memory_model_ask_finish (TROUPE_MEMORY_MODEL (object), result, &error);
  g_autoptr (TroupeValue) answer = troupe_memory_read_answer (TROUPE_MEMORY_FORM_EXTRACTION, text);

  g_assert (G_IS_TASK (task));

  if (g_task_return_error_if_cancelled (task))
    return;
  if (troupe_memory_get_list (answer, "memories") != NULL)
    {
      g_task_return_pointer (task, troupe_memory_get_texts (answer, "memories"),
                             (GDestroyNotify) g_strfreev);
      return;
    }
  g_debug ("No memories were extracted: %s %d",
           error != NULL ? g_quark_to_string (error->domain)
                         : "the answer does not match its schema",
           error != NULL ? error->code : 0);
  g_task_return_pointer (task, make_one (g_task_get_task_data (task)), (GDestroyNotify) g_strfreev);
}

void
troupe_memory_extract_async (TroupeMemory *self,
                             const char *text,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autofree char *trimmed = NULL;
  g_autofree char *system = NULL;
  g_autofree char *user = NULL;
  g_autoptr (TroupeValue) form = NULL;

  g_return_if_fail (TROUPE_IS_MEMORY (self) && text != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_memory_extract_async);
  g_task_set_task_data (task, g_strdup (text), g_free);
  trimmed = g_strstrip (g_strdup (text));
  if (*trimmed == '\0' || self->shared->model == NULL)
    {
      g_task_return_pointer (task, *trimmed == '\0' ? g_new0 (char *, 1) : make_one (text),
                             (GDestroyNotify) g_strfreev);
      return;
    }
  system = troupe_memory_prompt_fill (TROUPE_MEMORY_PROMPT_EXTRACT_MEMORIES_SYSTEM, NULL);
  user = troupe_memory_prompt_fill (TROUPE_MEMORY_PROMPT_EXTRACT_MEMORIES_USER, text, NULL);
  form = troupe_memory_form_get (TROUPE_MEMORY_FORM_EXTRACTION);
  troupe_memory_model_ask_async (self->shared->model, system, user, form, cancellable, extracted_cb,
                                 g_steal_pointer (&task));
}

GStrv
troupe_memory_extract_finish (TroupeMemory *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

char *
troupe_memory_describe_task (const char *description,
                             const char *role,
                             const char *expected_output,
                             const char *result)
{
  g_return_val_if_fail (description != NULL && role != NULL, NULL);
  g_return_val_if_fail (expected_output != NULL && result != NULL, NULL);

  return g_strdup_printf ("Task: %s\nAgent: %s\nExpected result: %s\nResult: %s", description, role,
                          expected_output, result);
}
