/* troupe-crew-hook-row.c: form row for a single guardrail or condition, or a value with a separate
 * page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-hook-row"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-choosers.h"
#include "troupe-crew-lists.h"
#include "troupe-crew-rows.h"

/* A field that contains a single hook. */
typedef struct
{
  TroupeCrewTarget *target;
  const TroupeCrewField *field;
  char **path;
} Hook;

static void
hook_free (gpointer data)
{
  Hook *self = data;

  g_object_unref (self->target);
  g_strfreev (self->path);
  g_free (self);
}

static Hook *
hook_new (TroupeCrewTarget *target, const TroupeCrewField *field, const char *const *path)
{
  Hook *self = g_new0 (Hook, 1);

  self->target = g_object_ref (target);
  self->field = field;
  self->path = g_strdupv ((char **) path);

  return self;
}

static JsonNode *
get_hook (gpointer data)
{
  Hook *self = data;
  JsonNode *node =
      troupe_form_target_get (TROUPE_FORM_TARGET (self->target), (const char *const *) self->path);

  return node != NULL && !JSON_NODE_HOLDS_NULL (node) ? json_node_ref (node) : NULL;
}

static void
set_hook (gpointer data, JsonNode *value)
{
  Hook *self = data;
  TroupeFormTarget *target = TROUPE_FORM_TARGET (self->target);
  g_autofree char *label = g_strdup_printf (_ ("Change %s"), _ (self->field->title));
  g_autofree char *key = g_strjoinv (".", self->path);
  g_autoptr (JsonNode) present = get_hook (self);
  gboolean conditional;
  g_auto (GStrv) path = NULL;
  guint last;
  g_autoptr (JsonNode) type = NULL;
  JsonNode *type_present;
  gboolean is_ours;

  if (self->field->kind != TROUPE_CREW_KIND_CONDITION || (present != NULL) == (value != NULL))
    {
      troupe_form_target_set (target, (const char *const *) self->path, value, label, key);
      return;
    }
  troupe_document_begin_edit (troupe_form_target_get_document (target), label);
  /* A task with a condition requires the type ConditionalTask, which is removed together with
   * the condition. */
  conditional = value != NULL;
  path = g_strdupv (self->path);
  last = g_strv_length (path) - 1;
  type = conditional ? troupe_json_node_new_string ("ConditionalTask") : NULL;
  g_free (path[last]);
  path[last] = g_strdup ("type");
  type_present = troupe_form_target_get (target, (const char *const *) path);
  is_ours = type_present != NULL && JSON_NODE_HOLDS_VALUE (type_present) &&
            json_node_get_value_type (type_present) == G_TYPE_STRING &&
            strstr (json_node_get_string (type_present), "onditional") != NULL;
  if (conditional ? type_present == NULL : is_ours)
    troupe_form_target_set (target, (const char *const *) path, type, _ ("Change Condition"), NULL);
  troupe_form_target_set (target, (const char *const *) self->path, value, label, NULL);
  troupe_document_end_edit (troupe_form_target_get_document (target));
}

static void
refresh_hook_cb (GtkWidget *row)
{
  Hook *self = g_object_get_data (G_OBJECT (row), "troupe-hook");
  g_autoptr (JsonNode) node = get_hook (self);
  g_autofree char *text = node != NULL ? troupe_crew_row_describe (node) : NULL;

  troupe_crew_opener_set_chips (row, text != NULL ? (const char *const[]){ text, NULL } : NULL,
                                self->field->kind == TROUPE_CREW_KIND_CONDITION ? _ ("Always")
                                                                                : _ ("none"));
}

static void
open_hook_cb (GtkWidget *row)
{
  Hook *self = g_object_get_data (G_OBJECT (row), "troupe-hook");
  Hook *copy = hook_new (self->target, self->field, (const char *const *) self->path);
  gboolean is_hook = self->field->kind == TROUPE_CREW_KIND_CONDITION ||
                     self->field->kind == TROUPE_CREW_KIND_GUARDRAIL;

  troupe_crew_target_open_page (
      self->target,
      is_hook
          ? troupe_crew_hook_page_new (self->target, self->field, (const char *const *) self->path,
                                       get_hook, set_hook, copy, hook_free)
          : troupe_crew_text_page_new (self->target, self->field, (const char *const *) self->path,
                                       get_hook, set_hook, copy, hook_free));
}

GtkWidget *
troupe_crew_hook_row_new (TroupeCrewTarget *target,
                          const TroupeCrewField *field,
                          const char *const *path)
{
  GtkWidget *row = troupe_crew_opener_new (_ (field->title));

  g_object_set_data_full (G_OBJECT (row), "troupe-hook", hook_new (target, field, path), hook_free);
  g_signal_connect (row, "activated", G_CALLBACK (open_hook_cb), NULL);
  g_signal_connect_object (troupe_crew_target_get_subject (target), "changed",
                           G_CALLBACK (refresh_hook_cb), row, G_CONNECT_SWAPPED);
  refresh_hook_cb (row);

  return row;
}
