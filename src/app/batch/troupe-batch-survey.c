/* troupe-batch-survey.c: what the inputs of a batch contain and what the document expects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-survey"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-batch-inputs.h"
#include "troupe-batch-survey.h"
#include "troupe-sanitize-text.h"
#include "troupe-schema.h"
#include "troupe-value.h"

/* The largest number of names that are counted and listed. */
#define MOST_NAMES 200
#define MOST_LISTED 12

void
troupe_batch_survey_free (TroupeBatchSurvey *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->problem);
  g_ptr_array_unref (self->names);
  g_array_unref (self->n_with);
  g_free (self);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static void
count_name (TroupeBatchSurvey *self, const char *name)
{
  guint index = 0;
  guint one = 1;

  g_assert (self != NULL);

  if (g_ptr_array_find_with_equal_func (self->names, name, g_str_equal, &index))
    g_array_index (self->n_with, guint, index)++;
  else if (self->names->len < MOST_NAMES)
    {
      g_ptr_array_add (self->names, g_strdup (name));
      g_array_append_val (self->n_with, one);
    }
}

/* @problem: (nullable) (transfer full) */
static void
take_item (TroupeBatchSurvey *self, const TroupeBatchItem *item, char *problem)
{
  g_autoptr (TroupeValue) input =
      item->input != NULL ? troupe_value_from_json (item->input, -1, NULL) : NULL;

  g_assert (self != NULL);

  self->n_items++;
  if (input == NULL || !troupe_value_is (input, TROUPE_VALUE_MAP))
    {
      self->n_invalid++;
      if (self->problem == NULL)
        self->problem = g_steal_pointer (&problem);
      g_free (problem);
      return;
    }
  g_free (problem);
  for (gsize i = 0; i < troupe_value_map_get_size (input); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (input, i), NULL);

      if (!g_str_equal (name, "id"))
        count_name (self, name);
    }
}

static void
read_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  g_autoptr (TroupeBatchSurvey) self = g_new0 (TroupeBatchSurvey, 1);
  g_autoptr (TroupeBatchInputs) inputs = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->n_with = g_array_new (FALSE, FALSE, sizeof (guint));
  inputs = troupe_batch_inputs_open (path, &error);
  while (error == NULL && !g_cancellable_is_cancelled (cancellable))
    {
      g_autoptr (TroupeBatchItem) item = NULL;
      g_autofree char *problem = NULL;

      if (!troupe_batch_inputs_next (inputs, &item, &problem, &error) || item == NULL)
        break;
      take_item (self, item, g_steal_pointer (&problem));
    }
  if (error != NULL)
    g_task_return_error (task, error);
  else if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&self),
                           (GDestroyNotify) troupe_batch_survey_free);
}

void
troupe_batch_survey_read_async (const char *path,
                                GCancellable *cancellable,
                                gpointer source,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (path != NULL);

  task = g_task_new (source, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_batch_survey_read_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, read_thread);
}

TroupeBatchSurvey *
troupe_batch_survey_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Describing ------------------------------------------------------------------------------- */

static gboolean
is_required (const TroupeSchemaField *field)
{
  return field->required && field->initial == NULL;
}

static void
append_name (GString *text, const char *name, guint n_before)
{
  g_autofree char *line = troupe_text_to_line (name);

  if (n_before > MOST_LISTED)
    return;
  if (n_before > 0)
    g_string_append (text, ", ");
  g_string_append (text, n_before == MOST_LISTED ? "…" : line);
}

char *
troupe_batch_describe_expected (GPtrArray *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  g_return_val_if_fail (expected != NULL, NULL);

  for (guint i = 0; i < expected->len; i++)
    {
      const TroupeSchemaField *field = g_ptr_array_index (expected, i);
      /* Translators: %s is the name of an input */
      g_autofree char *name = is_required (field) ? g_strdup (field->name)
                                                  : g_strdup_printf (_ ("%s (optional)"), field->name);

      if (!g_str_equal (field->name, "id"))
        append_name (text, name, n++);
    }
  return n > 0 ? g_strdup (text->str) : NULL;
}

/* Returns how many items set the input. */
static guint
count_with (const TroupeBatchSurvey *self, const char *name)
{
  guint index = 0;

  return g_ptr_array_find_with_equal_func (self->names, name, g_str_equal, &index)
             ? g_array_index (self->n_with, guint, index)
             : 0;
}

char *
troupe_batch_survey_describe (const TroupeBatchSurvey *self, GPtrArray *expected, gboolean *fits)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *missing = NULL;
  g_autofree char *unknown = NULL;
  g_autoptr (GString) names = NULL;
  g_autoptr (GString) missing_text = NULL;
  guint n = 0;

  g_return_val_if_fail (self != NULL && expected != NULL && fits != NULL, NULL);

  /* Lists the required inputs that an item does not set. */
  missing_text = g_string_new (NULL);
  for (guint i = 0; i < expected->len; i++)
    {
      const TroupeSchemaField *field = g_ptr_array_index (expected, i);

      if (is_required (field) && !g_str_equal (field->name, "id") &&
          count_with (self, field->name) < self->n_items - self->n_invalid)
        append_name (missing_text, field->name, n++);
    }
  missing = n > 0 ? g_strdup (missing_text->str) : NULL;
  /* A state without declared fields accepts everything. */
  if (expected->len > 0)
    {
      g_autoptr (GString) unknown_text = g_string_new (NULL);
      guint unknown_n = 0;

      /* Lists the columns that are no inputs of the document. */
      for (guint i = 0; i < self->names->len; i++)
        {
          const char *name = g_ptr_array_index (self->names, i);
          gboolean is_known = FALSE;

          for (guint k = 0; k < expected->len && !is_known; k++)
            is_known =
                g_str_equal (((TroupeSchemaField *) g_ptr_array_index (expected, k))->name, name);
          if (!is_known)
            append_name (unknown_text, name, unknown_n++);
        }
      unknown = unknown_n > 0 ? g_strdup (unknown_text->str) : NULL;
    }
  *fits = missing == NULL && self->n_invalid == 0 && self->n_items > 0;
  g_string_append_printf (text, ngettext ("%u item", "%u items", (gulong) self->n_items),
                          (guint) self->n_items);
  names = g_string_new (NULL);
  for (guint i = 0; i < self->names->len; i++)
    append_name (names, g_ptr_array_index (self->names, i), i);
  if (self->names->len > 0)
    /* Translators: %s is a list of names. It follows a number of items: “3 items · columns: a, b” */
    g_string_append_printf (text, _ (" · columns: %s"), names->str);
  if (missing != NULL)
    /* Translators: %s is a list of names of inputs */
    g_string_append_printf (text, _ ("\nMissing in some or all items: %s"), missing);
  if (unknown != NULL)
    /* Translators: %s is a list of names of columns */
    g_string_append_printf (text, _ ("\nNot an input of the document: %s"), unknown);
  if (self->n_invalid > 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text,
                              ngettext ("%u line is not valid.", "%u lines are not valid.",
                                        (gulong) self->n_invalid),
                              (guint) self->n_invalid);
      if (self->problem != NULL)
        g_string_append_printf (text, " %s", self->problem);
    }
  return g_strdup (text->str);
}
