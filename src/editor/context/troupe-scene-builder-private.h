/* troupe-scene-builder-private.h: private struct of the scene builder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-scene-builder.h"
#include "troupe-scene-notes.h"

G_BEGIN_DECLS

/* What the scene shows of a method. */
typedef struct
{
  JsonNode *node; /* as it was in the document */
  char *shape;    /* everything that affects the graph */
  char *leads_to;
  guint n_errors;
  guint n_warnings;
  guint control; /* of troupe_scene_get_control(), as it is shown */
} TroupeSceneCard;

struct _TroupeSceneBuilder
{
  GObject parent_instance;

  TroupeFlowDocument *document;
  TroupeCanvasScene *scene;
  TroupeCanvas *canvas; /* weak */

  TroupeFlow *flow;
  TroupePlotGraph *graph;
  JsonNode *extras;   /* last value of `x-troupe` */
  GPtrArray *order;   /* names of methods in the order of the document */
  GHashTable *cards;  /* name → TroupeSceneCard */
  GHashTable *others; /* ids of gates and wires in the scene */
  GHashTable *wires;  /* id → TroupePlotWire of the graph */
  GHashTable *places; /* id → position that the document does not store */
  TroupeSceneNotes *notes;
  guint n_touched;
  gboolean is_patient; /* asynchronous layout if there are no positions */
};

/* --- troupe-scene-cards.c ------------------------------------------------------------------ */

void troupe_scene_card_free (gpointer data);
/* Returns TRUE if the graph of @flow is the same as the shown one. */
gboolean troupe_scene_is_same_graph (TroupeSceneBuilder *self, TroupeFlow *flow);
void troupe_scene_set_card (TroupeSceneBuilder *self,
                            const TroupeFlowMethod *method,
                            TroupeSceneCard *card,
                            const TroupePlotNode *plotted);
void troupe_scene_set_cards (TroupeSceneBuilder *self);
/* Returns flags that tell whether the method is muted or pinned or has a breakpoint. */
guint troupe_scene_get_control (TroupeSceneBuilder *self, const char *method);
/* Updates the problem badges of the cards. */
void troupe_scene_update_problems (TroupeSceneBuilder *self);

/* --- troupe-scene-links.c ------------------------------------------------------------------ */

void troupe_scene_set_links (TroupeSceneBuilder *self);
void troupe_scene_update_wires (TroupeSceneBuilder *self);

/* Removes the items whose ids are in @table but not in @kept. */
void troupe_scene_remove_gone (TroupeSceneBuilder *self, GHashTable *table, GHashTable *kept);

G_END_DECLS
