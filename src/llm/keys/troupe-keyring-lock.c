/* troupe-keyring-lock.c: checks whether the keyring is locked, and unlocks it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-keyring-lock"

#include "config.h"

#include <libsecret/secret.h>

#include "troupe-keyring-lock.h"

/* Returns TRUE if libsecret stores keys in the program's own file instead of the secret service.
 * Uses the same rules as libsecret. */
static gboolean
is_file (void)
{
  return g_strcmp0 (g_getenv ("SECRET_BACKEND"), "file") == 0 ||
         g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS);
}

/* Returns the default collection for new keys, or NULL without an error if it does not exist
 * yet. (transfer full) (nullable) */
static SecretCollection *
find_collection (SecretService *service, GCancellable *cancellable, GError **error)
{
  return secret_collection_for_alias_sync (service, SECRET_COLLECTION_DEFAULT,
                                           SECRET_COLLECTION_NONE, cancellable, error);
}

/* Runs on a thread, for the same reason as order() in troupe-keyring.c. */
static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_autoptr (SecretService) service = NULL;
  g_autoptr (SecretCollection) collection = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (is_file ())
    {
      g_task_return_boolean (task, FALSE);
      return;
    }
  service = secret_service_get_sync (SECRET_SERVICE_NONE, cancellable, &error);
  if (service != NULL)
    collection = find_collection (service, cancellable, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, collection != NULL && secret_collection_get_locked (collection));
}

static void
open_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_autoptr (SecretService) service = NULL;
  g_autoptr (SecretCollection) collection = NULL;
  GError *error = NULL;
  int n_unlocked = 0;

  g_assert (G_IS_TASK (task));

  service = secret_service_get_sync (SECRET_SERVICE_NONE, cancellable, &error);
  if (service != NULL)
    collection = find_collection (service, cancellable, &error);
  if (collection != NULL)
    {
      GList objects = { .data = collection };

      n_unlocked = secret_service_unlock_sync (service, &objects, cancellable, NULL, &error);
    }
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, n_unlocked > 0);
}

static void
begin (GTaskThreadFunc func,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, func);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, func);
}

void
troupe_keyring_lock_look_async (GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  begin (look_thread, cancellable, callback, user_data);
}

gboolean
troupe_keyring_lock_look_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

void
troupe_keyring_lock_open_async (GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  begin (open_thread, cancellable, callback, user_data);
}

gboolean
troupe_keyring_lock_open_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
