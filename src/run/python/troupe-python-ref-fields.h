/* troupe-python-ref-fields.h: replaces Python references in the fields of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"
#include "troupe-python-refs.h"

G_BEGIN_DECLS

/* Whether any object of @fields is made by Python. */
gboolean troupe_python_ref_fields_exist (TroupeDeclared declared, TroupeValue *fields);

/**
 * troupe_python_ref_fields_async:
 * @around: its helper is asked
 * @fields: of a crew or an agent
 * @place: (nullable): where they stand, for the helper
 *
 * Has the helper say what each object is, and puts that in its place: texts, maps and lists, as if they stood in the
 * document (doc/crew-semantics.md §18).
 */
void troupe_python_ref_fields_async (const TroupeCrewContext *around,
                                     TroupeDeclared declared,
                                     TroupeValue *fields,
                                     const char *place,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* @path: (out) (transfer full) (nullable): where it failed, inside of the fields. (transfer full) (nullable). Errors: as
 * troupe_crew_hook_call_finish(). */
TroupeValue *troupe_python_ref_fields_finish (GAsyncResult *result, char **path, GError **error);

G_END_DECLS
