/* troupe-value-view.h: a value as a tree, as text or as a table
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
  TROUPE_VALUE_N_FORMS,
} TroupeValueForm;

/**
 * TroupeValueView:
 *
 * A text has no tree and is always shown as text; a table is for lists of maps, everything else is
 * shown as a tree instead. Text is cut at 200 kB, with a note that says so.
 *
 * Property: `form` (integer, TroupeValueForm). Class actions on the selected row, or on all where none
 * is: `value.copy`, `value.copy-path`, `value.open-whole`; `value.menu`.
 */
#define TROUPE_TYPE_VALUE_VIEW (troupe_value_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueView, troupe_value_view, TROUPE, VALUE_VIEW, GtkWidget)

GtkWidget *troupe_value_view_new (void);

/**
 * troupe_value_view_set_value:
 * @name: what the value is called at the top of the tree
 * @path: how an expression would say it; "" where its entries are roots
 * @value: (nullable): %NULL shows @empty
 * @before: (nullable): marks what @value has (+), lacks (−) and has inside (±) against it
 * @empty: said where there is no value
 */
void troupe_value_view_set_value (TroupeValueView *self,
                                  const char *name,
                                  const char *path,
                                  TroupeValue *value,
                                  TroupeValue *before,
                                  const char *empty);
/* Text that is still growing: what begins like the text before is appended to it. */
void troupe_value_view_set_stream (TroupeValueView *self, const char *text, gsize length);

void troupe_value_view_set_form (TroupeValueView *self, TroupeValueForm form);
/* The value as text, whole. (transfer full) */
char *troupe_value_view_get_text (TroupeValueView *self);

/* Three flat buttons that choose the form. */
GtkWidget *troupe_value_view_make_switch (TroupeValueView *self);

G_END_DECLS
