/* troupe-crew-python-inputs.h: inputs interpolated by Python classes of the project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python-objects.h"

G_BEGIN_DECLS

/**
 * troupe_crew_fill_python_inputs_async:
 * @objects: (nullable): Python objects of @crew
 * @inputs: (nullable): a map
 *
 * Interpolates the inputs like troupe_crew_interpolate(), but calls the method of those agents and
 * tasks whose Python class overrides the interpolation.
 */
void troupe_crew_fill_python_inputs_async (TroupePythonObjects *objects,
                                           TroupeCrew *crew,
                                           TroupeValue *inputs,
                                           GCancellable *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer user_data);
/* Returns the crew with the interpolated texts. @path: (out) (transfer full) (nullable): path in
 * the crew where it failed. (transfer full) (nullable). Errors: those of
 * troupe_crew_interpolate() and troupe_crew_hook_call_finish() */
TroupeCrew *
troupe_crew_fill_python_inputs_finish (GAsyncResult *result, char **path, GError **error);

G_END_DECLS
