/* troupe-memory-script.c: operations on a memory, one after another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-script"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-memory-lines.h"
#include "troupe-memory-script.h"

#define DAY_US (24 * 3600 * (double) G_USEC_PER_SEC)
#define LIST_LIMIT 200u

struct _TroupeMemoryScript
{
  GObject parent_instance;

  TroupeRunMemory *run;
  TroupeEventBus *bus;          /* (nullable) */
  TroupeScope *scope;           /* (nullable) */
  TroupeValue *options;         /* (nullable): of the memory that is in use */
  TroupeValue *embedder;        /* (nullable) */
  TroupeAgentDefinition *judge; /* (nullable) */
  TroupeMemory *memory;         /* (nullable): until it is wanted */
  gboolean is_whole;
};

G_DEFINE_FINAL_TYPE (TroupeMemoryScript, troupe_memory_script, G_TYPE_OBJECT)

/* One operation under way. @view: (nullable): what it is done on; @root: (nullable): the scope below which that lies */
typedef struct
{
  TroupeValue *args; /* (nullable) */
  TroupeMemory *view;
  char *root;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_assert (work != NULL);

  g_clear_pointer (&work->args, troupe_value_unref);
  g_clear_object (&work->view);
  g_free (work->root);
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

/* --- What is given ---------------------------------------------------------------------------- */

static gboolean
refuse (GError **error, const char *key, const char *expected)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               /* Translators: the name of an argument such as “content”, then what it is to be. */
               _ ("“%s” of the operation is to be %s."), key, expected);

  return FALSE;
}

/* @text: (nullable): as it was where nothing is given */
static gboolean
get_text (TroupeValue *map, const char *key, const char **text, GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  g_assert (text != NULL);

  if (value == NULL)
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return refuse (error, key, _ ("a text"));
  *text = troupe_value_get_string (value, NULL);

  return TRUE;
}

static gboolean
need_text (TroupeValue *map, const char *key, const char **text, GError **error)
{
  *text = NULL;
  if (!get_text (map, key, text, error))
    return FALSE;

  return *text != NULL || refuse (error, key, _ ("a text"));
}

/* @texts: (transfer full) (nullable) */
static gboolean
get_texts (TroupeValue *map, const char *key, char ***texts, GError **error)
{
  TroupeValue *list = troupe_value_get_member (map, key);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_assert (texts != NULL);

  *texts = NULL;
  if (list == NULL)
    return TRUE;
  if (!troupe_value_is (list, TROUPE_VALUE_LIST))
    return refuse (error, key, _ ("a list of texts"));
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *text = troupe_value_list_get (list, i);

      if (!troupe_value_is (text, TROUPE_VALUE_STRING))
        return refuse (error, key, _ ("a list of texts"));
      g_strv_builder_add (builder, troupe_value_get_string (text, NULL));
    }
  *texts = g_strv_builder_end (builder);

  return TRUE;
}

static gboolean
get_flag (TroupeValue *map, const char *key, gboolean *flag, GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  g_assert (flag != NULL);

  if (value == NULL)
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    return refuse (error, key, _ ("true or false"));
  *flag = troupe_value_get_boolean (value);

  return TRUE;
}

static gboolean
get_count (TroupeValue *map, const char *key, guint least, guint *count, GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  g_assert (count != NULL);

  if (value == NULL)
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_INTEGER) || troupe_value_get_integer (value) < least ||
      troupe_value_get_integer (value) > G_MAXINT32)
    return refuse (error, key, _ ("a whole number that is not negative"));
  *count = (guint) troupe_value_get_integer (value);

  return TRUE;
}

static gboolean
get_number (TroupeValue *map, const char *key, double *number, GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  g_assert (number != NULL);

  if (value == NULL)
    return TRUE;
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *number = (double) troupe_value_get_integer (value);
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    *number = troupe_value_get_double (value);
  else
    return refuse (error, key, _ ("a number"));

  return isfinite (*number) || refuse (error, key, _ ("a number"));
}

static gboolean
get_map (TroupeValue *map, const char *key, TroupeValue **value, GError **error)
{
  *value = troupe_value_get_member (map, key);

  return *value == NULL || troupe_value_is (*value, TROUPE_VALUE_MAP) ||
         refuse (error, key, _ ("a map"));
}

static TroupeMemoryStore *
get_store (TroupeMemoryScript *self)
{
  return troupe_run_memory_get_store (self->run);
}

/* --- The memory ------------------------------------------------------------------------------- */

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
  (void) get_text (memory, "memory_kind", &kind, NULL);
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

/* The memory with these options from now on. */
static gboolean
set_options (TroupeMemoryScript *self, TroupeValue *options, GError **error)
{
  g_assert (TROUPE_IS_MEMORY_SCRIPT (self));

  if (options != NULL && !troupe_value_is (options, TROUPE_VALUE_MAP))
    return refuse (error, "memory", _ ("a map"));
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

/* Where what is looked at lies. @root: (transfer full) (nullable) */
static gboolean
find_root (TroupeMemoryScript *self, TroupeValue *args, char **root, GError **error)
{
  const char *whole = NULL;
  const char *below = NULL;
  TroupeValue *view = NULL;

  g_assert (TROUPE_IS_MEMORY_SCRIPT (self));

  if (!get_text (self->options, "root_scope", &whole, error) ||
      !get_map (args, "view", &view, error) || !get_text (view, "root_path", &below, error))
    return FALSE;
  if (view != NULL && below == NULL && troupe_value_get_member (view, "scopes") == NULL)
    return refuse (error, "view", _ ("{\"root_path\": …} or {\"scopes\": […]}"));
  *root = below != NULL ? troupe_memory_scope_join (whole, below) : g_strdup (whole);

  return TRUE;
}

/* The memory, or the part of it that `view` says: a scope or a slice. (transfer full) (nullable) */
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

  if (!get_map (args, "view", &map, error) || !get_text (map, "root_path", &root, error) ||
      !get_texts (map, "scopes", &scopes, error) ||
      !get_texts (map, "categories", &categories, error) ||
      !get_flag (map, "read_only", &is_read_only, error))
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

/* --- What comes of it ------------------------------------------------------------------------- */

static TroupeValue *
record_to_value (TroupeMemoryScript *self, const TroupeMemoryRecord *record)
{
  return troupe_memory_record_to_value (record, self->is_whole ? TROUPE_MEMORY_LINE_WITH_TIME
                                                               : TROUPE_MEMORY_LINE_PLAIN);
}

static TroupeValue *
texts_to_value (const char *const *texts)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    g_ptr_array_add (items, troupe_value_new_string (texts[i], -1));

  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

static TroupeValue *
reasons_to_value (TroupeMemoryReasons reasons)
{
  const char *words[4] = { NULL };
  guint n = 0;

  if ((reasons & TROUPE_MEMORY_REASON_IMPORTANCE) != 0)
    words[n++] = "importance";
  if ((reasons & TROUPE_MEMORY_REASON_RECENCY) != 0)
    words[n++] = "recency";
  if ((reasons & TROUPE_MEMORY_REASON_SEMANTIC) != 0)
    words[n++] = "semantic";

  return texts_to_value (words);
}

static TroupeValue *
match_to_value (TroupeMemoryScript *self, const TroupeMemoryMatch *match)
{
  const TroupeMemoryRecord *record = match->record;
  TroupeMapBuilder builder;

  g_assert (match != NULL);

  troupe_map_builder_init (&builder);
  if (self->is_whole)
    troupe_map_builder_add (&builder, "id", troupe_value_new_string (record->id, -1));
  troupe_map_builder_add (&builder, "content", troupe_value_new_string (record->content, -1));
  troupe_map_builder_add (&builder, "score",
                          troupe_value_new_double (round (match->score * 1000.0) / 1000.0));
  troupe_map_builder_add (&builder, "scope", troupe_value_new_string (record->scope, -1));
  troupe_map_builder_add (&builder, "reasons", reasons_to_value (match->reasons));
  if (match->evidence_gaps != NULL)
    troupe_map_builder_add (&builder, "evidence_gaps",
                            texts_to_value ((const char *const *) match->evidence_gaps));

  return troupe_map_builder_end (&builder);
}

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
  TroupeMemoryScript *self = g_task_get_source_object (task);
  Work *work = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) records =
      troupe_memory_remember_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (TROUPE_IS_MEMORY_SCRIPT (self));

  if (records == NULL)
    g_task_return_error (task, error);
  else if (troupe_value_get_member (work->args, "contents") != NULL)
    return_value (task, troupe_value_new_string ("queued", -1));
  else if (records->len == 0)
    return_value (task, troupe_value_new_null ());
  else
    return_value (task, record_to_value (self, g_ptr_array_index (records, 0)));
}

/* What an operation says of records. @categories: (transfer full) */
static gboolean
read_fields (TroupeValue *args, TroupeMemoryFields *fields, char ***categories, GError **error)
{
  g_assert (fields != NULL);

  *fields = (TroupeMemoryFields) TROUPE_MEMORY_FIELDS_NONE;
  if (!get_text (args, "scope", &fields->scope, error) ||
      !get_texts (args, "categories", categories, error) ||
      !get_number (args, "importance", &fields->importance, error) ||
      !get_map (args, "metadata", &fields->metadata, error) ||
      !get_text (args, "source", &fields->source, error) ||
      !get_flag (args, "private", &fields->is_private, error))
    return FALSE;
  fields->categories = (const char *const *) *categories;
  if (troupe_value_get_member (args, "importance") != NULL &&
      (fields->importance < 0.0 || fields->importance > 1.0))
    return refuse (error, "importance", _ ("a number from 0 to 1"));

  return TRUE;
}

static gboolean
begin_remember (GTask *task, GError **error)
{
  Work *work = g_task_get_task_data (task);
  TroupeMemoryFields fields;
  g_auto (GStrv) categories = NULL;
  g_auto (GStrv) contents = NULL;
  const char *one[] = { NULL, NULL };

  g_assert (G_IS_TASK (task));

  if (!read_fields (work->args, &fields, &categories, error))
    return FALSE;
  if (troupe_value_get_member (work->args, "contents") == NULL &&
      !need_text (work->args, "content", &one[0], error))
    return FALSE;
  if (!get_texts (work->args, "contents", &contents, error))
    return FALSE;
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
  TroupeMemoryScript *self = g_task_get_source_object (task);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  GError *error = NULL;
  g_autoptr (GPtrArray) matches =
      troupe_memory_recall_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (TROUPE_IS_MEMORY_SCRIPT (self));

  if (matches == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  for (guint i = 0; i < matches->len; i++)
    g_ptr_array_add (items, match_to_value (self, g_ptr_array_index (matches, i)));
  return_value (task, troupe_value_new_list ((TroupeValue **) items->pdata, items->len));
}

static gboolean
begin_recall (GTask *task, GError **error)
{
  Work *work = g_task_get_task_data (task);
  TroupeMemoryQuery query = { .depth = TROUPE_MEMORY_DEEP };
  g_auto (GStrv) categories = NULL;
  const char *text = NULL;
  const char *depth = NULL;

  g_assert (G_IS_TASK (task));

  if (!need_text (work->args, "query", &text, error) ||
      !get_text (work->args, "depth", &depth, error) ||
      !get_text (work->args, "scope", &query.scope, error) ||
      !get_texts (work->args, "categories", &categories, error) ||
      !get_text (work->args, "source", &query.source, error) ||
      !get_flag (work->args, "include_private", &query.is_all, error) ||
      !get_count (work->args, "limit", 1, &query.limit, error))
    return FALSE;
  if (depth != NULL && !g_str_equal (depth, "deep") && !g_str_equal (depth, "shallow"))
    return refuse (error, "depth", _ ("“deep” or “shallow”"));
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
    return_value (task, texts_to_value ((const char *const *) texts));
}

static gboolean
begin_extract (GTask *task, GError **error)
{
  Work *work = g_task_get_task_data (task);
  const char *content = NULL;

  g_assert (G_IS_TASK (task));

  if (!need_text (work->args, "content", &content, error))
    return FALSE;
  troupe_memory_extract_async (work->view, content, g_task_get_cancellable (task), extracted_cb,
                               g_object_ref (task));

  return TRUE;
}

/* The record that `record_id` names, or the newest one whose text has `has`. (transfer full) (nullable) */
static TroupeMemoryRecord *
find_record (TroupeMemoryScript *self, TroupeValue *args, GError **error)
{
  const char *id = NULL;
  const char *has = NULL;
  const char *ids[] = { NULL, NULL };
  TroupeMemoryFilter filter = { .is_all = TRUE };
  g_autoptr (GPtrArray) records = NULL;

  g_assert (TROUPE_IS_MEMORY_SCRIPT (self));

  if (!get_text (args, "record_id", &id, error) || !get_text (args, "has", &has, error))
    return NULL;
  if (id == NULL && has == NULL)
    {
      refuse (error, "record_id", _ ("a text"));
      return NULL;
    }
  ids[0] = id;
  if (id != NULL)
    filter.ids = ids;
  records = troupe_memory_store_list (get_store (self), TROUPE_MEMORY_SPACE, &filter, 0, G_MAXINT32,
                                      error);
  if (records == NULL)
    return NULL;
  for (guint i = 0; i < records->len; i++)
    {
      TroupeMemoryRecord *record = g_ptr_array_index (records, i);

      if (id != NULL || strstr (record->content, has) != NULL)
        return troupe_memory_record_ref (record);
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               /* Translators: an id of a record, or a piece of its text */
               _ ("There is no record “%s”."), id != NULL ? id : has);

  return NULL;
}

static void
updated_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeMemoryRecord) record =
      troupe_memory_update_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (G_IS_TASK (task));

  if (record == NULL)
    g_task_return_error (task, error);
  else
    return_value (task, record_to_value (g_task_get_source_object (task), record));
}

static gpointer
find_work (TroupeMemoryStore *store G_GNUC_UNUSED, gpointer data, GError **error)
{
  Work *work = g_task_get_task_data (data);

  g_assert (work != NULL);

  return find_record (g_task_get_source_object (data), work->args, error);
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

  if (record == NULL || !read_fields (work->args, &fields, &categories, &error) ||
      !get_text (work->args, "content", &content, &error))
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

/* --- Looking, forgetting ---------------------------------------------------------------------- */

static TroupeValue *
do_backdate (TroupeMemoryScript *self, Work *work, GError **error)
{
  g_autoptr (TroupeMemoryRecord) found = find_record (self, work->args, error);
  g_autoptr (TroupeMemoryRecord) record = NULL;
  g_autoptr (GPtrArray) updates = g_ptr_array_new ();
  const TroupeMemoryChange change = { .updates = updates };
  double days = 0.0;

  g_assert (work != NULL);

  if (found == NULL || !get_number (work->args, "days", &days, error))
    return NULL;
  record = troupe_memory_record_copy (found);
  record->created_us -= (gint64) (CLAMP (days, -36500.0, 36500.0) * DAY_US);
  g_ptr_array_add (updates, record);

  return troupe_memory_store_change (get_store (self), TROUPE_MEMORY_SPACE, &change, error)
             ? troupe_value_new_boolean (TRUE)
             : NULL;
}

static TroupeValue *
do_forget (TroupeMemoryScript *self, Work *work, GError **error)
{
  TroupeMemoryFilter filter = { .is_all = TRUE };
  g_autofree char *below = NULL;
  g_auto (GStrv) categories = NULL;
  g_auto (GStrv) ids = NULL;
  const char *scope = NULL;
  const char *older = NULL;
  guint n_removed = 0;

  g_assert (work != NULL);

  if (!get_text (work->args, "scope", &scope, error) ||
      !get_texts (work->args, "categories", &categories, error) ||
      !get_texts (work->args, "record_ids", &ids, error) ||
      !get_map (work->args, "metadata_filter", &filter.metadata, error) ||
      !get_text (work->args, "older_than", &older, error))
    return NULL;
  if (older != NULL && !troupe_memory_read_time (older, &filter.created_to_us))
    {
      refuse (error, "older_than", _ ("a time such as 2026-11-24T08:30:00Z"));
      return NULL;
    }
  if (older != NULL)
    filter.created_to_us--;
  below = troupe_memory_scope_join (work->root, scope);
  filter.scope = below;
  filter.categories =
      categories != NULL && categories[0] != NULL ? (const char *const *) categories : NULL;
  filter.ids = ids != NULL && ids[0] != NULL ? (const char *const *) ids : NULL;

  return troupe_memory_store_remove (get_store (self), TROUPE_MEMORY_SPACE, &filter, &n_removed,
                                     error)
             ? troupe_value_new_integer (n_removed)
             : NULL;
}

/* All of it, so that another embedder may begin anew. */
static TroupeValue *
do_reset_all (TroupeMemoryScript *self, Work *work, GError **error)
{
  g_assert (work != NULL);

  return troupe_memory_store_reset (get_store (self), TROUPE_MEMORY_SPACE, error)
             ? troupe_value_new_null ()
             : NULL;
}

static TroupeValue *
do_reset (TroupeMemoryScript *self, Work *work, GError **error)
{
  const char *scope = NULL;
  g_autofree char *below = NULL;
  TroupeMemoryFilter filter = { .is_all = TRUE };

  g_assert (work != NULL);

  if (!get_text (work->args, "scope", &scope, error))
    return NULL;
  if (scope == NULL && work->root == NULL)
    return do_reset_all (self, work, error);
  below = troupe_memory_scope_join (work->root, scope);
  filter.scope = below;

  return troupe_memory_store_remove (get_store (self), TROUPE_MEMORY_SPACE, &filter, NULL, error)
             ? troupe_value_new_null ()
             : NULL;
}

static TroupeValue *
do_list_records (TroupeMemoryScript *self, Work *work, GError **error)
{
  const char *scope = NULL;
  g_autofree char *below = NULL;
  TroupeMemoryFilter filter = { .is_all = TRUE };
  guint limit = LIST_LIMIT;
  guint offset = 0;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  g_assert (work != NULL);

  if (!get_text (work->args, "scope", &scope, error) ||
      !get_count (work->args, "limit", 0, &limit, error) ||
      !get_count (work->args, "offset", 0, &offset, error))
    return NULL;
  below = troupe_memory_scope_join (work->root, scope);
  filter.scope = below;
  records = troupe_memory_store_list (get_store (self), TROUPE_MEMORY_SPACE, &filter, offset, limit,
                                      error);
  if (records == NULL)
    return NULL;
  for (guint i = 0; i < records->len; i++)
    {
      const TroupeMemoryRecord *record = g_ptr_array_index (records, i);

      g_ptr_array_add (items, self->is_whole ? record_to_value (self, record)
                                             : troupe_value_new_string (record->content, -1));
    }

  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

static TroupeValue *
do_get_record (TroupeMemoryScript *self, Work *work, GError **error)
{
  g_autoptr (TroupeMemoryRecord) record = find_record (self, work->args, error);

  g_assert (work != NULL);

  return record != NULL ? troupe_memory_record_to_value (record, TROUPE_MEMORY_LINE_WITH_TIME)
                        : NULL;
}

/* The scope that `path` means. @scope: (transfer full) (nullable) */
static gboolean
find_path (Work *work, char **scope, GError **error)
{
  const char *path = NULL;

  g_assert (work != NULL);

  if (!get_text (work->args, "path", &path, error))
    return FALSE;
  *scope = troupe_memory_scope_join (work->root, path);

  return TRUE;
}

static TroupeValue *
do_list_scopes (TroupeMemoryScript *self, Work *work, GError **error)
{
  g_autofree char *scope = NULL;
  g_autoptr (TroupeMemoryInfo) info = NULL;

  g_assert (work != NULL);

  if (!find_path (work, &scope, error))
    return NULL;
  info = troupe_memory_store_get_info (get_store (self), TROUPE_MEMORY_SPACE, scope, error);

  return info != NULL ? texts_to_value ((const char *const *) info->children) : NULL;
}

static TroupeValue *
do_info (TroupeMemoryScript *self, Work *work, GError **error)
{
  g_autofree char *scope = NULL;
  g_autoptr (TroupeMemoryInfo) info = NULL;
  TroupeMapBuilder builder;

  g_assert (work != NULL);

  if (!find_path (work, &scope, error))
    return NULL;
  info = troupe_memory_store_get_info (get_store (self), TROUPE_MEMORY_SPACE, scope, error);
  if (info == NULL)
    return NULL;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "path",
                          troupe_value_new_string (scope != NULL ? scope : "/", -1));
  troupe_map_builder_add (&builder, "record_count", troupe_value_new_integer (info->n_records));
  troupe_map_builder_add (&builder, "categories",
                          texts_to_value ((const char *const *) info->categories));
  troupe_map_builder_add (&builder, "child_scopes",
                          texts_to_value ((const char *const *) info->children));

  return troupe_map_builder_end (&builder);
}

static TroupeValue *
do_tree (TroupeMemoryScript *self, Work *work, GError **error)
{
  g_autofree char *scope = NULL;
  g_autofree char *text = NULL;

  g_assert (work != NULL);

  if (!find_path (work, &scope, error))
    return NULL;
  text = troupe_memory_store_draw_tree (get_store (self), scope, error);

  return text != NULL ? troupe_value_new_string (text, -1) : NULL;
}

static TroupeValue *
do_list_categories (TroupeMemoryScript *self, Work *work, GError **error)
{
  g_autofree char *scope = NULL;

  g_assert (work != NULL);

  if (!find_path (work, &scope, error))
    return NULL;

  return troupe_memory_store_count_categories (get_store (self), TROUPE_MEMORY_SPACE, scope, error);
}

static TroupeValue *
do_nothing (TroupeMemoryScript *self G_GNUC_UNUSED,
            Work *work G_GNUC_UNUSED,
            GError **error G_GNUC_UNUSED)
{
  return troupe_value_new_null ();
}

/* --- Operations ------------------------------------------------------------------------------- */

/* @begin: goes on by itself, and ends the task; @act: on the store's thread, behind what was begun to be saved.
 * @of_slice: whether a slice has it */
static const struct
{
  const char *name;
  gboolean (*begin) (GTask *task, GError **error);
  TroupeValue *(*act) (TroupeMemoryScript *self, Work *work, GError **error);
  gboolean of_slice;
} operations[] = {
  { "remember", begin_remember, NULL, TRUE },
  { "remember_many", begin_remember, NULL, FALSE },
  { "recall", begin_recall, NULL, TRUE },
  { "extract_memories", begin_extract, NULL, TRUE },
  { "update", begin_update, NULL, FALSE },
  { "forget", NULL, do_forget, FALSE },
  { "list_records", NULL, do_list_records, FALSE },
  { "get_record", NULL, do_get_record, FALSE },
  { "list_scopes", NULL, do_list_scopes, FALSE },
  { "list_categories", NULL, do_list_categories, FALSE },
  { "info", NULL, do_info, FALSE },
  { "tree", NULL, do_tree, FALSE },
  { "reset", NULL, do_reset, FALSE },
  { "reset_all", NULL, do_reset_all, FALSE },
  { "drain_writes", NULL, do_nothing, TRUE },
  { "backdate", NULL, do_backdate, FALSE },
};

/* Changes nothing but the memory that is in use. */
#define OPEN "memory"

static void
refuse_operation (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (OPEN);

  for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
    g_string_append_printf (names, ", %s", operations[i].name);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               /* Translators: a word that was written, then a list of words. */
               _ ("There is no operation “%s”. There are: %s."), name, names->str);
}

static gpointer
act_work (TroupeMemoryStore *store G_GNUC_UNUSED, gpointer data, GError **error)
{
  GTask *task = data;

  g_assert (G_IS_TASK (task));

  return operations[GPOINTER_TO_UINT (g_task_get_source_tag (task))].act (
      g_task_get_source_object (task), g_task_get_task_data (task), error);
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

  g_assert (TROUPE_IS_MEMORY_SCRIPT (self));

  while (which < G_N_ELEMENTS (operations) && !g_str_equal (operations[which].name, name))
    which++;
  if (which == G_N_ELEMENTS (operations))
    {
      refuse_operation (name, error);
      return FALSE;
    }
  if (!find_root (self, args, &work->root, error))
    return FALSE;
  if (!operations[which].of_slice &&
      troupe_value_get_member (troupe_value_get_member (args, "view"), "scopes") != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   /* Translators: the name of an operation */
                   _ ("A slice has no “%s”: do it on the memory, or on a scope of it."), name);
      return FALSE;
    }
  g_task_set_source_tag (task, GUINT_TO_POINTER (which));
  if (operations[which].begin != NULL)
    {
      work->view = need_memory (self, error) ? make_view (self, args, error) : NULL;
      return work->view != NULL && operations[which].begin (task, error);
    }
  /* What is only looked at needs no embedder, and no key of one. */
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
  if (!need_text (line, "op", &name, &error) || !get_map (line, "args", &args, &error) ||
      !get_map (line, "memory", &options, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  work->args = args != NULL ? troupe_value_ref (args) : NULL;
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
