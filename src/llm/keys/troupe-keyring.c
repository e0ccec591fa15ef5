/* troupe-keyring.c: stores API keys and sign-ins in the desktop's keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-keyring"

#include "config.h"

#include <glib/gi18n.h>
#include <libsecret/secret.h>
#include <string.h>

#include "troupe-keyring-watch.h"
#include "troupe-keyring.h"

#define ATTRIBUTE "variable"
#define SERVER_ATTRIBUTE "server"

static const SecretSchema schema = {
  "io.github.troupe_editor.Troupe.Key",
  SECRET_SCHEMA_NONE,
  { { ATTRIBUTE, SECRET_SCHEMA_ATTRIBUTE_STRING }, { NULL, 0 } },
};

static const SecretSchema sign_in_schema = {
  "io.github.troupe_editor.Troupe.SignIn",
  SECRET_SCHEMA_NONE,
  { { SERVER_ATTRIBUTE, SECRET_SCHEMA_ATTRIBUTE_STRING }, { NULL, 0 } },
};

gboolean
troupe_keyring_is_name (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return g_ascii_isupper (*name) &&
         strspn (name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen (name);
}

/* Fails without a session bus, because GLib would start a new bus on which no keyring service
 * runs. */
static gboolean
check_service (GError **error)
{
  static const char *const variables[] = { "DBUS_SESSION_BUS_ADDRESS", "SECRET_BACKEND" };
  g_autofree char *socket = g_build_filename (g_get_user_runtime_dir (), "bus", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      const char *value = g_getenv (variables[i]);

      if (value != NULL && *value != '\0')
        return TRUE;
    }
  if (g_file_test (socket, G_FILE_TEST_EXISTS) ||
      g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED,
                       _ ("No keyring is available: there is no desktop session."));
  return FALSE;
}

/* Replaces the error that libsecret returns when the user cancels the password window of the keyring:
 * there is no keyring then, or it is still locked. Returns @is_stored. @error: (inout) */
static gboolean
explain_cancel (gboolean is_stored, GError **error)
{
  if (is_stored || error == NULL || *error == NULL)
    return is_stored;
  if (g_error_matches (*error, SECRET_ERROR, SECRET_ERROR_NO_SUCH_OBJECT) ||
      g_error_matches (*error, SECRET_ERROR, SECRET_ERROR_IS_LOCKED) ||
      g_error_matches (*error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_OBJECT) ||
      g_error_matches (*error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD))
    {
      g_clear_error (error);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                           _ ("The keyring is locked, because its password was not entered."));
    }
  return FALSE;
}

/* --- Synchronous functions -------------------------------------------------------------------- */

static void
free_key (gpointer key)
{
  secret_password_free (key);
}

/**
 * troupe_keyring_lookup:
 * @names: names of variables
 *
 * Looks up keys. Blocks until the user has unlocked the keyring if it is locked, so do not call it
 * in a thread on which others wait.
 *
 * Returns: (transfer full) (nullable): a table of names and keys, which may be empty, or %NULL with
 * an error if the keyring is not available or refuses access
 */
GHashTable *
troupe_keyring_lookup (const char *const *names, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_key);

  g_return_val_if_fail (names != NULL, NULL);

  if (!check_service (error))
    return NULL;
  for (guint i = 0; names[i] != NULL; i++)
    {
      GError *cause = NULL;
      char *key =
          secret_password_lookup_sync (&schema, cancellable, &cause, ATTRIBUTE, names[i], NULL);

      if (key != NULL)
        g_hash_table_insert (keys, g_strdup (names[i]), key);
      if (cause != NULL)
        {
          g_propagate_error (error, cause);
          return NULL;
        }
    }
  return g_steal_pointer (&keys);
}

/**
 * troupe_keyring_store:
 * @name: name of a variable
 * @key: value of the variable
 *
 * Stores a key in the default keyring for new passwords. An existing key with the same name is
 * replaced.
 *
 * Returns: %FALSE with an error if the keyring is not available or refuses access
 */
gboolean
troupe_keyring_store (const char *name, const char *key, GCancellable *cancellable, GError **error)
{
  g_autofree char *label = NULL;

  g_return_val_if_fail (name != NULL && troupe_keyring_is_name (name), FALSE);
  g_return_val_if_fail (key != NULL, FALSE);

  if (!check_service (error))
    return FALSE;
  label = g_strconcat ("Troupe: ", name, NULL);
  return explain_cancel (secret_password_store_sync (&schema, SECRET_COLLECTION_DEFAULT, label, key,
                                                     cancellable, error, ATTRIBUTE, name, NULL),
                         error);
}

/* Returns the value of @attribute of an item. (transfer full) (nullable) */
static char *
get_attribute (SecretRetrievable *item, const char *attribute)
{
  g_autoptr (GHashTable) attributes = secret_retrievable_get_attributes (item);

  g_assert (SECRET_IS_RETRIEVABLE (item));

  return attributes != NULL ? g_strdup (g_hash_table_lookup (attributes, attribute)) : NULL;
}

static gboolean
is_server (const char *text)
{
  return strstr (text, "://") != NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns the values of @attribute, unique and sorted. Values rejected by @is_ours belong to
 * other programs, because not every keyring checks the schema name. */
static char **
list_values (const SecretSchema *of,
             const char *attribute,
             gboolean (*is_ours) (const char *),
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GHashTable) attributes = g_hash_table_new (g_str_hash, g_str_equal);
  GError *cause = NULL;
  GList *items = NULL;
  GPtrArray *names;

  if (!check_service (error))
    return NULL;
  items = secret_password_searchv_sync (of, attributes, SECRET_SEARCH_ALL, cancellable, &cause);
  if (cause != NULL)
    {
      g_propagate_error (error, cause);
      return NULL;
    }
  names = g_ptr_array_new ();
  for (GList *item = items; item != NULL; item = item->next)
    {
      char *name = get_attribute (item->data, attribute);

      if (name != NULL && is_ours (name) &&
          !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_steal_pointer (&name));
      g_free (name);
    }
  g_list_free_full (items, g_object_unref);
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

/**
 * troupe_keyring_list:
 *
 * Returns: (transfer full) (nullable): the names of the keys, sorted, or %NULL with an error
 */
char **
troupe_keyring_list (GCancellable *cancellable, GError **error)
{
  return list_values (&schema, ATTRIBUTE, troupe_keyring_is_name, cancellable, error);
}

/**
 * troupe_keyring_remove:
 * @name: name of a variable
 *
 * Removes a key.
 *
 * Returns: %FALSE with %G_IO_ERROR_NOT_FOUND if there is no such key, or with another error
 */
gboolean
troupe_keyring_remove (const char *name, GCancellable *cancellable, GError **error)
{
  GError *cause = NULL;

  g_return_val_if_fail (name != NULL, FALSE);

  if (!check_service (error))
    return FALSE;
  if (secret_password_clear_sync (&schema, cancellable, &cause, ATTRIBUTE, name, NULL))
    return TRUE;
  if (cause != NULL)
    g_propagate_error (error, cause);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _ ("The keyring has no key %s. “troupectl key list” shows the stored keys."),
                 name);
  return FALSE;
}

/* --- Sign-ins ----------------------------------------------------------------------------------- */

char *
troupe_keyring_lookup_sign_in (const char *server, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (server != NULL, NULL);

  if (!check_service (error))
    return NULL;
  return secret_password_lookup_sync (&sign_in_schema, cancellable, error, SERVER_ATTRIBUTE, server,
                                      NULL);
}

void
troupe_keyring_free_sign_in (char *text)
{
  secret_password_free (text);
}

gboolean
troupe_keyring_store_sign_in (const char *server,
                              const char *text,
                              GCancellable *cancellable,
                              GError **error)
{
  g_autofree char *label = NULL;

  g_return_val_if_fail (server != NULL && text != NULL, FALSE);

  if (!check_service (error))
    return FALSE;
  /* Translators: %s is a URL; the text is shown in the desktop's list of passwords */
  label = g_strdup_printf (_ ("Troupe: sign-in to %s"), server);
  return explain_cancel (secret_password_store_sync (&sign_in_schema, SECRET_COLLECTION_DEFAULT,
                                                     label, text, cancellable, error,
                                                     SERVER_ATTRIBUTE, server, NULL),
                         error);
}

char **
troupe_keyring_list_sign_ins (GCancellable *cancellable, GError **error)
{
  return list_values (&sign_in_schema, SERVER_ATTRIBUTE, is_server, cancellable, error);
}

gboolean
troupe_keyring_remove_sign_in (const char *server, GCancellable *cancellable, GError **error)
{
  GError *cause = NULL;

  g_return_val_if_fail (server != NULL, FALSE);

  if (!check_service (error))
    return FALSE;
  if (secret_password_clear_sync (&sign_in_schema, cancellable, &cause, SERVER_ATTRIBUTE, server,
                                  NULL))
    return TRUE;
  if (cause != NULL)
    g_propagate_error (error, cause);
  else
    g_set_error (
        error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
        _ ("The keyring has no sign-in to %s. “troupectl mcp list” shows the stored sign-ins."),
        server);
  return FALSE;
}

/* --- Asynchronous functions ------------------------------------------------------------------- */

typedef struct
{
  char **names;
  char *key; /* (nullable) */
} Order;

static void
order_free (gpointer data)
{
  Order *order = data;

  g_strfreev (order->names);
  secret_password_free (order->key);
  g_free (order);
}

/* Runs @func on a thread. libsecret's asynchronous functions are not suitable, because they bind
 * the service proxy to the main context of the first caller, although both the window and runs
 * use it. @names, @key: (nullable) */
static void
order (const char *const *names,
       const char *key,
       GTaskThreadFunc func,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Order *data = g_new0 (Order, 1);

  data->names = g_strdupv ((char **) names);
  data->key = g_strdup (key);
  g_task_set_source_tag (task, func);
  g_task_set_task_data (task, data, order_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, func);
}

static void
return_truth (GTask *task, gboolean is_done, GError *error)
{
  g_assert (G_IS_TASK (task));

  if (is_done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
lookup_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Order *data = task_data;
  GError *error = NULL;
  GHashTable *keys = troupe_keyring_lookup ((const char *const *) data->names, cancellable, &error);

  g_assert (G_IS_TASK (task));

  if (keys != NULL)
    g_task_return_pointer (task, keys, (GDestroyNotify) g_hash_table_unref);
  else
    g_task_return_error (task, error);
}

void
troupe_keyring_lookup_async (const char *const *names,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (names != NULL);

  order (names, NULL, lookup_thread, cancellable, callback, user_data);
}

GHashTable *
troupe_keyring_lookup_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
store_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Order *data = task_data;
  GError *error = NULL;
  gboolean is_done = troupe_keyring_store (data->names[0], data->key, cancellable, &error);

  g_assert (G_IS_TASK (task));

  return_truth (task, is_done, error);
}

void
troupe_keyring_store_async (const char *name,
                            const char *key,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  const char *const names[] = { name, NULL };

  g_return_if_fail (name != NULL && key != NULL);

  order (names, key, store_thread, cancellable, callback, user_data);
}

/* Returns whether the key was stored or removed, and tells everybody who shows keys. */
static gboolean
finish (GAsyncResult *result, gboolean is_stored, GError **error)
{
  const Order *data = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  troupe_keyring_watch_tell (troupe_keyring_watch_get (), data->names[0], is_stored);
  return TRUE;
}

gboolean
troupe_keyring_store_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return finish (result, TRUE, error);
}

static void
list_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;
  char **names = troupe_keyring_list (cancellable, &error);

  g_assert (G_IS_TASK (task));

  if (names != NULL)
    g_task_return_pointer (task, names, (GDestroyNotify) g_strfreev);
  else
    g_task_return_error (task, error);
}

void
troupe_keyring_list_async (GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  order (NULL, NULL, list_thread, cancellable, callback, user_data);
}

char **
troupe_keyring_list_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
remove_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Order *data = task_data;
  GError *error = NULL;
  gboolean is_done = troupe_keyring_remove (data->names[0], cancellable, &error);

  g_assert (G_IS_TASK (task));

  return_truth (task, is_done, error);
}

void
troupe_keyring_remove_async (const char *name,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  const char *const names[] = { name, NULL };

  g_return_if_fail (name != NULL);

  order (names, NULL, remove_thread, cancellable, callback, user_data);
}

gboolean
troupe_keyring_remove_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return finish (result, FALSE, error);
}
