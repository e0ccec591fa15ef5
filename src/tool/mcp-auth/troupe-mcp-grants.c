/* troupe-mcp-grants.c: store of the user's sign-ins to MCP servers, in memory and in the keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-grants"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cancel.h"
#include "troupe-keyring.h"
#include "troupe-mcp-grants.h"
#include "troupe-redactor.h"

/* @grant: (nullable): NULL if unknown; @is_unproven: whether the user signed in to obtain the
 *   grant, but it has not been accepted yet; @waiting: (element-type GTask): tasks that wait for
 *   the end of a renewal */
typedef struct
{
  TroupeMcpGrant *grant;
  guint generation;
  gboolean was_sought;
  gboolean is_unproven;
  gboolean is_locked;
  GQueue waiting;
} Entry;

/* Data of a waiting task. */
typedef struct
{
  char *server;
  GSource *cancelled; /* (nullable) */
} Waiting;

/* Each run has its own thread. */
static GMutex lock;
static GHashTable *entries;  /* by server */
static TroupeSecret *secret; /* (nullable): secrets of all @entries */
static guint last_generation;
static gboolean has_no_keyring;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_assert (g_queue_is_empty (&entry->waiting));

  g_clear_pointer (&entry->grant, troupe_mcp_grant_unref);
  g_free (entry);
}

/* Called with the lock held. */
static Entry *
get_entry (const char *server)
{
  Entry *entry = NULL;

  if (entries == NULL)
    entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  entry = g_hash_table_lookup (entries, server);
  if (entry == NULL)
    {
      entry = g_new0 (Entry, 1);
      g_queue_init (&entry->waiting);
      g_hash_table_insert (entries, g_strdup (server), entry);
    }
  return entry;
}

static void
add_secret (GPtrArray *texts, char *text)
{
  if (text != NULL)
    g_ptr_array_add (texts, text);
}

/* Called with the lock held. @grant: (nullable) */
static void
set_grant (const char *server, TroupeMcpGrant *grant, gboolean is_signed_in)
{
  Entry *entry = get_entry (server);
  g_autoptr (GPtrArray) texts = NULL;
  GHashTableIter iter;
  gpointer value;

  g_clear_pointer (&entry->grant, troupe_mcp_grant_unref);
  entry->grant = grant != NULL ? troupe_mcp_grant_ref (grant) : NULL;
  entry->generation = grant != NULL && grant->access != NULL ? ++last_generation : 0;
  entry->was_sought = TRUE;
  entry->is_unproven = is_signed_in;
  texts = g_ptr_array_new ();
  for (g_hash_table_iter_init (&iter, entries); g_hash_table_iter_next (&iter, NULL, &value);)
    {
      TroupeMcpGrant *secrets = ((Entry *) value)->grant;

      if (secrets == NULL)
        continue;
      add_secret (texts, secrets->access);
      add_secret (texts, secrets->refresh);
      add_secret (texts, secrets->client.secret);
      add_secret (texts, secrets->client.key);
    }
  g_ptr_array_add (texts, NULL);
  g_clear_pointer (&secret, troupe_secret_unref);
  secret = troupe_secret_new ((const char *const *) texts->pdata);
  troupe_redactor_set_shared ((const char *const *) texts->pdata);
}

/* --- Tokens ---------------------------------------------------------------------------------- */

char *
troupe_mcp_grants_peek (const char *server, guint *generation)
{
  Entry *entry = NULL;
  char *token = NULL;

  g_return_val_if_fail (server != NULL && generation != NULL, NULL);

  *generation = 0;
  g_mutex_lock (&lock);
  if (entries != NULL)
    entry = g_hash_table_lookup (entries, server);
  if (entry != NULL && entry->grant != NULL)
    {
      token = g_strdup (entry->grant->access);
      *generation = entry->generation;
    }
  g_mutex_unlock (&lock);
  return token;
}

void
troupe_mcp_grants_note_use (const char *server, guint generation)
{
  Entry *entry = NULL;

  g_return_if_fail (server != NULL);

  g_mutex_lock (&lock);
  if (entries != NULL)
    entry = g_hash_table_lookup (entries, server);
  if (entry != NULL && entry->generation == generation)
    entry->is_unproven = FALSE;
  g_mutex_unlock (&lock);
}

gboolean
troupe_mcp_grants_is_useless (const char *server)
{
  gboolean is_useless;

  g_return_val_if_fail (server != NULL, FALSE);

  g_mutex_lock (&lock);
  is_useless = get_entry (server)->is_unproven;
  g_mutex_unlock (&lock);
  return is_useless;
}

char *
troupe_mcp_grants_hide (const char *text)
{
  g_autoptr (TroupeSecret) known = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  g_mutex_lock (&lock);
  known = secret != NULL ? troupe_secret_ref (secret) : NULL;
  g_mutex_unlock (&lock);
  return known != NULL ? troupe_secret_hide (known, text, -1) : g_strdup (text);
}

/* --- The keyring ------------------------------------------------------------------------------ */

static gboolean
has_keyring (void)
{
  gboolean has;

  g_mutex_lock (&lock);
  has = !has_no_keyring;
  g_mutex_unlock (&lock);
  return has;
}

void
troupe_mcp_grants_set_keyring (gboolean has)
{
  g_mutex_lock (&lock);
  has_no_keyring = !has;
  g_mutex_unlock (&lock);
}

static gboolean
refuse_keyring (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED,
                       _ ("No keyring is available: there is no desktop session."));
  return FALSE;
}

static void
free_secret (char *text)
{
  if (text != NULL)
    troupe_keyring_free_sign_in (text);
}

static void
load_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const char *server = task_data;
  char *text = has_keyring () ? troupe_keyring_lookup_sign_in (server, cancellable, NULL) : NULL;
  g_autoptr (TroupeMcpGrant) grant =
      text != NULL ? troupe_mcp_grant_from_text (server, text) : NULL;
  Entry *entry = NULL;

  g_assert (G_IS_TASK (task));

  free_secret (text);
  g_mutex_lock (&lock);
  entry = get_entry (server);
  if (!entry->was_sought && !g_cancellable_is_cancelled (cancellable))
    set_grant (server, grant, FALSE);
  g_mutex_unlock (&lock);
  g_task_return_boolean (task, TRUE);
}

void
troupe_mcp_grants_load_async (const char *server,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  gboolean was_sought;

  g_return_if_fail (server != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_mcp_grants_load_async);
  g_task_set_task_data (task, g_strdup (server), g_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_mutex_lock (&lock);
  was_sought = get_entry (server)->was_sought;
  g_mutex_unlock (&lock);
  if (was_sought)
    g_task_return_boolean (task, TRUE);
  else
    g_task_run_in_thread (task, load_thread);
}

TroupeMcpGrant *
troupe_mcp_grants_load_finish (GAsyncResult *result, guint *generation, GError **error)
{
  TroupeMcpGrant *grant = NULL;
  Entry *entry = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL) && generation != NULL, NULL);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  g_mutex_lock (&lock);
  entry = get_entry (g_task_get_task_data (G_TASK (result)));
  if (entry->grant != NULL)
    grant = troupe_mcp_grant_ref (entry->grant);
  *generation = entry->generation;
  g_mutex_unlock (&lock);
  return grant;
}

static void
keep_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  TroupeMcpGrant *grant = task_data;
  g_autofree char *text = troupe_mcp_grant_to_text (grant);
  GError *error = NULL;
  gboolean is_kept = has_keyring ()
                         ? troupe_keyring_store_sign_in (grant->server, text, cancellable, &error)
                         : refuse_keyring (&error);

  g_assert (G_IS_TASK (task));

  if (is_kept)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
troupe_mcp_grants_keep_async (TroupeMcpGrant *grant,
                              gboolean is_signed_in,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (grant != NULL);

  task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (task, troupe_mcp_grants_keep_async);
  g_task_set_task_data (task, troupe_mcp_grant_ref (grant),
                        (GDestroyNotify) troupe_mcp_grant_unref);
  g_mutex_lock (&lock);
  set_grant (grant->server, grant, is_signed_in);
  g_mutex_unlock (&lock);
  g_task_run_in_thread (task, keep_thread);
}

gboolean
troupe_mcp_grants_keep_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

gboolean
troupe_mcp_grants_remove (const char *server, GError **error)
{
  gboolean was_there;

  g_return_val_if_fail (server != NULL, FALSE);

  g_mutex_lock (&lock);
  was_there = get_entry (server)->grant != NULL;
  set_grant (server, NULL, FALSE);
  g_mutex_unlock (&lock);
  if (!has_keyring ())
    return was_there || refuse_keyring (error);
  return troupe_keyring_remove_sign_in (server, NULL, error);
}

char **
troupe_mcp_grants_list (GError **error)
{
  if (has_keyring ())
    return troupe_keyring_list_sign_ins (NULL, error);
  refuse_keyring (error);
  return NULL;
}

/* --- Serializing renewals --------------------------------------------------------------------- */

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  g_assert (waiting->cancelled == NULL);

  g_free (waiting->server);
  g_free (waiting);
}

/* Called in the main context of the waiting task. */
static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  GTask *task = user_data;
  Waiting *waiting = g_task_get_task_data (task);
  gboolean is_there;

  g_assert (G_IS_CANCELLABLE (cancellable));

  g_mutex_lock (&lock);
  is_there = g_queue_remove (&get_entry (waiting->server)->waiting, task);
  g_mutex_unlock (&lock);
  /* If the task is not in the queue, it is just being released. */
  if (is_there)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", _ ("Canceled."));
      g_object_unref (task);
    }
  return G_SOURCE_REMOVE;
}

static void
watch_cancellable (GTask *task)
{
  Waiting *waiting = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);

  g_assert (G_IS_TASK (task));

  if (cancellable == NULL)
    return;
  waiting->cancelled = troupe_cancel_source_new (cancellable, g_task_get_context (task));
  g_source_set_callback (waiting->cancelled, G_SOURCE_FUNC (cancelled_cb), g_object_ref (task),
                         g_object_unref);
  g_source_attach (waiting->cancelled, g_task_get_context (task));
}

void
troupe_mcp_grants_lock_async (const char *server,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Waiting *waiting = NULL;
  Entry *entry = NULL;
  gboolean is_free;

  g_return_if_fail (server != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  waiting = g_new0 (Waiting, 1);
  waiting->server = g_strdup (server);
  g_task_set_source_tag (task, troupe_mcp_grants_lock_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, waiting, waiting_free);
  watch_cancellable (task);
  g_mutex_lock (&lock);
  entry = get_entry (server);
  is_free = !entry->is_locked;
  entry->is_locked = TRUE;
  if (!is_free)
    g_queue_push_tail (&entry->waiting, g_object_ref (task));
  g_mutex_unlock (&lock);
  if (is_free)
    g_task_return_boolean (task, TRUE);
}

gboolean
troupe_mcp_grants_lock_finish (GAsyncResult *result, GError **error)
{
  Waiting *waiting = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  waiting = g_task_get_task_data (G_TASK (result));
  if (waiting->cancelled != NULL)
    g_source_destroy (waiting->cancelled);
  g_clear_pointer (&waiting->cancelled, g_source_unref);
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
troupe_mcp_grants_unlock (const char *server)
{
  Entry *entry = NULL;
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (server != NULL);

  g_mutex_lock (&lock);
  entry = get_entry (server);
  g_assert (entry->is_locked);
  task = g_queue_pop_head (&entry->waiting);
  entry->is_locked = task != NULL;
  g_mutex_unlock (&lock);
  if (task != NULL)
    g_task_return_boolean (task, TRUE);
}

void
troupe_mcp_grants_forget (void)
{
  g_mutex_lock (&lock);
  g_clear_pointer (&entries, g_hash_table_unref);
  g_clear_pointer (&secret, troupe_secret_unref);
  g_mutex_unlock (&lock);
}
