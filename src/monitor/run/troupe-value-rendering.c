/* troupe-value-rendering.c: a text of a run as a picture or as Markdown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-rendering"

#include "config.h"

#include <string.h>

#include "troupe-transcript-markdown.h"
#include "troupe-transcript-picture.h"
#include "troupe-value-rendering.h"

/* The longest text that can be the path of a file. */
#define PATH_LENGTH 1000

/* @user_data: (nullable): the folder */
static GtkWidget *
render_cb (const char *text, gpointer user_data)
{
  const char *folder = user_data;

  if (troupe_transcript_picture_is_data (text))
    return troupe_transcript_picture_new_from_data (text);
  if (folder != NULL && strlen (text) < PATH_LENGTH && strchr (text, '\n') == NULL &&
      troupe_transcript_picture_is_shown (text))
    return troupe_transcript_picture_new (folder, text);
  return troupe_transcript_markdown_new (text);
}

void
troupe_value_rendering_attach (TroupeValueView *view, const char *folder)
{
  g_return_if_fail (TROUPE_IS_VALUE_VIEW (view));

  troupe_value_view_set_renderer (view, render_cb, g_strdup (folder), g_free);
}
