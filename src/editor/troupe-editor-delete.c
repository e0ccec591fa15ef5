/* troupe-editor-delete.c: what is selected goes away, all of it as one step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-delete"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-editor-private.h"

static void
delete_methods (TroupeEditor *self, char **names, gboolean reconnect)
{
  /* A frame goes with the last of its methods. */
  g_auto (GStrv) emptied = _troupe_editor_list_groups (self, (const char *const *) names, TRUE);
  g_autoptr (GError) error = NULL;

  if (names[0] == NULL)
    return;

  if (!troupe_flow_document_remove_methods (self->document, (const char *const *) names, reconnect,
                                            &error))
    _troupe_editor_report (self, error);
  else
    _troupe_editor_remove_groups (self, (const char *const *) emptied);
}

/* The wires that are selected, and those that lead into a gate that is. NULL-terminated. */
static GPtrArray *
list_cut (TroupeEditor *self)
{
  g_auto (GStrv) wires = _troupe_editor_list_selected (self, TROUPE_CANVAS_KIND_WIRE);
  g_auto (GStrv) gates = _troupe_editor_list_selected (self, TROUPE_CANVAS_KIND_GATE);
  GPtrArray *cut = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; wires[i] != NULL; i++)
    g_ptr_array_add (cut, g_strdup (wires[i]));
  for (guint i = 0; gates[0] != NULL && i < troupe_canvas_scene_get_n_wires (self->scene); i++)
    {
      const TroupeCanvasWire *wire = troupe_canvas_scene_get_nth_wire (self->scene, i);

      if (g_strv_contains ((const char *const *) gates, wire->to))
        g_ptr_array_add (cut, g_strdup (wire->id));
    }
  g_ptr_array_add (cut, NULL);

  return cut;
}

void
_troupe_editor_delete (TroupeEditor *self, gboolean reconnect)
{
  g_auto (GStrv) methods = _troupe_editor_list_selected (self, TROUPE_CANVAS_KIND_NODE);
  g_auto (GStrv) notes = _troupe_editor_list_selected (self, TROUPE_CANVAS_KIND_NOTE);
  g_auto (GStrv) groups = _troupe_editor_list_selected (self, TROUPE_CANVAS_KIND_GROUP);
  g_autoptr (GPtrArray) cut = list_cut (self);
  guint n_methods = g_strv_length (methods);
  g_autofree char *label = NULL;

  label = n_methods > 0
              ? g_strdup_printf (ngettext ("Delete %u Method", "Delete %u Methods", n_methods),
                                 n_methods)
              : g_strdup (_ ("Delete"));
  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), label);
  if (cut->len > 1)
    _troupe_editor_remove_wires (self, (const char *const *) cut->pdata);
  for (guint i = 0; notes[i] != NULL; i++)
    troupe_document_remove_note (TROUPE_DOCUMENT (self->document), notes[i]);
  _troupe_editor_remove_groups (self, (const char *const *) groups);
  delete_methods (self, methods, reconnect);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
}
