/* troupe-value-view-private.h: private members of TroupeValueView, shared by its source files
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
  GtkWidget *rendered;          /* a scrolled window */
  TroupeValueRenderFunc render; /* (nullable) */
  gpointer render_data;
  GDestroyNotify render_destroy; /* (nullable) */
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

/* Converts the value to readable text without U+0000, which neither labels nor the clipboard
 * support. (transfer full) */
char *troupe_value_to_text (const TroupeValue *value);
/* Returns the form to show. This is the selected form, or another one if the value cannot be
 * shown in it. The value must not be NULL. */
TroupeValueForm troupe_value_view_choose_form (TroupeValueView *self);
/* Creates a read-only text view in a scrolled window. */
GtkWidget *troupe_value_make_text (GtkTextBuffer **buffer);
/* Appends UTF-8 text. Lines of thousands of characters are broken, because their layout would
 * block the window for seconds. */
void troupe_value_append_text (GtkTextBuffer *buffer, const char *text, gsize length);

/* Installs the class actions and their shortcuts. */
void troupe_value_view_install_actions (GtkWidgetClass *widget_class);
/* Creates the context menu and stores it as `menu`. The menu is a child of @self, which must
 * unparent it. */
void troupe_value_view_add_menu (TroupeValueView *self);

G_END_DECLS
