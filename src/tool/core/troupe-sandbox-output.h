/* troupe-sandbox-output.h: a folder in which code in a sandbox may write
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeSandboxOutput:
 *
 * A folder in which code may write, such as %TROUPE_FOLDER_OUTPUT of a folder that a sandbox shows and that is read-only otherwise. Only what exists
 * can be mounted, so that it is created before the sandbox, and removed again if it is empty when the last sandbox that shows it has ended.
 */
typedef struct _TroupeSandboxOutput TroupeSandboxOutput;

/**
 * troupe_sandbox_output_new:
 * @folder: an open folder
 * @name: of the folder in it
 *
 * Opens the folder, or creates it with the mode 0777 without the bits of the umask. No other object, in any process, removes it
 * until this one is freed: each holds a shared lock (flock(2)).
 *
 * Returns: (transfer full) (nullable): %NULL if there is a link or a file of this name, or if the folder cannot be
 * created
 */
TroupeSandboxOutput *troupe_sandbox_output_new (int folder, const char *name);
/* Removes the folder if this object has created it, it is empty, and no other object holds it. */
void troupe_sandbox_output_free (TroupeSandboxOutput *self);
/* Returns TRUE if both are the same folder. */
gboolean troupe_sandbox_output_equal (gconstpointer a, gconstpointer b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSandboxOutput, troupe_sandbox_output_free)

G_END_DECLS
