/* troupe-canvas-draw-person.c: draws avatars, owners and chips of crew cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-person"

#include "config.h"

#include "troupe-avatar.h"
#include "troupe-canvas-card.h"

#define CHIP_HEIGHT 22.0f
#define CHIP_GAP 6.0f
#define CHIP_ICON 12.0f
/* Room for the number of chips that do not fit, with the gap before it. */
#define REST_WIDTH 30.0f
#define FACE_RADIUS 20.0f

static TroupeColor
get_person_color (const char *name)
{
  const char *color = troupe_avatar_get_color (troupe_avatar_find_color (name));

  return (TroupeColor) g_ascii_strtoull (color + 1, NULL, 16);
}

void
troupe_card_draw_face (const Card *card, GtkSnapshot *snapshot)
{
  const TroupeCanvasNode *node = card->node;
  g_autofree char *text = troupe_avatar_dup_text (node->title, "");
  g_autofree char *initials =
      node->mark_text != NULL ? g_strdup (node->mark_text) : troupe_avatar_dup_initials (text);
  TroupeColor color = node->role == TROUPE_CANVAS_ROLE_MANAGER
                          ? troupe_canvas_palette_get_role (card->palette, node->role)
                          : get_person_color (text);

  troupe_canvas_fill_circle (snapshot, 12 + FACE_RADIUS, 10 + FACE_RADIUS, FACE_RADIUS,
                             troupe_card_faded (card, color));
  if (node->icon_name != NULL)
    troupe_canvas_text_draw_icon (card->text, snapshot, node->icon_name, 4 + FACE_RADIUS,
                                  2 + FACE_RADIUS, 16, troupe_color_get_sign (color));
  else
    troupe_card_draw_middle (card, snapshot, FONT_NAME, initials, 12 + FACE_RADIUS,
                             10 + FACE_RADIUS, troupe_color_get_sign (color));
}

void
troupe_card_draw_owner (const Card *card, GtkSnapshot *snapshot, float top, CanvasFont font)
{
  const TroupeCanvasNode *node = card->node;
  g_autofree char *text = troupe_avatar_dup_text (node->owner, "");
  g_autofree char *initials = troupe_avatar_dup_initials (text);
  TroupeColor color = node->owner_icon != NULL ? card->palette->dim : get_person_color (text);

  troupe_canvas_fill_circle (snapshot, 25, top + 20, 13, troupe_card_faded (card, color));
  if (node->owner_icon != NULL)
    troupe_canvas_text_draw_icon (card->text, snapshot, node->owner_icon, 18, top + 13, 14,
                                  troupe_color_get_sign (color));
  else
    troupe_card_draw_middle (card, snapshot, FONT_BADGE, initials, 25, top + 20,
                             troupe_color_get_sign (color));
  troupe_card_draw_text (card, snapshot, font, node->owner, 46, top + 20, card->width - 60,
                         PANGO_ELLIPSIZE_END, troupe_card_faded (card, card->palette->text));
}

static void
draw_chips (const Card *card, GtkSnapshot *snapshot, float top)
{
  const char *const *chips = card->node->chips;
  const char *busy = card->record->run.busy_chip;
  float x = 12;

  g_assert (card != NULL);

  if (chips[0] == NULL && card->node->no_chips != NULL)
    troupe_card_draw_text (card, snapshot, FONT_CHIP, card->node->no_chips, 14,
                           top + CHIP_HEIGHT / 2, card->width - 28, PANGO_ELLIPSIZE_END,
                           troupe_card_faded (card, card->palette->dim));
  for (guint i = 0; chips[i] != NULL; i++)
    {
      const char *icon = NULL;
      float pad;
      float width;
      float rest_width;
      const char *word;
      gboolean chip;
      const TroupeCanvasPalette *palette;
      TroupeColor color;
      float text_x;
      const char *const *icons;

      icons = card->node->chip_icons;
      for (guint j = 0; icons != NULL && icons[j] != NULL; j++)
        if (j == i)
          {
            icon = *icons[j] != '\0' ? icons[j] : NULL;
            break;
          }
      pad = icon != NULL ? CHIP_ICON + 21 : 18;
      width = troupe_canvas_text_width (card->text, FONT_CHIP, chips[i]) + 1;
      /* Behind a chip, there must be room for the number of those that do not fit. */
      rest_width = chips[i + 1] != NULL ? REST_WIDTH : 0;
      width = MIN (width, card->width - 24 - pad - rest_width) + pad;
      if (x + width > card->width - 8 - rest_width && i > 0)
        {
          g_autofree char *rest = g_strdup_printf ("+%u", g_strv_length ((char **) chips + i));

          troupe_card_draw_text (card, snapshot, FONT_CHIP, rest, x, top + CHIP_HEIGHT / 2,
                                 REST_WIDTH, PANGO_ELLIPSIZE_END, card->palette->dim);
          break;
        }
      /* Draws a chip. A busy chip is highlighted. The ring that replaces its icon does not
       * rotate, because the card is cached. */
      word = chips[i];
      chip = g_strcmp0 (busy, chips[i]) == 0;
      palette = card->palette;
      color = troupe_card_faded (card, chip ? palette->stale : palette->text);
      text_x = x + (icon != NULL ? CHIP_ICON + 12 : 9);
      troupe_canvas_fill_rounded (snapshot, x, top, width, CHIP_HEIGHT, CHIP_HEIGHT / 2,
                                  troupe_color_mix (chip ? palette->stale : palette->text,
                                                    palette->card, chip ? 0.13 : 0.08),
                                  1);
      if (chip)
        troupe_canvas_stroke_rounded (snapshot, x, top, width, CHIP_HEIGHT, CHIP_HEIGHT / 2, 1.5f,
                                      palette->stale, 1);
      if (icon != NULL)
        troupe_canvas_text_draw_icon (card->text, snapshot, icon, x + 8,
                                      top + (CHIP_HEIGHT - CHIP_ICON) / 2, CHIP_ICON, color);
      troupe_card_draw_text (card, snapshot, FONT_CHIP, word, text_x, top + CHIP_HEIGHT / 2,
                             x + width - 8 - text_x, PANGO_ELLIPSIZE_END, color);
      x += width + CHIP_GAP;
    }
}

void
troupe_card_draw_people (const Card *card, GtkSnapshot *snapshot)
{
  float top = card->node->is_person ? CARD_PERSON_HEAD : CARD_HEAD;

  if (card->node->owner != NULL)
    {
      troupe_card_draw_owner (card, snapshot, top, FONT_WORD);
      top += CARD_OWNER_ROW;
    }
  if (card->node->chips != NULL)
    draw_chips (card, snapshot, top + (card->node->is_person ? 5 : 4));
}
