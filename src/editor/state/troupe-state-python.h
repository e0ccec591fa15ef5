/* troupe-state-python.h: dialog to import the fields of a state from a Python class
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TroupeStatePython:
 *
 * Reads the source of a class, which is pasted or loaded from a file. The source is only parsed,
 * never executed.
 *
 * Signals: `taken` (JsonNode: the schema of the class).
 */
#define TROUPE_TYPE_STATE_PYTHON (troupe_state_python_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStatePython, troupe_state_python, TROUPE, STATE_PYTHON, AdwWindow)

/* @document: the document that gets the schema; files are chosen from its folder */
GtkWindow *troupe_state_python_new (TroupeDocument *document);
/* Sets the source text as if the user had pasted it. */
void troupe_state_python_set_text (TroupeStatePython *self, const char *text);

G_END_DECLS
