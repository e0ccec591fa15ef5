/* troupe-transcript-search.c: case-insensitive search and highlighting in texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-search"

#include "config.h"

#include <string.h>

#include "troupe-transcript-label.h"
#include "troupe-transcript-search.h"

/* Maximum number of highlights in a label. */
#define MAX_MARKS 500
/* Matches are dark on yellow in both color schemes. */
#define MARK_RED 0xf6f6
#define MARK_GREEN 0xd3d3
#define MARK_BLUE 0x2d2d

struct _TroupeTranscriptWords
{
  gunichar *letters;
  gsize n_letters;
  char first[3]; /* first character in both cases if it is ASCII, otherwise empty */
};

TroupeTranscriptWords *
troupe_transcript_words_new (const char *text)
{
  TroupeTranscriptWords *self;
  glong n_letters;

  if (text == NULL || *text == '\0')
    return NULL;
  self = g_new0 (TroupeTranscriptWords, 1);
  self->letters = g_utf8_to_ucs4_fast (text, -1, &n_letters);
  self->n_letters = (gsize) n_letters;
  for (gsize i = 0; i < self->n_letters; i++)
    self->letters[i] = g_unichar_tolower (self->letters[i]);
  /* This does not apply to “i” and “k”, which are also the lowercase letters of U+0130 and
   * U+212A. */
  if (self->letters[0] < 0x80 && self->letters[0] != 'i' && self->letters[0] != 'k')
    {
      self->first[0] = (char) self->letters[0];
      self->first[1] = g_ascii_toupper ((char) self->letters[0]);
    }

  return self;
}

void
troupe_transcript_words_free (TroupeTranscriptWords *self)
{
  if (self == NULL)
    return;
  g_free (self->letters);
  g_free (self);
}

const char *
troupe_transcript_words_find (const TroupeTranscriptWords *self, const char *text, const char **end)
{
  g_return_val_if_fail (self != NULL && text != NULL, NULL);

  for (const char *start = text; *start != '\0'; start = g_utf8_next_char (start))
    {
      const char *place = start;
      gsize i = 0;

      if (self->first[0] != '\0')
        {
          start = strpbrk (start, self->first);
          if (start == NULL)
            return NULL;
          place = start;
        }
      for (; i < self->n_letters && *place != '\0' &&
             g_unichar_tolower (g_utf8_get_char (place)) == self->letters[i];
           i++)
        place = g_utf8_next_char (place);
      if (i < self->n_letters)
        continue;
      if (end != NULL)
        *end = place;
      return start;
    }

  return NULL;
}

/* Creates the highlights of all matches. (transfer full) (nullable) */
static PangoAttrList *
make_marks (const TroupeTranscriptWords *self, const char *text)
{
  PangoAttrList *marks = NULL;
  const char *end = text;
  const char *place;

  for (guint i = 0; self != NULL && i < MAX_MARKS &&
                    (place = troupe_transcript_words_find (self, end, &end)) != NULL;
       i++)
    {
      PangoAttribute *under = pango_attr_background_new (MARK_RED, MARK_GREEN, MARK_BLUE);
      PangoAttribute *letters = pango_attr_foreground_new (0, 0, 0);

      if (marks == NULL)
        marks = pango_attr_list_new ();
      under->start_index = letters->start_index = (guint) (place - text);
      under->end_index = letters->end_index = (guint) (end - text);
      pango_attr_list_insert (marks, under);
      pango_attr_list_insert (marks, letters);
    }

  return marks;
}

void
troupe_transcript_words_mark (const TroupeTranscriptWords *self, GtkWidget *widget)
{
  g_autoptr (PangoAttrList) marks = NULL;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (TROUPE_IS_TRANSCRIPT_LABEL (widget))
    {
      TroupeTranscriptLabel *label = TROUPE_TRANSCRIPT_LABEL (widget);

      marks = make_marks (self, troupe_transcript_label_get_text (label));
      troupe_transcript_label_set_marks (label, marks);
      return;
    }
  if (GTK_IS_LABEL (widget))
    {
      GtkLabel *target;
      gboolean was_marked;

      marks = make_marks (self, gtk_label_get_text (GTK_LABEL (widget)));
      target = GTK_LABEL (widget);
      was_marked = gtk_label_get_attributes (target) != NULL;
      if (marks != NULL || was_marked)
        {
          gtk_label_set_attributes (target, marks);
          /* GTK merges the attributes into those created from the markup, so the markup must be
           * parsed again to remove them. */
          if (was_marked && gtk_label_get_use_markup (target))
            {
              gtk_label_set_use_markup (target, FALSE);
              gtk_label_set_use_markup (target, TRUE);
            }
        }
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    troupe_transcript_words_mark (self, child);
}
