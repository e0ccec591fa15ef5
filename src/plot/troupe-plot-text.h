/* troupe-plot-text.h: measures, ellipsizes, wraps and escapes texts of a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Estimates the width of a text in the system font; bold text is a little wider. */
double troupe_plot_text_width (const char *text, double size, gboolean bold);
/* Ellipsizes a text to a width. The ellipsis is either in the middle, with three fifths of the
 * kept characters before it, or at the end. (transfer full) */
char *
troupe_plot_text_cut (const char *text, double size, gboolean bold, double width, gboolean middle);
/* Breaks a text into lines at spaces. (transfer full): NULL-terminated */
char **troupe_plot_text_wrap (const char *text, double size, double width, guint max_lines);
/* Returns the text on one line without control characters. (transfer full) */
char *troupe_plot_text_clean (const char *text);
/* Appends the text escaped for XML. Characters that XML does not allow are omitted. */
void troupe_plot_append_escaped (GString *out, const char *text);

G_END_DECLS
