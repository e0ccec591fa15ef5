/* troupe-plot-text.h: texts of a picture: how wide they are, cut, wrapped, escaped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How wide a text is in the system's font, estimated; bold letters are a little wider. */
double troupe_plot_text_width (const char *text, double size, gboolean bold);
/* Cut to a width with one ellipsis; in the middle, three fifths of the kept letters in front, or at
 * the end. (transfer full) */
char *
troupe_plot_text_cut (const char *text, double size, gboolean bold, double width, gboolean middle);
/* Broken into lines at blanks. (transfer full): NULL-terminated */
char **troupe_plot_text_wrap (const char *text, double size, double width, guint max_lines);
/* One line without control characters. (transfer full) */
char *troupe_plot_text_clean (const char *text);
/* Escaped for XML; what XML cannot hold is left out. */
void troupe_plot_append_escaped (GString *out, const char *text);

G_END_DECLS
