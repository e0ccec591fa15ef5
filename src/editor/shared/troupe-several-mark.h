/* troupe-several-mark.h: words in rows whose value is not the same in all selected items
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Shows “Several Values” in an AdwEntryRow or AdwActionRow if @differs, and removes these words
 * otherwise. @title: the title of the field, translated. Main thread */
void troupe_several_mark (GtkWidget *row, const char *title, gboolean differs);

G_END_DECLS
