/* troupe-folder-data.h: names of documents and data, which no program executes, loads or takes settings from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the code, the servers and the models of a document may create and change in the folders of the user without the permission to change
 * programs (doc/reliability.md R9). The names are not folded, because settings are recognized by words, which may begin with an upper-case letter. */

/* Returns TRUE if a file of this name is a document or data from which no program takes settings or sources: images, archives, logs, tables in binary formats and
 * the like, and temporary files. Only such files are written in a project (troupe-folder-project.h). */
gboolean troupe_folder_data_is_inert (const char *name);

/* Returns TRUE if a file of this name says that something is developed in its folder: it is neither a document or data nor usual in projects of CrewAI and
 * other folders of documents. Data with the name of a setting, such as `package.json`, are markers, too. */
gboolean troupe_folder_data_is_marker (const char *name);

/* Returns TRUE if programs may take settings from files such as `base.txt` and `default.json` in a folder of this name, such as `config`. */
gboolean troupe_folder_data_holds_settings (const char *folder);

/* Returns TRUE if a program may have made the name at random, for a file that it renames later, but the name could also be a word: `report.md.Makevs`. If
 * such a file exists, the program tries another name. */
gboolean troupe_folder_data_is_retried (const char *name);

/* Returns TRUE if the relative path is that of the folder for outputs (%TROUPE_FOLDER_OUTPUT), or below it. Without the permission to change programs nothing else is written,
 * because no list contains all names that some tool of the user executes, or takes settings or sources from. @path: without links and `..`; `.` and
 * empty names are ignored */
gboolean troupe_folder_data_is_output (const char *path);

/* Returns TRUE if each name of the relative path is that of a document or data: no folder is a part of a program, of an installed package or of
 * settings such as `conf.d`, and the file is not one from which programs may take settings because of a folder above it, such as
 * `requirements/base.txt`. @is_folder: whether the last name is that of a folder. `.` and empty names are ignored. */
gboolean troupe_folder_data_is_path (const char *path, gboolean is_folder);

/* Returns TRUE if @pattern, a path in a document that may contain placeholders such as `{topic}`, says itself that the file may be something else
 * than a document or data: by its ending, unless a placeholder may contain it, or by a folder. Such a file is shown to the user with a warning, and
 * allowed with the document, whatever replaces the placeholders. Only the name counts if the path is absolute. */
gboolean troupe_folder_data_says_other (const char *pattern);

G_END_DECLS
