/* troupe-canvas-draw-far.c: draws cards at reduced detail for low zoom
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-far"

#include "config.h"

#include "troupe-canvas-card.h"
#include "troupe-canvas-state.h"

/* Returns TRUE for cards of crews, which are high enough to show more than a large name. */
static gboolean
has_room (const Card *card)
{
  return card->node->is_person || card->node->owner != NULL;
}

void
troupe_card_draw_far (const Card *card, GtkSnapshot *snapshot, PangoLayout **name)
{
  float x;
  float middle;
  int height;
  TroupeColor role;

  g_return_if_fail (card != NULL && name != NULL);

  if (has_room (card))
    {
      const TroupeCanvasNodeRun *run = &card->record->run;
      const TroupeCanvasStateLook *look = troupe_canvas_state_get_look (run->state);
      const float state_height = troupe_canvas_get_strip_height (run);
      const float state_middle = card->height - state_height / 2;
      TroupeColor color = troupe_canvas_palette_get_state (card->palette, run->state);

      /* Draws the run state as a word. */
      if (state_height != 0)
        {
          troupe_card_fill_strip (card, snapshot, card->height - state_height, color,
                                  look->is_quiet ? 0.07 : 0.10);
          if (look->icon != NULL)
            troupe_canvas_text_draw_icon (card->text, snapshot, look->icon, 12, state_middle - 9,
                                          18, color);
          else
            for (int i = -1; i <= 1; i++)
              troupe_canvas_fill_circle (snapshot, 21 + 7.0f * (float) i, state_middle, 2.5f,
                                         color);
          troupe_card_draw_text (
              card, snapshot, FONT_FAR_WORD,
              run->word != NULL ? run->word : troupe_canvas_state_get_word (run->state), 38,
              state_middle, card->width - 38 - 10, PANGO_ELLIPSIZE_END, color);
        }
    }
  /* Draws the role as a colored bar, or as a mark or avatar if there is space. */
  role = troupe_canvas_palette_get_role (card->palette, card->node->role);
  x = 24;
  if (card->node->is_person)
    {
      troupe_card_draw_face (card, snapshot);
      x = CARD_PERSON_TEXT_X;
    }
  else if (has_room (card))
    {
      troupe_card_draw_mark (card, snapshot);
      x = CARD_TEXT_X;
    }
  else
    troupe_canvas_fill_rounded (snapshot, 8, 8, 8, 36, 4, troupe_card_faded (card, role), 1);
  middle = card->node->is_person ? 30 : 26;
  if (*name == NULL)
    {
      g_autofree char *cut =
          troupe_canvas_text_cut (card->text, FONT_FAR, card->node->title, card->width - x - 12);

      *name = troupe_canvas_text_layout (card->text, FONT_FAR, cut);
    }
  pango_layout_get_size (*name, NULL, &height);
  troupe_canvas_text_draw (snapshot, *name, x,
                           has_room (card) ? middle - (float) height / PANGO_SCALE / 2 : 11,
                           troupe_card_faded (card, card->palette->text));
  if (card->node->owner != NULL)
    troupe_card_draw_owner (card, snapshot, CARD_HEAD, FONT_FAR_WORD);
}
