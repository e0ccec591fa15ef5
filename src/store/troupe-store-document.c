/* troupe-store-document.c: the saved runs of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-document"

#include "config.h"

#include "troupe-clock.h"
#include "troupe-store-document.h"
#include "troupe-store-record.h"

/* Number of runs at a path among which those of the document are looked for. */
#define MOST_RUNS 1000u
/* The member of the options of a run, and the members of its map. */
#define MARK "document"
#define FOLDER "folder"
#define PARTS "parts"

/* How long the mark of a document is valid, in microseconds. The runs of a batch begin shortly after each other, and
 * all files of the document are read for it. */
#define MARK_TIME_US G_USEC_PER_SEC

static GMutex mark_lock;
static char *marked_path;         /* (nullable) */
static TroupeValue *marked_value; /* (nullable) */
static gint64 marked_us;

/* (transfer full) (nullable): %NULL if the document has no folder */
static TroupeValue *
make_mark (const char *path)
{
  g_autofree char *folder = troupe_document_identify_folder (path);
  g_autofree char *parts = folder != NULL ? troupe_document_identify_parts (path) : NULL;
  TroupeMapBuilder builder;

  if (folder == NULL)
    return NULL;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, FOLDER, troupe_value_new_string (folder, -1));
  if (parts != NULL)
    troupe_map_builder_add (&builder, PARTS, troupe_value_new_string (parts, -1));
  return troupe_map_builder_end (&builder);
}

/* Returns the mark, which was perhaps made shortly before. (transfer full) (nullable) */
static TroupeValue *
find_mark (const char *path)
{
  TroupeValue *mark;

  g_mutex_lock (&mark_lock);
  if (g_strcmp0 (marked_path, path) != 0 || g_get_monotonic_time () - marked_us > MARK_TIME_US)
    {
      troupe_set_str (&marked_path, path);
      g_clear_pointer (&marked_value, troupe_value_unref);
      marked_value = make_mark (path);
      marked_us = g_get_monotonic_time ();
    }
  mark = marked_value != NULL ? troupe_value_ref (marked_value) : NULL;
  g_mutex_unlock (&mark_lock);
  return mark;
}

TroupeValue *
troupe_store_mark_run (TroupeValue *options, const char *path)
{
  g_autoptr (TroupeValue) before = options;
  g_autoptr (TroupeValue) mark = NULL;

  g_return_val_if_fail (options != NULL, NULL);

  mark = path != NULL ? find_mark (path) : NULL;
  return mark != NULL ? troupe_value_map_with (before, MARK, mark) : g_steal_pointer (&before);
}

char *
troupe_store_dup_mark (const char *path)
{
  g_autoptr (TroupeValue) mark = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  mark = find_mark (path);
  return mark != NULL ? troupe_value_to_json (mark, TROUPE_JSON_COMPACT) : NULL;
}

gboolean
troupe_store_owner_has_run (TroupeDocumentOwner *owner, const TroupeRunRecord *record)
{
  TroupeValue *stored = troupe_value_get_member_of (record->options, MARK, TROUPE_VALUE_MAP);
  const TroupeDocumentMark mark = { .name = record->name,
                                    .digest = record->digest,
                                    .folder = troupe_value_get_member_text (stored, FOLDER),
                                    .parts = troupe_value_get_member_text (stored, PARTS),
                                    .time_us = record->started_us };

  return troupe_document_owner_has (owner, &mark);
}

GPtrArray *
troupe_store_list_runs_of (TroupeStore *self,
                           const TroupeDocumentIdentity *document,
                           guint limit,
                           GError **error)
{
  g_autoptr (TroupeDocumentOwner) owner = NULL;
  g_autoptr (GPtrArray) all = NULL;
  GPtrArray *runs = NULL;

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (document != NULL, NULL);

  runs = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_record_free);
  if (document->path == NULL)
    return runs;
  all = troupe_store_list_runs (self, document->path, MOST_RUNS, error);
  if (all == NULL)
    {
      g_ptr_array_unref (runs);
      return NULL;
    }
  owner = troupe_document_owner_new (document);
  for (guint i = 0; i < all->len && (limit == 0 || runs->len < limit); i++)
    if (troupe_store_owner_has_run (owner, all->pdata[i]))
      g_ptr_array_add (runs, troupe_run_record_copy (all->pdata[i]));
  return runs;
}

char *
troupe_store_find_kickoff_of (TroupeStore *self,
                              const TroupeDocumentIdentity *document,
                              GError **error)
{
  g_autoptr (GPtrArray) runs = troupe_store_list_runs_of (self, document, 0, error);

  for (guint i = 0; runs != NULL && i < runs->len; i++)
    {
      const TroupeRunRecord *record = runs->pdata[i];
      g_autoptr (GPtrArray) tasks = troupe_store_get_tasks (self, record->id, error);

      if (tasks == NULL)
        return NULL;
      for (guint k = 0; k < tasks->len; k++)
        if (((TroupeTaskOutput *) tasks->pdata[k])->part >= 0)
          return g_strdup (record->id);
    }
  return NULL;
}
