/* troupe-crew-schema-row.c: row that opens the page of a response schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-schema-row"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-choosers.h"
#include "troupe-crew-schema-page.h"
#include "troupe-form-value.h"
#include "troupe-sanitize-text.h"
#include "troupe-tree.h"

typedef struct
{
  TroupeCrewTarget *target;
  const TroupeCrewField *field;
  char **path;
} Row;

static void
row_free (gpointer data)
{
  Row *self = data;

  g_object_unref (self->target);
  g_strfreev (self->path);
  g_free (self);
}

static Row *
get_row (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), "troupe-schema");
}

static void
refresh_cb (GtkWidget *row)
{
  Row *self = get_row (row);
  JsonNode *node =
      troupe_form_target_get (TROUPE_FORM_TARGET (self->target), (const char *const *) self->path);
  JsonNode *properties = troupe_tree_get_member (node, "properties");
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  JsonObjectIter iter;
  const char *name;

  if (properties != NULL && JSON_NODE_HOLDS_OBJECT (properties))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (properties));
      while (json_object_iter_next_ordered (&iter, &name, NULL))
        g_ptr_array_add (names, (gpointer) name);
    }
  if (node != NULL && !JSON_NODE_HOLDS_NULL (node) && names->len == 0)
    {
      g_autofree char *text = troupe_form_value_to_text (TROUPE_FIELD_REFERENCE, node);
      g_autofree char *shown = troupe_text_to_line (text);

      troupe_crew_opener_set_chips (row, (const char *const[]){ shown, NULL }, "");
      return;
    }
  g_ptr_array_add (names, NULL);
  troupe_crew_opener_set_chips (row, (const char *const *) names->pdata, _ ("none"));
}

static void
open_cb (GtkWidget *row)
{
  Row *self = get_row (row);

  troupe_crew_target_open_page (self->target,
                                troupe_crew_schema_page_new (self->target, self->field,
                                                             (const char *const *) self->path));
}

GtkWidget *
troupe_crew_schema_row_new (TroupeCrewTarget *target,
                            const TroupeCrewField *field,
                            const char *const *path)
{
  GtkWidget *row;
  Row *self;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);
  g_return_val_if_fail (field != NULL && path != NULL, NULL);

  self = g_new0 (Row, 1);
  self->target = g_object_ref (target);
  self->field = field;
  self->path = g_strdupv ((char **) path);
  row = troupe_crew_opener_new (_ (field->title));
  g_object_set_data_full (G_OBJECT (row), "troupe-schema", self, row_free);
  g_signal_connect (row, "activated", G_CALLBACK (open_cb), NULL);
  g_signal_connect_object (troupe_crew_target_get_subject (target), "changed",
                           G_CALLBACK (refresh_cb), row, G_CONNECT_SWAPPED);
  refresh_cb (row);

  return row;
}
