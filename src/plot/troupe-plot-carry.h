/* troupe-plot-carry.h: embeds a document in an exported image (SVG, HTML, PNG) and reads it back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The MIME type of the script element in HTML, the id of the element in SVG, and the keyword in
 * PNG. */
#define TROUPE_PLOT_CARRY_TYPE "application/x-troupe-document"
#define TROUPE_PLOT_CARRY_ID "troupe-document"
#define TROUPE_PLOT_CARRY_KEYWORD "Troupe-Document"

/* Maximum size of an image that is searched for a document, and maximum number of files of one
 * document. */
#define TROUPE_PLOT_CARRY_LIMIT (256u * 1024 * 1024)
#define TROUPE_PLOT_CARRY_MAX_FILES 1000

/**
 * TroupePlotCarried:
 * @is_crew: TRUE for a crew; a flow has exactly one file
 * @names, @texts: (element-type utf8): the files, the main one first. A crew that was read from an image has a
 *   main file `crew.jsonc` or `crew.json`, and agents in `agents`; an image with other files is refused
 *
 * A document, represented by the names and contents of its files.
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
/* Adds a file. @name and @text are copied. */
void troupe_plot_carried_add (TroupePlotCarried *self, const char *name, const char *text);

/* Writes the files below @folder, which must exist and be empty. Blocks. */
gboolean
troupe_plot_carried_write (const TroupePlotCarried *self, const char *folder, GError **error);
/* Removes the files and folders that troupe_plot_carried_write() created, and @folder. */
void troupe_plot_carried_remove (const TroupePlotCarried *self, const char *folder);

/* Returns the document as base64, which is valid in all formats. (transfer full) */
char *troupe_plot_carried_to_text (const TroupePlotCarried *self);
/* Returns the document as an SVG `metadata` element. (transfer full) */
char *troupe_plot_carried_to_svg (const TroupePlotCarried *self);
/* Returns a copy of @png that contains the document. (transfer full) */
GBytes *troupe_plot_carried_add_to_png (const TroupePlotCarried *self, GBytes *png);

/* Returns TRUE if the name of the file has the extension of a format that may contain a
 * document: .svg, .html, .htm, .png. */
gboolean troupe_plot_carry_is_picture (const char *path);

/**
 * troupe_plot_carry_read:
 *
 * Extracts the document that is embedded in an image. The other contents of the image are neither
 * executed nor rendered.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with %G_IO_ERROR_NOT_FOUND if the
 * image contains none, %G_IO_ERROR_INVALID_DATA if it is damaged or was not written by Troupe, or
 * %G_IO_ERROR_NO_SPACE if it is too large
 */
TroupePlotCarried *troupe_plot_carry_read (const char *data, gsize length, GError **error);
/* Like troupe_plot_carry_read() for a file, up to %TROUPE_PLOT_CARRY_LIMIT bytes. Blocks. */
TroupePlotCarried *troupe_plot_carry_read_file (const char *path, GError **error);

G_END_DECLS
