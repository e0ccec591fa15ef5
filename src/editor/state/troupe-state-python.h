/* troupe-state-python.h: asks for a class of Python whose fields a state gets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TroupeStatePython:
 *
 * The text of a class, pasted or from a file. It is read as text and never runs.
 *
 * Signals: `taken` (JsonNode: the schema of the class).
 */
#define TROUPE_TYPE_STATE_PYTHON (troupe_state_python_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStatePython, troupe_state_python, TROUPE, STATE_PYTHON, AdwWindow)

GtkWindow *troupe_state_python_new (void);
/* Shows that text, as if a person had pasted it. */
void troupe_state_python_set_text (TroupeStatePython *self, const char *text);

G_END_DECLS
