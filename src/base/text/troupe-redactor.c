/* troupe-redactor.c: redacts the known keys of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-redactor"

#include "config.h"

#include <string.h>

#include "troupe-redactor.h"

/* @known: all keys that were added; @keys: those added since @secret was made, both NULL until the
 * first one is, because most runs have none; @shared: the shared keys that @secret includes, to
 * notice their replacement */
struct _TroupeRedactor
{
  gatomicrefcount ref_count;
  gint empty_at; /* atomic: the generation of the shared keys for which nothing is known; 0: none */
  GMutex lock;
  GHashTable *known;    /* (nullable) */
  GPtrArray *keys;      /* (nullable) */
  TroupeSecret *secret; /* (nullable) */
  TroupeSecret *shared; /* (nullable) */
};

static GMutex shared_lock;
static TroupeSecret *shared_secret; /* (nullable) */
static gint shared_generation = 1;  /* atomic: number of replacements */

/* --- Construction ----------------------------------------------------------------------------- */

/* (transfer full) */
TroupeRedactor *
troupe_redactor_new (void)
{
  TroupeRedactor *self = g_new0 (TroupeRedactor, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  return self;
}

TroupeRedactor *
troupe_redactor_ref (TroupeRedactor *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_redactor_unref (TroupeRedactor *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_pointer (&self->secret, troupe_secret_unref);
  g_clear_pointer (&self->shared, troupe_secret_unref);
  g_free (self);
}

/* --- Keys ------------------------------------------------------------------------------------- */

void
troupe_redactor_add (TroupeRedactor *self, const char *key)
{
  char *copy = NULL;

  if (self == NULL || key == NULL || strlen (key) < TROUPE_SECRET_LONG)
    return;
  g_mutex_lock (&self->lock);
  g_atomic_int_set (&self->empty_at, 0);
  if (self->known == NULL)
    {
      self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      self->keys = g_ptr_array_new ();
    }
  if (!g_hash_table_contains (self->known, key))
    {
      copy = g_strdup (key);
      g_hash_table_add (self->known, copy);
      g_ptr_array_add (self->keys, copy);
    }
  g_mutex_unlock (&self->lock);
}

/* Makes @secret known. The lock is held. @secret: (nullable) */
static void
join (TroupeRedactor *self, TroupeSecret *secret)
{
  TroupeSecret *joined = troupe_secret_join (self->secret, secret);

  g_assert (self != NULL);

  g_clear_pointer (&self->secret, troupe_secret_unref);
  self->secret = joined;
}

void
troupe_redactor_add_secret (TroupeRedactor *self, TroupeSecret *secret)
{
  g_return_if_fail (self != NULL);

  if (secret == NULL)
    return;
  g_mutex_lock (&self->lock);
  g_atomic_int_set (&self->empty_at, 0);
  join (self, secret);
  g_mutex_unlock (&self->lock);
}

void
troupe_redactor_set_shared (const char *const *keys)
{
  g_autoptr (GPtrArray) longer = g_ptr_array_new ();

  g_return_if_fail (keys != NULL);

  for (guint i = 0; keys[i] != NULL; i++)
    if (strlen (keys[i]) >= TROUPE_SECRET_LONG)
      g_ptr_array_add (longer, (gpointer) keys[i]);
  g_ptr_array_add (longer, NULL);
  g_mutex_lock (&shared_lock);
  g_clear_pointer (&shared_secret, troupe_secret_unref);
  shared_secret = troupe_secret_new ((const char *const *) longer->pdata);
  g_atomic_int_inc (&shared_generation);
  g_mutex_unlock (&shared_lock);
}

TroupeSecret *
troupe_redactor_get_secret (TroupeRedactor *self)
{
  const gint generation = g_atomic_int_get (&shared_generation);
  TroupeSecret *secret = NULL;
  g_autoptr (TroupeSecret) more = NULL;
  g_autoptr (TroupeSecret) now = NULL;

  /* Most runs have no keys, and ask for each event. */
  if (self == NULL || g_atomic_int_get (&self->empty_at) == generation)
    return NULL;
  g_mutex_lock (&self->lock);
  /* Includes keys that were added since the last search. */
  if (self->keys != NULL && self->keys->len != 0)
    {
      g_ptr_array_add (self->keys, NULL);
      more = troupe_secret_new ((const char *const *) self->keys->pdata);
      g_ptr_array_set_size (self->keys, 0);
      join (self, more);
    }
  /* Includes the current shared keys. Those that they replace remain known. */
  g_mutex_lock (&shared_lock);
  if (shared_secret != NULL)
    now = troupe_secret_ref (shared_secret);
  g_mutex_unlock (&shared_lock);
  if (self->shared != now)
    {
      join (self, now);
      g_clear_pointer (&self->shared, troupe_secret_unref);
      self->shared = g_steal_pointer (&now);
    }
  secret = self->secret != NULL ? troupe_secret_ref (self->secret) : NULL;
  if (secret == NULL)
    g_atomic_int_set (&self->empty_at, generation);
  g_mutex_unlock (&self->lock);
  return secret;
}

/* --- Redaction -------------------------------------------------------------------------------- */

#define IN_BASE64 ";base64,"

/* Redacts a file, which stays a valid one: a text gets a mask, other files keep their length.
 * @data: in @text. (transfer full) */
static char *
hide_data (TroupeSecret *secret, const char *text, const char *data)
{
  gsize length = 0;
  g_autofree char *bytes = (char *) g_base64_decode (data, &length);
  g_autofree char *start = g_strndup (text, (gsize) (data - text));
  g_autofree char *hidden = NULL;
  g_autofree char *encoded = NULL;

  if (length > 0 && g_utf8_validate_len (bytes, length, NULL))
    {
      hidden = troupe_secret_hide (secret, bytes, (gssize) length);
      length = strlen (hidden);
    }
  else
    {
      hidden = g_steal_pointer (&bytes);
      troupe_secret_overwrite (secret, hidden, length);
    }
  encoded = g_base64_encode ((const guchar *) hidden, length);
  return g_strconcat (start, encoded, NULL);
}

char *
troupe_text_hide (const char *text, gssize length, TroupeSecret *secret)
{
  g_autofree char *changed = NULL;
  const char *data = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  if (secret != NULL && (length < 0 || strlen (text) == (gsize) length))
    {
      const char *end = g_str_has_prefix (text, "data:") ? strchr (text, ',') : NULL;
      const gsize data_length = strlen (IN_BASE64);

      if (end != NULL && (gsize) (end + 1 - text) >= data_length &&
          g_ascii_strncasecmp (end + 1 - data_length, IN_BASE64, data_length) == 0)
        data = end + 1;
    }
  if (data == NULL)
    return troupe_secret_hide (secret, text, length);
  changed = hide_data (secret, text, data);
  /* A key that is encoded twice, or in the type of the file. */
  return troupe_secret_hide (secret, changed, -1);
}

char *
troupe_redactor_hide_text (TroupeRedactor *self, const char *text)
{
  g_autoptr (TroupeSecret) secret = troupe_redactor_get_secret (self);

  g_return_val_if_fail (text != NULL, NULL);

  return troupe_secret_is_in (secret, text, -1) ? troupe_text_hide (text, -1, secret)
                                                : g_strdup (text);
}

void
troupe_redactor_hide_error (TroupeRedactor *self, GError *error)
{
  g_autoptr (TroupeSecret) secret = error != NULL ? troupe_redactor_get_secret (self) : NULL;
  char *hidden = NULL;

  if (!troupe_secret_is_in (secret, error != NULL ? error->message : "", -1))
    return;
  hidden = troupe_secret_hide (secret, error->message, -1);
  g_free (error->message);
  error->message = hidden;
}

static gboolean
is_in_value (TroupeSecret *secret, const TroupeValue *value)
{
  gsize length = 0;
  const char *text = NULL;

  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      text = troupe_value_get_string (value, &length);
      return troupe_secret_is_in (secret, text, (gssize) length);
    }
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      if (is_in_value (secret, troupe_value_list_get (value, i)))
        return TRUE;
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      if (is_in_value (secret, troupe_value_map_get_key (value, i)) ||
          is_in_value (secret, troupe_value_map_get_value (value, i)))
        return TRUE;
  return FALSE;
}

TroupeValue *
troupe_value_hide (TroupeValue *value, TroupeSecret *secret)
{
  gsize length = 0;
  const char *text = NULL;

  g_return_val_if_fail (value != NULL, NULL);

  /* Nearly all values are without keys, and are not copied. */
  if (secret == NULL || !is_in_value (secret, value))
    return troupe_value_ref (value);
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      const gsize n_items = troupe_value_list_get_length (value);
      g_autofree TroupeValue **items = g_new (TroupeValue *, n_items + 1);

      for (gsize i = 0; i < n_items; i++)
        items[i] = troupe_value_hide (troupe_value_list_get (value, i), secret);
      return troupe_value_new_list (items, n_items);
    }
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        troupe_map_builder_add_key (
            &builder, troupe_value_hide (troupe_value_map_get_key (value, i), secret),
            troupe_value_hide (troupe_value_map_get_value (value, i), secret));
      return troupe_map_builder_end (&builder);
    }
  text = troupe_value_get_string (value, &length);
  return troupe_value_take_string (troupe_text_hide (text, (gssize) length, secret), -1);
}

TroupeValue *
troupe_redactor_hide_value (TroupeRedactor *self, TroupeValue *value)
{
  g_autoptr (TroupeSecret) secret = troupe_redactor_get_secret (self);

  return troupe_value_hide (value, secret);
}
