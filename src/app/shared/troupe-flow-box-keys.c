/* troupe-flow-box-keys.c: keys that move between the lines of a flow box
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-box-keys"

#include "config.h"

#include <math.h>

#include "troupe-flow-box-keys.h"

/* Lines by which Page Up and Page Down move, as in the list of emoji. */
#define LINES_OF_PAGE 5

static gboolean
can_enter (GtkWidget *child)
{
  return gtk_widget_get_visible (child) && gtk_widget_get_child_visible (child) &&
         gtk_widget_get_sensitive (child);
}

/* Returns the child in the next line whose middle is closest to that of @from. @above: whether the next line is
 * the one above. (nullable) */
static GtkWidget *
find_in_next_line (GtkWidget *box, GtkWidget *from, gboolean above)
{
  GtkWidget *found = NULL;
  double found_line = 0;
  double found_gap = 0;
  graphene_rect_t start;

  if (!gtk_widget_compute_bounds (from, box, &start))
    return NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t bounds;
      double line;
      double gap;

      if (child == from || !can_enter (child) || !gtk_widget_compute_bounds (child, box, &bounds))
        continue;
      line = (double) (above ? start.origin.y - bounds.origin.y : bounds.origin.y - start.origin.y);
      gap = fabs ((double) (bounds.origin.x + bounds.size.width / 2 - start.origin.x -
                            start.size.width / 2));
      if (line < 1 ||
          (found != NULL && (line > found_line + 1 || (line > found_line - 1 && gap >= found_gap))))
        continue;
      found = child;
      found_line = line;
      found_gap = gap;
    }

  return found;
}

/* Replaces the class handler of `move-cursor`. Steps within a line are GTK's. */
static gboolean
move_cursor_cb (GtkFlowBox *box, GtkMovementStep step, int count, gboolean extend, gboolean modify)
{
  const gboolean above = count < 0;
  GtkWidget *from = gtk_widget_get_focus_child (GTK_WIDGET (box));
  GtkWidget *to;
  guint n_lines;

  if (step != GTK_MOVEMENT_DISPLAY_LINES && step != GTK_MOVEMENT_PAGES)
    {
      gboolean is_handled = FALSE;

      g_signal_chain_from_overridden_handler (box, step, count, extend, modify, &is_handled);
      return is_handled;
    }
  if (from == NULL)
    return FALSE;

  to = NULL;
  n_lines = step == GTK_MOVEMENT_PAGES ? LINES_OF_PAGE : 1;
  for (guint i = 0; i < n_lines; i++)
    {
      GtkWidget *next = find_in_next_line (GTK_WIDGET (box), to != NULL ? to : from, above);

      if (next == NULL)
        break;
      to = next;
    }
  if (to != NULL)
    {
      gtk_widget_child_focus (to, above ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD);
      if (gtk_flow_box_get_selection_mode (box) != GTK_SELECTION_NONE && !modify)
        gtk_flow_box_select_child (box, GTK_FLOW_BOX_CHILD (to));
      return TRUE;
    }

  return gtk_widget_keynav_failed (GTK_WIDGET (box), above ? GTK_DIR_UP : GTK_DIR_DOWN);
}

void
troupe_flow_box_keys_init (void)
{
  static gboolean is_done;

  if (is_done)
    return;
  is_done = TRUE;
  g_type_ensure (GTK_TYPE_FLOW_BOX);
  g_type_class_unref (g_type_class_ref (GTK_TYPE_FLOW_BOX));
  g_signal_override_class_handler ("move-cursor", GTK_TYPE_FLOW_BOX, G_CALLBACK (move_cursor_cb));
}
