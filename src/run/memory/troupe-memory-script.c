/* troupe-memory-script.c: sequence of memory operations, described by JSON maps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-script"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-memory-arguments.h"
#include "troupe-memory-operation.h"
#include "troupe-memory-script.h"

struct _TroupeMemoryScript
{
  GObject parent_instance;

  TroupeRunMemory *run;
  TroupeEventBus *bus;          /* (nullable) */
  TroupeScope *scope;           /* (nullable) */
  TroupeValue *options;         /* (nullable): of the current memory */
  TroupeValue *embedder;        /* (nullable) */
  TroupeAgentDefinition *judge; /* (nullable) */
  TroupeMemory *memory;         /* (nullable): created on first use */
  gboolean is_whole;
};

G_DEFINE_FINAL_TYPE (TroupeMemoryScript, troupe_memory_script, G_TYPE_OBJECT)

/* Data of one operation. @operation: owns its arguments and its root; @view: (nullable): the
 * memory or view on which the operation is executed */
typedef struct
{
  TroupeMemoryOperation operation;
  TroupeMemory *view;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_assert (work != NULL);

  g_clear_pointer (&work->operation.args, troupe_value_unref);
  g_clear_object (&work->view);
  g_free (work->operation.root);
  g_free (work);
}

static void
troupe_memory_script_finalize (GObject *object)
{
  TroupeMemoryScript *self = TROUPE_MEMORY_SCRIPT (object);

  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_pointer (&self->options, troupe_value_unref);
  g_clear_pointer (&self->embedder, troupe_value_unref);
  g_clear_pointer (&self->judge, troupe_agent_definition_unref);
  g_clear_object (&self->memory);

  G_OBJECT_CLASS (troupe_memory_script_parent_class)->finalize (object);
}

static void
troupe_memory_script_class_init (TroupeMemoryScriptClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_memory_script_finalize;
}

static void
troupe_memory_script_init (TroupeMemoryScript *self G_GNUC_UNUSED)
{
}

TroupeMemoryScript *
troupe_memory_script_new (TroupeRunMemory *run, TroupeEventBus *bus, TroupeScope *scope)
{
  TroupeMemoryScript *self = NULL;

  g_return_val_if_fail (run != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_MEMORY_SCRIPT, NULL);
  self->run = run;
  self->bus = bus != NULL ? troupe_event_bus_ref (bus) : NULL;
  self->scope = scope != NULL ? troupe_scope_ref (scope) : NULL;

  return self;
}

static TroupeMemoryStore *
get_store (TroupeMemoryScript *self)
{
  return troupe_run_memory_get_store (self->run);
}

/* --- Memory ----------------------------------------------------------------------------------- */

void
troupe_memory_script_set_document (TroupeMemoryScript *self,
                                   TroupeValue *memory,
                                   TroupeValue *embedder,
                                   TroupeAgentDefinition *judge)
{
  const char *kind = NULL;

  g_return_if_fail (TROUPE_IS_MEMORY_SCRIPT (self));

  g_clear_object (&self->memory);
  g_clear_pointer (&self->options, troupe_value_unref);
  g_clear_pointer (&self->embedder, troupe_value_unref);
  g_clear_pointer (&self->judge, troupe_agent_definition_unref);
  (void) troupe_memory_arguments_get_text (memory, "memory_kind", &kind, NULL);
  if (memory != NULL && (kind == NULL || g_str_equal (kind, "memory")))
    self->options = troupe_value_ref (memory);
  self->embedder = embedder != NULL ? troupe_value_ref (embedder) : NULL;
  self->judge = judge != NULL ? troupe_agent_definition_ref (judge) : NULL;
}

void
troupe_memory_script_set_whole (TroupeMemoryScript *self, gboolean is_whole)
{
  g_return_if_fail (TROUPE_IS_MEMORY_SCRIPT (self));

  self->is_whole = is_whole;
}

/* Uses a memory with these options from now on. */
static gboolean
set_options (TroupeMemoryScript *self, TroupeValue *options, GError **error)
{
  g_assert (TROUPE_IS_MEMORY_SCRIPT (self));

  if (options != NULL && !troupe_value_is (options, TROUPE_VALUE_MAP))
    return troupe_memory_arguments_refuse (error, "memory", _ ("an object"));
  if (options != NULL && self->options != NULL && troupe_value_equal (options, self->options))
    return TRUE;
  g_clear_object (&self->memory);
  g_clear_pointer (&self->options, troupe_value_unref);
  self->options = options != NULL ? troupe_value_ref (options) : NULL;

  return TRUE;
}

static gboolean
need_memory (TroupeMemoryScript *self, GError **error)
{
  g_autoptr (TroupeValue) yes = troupe_value_new_boolean (TRUE);

  g_assert (TROUPE_IS_MEMORY_SCRIPT (self));

  if (self->memory == NULL)
    self->memory = troupe_run_memory_make (self->run, self->options != NULL ? self->options : yes,
                                           self->embedder, self->judge, FALSE, NULL, error);

  return self->memory != NULL;
}

/* Creates the memory or the view that `view` describes: a scope or a slice. (transfer full)
 * (nullable) */
static TroupeMemory *
make_view (TroupeMemoryScript *self, TroupeValue *args, GError **error)
{
  g_autoptr (TroupeMemory) view =
      troupe_agent_memory_make_view (self->memory, self->bus, self->scope, NULL, NULL);
  g_autoptr (TroupeMemory) part = NULL;
  g_auto (GStrv) scopes = NULL;
  g_auto (GStrv) categories = NULL;
  TroupeValue *map = NULL;
  const char *root = NULL;
  gboolean is_read_only = TRUE;

  g_assert (TROUPE_IS_MEMORY_SCRIPT (self));

  if (!troupe_memory_arguments_get_map (args, "view", &map, error) ||
      !troupe_memory_arguments_get_text (map, "root_path", &root, error) ||
      !troupe_memory_arguments_get_texts (map, "scopes", &scopes, error) ||
      !troupe_memory_arguments_get_texts (map, "categories", &categories, error) ||
      !troupe_memory_arguments_get_flag (map, "read_only", &is_read_only, error))
    return NULL;
  if (map == NULL)
    return g_steal_pointer (&view);
  if (root != NULL)
    part = troupe_memory_new_below (self->memory, root);
  else
    part = troupe_memory_new_slice (
        self->memory, (const char *const *) scopes,
        categories != NULL && categories[0] != NULL ? (const char *const *) categories : NULL,
        is_read_only);

  return troupe_agent_memory_make_view (part, self->bus, self->scope, NULL, NULL);
}

/* --- Results ---------------------------------------------------------------------------------- */

static void
return_value (GTask *task, TroupeValue *value)
{
  g_assert (value != NULL);

  g_task_return_pointer (task, value, (GDestroyNotify) troupe_value_unref);
}

/* --- Remembering, recalling, extracting, changing --------------------------------------------- */

static void
remembered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *work = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) records =
      troupe_memory_remember_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (work != NULL);

  if (records == NULL)
    g_task_return_error (task, error);
  else if (troupe_value_get_member (work->operation.args, "contents") != NULL)
    return_value (task, troupe_value_new_string ("queued", -1));
  else if (records->len == 0)
    return_value (task, troupe_value_new_null ());
  else
    return_value (task, troupe_memory_operation_make_record (&work->operation,
                                                             g_ptr_array_index (records, 0)));
}

/* Converts a @scope argument for a view to a path below the view. The path has a leading slash
 * but no trailing slash. If there is no argument, it is the view itself (MemoryScope of
 * doc/crew-semantics.md §12). (transfer full) */
static char *
find_below (const char *scope)
{
  g_autofree char *whole =
      g_strconcat (scope != NULL && g_str_has_prefix (scope, "/") ? "" : "/", scope, NULL);

  for (gsize n = strlen (whole); n > 1 && whole[n - 1] == '/'; n--)
    whole[n - 1] = '\0';

  return g_steal_pointer (&whole);
}

static gboolean
is_of_scope (Work *work)
{
  g_assert (work != NULL);

  return troupe_value_get_member_text (troupe_value_get_member (work->operation.args, "view"),
                                       "root_path") != NULL;
}

static gboolean
begin_remember (GTask *task, GError **error)
{
  Work *work = g_task_get_task_data (task);
  g_autofree char *below = NULL;
  TroupeMemoryFields fields;
  g_auto (GStrv) categories = NULL;
  g_auto (GStrv) contents = NULL;
  const char *one[] = { NULL, NULL };

  g_assert (G_IS_TASK (task));

  if (!troupe_memory_arguments_read_fields (work->operation.args, &fields, &categories, error))
    return FALSE;
  if (troupe_value_get_member (work->operation.args, "contents") == NULL &&
      !troupe_memory_arguments_need_text (work->operation.args, "content", &one[0], error))
    return FALSE;
  if (!troupe_memory_arguments_get_texts (work->operation.args, "contents", &contents, error))
    return FALSE;
  if (is_of_scope (work))
    fields.scope = below = find_below (fields.scope);
  if (contents != NULL && contents[0] == NULL)
    {
      return_value (task, troupe_value_new_string ("queued", -1));
      return TRUE;
    }
  troupe_memory_remember_async (
      work->view, contents != NULL ? (const char *const *) contents : (const char *const *) one,
      &fields, g_task_get_cancellable (task), remembered_cb, g_object_ref (task));

  return TRUE;
}

static void
recalled_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *work = g_task_get_task_data (task);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  GError *error = NULL;
  g_autoptr (GPtrArray) matches =
      troupe_memory_recall_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (work != NULL);

  if (matches == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  for (guint i = 0; i < matches->len; i++)
    g_ptr_array_add (items, troupe_memory_operation_make_match (&work->operation,
                                                                g_ptr_array_index (matches, i)));
  return_value (task, troupe_value_new_list ((TroupeValue **) items->pdata, items->len));
}

static gboolean
begin_recall (GTask *task, GError **error)
{
  Work *work = g_task_get_task_data (task);
  TroupeMemoryQuery query = { .depth = TROUPE_MEMORY_DEEP };
  g_autofree char *below = NULL;
  g_auto (GStrv) categories = NULL;
  const char *text = NULL;
  const char *depth = NULL;

  g_assert (G_IS_TASK (task));

  if (!troupe_memory_arguments_need_text (work->operation.args, "query", &text, error) ||
      !troupe_memory_arguments_get_text (work->operation.args, "depth", &depth, error) ||
      !troupe_memory_arguments_get_text (work->operation.args, "scope", &query.scope, error) ||
      !troupe_memory_arguments_get_texts (work->operation.args, "categories", &categories, error) ||
      !troupe_memory_arguments_get_text (work->operation.args, "source", &query.source, error) ||
      !troupe_memory_arguments_get_flag (work->operation.args, "include_private", &query.is_all,
                                         error) ||
      !troupe_memory_arguments_get_count (work->operation.args, "limit", 1, &query.limit, error))
    return FALSE;
  if (depth != NULL && !g_str_equal (depth, "deep") && !g_str_equal (depth, "shallow"))
    return troupe_memory_arguments_refuse (error, "depth", _ ("“deep” or “shallow”"));
  if (query.scope != NULL && is_of_scope (work))
    query.scope = below = find_below (query.scope);
  if (g_strcmp0 (depth, "shallow") == 0)
    query.depth = TROUPE_MEMORY_SHALLOW;
  query.categories =
      categories != NULL && categories[0] != NULL ? (const char *const *) categories : NULL;
  troupe_memory_recall_async (work->view, text, &query, g_task_get_cancellable (task), recalled_cb,
                              g_object_ref (task));

  return TRUE;
}

static void
extracted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_auto (GStrv) texts = troupe_memory_extract_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (G_IS_TASK (task));

  if (texts == NULL)
    g_task_return_error (task, error);
  else
    return_value (task, troupe_memory_operation_make_texts ((const char *const *) texts));
}

static gboolean
begin_extract (GTask *task, GError **error)
{
  Work *work = g_task_get_task_data (task);
  const char *content = NULL;

  g_assert (G_IS_TASK (task));

  if (!troupe_memory_arguments_need_text (work->operation.args, "content", &content, error))
    return FALSE;
  troupe_memory_extract_async (work->view, content, g_task_get_cancellable (task), extracted_cb,
                               g_object_ref (task));

  return TRUE;
}

static void
updated_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *work = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeMemoryRecord) record =
      troupe_memory_update_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (work != NULL);

  if (record == NULL)
    g_task_return_error (task, error);
  else
    return_value (task, troupe_memory_operation_make_record (&work->operation, record));
}

static gpointer
find_work (TroupeMemoryStore *store G_GNUC_UNUSED, gpointer data, GError **error)
{
  Work *work = g_task_get_task_data (data);

  g_assert (work != NULL);

  return troupe_memory_operation_find_record (&work->operation, error);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *work = g_task_get_task_data (task);
  TroupeMemoryFields fields;
  g_auto (GStrv) categories = NULL;
  const char *content = NULL;
  GError *error = NULL;
  g_autoptr (TroupeMemoryRecord) record =
      troupe_memory_store_run_finish (TROUPE_MEMORY_STORE (source), result, &error);

  g_assert (work != NULL);

  if (record == NULL ||
      !troupe_memory_arguments_read_fields (work->operation.args, &fields, &categories, &error) ||
      !troupe_memory_arguments_get_text (work->operation.args, "content", &content, &error))
    g_task_return_error (task, error);
  else
    troupe_memory_update_async (work->view, record, content, &fields, g_task_get_cancellable (task),
                                updated_cb, g_object_ref (task));
}

static gboolean
begin_update (GTask *task, GError **error G_GNUC_UNUSED)
{
  g_assert (G_IS_TASK (task));

  troupe_memory_store_run_async (get_store (g_task_get_source_object (task)), find_work, task, NULL,
                                 (GDestroyNotify) troupe_memory_record_unref,
                                 g_task_get_cancellable (task), found_cb, g_object_ref (task));

  return TRUE;
}

/* --- Operations ------------------------------------------------------------------------------- */

/* @begin: starts an asynchronous operation; the task returns when the operation ends; @act:
 *   called on the store's thread, after pending writes.
 * @of_slice: whether the operation is supported for a slice */
static const struct
{
  const char *name;
  gboolean (*begin) (GTask *task, GError **error);
  TroupeValue *(*act) (TroupeMemoryOperation *operation, GError **error);
  gboolean of_slice;
} operations[] = {
  { "remember", begin_remember, NULL, TRUE },
  { "remember_many", begin_remember, NULL, FALSE },
  { "recall", begin_recall, NULL, TRUE },
  { "extract_memories", begin_extract, NULL, TRUE },
  { "update", begin_update, NULL, FALSE },
  { "forget", NULL, troupe_memory_operation_forget, FALSE },
  { "list_records", NULL, troupe_memory_operation_list_records, FALSE },
  { "get_record", NULL, troupe_memory_operation_get_record, FALSE },
  { "list_scopes", NULL, troupe_memory_operation_list_scopes, FALSE },
  { "list_categories", NULL, troupe_memory_operation_list_categories, FALSE },
  { "info", NULL, troupe_memory_operation_info, FALSE },
  { "tree", NULL, troupe_memory_operation_tree, FALSE },
  { "reset", NULL, troupe_memory_operation_reset, FALSE },
  { "reset_all", NULL, troupe_memory_operation_reset_all, FALSE },
  { "drain_writes", NULL, troupe_memory_operation_nothing, TRUE },
  { "backdate", NULL, troupe_memory_operation_backdate, FALSE },
};

/* The operation that only selects the memory to use. */
#define OPEN "memory"

static gpointer
act_work (TroupeMemoryStore *store G_GNUC_UNUSED, gpointer data, GError **error)
{
  GTask *task = data;
  Work *work = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  return operations[GPOINTER_TO_UINT (g_task_get_source_tag (task))].act (&work->operation, error);
}

static void
acted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TroupeValue *value =
      troupe_memory_store_run_finish (TROUPE_MEMORY_STORE (source), result, &error);

  g_assert (G_IS_TASK (task));

  if (value != NULL)
    return_value (task, value);
  else
    g_task_return_error (task, error);
}

static void
act (GTask *task)
{
  g_assert (G_IS_TASK (task));

  troupe_memory_store_run_async (get_store (g_task_get_source_object (task)), act_work, task, NULL,
                                 (GDestroyNotify) troupe_value_unref, g_task_get_cancellable (task),
                                 acted_cb, g_object_ref (task));
}

static void
drained_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  g_assert (G_IS_TASK (task));

  (void) troupe_memory_drain_finish (TROUPE_MEMORY (source), result, NULL);
  act (task);
}

static gboolean
begin (GTask *task, const char *name, TroupeValue *args, GError **error)
{
  TroupeMemoryScript *self = g_task_get_source_object (task);
  Work *work = g_task_get_task_data (task);
  guint which = 0;
  const char *whole = NULL;
  const char *below = NULL;
  TroupeValue *view = NULL;

  g_assert (TROUPE_IS_MEMORY_SCRIPT (self));

  while (which < G_N_ELEMENTS (operations) && !g_str_equal (operations[which].name, name))
    which++;
  if (which == G_N_ELEMENTS (operations))
    {
      g_autoptr (GString) names = g_string_new (OPEN);

      for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
        g_string_append_printf (names, ", %s", operations[i].name);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   /* Translators: the first %s is the word that the user entered, the second one a
                    * list of words */
                   _ ("Unknown operation “%s”. Available: %s."), name, names->str);
      return FALSE;
    }
  /* Determines the root scope of the operation. */
  if (!troupe_memory_arguments_get_text (self->options, "root_scope", &whole, error) ||
      !troupe_memory_arguments_get_map (args, "view", &view, error) ||
      !troupe_memory_arguments_get_text (view, "root_path", &below, error))
    return FALSE;
  if (view != NULL && below == NULL && troupe_value_get_member (view, "scopes") == NULL)
    return troupe_memory_arguments_refuse (error, "view",
                                           _ ("{\"root_path\": …} or {\"scopes\": […]}"));
  work->operation.root = below != NULL ? troupe_memory_scope_join (whole, below) : g_strdup (whole);
  if (!operations[which].of_slice &&
      troupe_value_get_member (troupe_value_get_member (args, "view"), "scopes") != NULL)
    {
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
          /* Translators: %s is the name of an operation */
          _ ("“%s” is not supported for a slice: use the memory or one of its scopes instead."),
          name);
      return FALSE;
    }
  g_task_set_source_tag (task, GUINT_TO_POINTER (which));
  if (operations[which].begin != NULL)
    {
      work->view = need_memory (self, error) ? make_view (self, args, error) : NULL;
      return work->view != NULL && operations[which].begin (task, error);
    }
  /* Operations that only read do not need an embedder or its key. */
  if (self->memory != NULL)
    troupe_memory_drain_async (self->memory, g_task_get_cancellable (task), drained_cb,
                               g_object_ref (task));
  else
    act (task);

  return TRUE;
}

void
troupe_memory_script_do_async (TroupeMemoryScript *self,
                               TroupeValue *line,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Work *work = g_new0 (Work, 1);
  const char *name = NULL;
  TroupeValue *args = NULL;
  TroupeValue *options = NULL;
  GError *error = NULL;

  g_return_if_fail (TROUPE_IS_MEMORY_SCRIPT (self) && line != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_task_data (task, work, work_free);
  work->operation.store = get_store (self);
  work->operation.is_whole = self->is_whole;
  if (!troupe_memory_arguments_need_text (line, "op", &name, &error) ||
      !troupe_memory_arguments_get_map (line, "args", &args, &error) ||
      !troupe_memory_arguments_get_map (line, "memory", &options, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  work->operation.args = args != NULL ? troupe_value_ref (args) : NULL;
  if (options != NULL && !set_options (self, options, &error))
    g_task_return_error (task, error);
  else if (!g_str_equal (name, OPEN))
    {
      if (!begin (task, name, args, &error))
        g_task_return_error (task, error);
    }
  else if (set_options (self, args, &error) && need_memory (self, &error))
    return_value (task, troupe_value_new_null ());
  else
    g_task_return_error (task, error);
}

TroupeValue *
troupe_memory_script_do_finish (TroupeMemoryScript *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
