/* troupe-plot-carry.h: the document that a picture has with it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The type of the element that holds it in a page, the id of the one in SVG, and the keyword in PNG. */
#define TROUPE_PLOT_CARRY_TYPE "application/x-troupe-document"
#define TROUPE_PLOT_CARRY_ID "troupe-document"
#define TROUPE_PLOT_CARRY_KEYWORD "Troupe-Document"

/* The largest picture that is looked into, and the most files of one document. */
#define TROUPE_PLOT_CARRY_LIMIT (256u * 1024 * 1024)
#define TROUPE_PLOT_CARRY_MAX_FILES 1000

/**
 * TroupePlotCarried:
 * @is_crew: a flow has one file
 * @names, @texts: (element-type utf8): the files, the main one first; names are relative and lead nowhere else
 *
 * A document as texts.
 */
typedef struct
{
  gboolean is_crew;
  GPtrArray *names;
  GPtrArray *texts;
} TroupePlotCarried;

TroupePlotCarried *troupe_plot_carried_new (gboolean is_crew);
void troupe_plot_carried_free (TroupePlotCarried *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotCarried, troupe_plot_carried_free)
/* @name and @text are copied. */
void troupe_plot_carried_add (TroupePlotCarried *self, const char *name, const char *text);

/* Writes the files below @folder, which is there and empty. Blocks. */
gboolean
troupe_plot_carried_write (const TroupePlotCarried *self, const char *folder, GError **error);
/* Removes what that has written, with the folders, and @folder. */
void troupe_plot_carried_remove (const TroupePlotCarried *self, const char *folder);

/* As letters of base64, which stand in any format. (transfer full) */
char *troupe_plot_carried_to_text (const TroupePlotCarried *self);
/* The element `metadata` of an SVG. (transfer full) */
char *troupe_plot_carried_to_svg (const TroupePlotCarried *self);
/* @png with it inside. (transfer full) */
GBytes *troupe_plot_carried_add_to_png (const TroupePlotCarried *self, GBytes *png);

/* Whether a file is called like one that may carry a document: .svg, .html, .htm, .png. */
gboolean troupe_plot_carry_is_picture (const char *path);

/**
 * troupe_plot_carry_read:
 *
 * Looks for a document in a picture; what else the picture holds is neither run nor drawn.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with %G_IO_ERROR_NOT_FOUND where there is none,
 *   %G_IO_ERROR_INVALID_DATA where what is there is none of ours, or %G_IO_ERROR_NO_SPACE where it is too large
 */
TroupePlotCarried *troupe_plot_carry_read (const char *data, gsize length, GError **error);
/* The same of a file, up to the limit. Blocks. */
TroupePlotCarried *troupe_plot_carry_read_file (const char *path, GError **error);

G_END_DECLS
