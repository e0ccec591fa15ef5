/* troupe-methods-target.h: form target of several selected methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-context.h"
#include "troupe-form-target.h"

G_BEGIN_DECLS

/**
 * TroupeMethodsTarget:
 *
 * Edits the same field of several methods of a flow. Paths are those of the first method, which
 * represents all of them: a value that is not the same in all of them is missing, and writing sets it in
 * all of them, as one undo step. Main thread
 */
#define TROUPE_TYPE_METHODS_TARGET (troupe_methods_target_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMethodsTarget, troupe_methods_target, TROUPE, METHODS_TARGET, GObject)

/* @names: at least one method, NULL-terminated. (transfer full) */
TroupeMethodsTarget *
troupe_methods_target_new (TroupeEditorContext *context, const char *const *names);
/* Returns TRUE if the values at @path, of the first method, are not the same in all methods. */
gboolean troupe_methods_target_differs (TroupeMethodsTarget *self, const char *const *path);

G_END_DECLS
