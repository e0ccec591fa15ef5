/* troupe-drafts.c: TroupeDrafts: stores unsaved edits on disk for crash recovery
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-drafts"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "troupe-draft-record.h"
#include "troupe-draft-writer.h"
#include "troupe-drafts.h"
#include "troupe-typed-file.h"

/* The retry interval after writing failed, in seconds. */
#define RETRY_SECONDS 2

/* A draft is rewritten if it exceeds this size, in bytes, and is several times as long as
 * necessary. */
#define LONG_DRAFT (16u * 1024 * 1024)
#define TIMES_LONGER 4

/* The maximum size of a draft that is read, in bytes. */
#define MOST_READ (1024u * 1024 * 1024)

#define LOCK_NAME "lock"
#define SUFFIX ".draft"

struct _TroupeDrafts
{
  GObject parent_instance;

  char *folder;
  char *typed_folder; /* of closed documents */
  GMutex mutex;       /* protects the following: take_left() and read_typed() use other threads */
  char *own_folder;   /* (nullable): until it is needed */
  TroupeDraftWriter *writer; /* (nullable) */
  int lock;
  guint n_begun;

  GMainContext *context;
  GPtrArray *drafts; /* (element-type TroupeDraft): borrowed */
  GSource *retry;    /* (nullable) */
};

struct _TroupeDraft
{
  TroupeDrafts *drafts;
  TroupeDocument *document;
  char *kind;
  JsonNode *note; /* (nullable) */
  TroupeDraftFile *file;
  TroupeDocumentParts *written; /* the parts at the end of the draft */
  gboolean is_whole;            /* whether it contains the parts, not only the path */
  gsize whole_length;
  gsize length;
};

struct _TroupeRecoveredDraft
{
  char *path;
  TroupeDraftContent *content;
};

G_DEFINE_FINAL_TYPE (TroupeDrafts, troupe_drafts, G_TYPE_OBJECT)

enum
{
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

char *
troupe_drafts_get_default_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "troupe", "drafts", NULL);
}

/* --- Folder ----------------------------------------------------------------------------------- */

/* Locks the folder. Returns FALSE if another program has locked it. */
static gboolean
take_lock (const char *folder, int *lock)
{
  g_autofree char *path = g_build_filename (folder, LOCK_NAME, NULL);

  *lock = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (*lock < 0)
    return FALSE;
  if (flock (*lock, LOCK_EX | LOCK_NB) == 0)
    return TRUE;
  close (*lock);
  *lock = -1;
  return FALSE;
}

static void
remove_folder (const char *folder)
{
  g_autofree char *lock = g_build_filename (folder, LOCK_NAME, NULL);

  g_unlink (lock);
  g_rmdir (folder);
}

/* Returns the folder of this program. Creates and locks it first. A folder that cannot be
 * created is reported when the first draft is written. */
static const char *
get_own_folder (TroupeDrafts *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);
  g_autofree char *id = NULL;

  g_assert (TROUPE_IS_DRAFTS (self));

  if (self->own_folder != NULL)
    return self->own_folder;
  id = g_uuid_string_random ();
  self->own_folder = g_build_filename (self->folder, id, NULL);
  if (g_mkdir_with_parents (self->own_folder, 0700) != 0 ||
      !take_lock (self->own_folder, &self->lock))
    g_debug ("%s could not be created or locked: %s", self->own_folder, g_strerror (errno));
  return self->own_folder;
}

/* Creates the folder if it does not exist. It may have been deleted, or a previous attempt to
 * create it may have failed. */
static void
ensure_own_folder (TroupeDrafts *self)
{
  g_autoptr (GMutexLocker) locker = NULL;
  const char *folder = get_own_folder (self);

  g_assert (TROUPE_IS_DRAFTS (self));

  locker = g_mutex_locker_new (&self->mutex);
  g_mkdir_with_parents (folder, 0700);
  if (self->lock < 0)
    take_lock (folder, &self->lock);
}

static guint
count (TroupeDrafts *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  g_assert (TROUPE_IS_DRAFTS (self));

  return ++self->n_begun;
}

static char *
make_path (TroupeDrafts *self)
{
  g_autofree char *name = g_strdup_printf ("%06u" SUFFIX, count (self));

  g_assert (TROUPE_IS_DRAFTS (self));

  return g_build_filename (get_own_folder (self), name, NULL);
}

/* --- Writing --------------------------------------------------------------------------------- */

static void
write_whole (TroupeDraft *self)
{
  GBytes *bytes = troupe_draft_record_whole (self->document, self->kind, self->note);
  TroupeDocumentParts *parts = troupe_document_get_parts (self->document);

  g_assert (self != NULL);

  troupe_document_parts_ref (parts);
  g_clear_pointer (&self->written, troupe_document_parts_unref);
  self->written = parts;
  self->whole_length = self->length = g_bytes_get_size (bytes);
  ensure_own_folder (self->drafts);
  troupe_draft_writer_replace (self->drafts->writer, self->file, bytes);
}

/* @bytes: (transfer full) */
static void
append (TroupeDraft *self, GBytes *bytes)
{
  self->length += g_bytes_get_size (bytes);
  troupe_draft_writer_append (self->drafts->writer, self->file, bytes);
}

static void
record_cb (TroupeDocument *document, TroupeDocumentRecord what, gpointer user_data)
{
  TroupeDraft *self = user_data;
  gboolean is_long = self->length > LONG_DRAFT && self->length / TIMES_LONGER > self->whole_length;

  g_assert (TROUPE_IS_DOCUMENT (document));

  /* After a failure, the retry writes the complete draft. */
  if (troupe_draft_file_has_failed (self->file))
    return;
  /* The record that makes a draft complete contains this. */
  if (what == TROUPE_RECORD_OWN && !self->is_whole)
    return;
  /* A retracted step leaves no record, and steps that can be redone come back. */
  if (!self->is_whole || is_long || what == TROUPE_RECORD_RETRACTED)
    {
      self->is_whole = TRUE;
      write_whole (self);
      return;
    }
  append (self, troupe_draft_record_change (document, what, self->written));
  /* These records do not contain the parts, which may have been changed before the record of the
   * change. */
  if (what == TROUPE_RECORD_TYPED || what == TROUPE_RECORD_OWN)
    return;
  troupe_document_parts_unref (self->written);
  self->written = troupe_document_parts_ref (troupe_document_get_parts (document));
}

static gboolean
retry_cb (gpointer user_data)
{
  TroupeDrafts *self = TROUPE_DRAFTS (user_data);
  gboolean any_failed = FALSE;

  g_assert (TROUPE_IS_DRAFTS (self));

  for (guint i = 0; i < self->drafts->len; i++)
    {
      TroupeDraft *draft = g_ptr_array_index (self->drafts, i);

      if (!troupe_draft_file_has_failed (draft->file))
        continue;
      any_failed = TRUE;
      draft->is_whole = TRUE;
      write_whole (draft);
    }
  if (any_failed)
    return G_SOURCE_CONTINUE;
  g_clear_pointer (&self->retry, g_source_unref);
  return G_SOURCE_REMOVE;
}

/* An error of the writer thread, or its end, that is being passed to the main thread. @message:
 * (nullable): NULL if writing works again */
typedef struct
{
  GWeakRef drafts;
  char *message;
} Failure;

static void
failure_free (gpointer data)
{
  Failure *failure = data;

  g_weak_ref_clear (&failure->drafts);
  g_free (failure->message);
  g_free (failure);
}

static gboolean
tell_failure_cb (gpointer user_data)
{
  Failure *failure = user_data;
  g_autoptr (TroupeDrafts) self = g_weak_ref_get (&failure->drafts);

  g_assert (failure != NULL);

  if (self == NULL)
    return G_SOURCE_REMOVE;
  if (failure->message != NULL && self->retry == NULL)
    {
      self->retry = g_timeout_source_new_seconds (RETRY_SECONDS);
      g_source_set_callback (self->retry, retry_cb, self, NULL);
      g_source_attach (self->retry, self->context);
    }
  g_signal_emit (self, signals[FAILED], 0, failure->message);
  return G_SOURCE_REMOVE;
}

static void
writer_cb (const GError *error, gpointer user_data)
{
  TroupeDrafts *self = user_data;
  g_autoptr (GSource) source = NULL;
  Failure *failure;

  g_assert (TROUPE_IS_DRAFTS (self));

  failure = g_new0 (Failure, 1);
  g_weak_ref_init (&failure->drafts, self);
  failure->message = error != NULL ? g_strdup (error->message) : NULL;
  source = g_idle_source_new ();
  g_source_set_callback (source, tell_failure_cb, failure, failure_free);
  g_source_attach (source, self->context);
}

/* --- Following documents ---------------------------------------------------------------------- */

static void
troupe_drafts_finalize (GObject *object)
{
  TroupeDrafts *self = TROUPE_DRAFTS (object);

  g_assert (self->drafts->len == 0);

  if (self->retry != NULL)
    g_source_destroy (self->retry);
  g_clear_pointer (&self->retry, g_source_unref);
  g_clear_pointer (&self->writer, troupe_draft_writer_free);
  if (self->own_folder != NULL)
    remove_folder (self->own_folder);
  if (self->lock >= 0)
    close (self->lock);
  g_ptr_array_unref (self->drafts);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->mutex);
  g_free (self->own_folder);
  g_free (self->folder);
  g_free (self->typed_folder);

  G_OBJECT_CLASS (troupe_drafts_parent_class)->finalize (object);
}

static void
troupe_drafts_class_init (TroupeDraftsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_drafts_finalize;

  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_drafts_init (TroupeDrafts *self)
{
  g_assert (self != NULL);

  self->lock = -1;
  g_mutex_init (&self->mutex);
  self->drafts = g_ptr_array_new ();
  self->context = g_main_context_ref_thread_default ();
}

TroupeDrafts *
troupe_drafts_new (const char *folder)
{
  TroupeDrafts *self;
  g_autofree char *parent = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_DRAFTS, NULL);
  self->folder = g_strdup (folder);
  parent = g_path_get_dirname (folder);
  self->typed_folder = g_build_filename (parent, "typed", NULL);
  return self;
}

/* May be called on any thread. (transfer none) (nullable) */
static TroupeDraftWriter *
get_writer (TroupeDrafts *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  g_assert (TROUPE_IS_DRAFTS (self));

  return self->writer;
}

void
troupe_drafts_flush (TroupeDrafts *self)
{
  TroupeDraftWriter *writer;

  g_return_if_fail (TROUPE_IS_DRAFTS (self));

  writer = get_writer (self);
  if (writer != NULL)
    troupe_draft_writer_flush (writer);
}

void
troupe_drafts_read_typed (TroupeDrafts *self, TroupeDocument *document)
{
  g_return_if_fail (TROUPE_IS_DRAFTS (self));
  g_return_if_fail (TROUPE_IS_DOCUMENT (document));

  /* The document may have been closed a moment ago. */
  troupe_drafts_flush (self);
  troupe_typed_file_read (self->typed_folder, document);
}

TroupeDraft *
troupe_drafts_follow (TroupeDrafts *self,
                      TroupeDocument *document,
                      const char *kind,
                      TroupeRecoveredDraft *left)
{
  TroupeDraft *draft;
  g_autofree char *path = NULL;

  g_return_val_if_fail (TROUPE_IS_DRAFTS (self), NULL);
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);
  g_return_val_if_fail (kind != NULL, NULL);

  if (get_writer (self) == NULL)
    {
      g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

      self->writer = troupe_draft_writer_new (writer_cb, self);
    }
  path = left != NULL ? g_strdup (left->path) : make_path (self);
  draft = g_new0 (TroupeDraft, 1);
  draft->drafts = g_object_ref (self);
  draft->document = g_object_ref (document);
  draft->kind = g_strdup (kind);
  draft->file = troupe_draft_file_new (path);
  if (left != NULL && left->content->note != NULL)
    draft->note = json_node_ref (left->content->note);
  g_ptr_array_add (self->drafts, draft);
  troupe_document_set_record_func (document, record_cb, draft);
  if (left != NULL && left->content->is_edited)
    {
      /* Continues a restored draft, which may be large, instead of writing it again. */
      draft->is_whole = TRUE;
      draft->written = troupe_document_parts_ref (troupe_document_get_parts (draft->document));
      draft->whole_length = draft->length = left->content->length;
      troupe_draft_writer_resume (draft->drafts->writer, draft->file, left->content->length);
    }
  else
    {
      draft->is_whole = troupe_document_get_path (document) == NULL ||
                        troupe_document_is_modified (document) ||
                        troupe_document_get_typed (document, NULL) != NULL;
      write_whole (draft);
    }
  return draft;
}

void
troupe_draft_note (TroupeDraft *self, JsonNode *note)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (note != NULL);

  if (self->note != NULL && troupe_json_node_equal (self->note, note))
    return;
  g_clear_pointer (&self->note, json_node_unref);
  self->note = json_node_ref (note);
  if (!troupe_draft_file_has_failed (self->file))
    append (self, troupe_draft_record_note (note));
}

void
troupe_draft_end (TroupeDraft *self)
{
  g_autofree char *path = NULL;
  GBytes *typed;

  g_return_if_fail (self != NULL);

  troupe_document_set_record_func (self->document, NULL, NULL);
  g_ptr_array_remove (self->drafts->drafts, self);
  /* If the texts with mistakes cannot be written, as on a full disk, the draft still contains them and
   * is recovered at the next start. */
  typed = troupe_typed_file_describe (self->drafts->typed_folder, self->document, &path);
  troupe_draft_writer_remove (self->drafts->writer, self->file, path, typed);
  troupe_draft_file_free (self->file);
  troupe_document_parts_unref (self->written);
  g_clear_pointer (&self->note, json_node_unref);
  g_object_unref (self->document);
  g_object_unref (self->drafts);
  g_free (self->kind);
  g_free (self);
}

/* --- Recovering drafts ------------------------------------------------------------------------ */

void
troupe_recovered_draft_free (TroupeRecoveredDraft *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->path);
  g_clear_pointer (&self->content, troupe_draft_content_free);
  g_free (self);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns the names in a folder that end with @suffix, sorted. (transfer full) */
static GPtrArray *
list_names (const char *folder, const char *suffix)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, suffix))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* Keeps a draft that cannot be read. It is stored next to the drafts, for manual recovery. */
static void
set_aside (TroupeDrafts *self, const char *path)
{
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *name = g_strconcat (id, ".damaged", NULL);
  g_autofree char *kept = g_build_filename (self->folder, name, NULL);

  g_assert (TROUPE_IS_DRAFTS (self));

  g_rename (path, kept);
}

static void
take_folder (TroupeDrafts *self, const char *folder, GPtrArray *found)
{
  g_autoptr (GPtrArray) drafts = NULL, unfinished = NULL;
  int lock;

  g_assert (TROUPE_IS_DRAFTS (self));

  if (!take_lock (folder, &lock))
    return;
  drafts = list_names (folder, SUFFIX);
  unfinished = list_names (folder, ".new");
  for (guint i = 0; i < drafts->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (drafts, i), NULL);
      g_autoptr (TroupeDraftContent) content = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;
      g_autofree char *own_path = NULL;
      TroupeRecoveredDraft *left;
      gsize length;

      text = troupe_file_read (path, MOST_READ, &length, NULL, &error);
      if (text != NULL)
        content = troupe_draft_content_new (text, length, &error);
      if (content == NULL)
        {
          g_message ("%s: %s", path, error->message);
          set_aside (self, path);
        }
      else
        {
          own_path = make_path (self);
          if (g_rename (path, own_path) == 0)
            {
              left = g_new0 (TroupeRecoveredDraft, 1);
              left->path = g_steal_pointer (&own_path);
              left->content = g_steal_pointer (&content);
              g_ptr_array_add (found, left);
            }
        }
    }
  for (guint i = 0; i < unfinished->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (unfinished, i), NULL);

      g_unlink (path);
    }
  remove_folder (folder);
  close (lock);
}

GPtrArray *
troupe_drafts_take_left (TroupeDrafts *self)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_recovered_draft_free);
  g_autoptr (GPtrArray) names = NULL;
  const char *own_folder;

  g_return_val_if_fail (TROUPE_IS_DRAFTS (self), found);

  own_folder = get_own_folder (self);
  names = list_names (self->folder, "");
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *folder = g_build_filename (self->folder, g_ptr_array_index (names, i), NULL);

      if (g_file_test (folder, G_FILE_TEST_IS_DIR) && !g_str_equal (folder, own_folder))
        take_folder (self, folder, found);
    }
  return found;
}

const char *
troupe_recovered_draft_get_kind (TroupeRecoveredDraft *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->content->kind;
}

const char *
troupe_recovered_draft_get_path (TroupeRecoveredDraft *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->content->path;
}

JsonNode *
troupe_recovered_draft_get_note (TroupeRecoveredDraft *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->content->note;
}

gboolean
troupe_recovered_draft_is_edited (TroupeRecoveredDraft *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->content->is_edited;
}

gboolean
troupe_recovered_draft_is_own (TroupeRecoveredDraft *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->content->is_own;
}

guint
troupe_recovered_draft_get_n_steps (TroupeRecoveredDraft *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->content->n_steps;
}

gint64
troupe_recovered_draft_get_time (TroupeRecoveredDraft *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->content->written_us;
}

gboolean
troupe_recovered_draft_restore (TroupeRecoveredDraft *self, TroupeDocument *document, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return troupe_draft_content_restore (self->content, document, error);
}

void
troupe_recovered_draft_set_aside (TroupeRecoveredDraft *self, TroupeDrafts *drafts)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (TROUPE_IS_DRAFTS (drafts));

  set_aside (drafts, self->path);
}

void
troupe_recovered_draft_discard (TroupeRecoveredDraft *self, TroupeDrafts *drafts)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (TROUPE_IS_DRAFTS (drafts));

  g_unlink (self->path);
}
