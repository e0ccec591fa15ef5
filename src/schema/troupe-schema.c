/* troupe-schema.c: JSON schema for validating values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-schema-compile.h"
#include "troupe-schema-node.h"
#include "troupe-schema-private.h"

/* The name contains hyphens, which clang-format would format as subtractions. */
/* clang-format off */
G_DEFINE_QUARK (troupe-schema-error-quark, troupe_schema_error)
/* clang-format on */

TroupeSchema *
troupe_schema_new (TroupeValue *document, const char *left_out, GError **error)
{
  g_autoptr (TroupeSchema) self = NULL;

  g_return_val_if_fail (document != NULL, NULL);
  g_return_val_if_fail (troupe_value_is (document, TROUPE_VALUE_MAP), NULL);

  self = g_new0 (TroupeSchema, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->document = troupe_value_ref (document);
  self->owned = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_node_free);
  self->root = troupe_schema_compile (document, left_out, self->owned, error);
  return self->root != NULL ? g_steal_pointer (&self) : NULL;
}

TroupeSchema *
troupe_schema_new_open (TroupeValue *document, GError **error)
{
  TroupeSchema *self = troupe_schema_new (document, NULL, error);

  if (self != NULL)
    self->is_open = TRUE;
  return self;
}

TroupeSchema *
troupe_schema_ref (TroupeSchema *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_schema_unref (TroupeSchema *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->document, troupe_value_unref);
  g_ptr_array_unref (self->owned);
  g_free (self);
}

const char *
troupe_schema_get_title (TroupeSchema *self)
{
  TroupeValue *resolved, *title;

  g_return_val_if_fail (self != NULL, NULL);

  resolved = troupe_schema_resolve (self->document, self->document);
  title = troupe_value_map_lookup_string (resolved, "title", -1);
  return title != NULL && troupe_value_is (title, TROUPE_VALUE_STRING) &&
                 *troupe_value_get_string (title, NULL) != '\0'
             ? troupe_value_get_string (title, NULL)
             : NULL;
}

void
troupe_schema_problem_free (TroupeSchemaProblem *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self->message);
  g_free (self);
}

char *
troupe_schema_problems_to_text (GPtrArray *problems)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (problems != NULL, g_string_free (text, FALSE));

  for (guint i = 0; i < problems->len; i++)
    {
      TroupeSchemaProblem *problem = g_ptr_array_index (problems, i);

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? "; " : "", problem->path,
                              *problem->path != '\0' ? ": " : "", problem->message);
    }
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}

TroupeValue *
troupe_schema_check (TroupeSchema *self, TroupeValue *value, GPtrArray *problems)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (value != NULL, NULL);
  g_return_val_if_fail (problems != NULL, NULL);

  return troupe_schema_node_check (self->root, value, self->is_open, problems);
}

static TroupeValue *
check_read (TroupeSchema *self, TroupeValue *value, GError **error)
{
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_problem_free);
  TroupeValue *result = troupe_schema_check (self, value, problems);
  g_autofree char *text = NULL;

  if (result != NULL)
    return result;
  text = troupe_schema_problems_to_text (problems);
  g_set_error_literal (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE, text);
  return NULL;
}

TroupeValue *
troupe_schema_read_text (TroupeSchema *self, const char *text, GError **error)
{
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GError) cause = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  value = troupe_value_from_json (text, -1, &cause);
  if (value != NULL)
    return check_read (self, value, error);
  g_set_error_literal (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_JSON, cause->message);
  return NULL;
}

TroupeValue *
troupe_schema_find_json (const char *text, GError **error)
{
  TroupeValue *value = NULL;
  g_autoptr (GError) cause = NULL;
  const char *first, *last;

  g_return_val_if_fail (text != NULL, NULL);

  value = troupe_value_from_json (text, -1, &cause);
  first = strchr (text, '{');
  last = strrchr (text, '}');
  if (value == NULL && first != NULL && last != NULL && first < last)
    value = troupe_value_from_json (first, last + 1 - first, NULL);
  if (value == NULL)
    g_set_error_literal (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_JSON, cause->message);
  return value;
}

TroupeValue *
troupe_schema_find_text (TroupeSchema *self, const char *text, GError **error)
{
  g_autoptr (TroupeValue) value = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  value = troupe_schema_find_json (text, error);
  return value != NULL ? check_read (self, value, error) : NULL;
}

TroupeValue *
troupe_schema_construct (TroupeSchema *self, TroupeValue *given)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (given != NULL && troupe_value_is (given, TROUPE_VALUE_MAP), NULL);

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < self->root->fields->len; i++)
    {
      TroupeSchemaMember *field = &g_array_index (self->root->fields, TroupeSchemaMember, i);
      TroupeValue *value = troupe_value_map_lookup_string (given, field->name, -1);

      if (value == NULL)
        value = field->initial;
      if (value != NULL)
        troupe_map_builder_add (&builder, field->name,
                                troupe_schema_node_show (field->schema, value));
    }
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_schema_show (TroupeSchema *self, TroupeValue *object)
{
  TroupeValue *shown;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (object != NULL && troupe_value_is (object, TROUPE_VALUE_MAP), NULL);

  shown = troupe_value_ref (object);
  for (guint i = 0; i < self->root->fields->len; i++)
    {
      TroupeSchemaMember *field = &g_array_index (self->root->fields, TroupeSchemaMember, i);
      TroupeValue *value = troupe_value_map_lookup_string (object, field->name, -1);
      g_autoptr (TroupeValue) other =
          value != NULL ? troupe_schema_node_show (field->schema, value) : NULL;
      TroupeValue *next;

      if (value == NULL ||
          (troupe_value_get_value_type (other) == troupe_value_get_value_type (value) &&
           troupe_value_equal (other, value)))
        continue;
      next = troupe_value_map_with (shown, field->name, other);
      troupe_value_unref (shown);
      shown = next;
    }
  return shown;
}
