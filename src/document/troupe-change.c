/* troupe-change.c: why the result of a method or task no longer fits its document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-change"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-change.h"
#include "troupe-secret.h"

/* More changed fields of one result are not listed. */
#define MOST_FIELDS 4
/* Maps that are nested deeper are compared as a whole. */
#define MOST_LEVELS 4

static void
change_free (gpointer data)
{
  TroupeChange *self = data;

  g_free (self->name);
  g_free (self->owner);
  g_free (self);
}

GPtrArray *
troupe_changes_new (void)
{
  return g_ptr_array_new_with_free_func (change_free);
}

static gboolean
is_change (const TroupeChange *self, TroupeChangeKind kind, const char *name, const char *owner)
{
  return self->kind == kind && g_strcmp0 (self->name, name) == 0 &&
         g_strcmp0 (self->owner, owner) == 0;
}

void
troupe_changes_add (GPtrArray *changes, TroupeChangeKind kind, const char *name, const char *owner)
{
  TroupeChange *self = NULL;

  g_return_if_fail (changes != NULL);

  for (guint i = 0; i < changes->len; i++)
    if (is_change (g_ptr_array_index (changes, i), kind, name, owner))
      return;
  self = g_new0 (TroupeChange, 1);
  self->kind = kind;
  self->name = g_strdup (name);
  self->owner = g_strdup (owner);
  g_ptr_array_add (changes, self);
}

gboolean
troupe_changes_have_own (GPtrArray *changes)
{
  for (guint i = 0; changes != NULL && i < changes->len; i++)
    if (((const TroupeChange *) g_ptr_array_index (changes, i))->kind <= TROUPE_CHANGE_PIN)
      return TRUE;
  return FALSE;
}

gboolean
troupe_changes_equal (GPtrArray *a, GPtrArray *b)
{
  const guint n = a != NULL ? a->len : 0;

  if (n != (b != NULL ? b->len : 0))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const TroupeChange *other = g_ptr_array_index (b, i);

      if (!is_change (g_ptr_array_index (a, i), other->kind, other->name, other->owner))
        return FALSE;
    }
  return TRUE;
}

char *
troupe_change_to_text (const TroupeChange *self)
{
  const char *name = self->name != NULL ? self->name : "";
  const char *owner = self->owner != NULL ? self->owner : "";

  switch (self->kind)
    {
    case TROUPE_CHANGE_FIELD:
      /* Translators: %s is a field of a method or a task, such as with.url */
      return g_strdup_printf (_ ("“%s” was changed"), name);

    case TROUPE_CHANGE_MODEL:
      return g_strdup (_ ("The model was changed"));

    case TROUPE_CHANGE_AGENT:
      /* Translators: the first %s is a field, such as goal, the second one the name of an agent */
      return g_strdup_printf (_ ("“%s” of the agent “%s” was changed"), name, owner);

    case TROUPE_CHANGE_AGENT_MODEL:
      return g_strdup_printf (_ ("The model of the agent “%s” was changed"), owner);

    case TROUPE_CHANGE_CREW:
      return g_strdup_printf (_ ("“%s” of the crew was changed"), name);

    case TROUPE_CHANGE_TRIGGER:
      return g_strdup (_ ("The condition that starts it was changed"));

    case TROUPE_CHANGE_STATE:
      return g_strdup (_ ("The initial state was changed"));

    case TROUPE_CHANGE_FILE:
      return g_strdup_printf (_ ("The file “%s” was changed"), name);

    case TROUPE_CHANGE_PIN:
      return g_strdup (_ ("It was pinned or muted, or no longer is"));

    case TROUPE_CHANGE_OUTPUT:
      /* Translators: %s is the name of a method or a task */
      return g_strdup_printf (_ ("It uses the output of “%s”, which is out of date"), name);

    case TROUPE_CHANGE_INPUT:
      return g_strdup_printf (_ ("It is given the output of “%s”, which is out of date"), name);

    case TROUPE_CHANGE_ROUTER:
      return g_strdup_printf (_ ("It depends on the decision of “%s”, which is out of date"), name);

    case TROUPE_CHANGE_STATE_OF:
    default:
      return g_strdup_printf (_ ("It uses the state after “%s”, which is out of date"), name);
    }
}

/* --- Comparing ----------------------------------------------------------------------------------- */

static gboolean are_same (TroupeValue *a, TroupeValue *b);

static gboolean
are_same_maps (TroupeValue *a, TroupeValue *b)
{
  if (troupe_value_map_get_size (a) != troupe_value_map_get_size (b))
    return FALSE;
  for (gsize i = 0; i < troupe_value_map_get_size (a); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (a, i);
      TroupeValue *other = troupe_value_is (key, TROUPE_VALUE_STRING)
                               ? troupe_value_get_member (b, troupe_value_get_string (key, NULL))
                               : NULL;

      if (other == NULL || !are_same (troupe_value_map_get_value (a, i), other))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_masked (TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_STRING) &&
         strstr (troupe_value_get_string (value, NULL), TROUPE_SECRET_MASK) != NULL;
}

/* Compares two values. A key, which is not stored with a run, is equal to every other one. */
static gboolean
are_same (TroupeValue *a, TroupeValue *b)
{
  if (a == b || troupe_value_equal (a, b) || is_masked (a) || is_masked (b))
    return TRUE;
  if (troupe_value_is (a, TROUPE_VALUE_MAP) && troupe_value_is (b, TROUPE_VALUE_MAP))
    return are_same_maps (a, b);
  if (!troupe_value_is (a, TROUPE_VALUE_LIST) || !troupe_value_is (b, TROUPE_VALUE_LIST) ||
      troupe_value_list_get_length (a) != troupe_value_list_get_length (b))
    return FALSE;
  for (gsize i = 0; i < troupe_value_list_get_length (a); i++)
    if (!are_same (troupe_value_list_get (a, i), troupe_value_list_get (b, i)))
      return FALSE;
  return TRUE;
}

/* What a comparison adds its changes to. */
typedef struct
{
  GPtrArray *changes;
  TroupeChangeKind kind;
  TroupeChangeKind model_kind;
  const char *owner;
  guint n_added;
} Comparison;

static void compare_maps (Comparison *self,
                          const char *path,
                          TroupeValue *before,
                          TroupeValue *after,
                          const char *const *ignored,
                          guint level);

static void
compare_field (Comparison *self,
               const char *path,
               TroupeValue *before,
               TroupeValue *after,
               guint level)
{
  TroupeChangeKind kind;
  TroupeChangeKind model;
  static const char *const names[] = { "llm",         "model",        "function_calling_llm",
                                       "manager_llm", "planning_llm", NULL };
  g_auto (GStrv) parts = NULL;
  TroupeChangeKind result;

  if (self->n_added >= MOST_FIELDS || (before != NULL && after != NULL && are_same (before, after)))
    return;
  if (before != NULL && after != NULL && level < MOST_LEVELS &&
      troupe_value_is (before, TROUPE_VALUE_MAP) && troupe_value_is (after, TROUPE_VALUE_MAP))
    {
      compare_maps (self, path, before, after, NULL, level);
      return;
    }
  self->n_added++;
  kind = self->kind;
  model = self->model_kind;
  parts = g_strsplit (path, ".", -1);
  result = kind;
  for (guint i = 0; parts[i] != NULL; i++)
    if (g_strv_contains (names, parts[i]))
      {
        result = model;
        break;
      }
  troupe_changes_add (self->changes, result, path, self->owner);
}

/* Compares the fields of @map with those of @other. @is_rest: only those that @other does not have */
static void
compare_keys (Comparison *self,
              const char *path,
              TroupeValue *map,
              TroupeValue *other,
              const char *const *ignored,
              guint level,
              gboolean is_rest)
{
  for (gsize i = 0; map != NULL && i < troupe_value_map_get_size (map); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (map, i);
      const char *name =
          troupe_value_is (key, TROUPE_VALUE_STRING) ? troupe_value_get_string (key, NULL) : NULL;
      TroupeValue *value = name != NULL ? troupe_value_get_member (other, name) : NULL;
      g_autofree char *place = NULL;

      if (name == NULL || (is_rest && value != NULL) ||
          (ignored != NULL && g_strv_contains (ignored, name)))
        continue;
      place = path != NULL ? g_strconcat (path, ".", name, NULL) : g_strdup (name);
      compare_field (self, place, troupe_value_map_get_value (map, i), value, level + 1);
    }
}

static void
compare_maps (Comparison *self,
              const char *path,
              TroupeValue *before,
              TroupeValue *after,
              const char *const *ignored,
              guint level)
{
  compare_keys (self, path, before, after, ignored, level, FALSE);
  compare_keys (self, path, after, before, ignored, level, TRUE);
}

void
troupe_changes_compare_fields (GPtrArray *changes,
                               TroupeValue *before,
                               TroupeValue *after,
                               const char *const *ignored,
                               TroupeChangeKind kind,
                               TroupeChangeKind model_kind,
                               const char *owner)
{
  Comparison comparison = { changes, kind, model_kind, owner, 0 };

  g_return_if_fail (changes != NULL);

  if (before != after)
    compare_maps (&comparison, NULL, before, after, ignored, 0);
}

/* Returns TRUE if the field with that key names a file that a run itself writes: it is another one after each run. */
static gboolean
is_written (TroupeValue *key)
{
  static const char *const written[] = { "output_file", "output_log_file", NULL };

  return troupe_value_is (key, TROUPE_VALUE_STRING) &&
         g_strv_contains (written, troupe_value_get_string (key, NULL));
}

/* @text: may refer to a file */
static void
compare_file (GPtrArray *changes, const char *text, TroupeValue *before, TroupeValue *after)
{
  TroupeValue *old = troupe_value_get_member (before, text);
  TroupeValue *new = troupe_value_get_member (after, text);
  const char *path = troupe_value_get_member_text (new, "path");

  if (old != NULL && new != NULL &&
      g_strcmp0 (troupe_value_get_member_text (old, "digest"),
                 troupe_value_get_member_text (new, "digest")) != 0)
    troupe_changes_add (changes, TROUPE_CHANGE_FILE, path != NULL ? path : text, NULL);
}

void
troupe_changes_compare_files (GPtrArray *changes,
                              TroupeValue *value,
                              TroupeValue *files_before,
                              TroupeValue *files_after)
{
  g_return_if_fail (changes != NULL);

  if (value == NULL || files_before == NULL || files_after == NULL || files_before == files_after)
    return;
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    compare_file (changes, troupe_value_get_string (value, NULL), files_before, files_after);
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      troupe_changes_compare_files (changes, troupe_value_list_get (value, i), files_before,
                                    files_after);
  else if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      if (!is_written (troupe_value_map_get_key (value, i)))
        troupe_changes_compare_files (changes, troupe_value_map_get_value (value, i), files_before,
                                      files_after);
}
