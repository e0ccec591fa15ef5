/* troupe-memory-commands.c: edits memory records and knowledge sources of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-commands"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-memory-commands.h"
#include "troupe-memory-texts.h"
#include "troupe-run-controller.h"

/* Maximum number of deleted records that are kept in memory, with their vectors, so that the
 * deletion can be undone. */
#define MOST_UNDONE 1000u

struct _TroupeMemoryCommands
{
  GObject parent_instance;

  TroupePageContent *content; /* (nullable): not owned; NULL once it is closed */
  TroupeMemoryFile *file;
  char *folder; /* (nullable) */
  GCancellable *cancellable;
  TroupePageRun *run;         /* required for the consent; never started */
  TroupeRunConsent *consent; /* (nullable): NULL until it is first needed */
  GQueue waiting;             /* (element-type Act): waiting for the consent */
  TroupeMemoryTaken *taken;   /* (nullable): the records deleted last */
  guint n_writing;
  guint n_embedding;
};

/* A command that may send requests to an embedder. @item: set to read a knowledge source;
 * @record: set to write a record; both are NULL for a search. */
typedef struct
{
  TroupeMemoryCommands *self;
  TroupeMemoryOwner *owner;
  TroupeSourceItem *item;     /* (nullable) */
  TroupeMemoryRecord *record; /* (nullable) */
  gboolean embeds;
  char *text; /* (nullable) */
  guint index;
  gboolean looks;
  char *folder; /* (nullable) */
  GCancellable *cancellable;
} Act;

/* Progress of reading a source, sent to the main thread. */
typedef struct
{
  TroupeSourceItem *item;
  GCancellable *cancellable;
  guint done;
  guint n;
} Progress;

enum
{
  DONE,
  MESSAGE,
  DELETED,
  WRITTEN,
  EMBEDDED,
  BUSY_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeMemoryCommands, troupe_memory_commands, G_TYPE_OBJECT)

static Act *
act_new (TroupeMemoryCommands *self, TroupeMemoryOwner *owner)
{
  Act *act = g_new0 (Act, 1);

  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  act->self = g_object_ref (self);
  act->owner = troupe_memory_owner_ref (owner);
  act->folder = g_strdup (self->folder);
  act->cancellable = g_object_ref (self->cancellable);

  return act;
}

static void
act_free (gpointer data)
{
  Act *act = data;

  g_assert (act != NULL);

  g_object_unref (act->self);
  troupe_memory_owner_unref (act->owner);
  g_clear_object (&act->item);
  g_clear_pointer (&act->record, troupe_memory_record_unref);
  g_free (act->text);
  g_free (act->folder);
  g_object_unref (act->cancellable);
  g_free (act);
}

static void
tell (TroupeMemoryCommands *self, const char *text)
{
  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  if (self->content != NULL)
    g_signal_emit (self, signals[MESSAGE], 0, text);
}

/* --- Commands on the worker thread ------------------------------------------------------------ */

static gboolean
progress_cb (gpointer user_data)
{
  const Progress *progress = user_data;

  if (!g_cancellable_is_cancelled (progress->cancellable))
    troupe_source_item_set_reading (progress->item, TRUE, progress->done, progress->n);

  return G_SOURCE_REMOVE;
}

static void
progress_free (gpointer data)
{
  Progress *progress = data;

  g_object_unref (progress->item);
  g_object_unref (progress->cancellable);
  g_free (progress);
}

static void
tell_progress (guint done, guint n, gpointer user_data)
{
  const Act *act = user_data;
  Progress *progress = g_new0 (Progress, 1);

  progress->item = g_object_ref (act->item);
  progress->cancellable = g_object_ref (act->cancellable);
  progress->done = done;
  progress->n = n;
  g_idle_add_full (G_PRIORITY_DEFAULT, progress_cb, progress, progress_free);
}

static gpointer
act_work (TroupeMemoryStore *store, gpointer data, GCancellable *cancellable, GError **error)
{
  Act *act = data;
  gboolean is_done;

  if (act->text != NULL)
    return troupe_memory_service_embed (act->owner, act->folder, act->text, cancellable, error);
  if (act->record != NULL)
    is_done = troupe_memory_service_write (store, act->owner, act->folder, act->record, act->embeds,
                                           cancellable, error);
  else
    is_done = troupe_memory_service_read_again (store, act->owner, act->index, act->folder,
                                                act->looks, tell_progress, act, cancellable, error);

  return is_done ? act : NULL;
}

static void
end_act (Act *act, gpointer result, const char *failure)
{
  TroupeMemoryCommands *self = act->self;

  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  if (act->text != NULL)
    {
      self->n_embedding--;
      if (self->content != NULL)
        g_signal_emit (self, signals[EMBEDDED], 0, result, failure);
      g_clear_pointer ((TroupeEmbeddings **) &result, troupe_embeddings_free);
    }
  else if (act->record != NULL)
    {
      self->n_writing--;
      if (self->content != NULL)
        g_signal_emit (self, signals[WRITTEN], 0, act->record->id, failure);
    }
  else
    {
      g_object_set_data (G_OBJECT (act->item), "troupe-cancellable", NULL);
      troupe_source_item_set_reading (act->item, FALSE, 0, 0);
      troupe_source_item_set_error (act->item, failure);
    }
  if (self->content != NULL)
    g_signal_emit (self, signals[DONE], 0);
}

static void
acted_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Act *act = user_data;
  g_autoptr (GError) error = NULL;
  gpointer given = troupe_memory_file_finish (TROUPE_MEMORY_FILE (object), result, &error);
  const gboolean is_stopped = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  g_assert (G_IS_ASYNC_RESULT (result));

  end_act (act, given, error == NULL || is_stopped ? NULL : error->message);
  act_free (act);
}

/* Starts a command. @act: (transfer full) */
static void
begin_act (Act *act)
{
  TroupeMemoryCommands *self = act->self;

  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  troupe_memory_file_act_async (self->file, act_work, act, NULL,
                                act->text != NULL ? (GDestroyNotify) troupe_embeddings_free : NULL,
                                act->cancellable, acted_cb, act);
}

/* --- User consent ----------------------------------------------------------------------------- */

static void
agreed_cb (TroupeMemoryCommands *self)
{
  Act *act;

  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  while ((act = g_queue_pop_head (&self->waiting)) != NULL)
    begin_act (act);
}

/* @text: (nullable): the reason; NULL if the reason was already shown */
static void
refuse (TroupeMemoryCommands *self, const char *text)
{
  Act *act;

  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  while ((act = g_queue_pop_head (&self->waiting)) != NULL)
    {
      end_act (act, NULL, text);
      act_free (act);
    }
}

static void
denied_cb (TroupeMemoryCommands *self)
{
  refuse (self, _ ("Permission denied. Nothing was sent."));
}

static void
impossible_cb (TroupeMemoryCommands *self, const GError *error)
{
  refuse (self, error->message);
}

static void
need_consent (TroupeMemoryCommands *self)
{
  TroupeRunController *running = troupe_page_content_get_running (self->content);

  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  if (self->consent != NULL)
    return;
  self->run = troupe_page_run_new ();
  self->consent = troupe_run_consent_new_like (troupe_run_controller_get_consent (running),
                                               self->run, GTK_WIDGET (self->content));
  troupe_run_consent_set_action (self->consent, _ ("Allow This File to Be Used?"),
                                 _ ("_Allow and Continue"));
  g_signal_connect_object (self->consent, "agreed", G_CALLBACK (agreed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->consent, "denied", G_CALLBACK (denied_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->consent, "impossible", G_CALLBACK (impossible_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->consent, "failed", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
}

/* Queues a command, which starts after the user has consented to what the document could do.
 * @act: (transfer full) */
static void
ask (TroupeMemoryCommands *self, Act *act)
{
  TroupeRunController *running;
  TroupeRunFactory *source;
  g_autoptr (TroupeRun) run = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  g_queue_push_tail (&self->waiting, act);
  if (self->content == NULL)
    {
      refuse (self, NULL);
      return;
    }
  need_consent (self);
  if (troupe_run_consent_is_busy (self->consent))
    return;
  running = troupe_page_content_get_running (self->content);
  source = troupe_run_controller_get_source (running);
  run = troupe_run_factory_make_run (source);
  text = troupe_run_factory_dup_text (source);
  /* The run never starts, so no store is required, but the consent depends on the folder of the
   * document's code. */
  troupe_run_set_store (run, NULL,
                        troupe_document_get_path (troupe_run_factory_get_document (source)), text);
  troupe_run_consent_ask (self->consent, run, NULL);
}

/* --- Records ---------------------------------------------------------------------------------- */

void
troupe_memory_commands_write (TroupeMemoryCommands *self,
                              TroupeMemoryOwner *owner,
                              TroupeMemoryRecord *record,
                              gboolean embeds)
{
  Act *act;

  g_return_if_fail (TROUPE_IS_MEMORY_COMMANDS (self));
  g_return_if_fail (owner != NULL && record != NULL);

  act = act_new (self, owner);
  act->record = troupe_memory_record_ref (record);
  act->embeds = embeds;
  self->n_writing++;
  if (embeds)
    ask (self, act);
  else
    begin_act (act);
}

gboolean
troupe_memory_commands_is_writing (TroupeMemoryCommands *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_COMMANDS (self), FALSE);

  return self->n_writing > 0;
}

guint
troupe_memory_commands_get_most_undone (void)
{
  return MOST_UNDONE;
}

/* Looks up the ids of the records by their numbers and deletes the records. */
static gpointer
delete_work (TroupeMemoryStore *store, gpointer data, GCancellable *cancellable, GError **error)
{
  const GArray *numbers = data;
  g_autoptr (GPtrArray) records = troupe_memory_listing_read (store, numbers, error);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;
  TroupeMemoryChange change = { 0 };
  TroupeMemoryTaken *none = NULL;

  if (records == NULL)
    return NULL;
  for (guint i = 0; i < records->len; i++)
    g_strv_builder_add (builder, ((TroupeMemoryRecord *) g_ptr_array_index (records, i))->id);
  ids = g_strv_builder_end (builder);
  if (records->len <= MOST_UNDONE)
    return troupe_memory_taken_new (store, (const char *const *) ids, error);
  change.deletes = (const char *const *) ids;
  if (!troupe_memory_store_change (store, TROUPE_MEMORY_SPACE, &change, error))
    return NULL;
  none = g_new0 (TroupeMemoryTaken, 1);
  none->records = g_ptr_array_new ();

  return none;
}

static void
deleted_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeMemoryCommands) self = TROUPE_MEMORY_COMMANDS (user_data);
  g_autoptr (GError) error = NULL;
  TroupeMemoryTaken *taken =
      troupe_memory_file_finish (TROUPE_MEMORY_FILE (object), result, &error);

  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  g_clear_pointer (&self->taken, troupe_memory_taken_free);
  self->taken = taken;
  if (self->content == NULL)
    return;
  if (taken == NULL)
    tell (self, error->message);
  else if (taken->records->len > 0)
    g_signal_emit (self, signals[DELETED], 0, taken->records->len);
  g_signal_emit (self, signals[DONE], 0);
}

void
troupe_memory_commands_delete (TroupeMemoryCommands *self, const GArray *numbers)
{
  GArray *own;

  g_return_if_fail (TROUPE_IS_MEMORY_COMMANDS (self));
  g_return_if_fail (numbers != NULL && numbers->len > 0);

  own = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_array_append_vals (own, numbers->data, numbers->len);
  troupe_memory_file_act_async (self->file, delete_work, own, (GDestroyNotify) g_array_unref,
                                (GDestroyNotify) troupe_memory_taken_free, NULL, deleted_cb,
                                g_object_ref (self));
}

static gpointer
undo_work (TroupeMemoryStore *store, gpointer data, GCancellable *cancellable, GError **error)
{
  return troupe_memory_taken_put_back (data, store, error) ? data : NULL;
}

static void
undone_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeMemoryCommands) self = TROUPE_MEMORY_COMMANDS (user_data);
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  if (troupe_memory_file_finish (TROUPE_MEMORY_FILE (object), result, &error) == NULL)
    tell (self, error->message);
  if (self->content != NULL)
    g_signal_emit (self, signals[DONE], 0);
}

void
troupe_memory_commands_undo (TroupeMemoryCommands *self)
{
  g_return_if_fail (TROUPE_IS_MEMORY_COMMANDS (self));

  if (self->taken != NULL)
    troupe_memory_file_act_async (self->file, undo_work, g_steal_pointer (&self->taken),
                                  (GDestroyNotify) troupe_memory_taken_free, NULL, NULL, undone_cb,
                                  g_object_ref (self));
}

/* --- Deletion by filter ----------------------------------------------------------------------- */

static void
wish_free (gpointer data)
{
  TroupeMemoryListFilter *list_filter = data;

  g_free ((char *) list_filter->scope);
  g_free ((char *) list_filter->category);
  g_free (list_filter);
}

static gpointer
forget_work (TroupeMemoryStore *store, gpointer data, GCancellable *cancellable, GError **error)
{
  guint n = 0;

  return troupe_memory_listing_forget (store, data, &n, error) ? GUINT_TO_POINTER (n + 1) : NULL;
}

static void
forgotten_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeMemoryCommands) self = TROUPE_MEMORY_COMMANDS (user_data);
  g_autoptr (GError) error = NULL;
  const guint given =
      GPOINTER_TO_UINT (troupe_memory_file_finish (TROUPE_MEMORY_FILE (object), result, &error));
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  if (given > 0)
    text = g_strdup_printf (ngettext ("%u record deleted.", "%u records deleted.", given - 1),
                            given - 1);
  tell (self, text != NULL ? text : error->message);
  if (self->content != NULL)
    g_signal_emit (self, signals[DONE], 0);
}

void
troupe_memory_commands_forget (TroupeMemoryCommands *self, const TroupeMemoryListFilter *list_filter)
{
  TroupeMemoryListFilter *own;

  g_return_if_fail (TROUPE_IS_MEMORY_COMMANDS (self));
  g_return_if_fail (list_filter != NULL);

  own = g_new0 (TroupeMemoryListFilter, 1);
  own->scope = g_strdup (list_filter->scope);
  own->category = g_strdup (list_filter->category);
  own->created_to_us = list_filter->created_to_us;
  troupe_memory_file_act_async (self->file, forget_work, own, wish_free, NULL, NULL, forgotten_cb,
                                g_object_ref (self));
}

/* --- Searching and reading sources ------------------------------------------------------------ */

void
troupe_memory_commands_embed (TroupeMemoryCommands *self,
                              TroupeMemoryOwner *owner,
                              const char *text)
{
  Act *act;

  g_return_if_fail (TROUPE_IS_MEMORY_COMMANDS (self));
  g_return_if_fail (owner != NULL && text != NULL);

  act = act_new (self, owner);
  act->text = g_strdup (text);
  self->n_embedding++;
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
  ask (self, act);
}

gboolean
troupe_memory_commands_is_embedding (TroupeMemoryCommands *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_COMMANDS (self), FALSE);

  return self->n_embedding > 0;
}

static void
read_source (TroupeMemoryCommands *self, TroupeSourceItem *item, gboolean looks)
{
  const TroupeSourceFacts *facts;
  Act *act;

  g_assert (TROUPE_IS_MEMORY_COMMANDS (self));

  if (self->folder == NULL || g_object_get_data (G_OBJECT (item), "troupe-cancellable") != NULL)
    return;
  facts = troupe_source_item_get_facts (item);
  act = act_new (self, facts->owner);
  act->item = g_object_ref (item);
  act->index = facts->index;
  act->looks = looks;
  g_object_unref (act->cancellable);
  act->cancellable = g_cancellable_new ();
  g_object_set_data_full (G_OBJECT (item), "troupe-cancellable", g_object_ref (act->cancellable),
                          g_object_unref);
  troupe_source_item_set_reading (item, TRUE, 0, 0);
  ask (self, act);
}

void
troupe_memory_commands_read (TroupeMemoryCommands *self, TroupeSourceItem *item)
{
  g_return_if_fail (TROUPE_IS_MEMORY_COMMANDS (self));
  g_return_if_fail (TROUPE_IS_SOURCE_ITEM (item));

  read_source (self, item, FALSE);
}

void
troupe_memory_commands_look (TroupeMemoryCommands *self, TroupeSourceItem *item)
{
  g_return_if_fail (TROUPE_IS_MEMORY_COMMANDS (self));
  g_return_if_fail (TROUPE_IS_SOURCE_ITEM (item));

  read_source (self, item, TRUE);
}

void
troupe_memory_commands_stop (TroupeMemoryCommands *self, TroupeSourceItem *item)
{
  GCancellable *cancellable;

  g_return_if_fail (TROUPE_IS_MEMORY_COMMANDS (self));
  g_return_if_fail (TROUPE_IS_SOURCE_ITEM (item));

  cancellable = g_object_get_data (G_OBJECT (item), "troupe-cancellable");
  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
}

/* --- GObject implementation ------------------------------------------------------------------- */

const char *
troupe_memory_commands_get_folder (TroupeMemoryCommands *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_COMMANDS (self), NULL);

  return self->folder;
}

void
troupe_memory_commands_close (TroupeMemoryCommands *self)
{
  g_return_if_fail (TROUPE_IS_MEMORY_COMMANDS (self));

  self->content = NULL;
  if (self->consent != NULL)
    troupe_run_consent_close (self->consent);
  g_cancellable_cancel (self->cancellable);
  refuse (self, NULL);
}

static void
troupe_memory_commands_dispose (GObject *object)
{
  TroupeMemoryCommands *self = TROUPE_MEMORY_COMMANDS (object);

  g_clear_object (&self->consent);
  g_clear_object (&self->run);
  g_clear_object (&self->file);

  G_OBJECT_CLASS (troupe_memory_commands_parent_class)->dispose (object);
}

static void
troupe_memory_commands_finalize (GObject *object)
{
  TroupeMemoryCommands *self = TROUPE_MEMORY_COMMANDS (object);

  g_clear_pointer (&self->taken, troupe_memory_taken_free);
  g_clear_object (&self->cancellable);
  g_free (self->folder);

  G_OBJECT_CLASS (troupe_memory_commands_parent_class)->finalize (object);
}

static void
troupe_memory_commands_class_init (TroupeMemoryCommandsClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_memory_commands_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_memory_commands_finalize;

  signals[DONE] =
      g_signal_new ("done", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[DELETED] = g_signal_new ("deleted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[WRITTEN] = g_signal_new ("written", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[EMBEDDED] = g_signal_new ("embedded", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_STRING);
  signals[BUSY_CHANGED] =
      g_signal_new ("busy-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_memory_commands_init (TroupeMemoryCommands *self)
{
  self->cancellable = g_cancellable_new ();
  g_queue_init (&self->waiting);
}

TroupeMemoryCommands *
troupe_memory_commands_new (TroupePageContent *content, TroupeMemoryFile *file)
{
  TroupeMemoryCommands *self = g_object_new (TROUPE_TYPE_MEMORY_COMMANDS, NULL);
  const char *path;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), self);
  g_return_val_if_fail (TROUPE_IS_MEMORY_FILE (file), self);

  self->content = content;
  self->file = g_object_ref (file);
  path = troupe_document_get_path (troupe_page_content_get_document (content));
  if (path != NULL)
    self->folder = g_path_get_dirname (path);

  return self;
}
