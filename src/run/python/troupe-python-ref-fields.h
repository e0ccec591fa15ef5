/* troupe-python-ref-fields.h: resolution of Python references in the fields of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-context.h"
#include "troupe-python-refs.h"

G_BEGIN_DECLS

/* Returns TRUE if @fields contain an object that Python creates. */
gboolean troupe_python_ref_fields_exist (TroupeDeclared declared, TroupeValue *fields);

/**
 * troupe_python_ref_fields_async:
 * @around: provides the helper
 * @fields: the fields of a crew or an agent
 * @place: (nullable): path of the fields, for the helper
 *
 * Replaces each Python object by the strings, maps and lists that the helper returns for it, as if
 * the document contained them (doc/crew-semantics.md §18).
 */
void troupe_python_ref_fields_async (const TroupeCrewContext *around,
                                     TroupeDeclared declared,
                                     TroupeValue *fields,
                                     const char *place,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* Returns the fields with the replaced objects. @path: (out) (transfer full) (nullable): the
 * path in the fields at which the replacement failed. (transfer full) (nullable). Errors: as
 * troupe_crew_hook_call_finish(). */
TroupeValue *troupe_python_ref_fields_finish (GAsyncResult *result, char **path, GError **error);

G_END_DECLS
