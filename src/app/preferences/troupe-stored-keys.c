/* troupe-stored-keys.c: cached list of the API keys in the keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-stored-keys"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-keyring-lock.h"
#include "troupe-keyring-watch.h"
#include "troupe-keyring.h"
#include "troupe-stored-keys.h"

struct _TroupeStoredKeys
{
  GObject parent_instance;

  GCancellable *cancellable;
  char **names;  /* (nullable) */
  char *problem; /* (nullable) */
  guint n_busy;
  gboolean is_locked;
};

enum
{
  CHANGED,
  STORED,
  REFUSED,
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeStoredKeys, troupe_stored_keys, G_TYPE_OBJECT)

/* --- Reading ---------------------------------------------------------------------------------- */

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeStoredKeys) self = TROUPE_STORED_KEYS (user_data);
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_STORED_KEYS (self));

  self->is_locked = troupe_keyring_lock_look_finish (result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    g_debug ("Whether the keyring is locked could not be determined: %s", error->message);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeStoredKeys) self = TROUPE_STORED_KEYS (user_data);
  g_autoptr (GError) error = NULL;
  char **names = troupe_keyring_list_finish (result, &error);

  g_assert (TROUPE_IS_STORED_KEYS (self));

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_strfreev (self->names);
  self->names = names;
  troupe_set_str (&self->problem, error != NULL ? error->message : NULL);
  g_signal_emit (self, signals[CHANGED], 0);
  if (names != NULL)
    troupe_keyring_lock_look_async (self->cancellable, looked_cb, g_object_ref (self));
}

void
troupe_stored_keys_load (TroupeStoredKeys *self)
{
  g_return_if_fail (TROUPE_IS_STORED_KEYS (self));

  troupe_keyring_list_async (self->cancellable, listed_cb, g_object_ref (self));
}

const char *const *
troupe_stored_keys_get_names (TroupeStoredKeys *self)
{
  g_return_val_if_fail (TROUPE_IS_STORED_KEYS (self), NULL);

  return (const char *const *) self->names;
}

const char *
troupe_stored_keys_get_problem (TroupeStoredKeys *self)
{
  g_return_val_if_fail (TROUPE_IS_STORED_KEYS (self), NULL);

  return self->problem;
}

gboolean
troupe_stored_keys_is_locked (TroupeStoredKeys *self)
{
  g_return_val_if_fail (TROUPE_IS_STORED_KEYS (self), FALSE);

  return self->is_locked;
}

gboolean
troupe_stored_keys_is_busy (TroupeStoredKeys *self)
{
  g_return_val_if_fail (TROUPE_IS_STORED_KEYS (self), FALSE);

  return self->n_busy > 0;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static void
begin (TroupeStoredKeys *self)
{
  g_assert (TROUPE_IS_STORED_KEYS (self));

  self->n_busy++;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* @text: (nullable): message for the user; @error: (nullable) */
static void
end (TroupeStoredKeys *self, const char *text, const GError *error)
{
  g_assert (TROUPE_IS_STORED_KEYS (self));

  self->n_busy--;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (text != NULL)
    g_signal_emit (self, signals[FAILED], 0, text);
  troupe_stored_keys_load (self);
}

/* A key that is being stored. */
typedef struct
{
  TroupeStoredKeys *self;
  char *variable;
} Storing;

static void
stored_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Storing *storing = user_data;
  g_autoptr (TroupeStoredKeys) self = storing->self;
  g_autofree char *variable = storing->variable;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_STORED_KEYS (self));

  if (!troupe_keyring_store_finish (result, &error))
    {
      text = g_strdup_printf (
          /* Translators: the first %s is a sentence with the reason, the second one the name of a variable */
          _ ("Key not stored. %s Without a keyring, set the environment variable %s, or write it "
             "into "
             "a file “.env” next to the document."),
          error->message, variable);
      g_signal_emit (self, signals[REFUSED], 0, variable);
    }
  else
    g_signal_emit (self, signals[STORED], 0, variable);
  g_free (storing);
  end (self, text, error);
}

void
troupe_stored_keys_store (TroupeStoredKeys *self, const char *variable, const char *key)
{
  Storing *storing;

  g_return_if_fail (TROUPE_IS_STORED_KEYS (self));
  g_return_if_fail (variable != NULL && troupe_keyring_is_name (variable));
  g_return_if_fail (key != NULL && *key != '\0');

  begin (self);
  storing = g_new (Storing, 1);
  *storing = (Storing){ g_object_ref (self), g_strdup (variable) };
  troupe_keyring_store_async (variable, key, self->cancellable, stored_cb, storing);
}

static void
removed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeStoredKeys) self = TROUPE_STORED_KEYS (user_data);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_STORED_KEYS (self));

  /* Another program may have removed the key in the meantime. */
  if (!troupe_keyring_remove_finish (result, &error) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    text = g_strdup_printf (_ ("Could not remove the key: %s"), error->message);
  end (self, text, error);
}

void
troupe_stored_keys_remove (TroupeStoredKeys *self, const char *variable)
{
  g_return_if_fail (TROUPE_IS_STORED_KEYS (self));
  g_return_if_fail (variable != NULL);

  begin (self);
  troupe_keyring_remove_async (variable, self->cancellable, removed_cb, g_object_ref (self));
}

static void
unlocked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeStoredKeys) self = TROUPE_STORED_KEYS (user_data);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_STORED_KEYS (self));

  troupe_keyring_lock_open_finish (result, &error);
  if (error != NULL)
    text = g_strdup_printf (_ ("Could not unlock the keyring: %s"), error->message);
  end (self, text, error);
}

void
troupe_stored_keys_unlock (TroupeStoredKeys *self)
{
  g_return_if_fail (TROUPE_IS_STORED_KEYS (self));

  begin (self);
  troupe_keyring_lock_open_async (self->cancellable, unlocked_cb, g_object_ref (self));
}

/* --- GObject implementation ------------------------------------------------------------------- */

void
troupe_stored_keys_close (TroupeStoredKeys *self)
{
  g_return_if_fail (TROUPE_IS_STORED_KEYS (self));

  g_cancellable_cancel (self->cancellable);
}

static void
troupe_stored_keys_finalize (GObject *object)
{
  TroupeStoredKeys *self = TROUPE_STORED_KEYS (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->names, g_strfreev);
  g_clear_pointer (&self->problem, g_free);
  G_OBJECT_CLASS (troupe_stored_keys_parent_class)->finalize (object);
}

static void
troupe_stored_keys_class_init (TroupeStoredKeysClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_stored_keys_finalize;
  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[STORED] = g_signal_new ("stored", TROUPE_TYPE_STORED_KEYS, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[REFUSED] = g_signal_new ("refused", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

/* Another part of the window has stored a key. After its own changes, this reads the list anyway. */
static void
keyring_changed_cb (TroupeStoredKeys *self)
{
  g_assert (TROUPE_IS_STORED_KEYS (self));

  if (self->n_busy == 0)
    troupe_stored_keys_load (self);
}

static void
troupe_stored_keys_init (TroupeStoredKeys *self)
{
  self->cancellable = g_cancellable_new ();
  g_signal_connect_object (troupe_keyring_watch_get (), "changed", G_CALLBACK (keyring_changed_cb),
                           self, G_CONNECT_SWAPPED);
}

TroupeStoredKeys *
troupe_stored_keys_new (void)
{
  TroupeStoredKeys *self = g_object_new (TROUPE_TYPE_STORED_KEYS, NULL);

  troupe_stored_keys_load (self);
  return self;
}
