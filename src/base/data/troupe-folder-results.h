/* troupe-folder-results.h: names of results, for which no program looks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The names of documents and data (troupe-folder-data.h) include those of settings that a program looks for beside each file, or in each folder below, such as
 * `cspell.json`. No list contains all of them, so that JSON which code or a model names must say that it is a result. */

/* Returns TRUE if no program is expected to look for a file of this name. JSON must have a word of results such as `report` in each part of its name between dots, a
 * digit, `_`, a space, or a letter that is not of ASCII; Markdown must not be called like instructions, such as `SKILL.md`. Other endings are
 * allowed. @name: of a document or data */
gboolean troupe_folder_result_is_name (const char *name);

/* Returns TRUE for Markdown that coding agents follow, such as `SKILL.md` and `rules.md`. */
gboolean troupe_folder_result_is_instruction (const char *name);
/* Returns TRUE for such Markdown that they follow in any folder without being asked, such as `SKILL.md` and `team.instructions.md`, but not `rules.md`. */
gboolean troupe_folder_result_is_followed (const char *name);

/* Returns TRUE if the text that @pattern has around its placeholders, such as `report-{topic}.json`, makes each name that results from it one of a result.
 * @pattern: a name, not a path */
gboolean troupe_folder_result_is_pattern (const char *pattern);

G_END_DECLS
