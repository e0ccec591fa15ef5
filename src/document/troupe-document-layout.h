/* troupe-document-layout.h: x-troupe: where things stand on the canvas, and notes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

G_BEGIN_DECLS

/* What only the editor needs stands in the main part under `x-troupe`, which CrewAI ignores. Each edit is
 * one step of undo and validates nothing. */

/* FALSE where the document has no place for it yet. @id: a method, or a gate `METHOD/0.1`. */
gboolean troupe_document_get_position (TroupeDocument *self, const char *id, double *x, double *y);

typedef struct
{
  const char *id;
  double x;
  double y;
} TroupePosition;

/* One undo step; whole numbers are written. @label: (nullable): NULL says how many moved. */
void troupe_document_set_positions (TroupeDocument *self,
                                    const TroupePosition *positions,
                                    guint n_positions,
                                    const char *label);

/* A list of {id, text, x, y, width, height}. (transfer none) (nullable) */
JsonNode *troupe_document_get_notes (TroupeDocument *self);
/* Returns: (transfer full) (nullable): the new note's id */
char *troupe_document_add_note (TroupeDocument *self, const char *text, double x, double y);
/* FALSE where there is no such note. Changes of one note within a second are one step. */
gboolean troupe_document_set_note (TroupeDocument *self,
                                   const char *id,
                                   const char *text,
                                   double x,
                                   double y,
                                   double width,
                                   double height);
gboolean troupe_document_remove_note (TroupeDocument *self, const char *id);

G_END_DECLS
