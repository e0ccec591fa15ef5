/* troupe-cel-colors.c: syntax highlighting of CEL expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-colors"

#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "troupe-cel-colors.h"
#include "troupe-cel.h"

/* Maximum length of a highlighted text in bytes, because setting each color searches from the
 * beginning of its line. */
#define LONGEST_PAINTED 10000

struct _TroupeCelColors
{
  GtkTextBuffer *buffer;
  GtkTextTag *tags[TROUPE_CEL_TOKEN_OTHER + 1];
  GtkTextTag *root_tag;
  GtkTextTag *wave;
  gulong dark_id;
};

/* Sets the colors for the light or dark scheme: keywords and roots blue, strings green, numbers
 * orange. */
static void
update_colors (TroupeCelColors *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  const char *blue = dark ? "#78aeed" : "#1a5fb4";
  const char *comment = dark ? "#b4b3b8" : "#5e5c64";

  g_assert (self != NULL);

  g_object_set (self->tags[TROUPE_CEL_TOKEN_KEYWORD], "foreground", blue, NULL);
  g_object_set (self->root_tag, "foreground", blue, NULL);
  g_object_set (self->tags[TROUPE_CEL_TOKEN_NUMBER], "foreground", dark ? "#ffa348" : "#a34b00",
                NULL);
  g_object_set (self->tags[TROUPE_CEL_TOKEN_STRING], "foreground", dark ? "#57cf93" : "#156f47",
                NULL);
  g_object_set (self->tags[TROUPE_CEL_TOKEN_COMMENT], "foreground", comment, NULL);
}

static void
dark_changed_cb (AdwStyleManager *manager, GParamSpec *pspec, gpointer data)
{
  update_colors (data);
}

TroupeCelColors *
troupe_cel_colors_new (GtkTextBuffer *buffer)
{
  TroupeCelColors *self = g_new0 (TroupeCelColors, 1);
  const GdkRGBA red = { 0.75f, 0.11f, 0.16f, 1 };

  self->buffer = g_object_ref (buffer);
  for (guint i = 0; i < G_N_ELEMENTS (self->tags); i++)
    self->tags[i] = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  self->root_tag = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  self->wave = gtk_text_buffer_create_tag (self->buffer, NULL, "underline", PANGO_UNDERLINE_ERROR,
                                           "underline-rgba", &red, NULL);
  update_colors (self);
  self->dark_id = g_signal_connect (adw_style_manager_get_default (), "notify::dark",
                                    G_CALLBACK (dark_changed_cb), self);

  return self;
}

void
troupe_cel_colors_free (TroupeCelColors *self)
{
  if (self == NULL)
    return;

  g_signal_handler_disconnect (adw_style_manager_get_default (), self->dark_id);
  g_object_unref (self->buffer);
  g_free (self);
}

static void
apply_tag (TroupeCelColors *self, GtkTextTag *tag, const char *text, gsize start, gsize end)
{
  GtkTextIter from;
  GtkTextIter to;

  g_assert (self != NULL);

  gtk_text_buffer_get_iter_at_offset (self->buffer, &from,
                                      (int) g_utf8_pointer_to_offset (text, text + start));
  gtk_text_buffer_get_iter_at_offset (self->buffer, &to,
                                      (int) g_utf8_pointer_to_offset (text, text + end));
  gtk_text_buffer_apply_tag (self->buffer, tag, &from, &to);
}

static gboolean
is_root (const char *text, const TroupeCelToken *token)
{
  static const char *const roots[] = { "outputs", "state", "item" };

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    if (token->end - token->start == strlen (roots[i]) &&
        strncmp (text + token->start, roots[i], token->end - token->start) == 0)
      return token->start == 0 || text[token->start - 1] != '.';

  return FALSE;
}

void
troupe_cel_colors_mark (TroupeCelColors *self, const char *text, gsize start, gsize end)
{
  apply_tag (self, self->wave, text, start, end);
}

void
troupe_cel_colors_paint (TroupeCelColors *self, const char *text, TroupeCelMode mode)
{
  g_autoptr (GArray) spans = NULL;
  GtkTextIter from;
  GtkTextIter to;

  gtk_text_buffer_get_bounds (self->buffer, &from, &to);
  for (guint i = 0; i < G_N_ELEMENTS (self->tags); i++)
    gtk_text_buffer_remove_tag (self->buffer, self->tags[i], &from, &to);
  gtk_text_buffer_remove_tag (self->buffer, self->root_tag, &from, &to);
  gtk_text_buffer_remove_tag (self->buffer, self->wave, &from, &to);
  if (strlen (text) > LONGEST_PAINTED)
    return;

  spans = troupe_cel_find_spans (text, mode);
  for (guint i = 0; i < spans->len; i++)
    {
      const TroupeCelSpan *span = &g_array_index (spans, TroupeCelSpan, i);
      g_autoptr (GArray) tokens =
          troupe_cel_tokenize (text + span->start, (gssize) (span->end - span->start));

      for (guint j = 0; j < tokens->len; j++)
        {
          const TroupeCelToken *token = &g_array_index (tokens, TroupeCelToken, j);
          GtkTextTag *tag = self->tags[MIN (token->type, TROUPE_CEL_TOKEN_OTHER)];

          if (token->type == TROUPE_CEL_TOKEN_NAME && is_root (text + span->start, token))
            tag = self->root_tag;
          apply_tag (self, tag, text, span->start + token->start, span->start + token->end);
        }
    }
}
