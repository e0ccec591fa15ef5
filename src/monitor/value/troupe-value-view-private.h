/* troupe-value-view-private.h: what the files of the value view share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value-view.h"

G_BEGIN_DECLS

struct _TroupeValueView
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkWidget *tree;
  GtkWidget *table;
  GtkTextBuffer *buffer;
  GtkWidget *cut_note;
  GtkLabel *empty_label;
  GtkWidget *menu;
  GtkWidget *buttons[TROUPE_VALUE_N_FORMS]; /* (nullable) */

  TroupeValue *value;
  TroupeValue *before;
  char *name;
  char *path;
  gsize stream_length;
  TroupeValueForm form;
  gboolean streaming;
};

/* The value as a person reads it; no U+0000 in it: neither a label nor the clipboard can hold one.
 * (transfer full) */
char *troupe_value_to_text (const TroupeValue *value);
/* What can be shown of the form that was asked for. There is a value. */
TroupeValueForm troupe_value_view_choose_form (TroupeValueView *self);
/* A text to read, in a scrolled window. */
GtkWidget *troupe_value_make_text (GtkTextBuffer **buffer);
/* Adds UTF-8 text at the end. A line of thousands of letters is shown in pieces: laid out as one it
 * would hold up the window for seconds. */
void troupe_value_append_text (GtkTextBuffer *buffer, const char *text, gsize length);

/* The class actions and their keys. */
void troupe_value_view_install_actions (GtkWidgetClass *widget_class);
/* The menu of the right button; it belongs to @self, which lets go of it as `menu`. */
void troupe_value_view_add_menu (TroupeValueView *self);

G_END_DECLS
