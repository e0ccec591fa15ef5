/* troupe-value-view.h: a value as a tree or as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeValueView:
 *
 * Property: `as-text` (boolean). Class actions on the row under the pointer or the focus:
 * `value.copy`, `value.copy-path`. Text is cut at 200 kB, with a note that says so.
 */
#define TROUPE_TYPE_VALUE_VIEW (troupe_value_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueView, troupe_value_view, TROUPE, VALUE_VIEW, GtkWidget)

GtkWidget *troupe_value_view_new (void);

/* @name: what the value is called at the top of the tree. @value: (nullable): NULL shows @empty. */
void troupe_value_view_set_value (TroupeValueView *self,
                                  const char *name,
                                  TroupeValue *value,
                                  const char *empty);
void troupe_value_view_set_as_text (TroupeValueView *self, gboolean as_text);
/* The text that is shown in the text form. (transfer full) */
char *troupe_value_view_get_text (TroupeValueView *self);

G_END_DECLS
