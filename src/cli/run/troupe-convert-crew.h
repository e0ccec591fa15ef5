/* troupe-convert-crew.h: a classic crew written as a project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"

G_BEGIN_DECLS

/* @path: what troupe_crew_import_is_classic() knows. @output: the folder, which has no crew yet, or a `crew.jsonc` in it.
 * Tells what could not come, and what needs a look. */
TroupeExit troupe_convert_crew (TroupeCommandLine *line, const char *path, const char *output);

G_END_DECLS
