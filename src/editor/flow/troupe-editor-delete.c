/* troupe-editor-delete.c: deleting the selection as one undo step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-delete"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-editor-delete.h"
#include "troupe-editor-groups.h"
#include "troupe-editor-wiring.h"

static void
delete_methods (TroupeDrawing *self, char **names, gboolean reconnect)
{
  g_assert (TROUPE_IS_DRAWING (self));

  /* A group is deleted together with its last method. */
  g_auto (GStrv) emptied =
      troupe_editor_groups_list_around (self, (const char *const *) names, TRUE);
  g_autoptr (GError) error = NULL;

  if (names[0] == NULL)
    return;

  if (!troupe_flow_document_remove_methods (troupe_drawing_get_document (self),
                                            (const char *const *) names, reconnect, &error))
    troupe_editor_context_report (troupe_drawing_get_context (self), error);
  else
    troupe_editor_groups_remove (self, (const char *const *) emptied);
}

void
troupe_editor_delete_selected (TroupeDrawing *self, gboolean reconnect)
{
  g_auto (GStrv) methods = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_NODE);
  g_auto (GStrv) notes = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_NOTE);
  g_auto (GStrv) groups = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_GROUP);
  g_autoptr (GPtrArray) cut = NULL;
  guint n_methods;
  g_autofree char *label = NULL;
  g_auto (GStrv) wires = NULL;
  g_auto (GStrv) gates = NULL;

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  /* Lists the selected wires, and the wires that lead into a selected gate. */
  wires = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_WIRE);
  gates = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_GATE);
  cut = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; wires[i] != NULL; i++)
    g_ptr_array_add (cut, g_strdup (wires[i]));
  for (guint i = 0;
       gates[0] != NULL && i < troupe_canvas_scene_get_n_wires (troupe_drawing_get_scene (self));
       i++)
    {
      const TroupeCanvasWire *wire =
          troupe_canvas_scene_get_nth_wire (troupe_drawing_get_scene (self), i);

      if (g_strv_contains ((const char *const *) gates, wire->to))
        g_ptr_array_add (cut, g_strdup (wire->id));
    }
  g_ptr_array_add (cut, NULL);
  n_methods = g_strv_length (methods);
  label = n_methods > 0
              ? g_strdup_printf (ngettext ("Delete %u Method", "Delete %u Methods", n_methods),
                                 n_methods)
              : g_strdup (_ ("Delete"));
  troupe_document_begin_edit (TROUPE_DOCUMENT (troupe_drawing_get_document (self)), label);
  if (cut->len > 1)
    troupe_editor_wiring_remove (self, (const char *const *) cut->pdata);
  for (guint i = 0; notes[i] != NULL; i++)
    troupe_document_remove_note (TROUPE_DOCUMENT (troupe_drawing_get_document (self)), notes[i]);
  troupe_editor_groups_remove (self, (const char *const *) groups);
  delete_methods (self, methods, reconnect);
  troupe_document_end_edit (TROUPE_DOCUMENT (troupe_drawing_get_document (self)));
}
