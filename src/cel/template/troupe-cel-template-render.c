/* troupe-cel-template-render.c: renders templates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-template-render"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-cel-evaluation.h"
#include "troupe-cel-template-private.h"

typedef struct
{
  TroupeCelTemplate *template;
  TroupeCelActivation *activation;
  TroupeCelActivateFunc activate;
  gpointer user_data;
  GError **error;
} Renderer;

static TroupeValue *render (Renderer *self, const TroupeCelPart *node);

/* Appends JSON, with Python's words for doubles that JSON cannot represent. The nesting was
 * limited when the value was converted to JSON's types. */
static void
append_json (GString *out, const TroupeValue *value)
{
  gboolean is_map = troupe_value_is (value, TROUPE_VALUE_MAP);
  gsize length;

  if (!is_map && !troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      double number =
          troupe_value_is (value, TROUPE_VALUE_DOUBLE) ? troupe_value_get_double (value) : 0;

      if (isfinite (number))
        troupe_value_append_json (value, TROUPE_JSON_SPACED, out);
      else
        g_string_append (out, isnan (number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity");
      return;
    }
  length = is_map ? troupe_value_map_get_size (value) : troupe_value_list_get_length (value);
  g_string_append_c (out, is_map ? '{' : '[');
  for (gsize i = 0; i < length; i++)
    {
      g_string_append (out, i == 0 ? "" : ", ");
      if (is_map)
        {
          troupe_value_append_json (troupe_value_map_get_key (value, i), TROUPE_JSON_SPACED, out);
          g_string_append (out, ": ");
        }
      append_json (out, is_map ? troupe_value_map_get_value (value, i)
                               : troupe_value_list_get (value, i));
    }
  g_string_append_c (out, is_map ? '}' : ']');
}

static TroupeValue *
render_text (Renderer *self, const TroupeCelPart *node)
{
  g_autoptr (GString) out = g_string_new (NULL);

  g_assert (self != NULL);

  for (guint i = 0; i < node->children->len; i++)
    {
      g_autoptr (TroupeValue) value = render (self, g_ptr_array_index (node->children, i));
      gsize length;
      const char *text;

      if (value == NULL)
        return NULL;
      switch (troupe_value_get_value_type (value))
        {
        case TROUPE_VALUE_NULL:
          break;
        case TROUPE_VALUE_STRING:
          text = troupe_value_get_string (value, &length);
          g_string_append_len (out, text, (gssize) length);
          break;
        default:
          append_json (out, value);
          break;
        }
      if (out->len > TROUPE_CEL_MAX_RESULT)
        {
          g_set_error_literal (self->error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_LIMIT,
                               _ ("the text produced by the template is too large"));
          return NULL;
        }
    }
  return troupe_value_new_string (out->str, (gssize) out->len);
}

static TroupeValue *
render (Renderer *self, const TroupeCelPart *node)
{
  switch (node->kind)
    {
    case TROUPE_CEL_PART_CONSTANT:
      return troupe_value_ref (node->value);
    case TROUPE_CEL_PART_EXPRESSION:
      {
        TroupeCelProgram *program = g_ptr_array_index (self->template->programs, node->program);
        g_autoptr (GError) error = NULL;
        g_autoptr (TroupeValue) value = NULL;
        TroupeValue *result = NULL;

        if (self->activate != NULL)
          self->activate (self->activation, node->program, self->user_data);
        value = troupe_cel_program_evaluate (program, self->activation, &error);
        if (value != NULL)
          result = troupe_cel_value_to_json (value, program->dialect, &error);
        if (result == NULL)
          {
            TroupeCelPlace place = { .start = program->start, .end = program->end };
            g_autofree char *shown =
                g_utf8_substring (program->text, 0, MIN (g_utf8_strlen (program->text, -1), 60));
            g_autofree char *message =
                g_strdup_printf (_ ("the expression “%s%s” failed: %s"), shown,
                                 strlen (shown) < strlen (program->text) ? "…" : "",
                                 error->message);

            /* A template may contain many expressions, so the message names the one that failed. */
            troupe_cel_error_get_place (error, &place);
            g_propagate_error (self->error,
                               troupe_cel_error_new (error->code, program->source, place.start,
                                                     place.end, troupe_cel_error_get_word (error),
                                                     message));
          }
        return result;
      }
    case TROUPE_CEL_PART_TEXT:
      return render_text (self, node);
    case TROUPE_CEL_PART_LIST:
      {
        g_autoptr (GPtrArray) items =
            g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
        TroupeValue *list;

        for (guint i = 0; i < node->children->len; i++)
          {
            TroupeValue *item = render (self, g_ptr_array_index (node->children, i));

            if (item == NULL)
              return NULL;
            g_ptr_array_add (items, item);
          }
        list = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
        g_ptr_array_set_free_func (items, NULL);
        return list;
      }
    case TROUPE_CEL_PART_MAP:
      {
        g_auto (TroupeMapBuilder) builder = { NULL, NULL };

        troupe_map_builder_init (&builder);
        for (guint i = 0; i < node->children->len; i++)
          {
            TroupeValue *value = render (self, g_ptr_array_index (node->children, i));

            if (value == NULL)
              return NULL;
            troupe_map_builder_add_key (
                &builder, troupe_value_ref (troupe_value_map_get_key (node->value, i)), value);
          }
        return troupe_map_builder_end (&builder);
      }
    default:
      g_assert_not_reached ();
    }
}

TroupeValue *
troupe_cel_template_render (TroupeCelTemplate *self,
                            TroupeCelActivation *activation,
                            TroupeCelActivateFunc activate,
                            gpointer user_data,
                            GError **error)
{
  Renderer renderer = { self, activation, activate, user_data, error };

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (activation != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return render (&renderer, self->top);
}
