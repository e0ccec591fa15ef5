/* troupe-canvas-state.c: table of run states: word, icon, color and border of cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-state"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-canvas-state.h"

#define COLOR(member) G_STRUCT_OFFSET (TroupeCanvasPalette, member)

static const TroupeCanvasStateLook looks[TROUPE_CANVAS_N_STATES] = {
  [TROUPE_CANVAS_STATE_IDLE] = { "", NULL, COLOR (waiting), 1.5f, 0, FALSE },
  [TROUPE_CANVAS_STATE_WAITING] = { N_ ("Waiting"), "troupe-wait-symbolic", COLOR (waiting), 1.5f,
                                    1, TRUE },
  [TROUPE_CANVAS_STATE_RUNNING] = { N_ ("Running"), NULL, COLOR (running), 3, 3, FALSE },
  [TROUPE_CANVAS_STATE_DONE] = { N_ ("Done"), "troupe-check-symbolic", COLOR (done), 2, 2, FALSE },
  [TROUPE_CANVAS_STATE_FAILED] = { N_ ("Failed"), "troupe-cross-symbolic", COLOR (failed), 3, 3,
                                   FALSE },
  [TROUPE_CANVAS_STATE_SKIPPED] = { N_ ("Not reached"), "troupe-skip-symbolic", COLOR (waiting),
                                    1.5f, 1, TRUE },
  [TROUPE_CANVAS_STATE_PAUSED] = { N_ ("Paused here"), "troupe-pause-symbolic", COLOR (paused), 3,
                                   3, FALSE },
  [TROUPE_CANVAS_STATE_ASKING] = { N_ ("Needs your answer"), "troupe-human-symbolic",
                                   COLOR (paused), 3, 3, FALSE },
  [TROUPE_CANVAS_STATE_STALE] = { N_ ("Changed since"), "troupe-stale-symbolic", COLOR (stale), 2,
                                  2, FALSE },
};

const TroupeCanvasStateLook *
troupe_canvas_state_get_look (TroupeCanvasState state)
{
  g_return_val_if_fail (state < TROUPE_CANVAS_N_STATES, &looks[TROUPE_CANVAS_STATE_IDLE]);

  return &looks[state];
}

const char *
troupe_canvas_state_get_word (TroupeCanvasState state)
{
  const char *word = troupe_canvas_state_get_look (state)->word;

  return word[0] != '\0' ? _ (word) : word;
}
