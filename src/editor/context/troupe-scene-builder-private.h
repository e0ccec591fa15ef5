/* troupe-scene-builder-private.h: what the files that build a scene share
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
  JsonNode *node; /* as it stood in the document */
  char *shape;    /* what of it the graph depends on */
  char *leads_to;
  guint n_errors;
  guint n_warnings;
} TroupeSceneCard;

struct _TroupeSceneBuilder
{
  GObject parent_instance;

  TroupeFlowDocument *document;
  TroupeCanvasScene *scene;
  TroupeCanvas *canvas; /* weak */

  TroupeFlow *flow;
  TroupePlotGraph *graph;
  JsonNode *extras;   /* `x-troupe` as it stood */
  GPtrArray *order;   /* names of methods in the order of the document */
  GHashTable *cards;  /* name → TroupeSceneCard */
  GHashTable *others; /* ids of gates and wires in the scene */
  GHashTable *wires;  /* id → TroupePlotWire of the graph */
  GHashTable *places; /* id → place, of what the document has none for */
  TroupeSceneNotes *notes;
  guint n_touched;
  gboolean is_patient; /* arranges in a thread what has no place at all */
};

/* --- troupe-scene-cards.c ------------------------------------------------------------------ */

void troupe_scene_card_free (gpointer data);
/* Whether the graph of @flow is the one that is shown. */
gboolean troupe_scene_is_same_graph (TroupeSceneBuilder *self, TroupeFlow *flow);
void troupe_scene_set_card (TroupeSceneBuilder *self,
                            const TroupeFlowMethod *method,
                            TroupeSceneCard *card,
                            const TroupePlotNode *plotted);
void troupe_scene_set_cards (TroupeSceneBuilder *self);
/* Signs on the cards for what is wrong with the document. */
void troupe_scene_update_problems (TroupeSceneBuilder *self);

/* --- troupe-scene-links.c ------------------------------------------------------------------ */

void troupe_scene_set_links (TroupeSceneBuilder *self);
void troupe_scene_update_bends (TroupeSceneBuilder *self);

/* Takes away what bears an id of @table that is not in @kept. */
void troupe_scene_remove_gone (TroupeSceneBuilder *self, GHashTable *table, GHashTable *kept);

G_END_DECLS
