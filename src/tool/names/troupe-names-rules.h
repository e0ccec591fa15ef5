/* troupe-names-rules.h: which names code in a sandbox may create
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-names-caller.h"
#include "troupe-names-format.h"

G_BEGIN_DECLS

/**
 * TroupeNamesRules:
 *
 * Judges names by themselves and by the identity of their folder, because code can see a folder at other paths. Names in the file
 * systems of the sandbox itself are all allowed (doc/reliability.md R9).
 */
typedef struct _TroupeNamesRules TroupeNamesRules;

/* What gets the name. */
typedef enum
{
  TROUPE_NAMES_FILE,
  TROUPE_NAMES_NEW_FOLDER,
  TROUPE_NAMES_MOVED_FOLDER,
} TroupeNamesKind;

/* Reads what Troupe has written (troupe-names-format.h), and finds the folders. Returns NULL if a folder cannot be found. (transfer full) (nullable) */
TroupeNamesRules *troupe_names_rules_new (const char *text, gsize length);
void troupe_names_rules_free (TroupeNamesRules *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeNamesRules, troupe_names_rules_free)

/* Sets the variables in @text for the program. */
void troupe_names_rules_set_variables (const char *text, gsize length);

/* Judges a new name in the open folder @parent. */
TroupeNamesReason troupe_names_rules_judge (TroupeNamesRules *self,
                                            int parent,
                                            const char *name,
                                            TroupeNamesKind kind);

/* Returns the path of the outermost folder of the user that contains the absolute path. (transfer none) (nullable) */
const char *troupe_names_rules_find_root (const TroupeNamesRules *self, const char *path);

/* Returns TRUE if the open folder is in a file system of the sandbox itself. */
gboolean troupe_names_rules_is_free (const TroupeNamesRules *self, int folder);

/* Judges whether code may change, move or link what is in the open file or folder @file, or @name in it. It may not if that belongs to a repository or
 * is read by programs without being asked, so that code cannot have created it: what existed when the sandbox was started is read-only there
 * anyway; this is what the user has created since. Without the permission to change programs, it may not either unless it is a document or data.
 * @name: (nullable) */
TroupeNamesReason
troupe_names_rules_judge_existing (TroupeNamesRules *self, int file, const char *name);

/* Returns TRUE if the folder @name of @from may contain names that are only allowed there, so that it cannot be moved to @to as a
 * whole. */
gboolean troupe_names_rules_keeps (const TroupeNamesRules *self,
                                   int from,
                                   const char *name,
                                   int to,
                                   const char *new_name);

/* Returns the path of a name for people. (transfer full) */
char *troupe_names_rules_describe (int parent, const char *name);

G_END_DECLS
