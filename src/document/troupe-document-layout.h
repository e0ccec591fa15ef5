/* troupe-document-layout.h: x-troupe: canvas positions and notes of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

G_BEGIN_DECLS

/* Data of the editor is stored in the main part under `x-troupe`, which CrewAI ignores. Each
 * edit is one undo step and does not validate the document. */

/* Gets the position of an item. Returns FALSE if the document does not contain it yet. @id: a
 * method, or a gate `METHOD/0.1`. */
gboolean troupe_document_get_position (TroupeDocument *self, const char *id, double *x, double *y);

typedef struct
{
  const char *id;
  double x;
  double y;
} TroupePosition;

/* Sets positions as one undo step. Coordinates are written as integers. @label: (nullable): NULL
 * for a label that contains the number of moved methods. */
void troupe_document_set_positions (TroupeDocument *self,
                                    const TroupePosition *positions,
                                    guint n_positions,
                                    const char *label);

/* Returns the notes as a list of {id, text, x, y, width, height}. (transfer none) (nullable) */
JsonNode *troupe_document_get_notes (TroupeDocument *self);
/* Adds a note. Returns: (transfer full) (nullable): the new note's id */
char *troupe_document_add_note (TroupeDocument *self, const char *text, double x, double y);
/* Sets the text, position and size of a note. Returns FALSE if the note does not exist. Changes
 * to the same note within a second are one step. */
gboolean troupe_document_set_note (TroupeDocument *self,
                                   const char *id,
                                   const char *text,
                                   double x,
                                   double y,
                                   double width,
                                   double height);
gboolean troupe_document_remove_note (TroupeDocument *self, const char *id);

G_END_DECLS
