/* troupe-setting-words.h: words of settings and scripts that name what is executed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How the words of a file are read. */
typedef enum
{
  TROUPE_SETTING_WORDS_SHELL,   /* each path is executed, read, or a folder of programs: `.envrc` */
  TROUPE_SETTING_WORDS_SCRIPTS, /* some words are programs or scripts: `.vscode/tasks.json` */
  TROUPE_SETTING_WORDS_HOME, /* a file of the user's shells: lines with PATH or `source`, and others */
} TroupeSettingWords;

/* Adds the absolute paths that the words of a text name, also with links resolved. They need not exist, and are not above @root.
 * @root itself is one if the files in it that match a pattern are executed. If @root itself is a folder of programs, these are the names of all programs of `PATH` in it.
 * @top: the folder to which relative paths belong; @file: the path of the file, from whose folder scripts name others; @root: the folder
 * of a document. All are absolute. Blocks. Thread: any. */
void troupe_setting_words_add (GStrvBuilder *list,
                               const char *text,
                               TroupeSettingWords kind,
                               const char *top,
                               const char *file,
                               const char *root);

/* Adds the files of the modules that a Python executes with `-m`, as with `python3 -m server`, if they are in its working folder: existing
 * or missing ones. troupe_setting_words_add() does so itself. The arguments are the same. */
void troupe_setting_words_add_modules (GStrvBuilder *list,
                                       const char *text,
                                       const char *top,
                                       const char *root);

/* Returns TRUE if the word has the ending of a script. Thread: any. */
gboolean troupe_setting_words_has_script_ending (const char *word);

G_END_DECLS
