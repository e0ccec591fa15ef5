/* troupe-text.h: comparison at a position of a long text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/**
 * troupe_text_begins_with:
 * @text: a position in a text
 * @prefix: the bytes to compare with
 *
 * Compares only as many bytes as @prefix has. Readers that move along a text need this instead of
 * g_str_has_prefix(): since GLib 2.76 that one is a macro which measures the rest of the text, so that
 * reading a text takes quadratic time.
 * Threads: any thread.
 *
 * Returns: whether @prefix is at @text
 */
static inline gboolean
troupe_text_begins_with (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

G_END_DECLS
