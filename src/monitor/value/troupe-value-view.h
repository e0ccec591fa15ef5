/* troupe-value-view.h: view of a value as tree, text or table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-value.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_VALUE_FORM_TREE,
  TROUPE_VALUE_FORM_TEXT,
  TROUPE_VALUE_FORM_TABLE,
  TROUPE_VALUE_FORM_RENDERED, /* a text as a picture or as Markdown, if there is a renderer */
  TROUPE_VALUE_N_FORMS,
} TroupeValueForm;

/**
 * TroupeValueView:
 *
 * Shows a value as a tree, text or table. A string is always shown as text. A table is available
 * for lists of maps; other values are shown as a tree instead. Text is truncated at 200 kB, with a
 * note.
 *
 * Property: `form` (integer, TroupeValueForm). Class actions on the selected row, or on the whole
 * value if there is no selection: `value.copy`, `value.copy-path`, `value.open-whole`;
 * `value.find` (searches the tree), `value.menu`.
 */
#define TROUPE_TYPE_VALUE_VIEW (troupe_value_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueView, troupe_value_view, TROUPE, VALUE_VIEW, GtkWidget)

GtkWidget *troupe_value_view_new (void);

/**
 * troupe_value_view_set_value:
 * @name: the name of the root of the tree
 * @path: as written in an expression; "" if the entries are roots
 * @value: (nullable): %NULL shows @empty
 * @before: (nullable): the value to compare with: marks entries that were added (+), removed (−),
 *   or changed inside (±)
 * @empty: the placeholder if there is no value
 *
 * Sets the value to display.
 */
void troupe_value_view_set_value (TroupeValueView *self,
                                  const char *name,
                                  const char *path,
                                  TroupeValue *value,
                                  TroupeValue *before,
                                  const char *empty);
/* Shows a streamed text. If the text begins with the previous text, only the new part is
 * appended. */
void troupe_value_view_set_stream (TroupeValueView *self, const char *text, gsize length);

void troupe_value_view_set_form (TroupeValueView *self, TroupeValueForm form);

/* Creates a widget that shows a text as what it means. (transfer floating) */
typedef GtkWidget *(*TroupeValueRenderFunc) (const char *text, gpointer user_data);
/* Sets how texts are rendered; without it there are only the other forms. Before troupe_value_view_make_switch(), or to
 * change @user_data. @destroy: (nullable) */
void troupe_value_view_set_renderer (TroupeValueView *self,
                                     TroupeValueRenderFunc func,
                                     gpointer user_data,
                                     GDestroyNotify destroy);

/* Creates flat buttons that select the form. */
GtkWidget *troupe_value_view_make_switch (TroupeValueView *self);

G_END_DECLS
