/* troupe-python-ref-fields.h: fields of a document with what Python makes in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"
#include "troupe-python-refs.h"

G_BEGIN_DECLS

/* Whether any object of @fields is made by Python. */
gboolean troupe_made_fields_are_there (TroupeDeclared declared, TroupeValue *fields);

/**
 * troupe_made_fields_async:
 * @around: its helper is asked
 * @fields: of a crew or an agent
 * @place: (nullable): where they stand, for the helper
 *
 * Has the helper say what each object is, and puts that in its place: texts, maps and lists, as if they stood in the
 * document (doc/crew-semantics.md §18).
 */
void troupe_made_fields_async (const TroupeCrewSurroundings *around,
                               TroupeDeclared declared,
                               TroupeValue *fields,
                               const char *place,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* @path: (out) (transfer full) (nullable): where it failed, inside of the fields. (transfer full) (nullable). Errors: as
 * troupe_crew_hook_call_finish(). */
TroupeValue *troupe_made_fields_finish (GAsyncResult *result, char **path, GError **error);

G_END_DECLS
