/* troupe-folder-baseline.h: what a folder contained before code ran, and what code may create in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-folder-name.h"
#include "troupe-folder-record.h"

G_BEGIN_DECLS

/**
 * TroupeFolderBaseline:
 * @folder: absolute path without links
 * @place: descriptor of the folder that was there at the start (%O_PATH), or -1. Code of another run, in a folder above,
 *   may leave another folder or a link at the path
 * @home: (nullable): the home folder relative to @folder, which sandboxes do not contain
 * @known: (element-type utf8 TroupeFolderRecord): the watched paths and all folders that existed at the start, or
 *   before code of another run was started that has not ended
 * @granted: (element-type utf8): relative paths of hidden folders and files that code of this run, or of another one
 *   in this folder, may create and change
 * @hooks: (element-type utf8): relative paths to which the configuration of repositories leads
 * @own: (element-type utf8): relative paths of folders of Troupe, which no code sees
 * @roots: (array zero-terminated=1): folders to which links may lead
 * @trail: how the names above @folder affect the names in it
 * @most_trail: the same, for any other folder above from which a run may judge the names
 * @limit_ns: (0: none): time after which code cannot have created a file
 * @is_recovery: whether the process of the run was killed
 * @is_supervised: whether code could not create repositories, so that new ones are the user's
 *
 * What a sweep compares a folder with. Used on one thread at a time.
 */
typedef struct
{
  char *folder;
  int place;
  char *home;
  GHashTable *known;
  GPtrArray *granted;
  GHashTable *hooks;
  GHashTable *own;
  char **roots;
  TroupeFolderTrail trail;
  TroupeFolderTrail most_trail;
  gint64 limit_ns;
  gboolean is_recovery;
  gboolean is_supervised;
} TroupeFolderBaseline;

/* Creates a baseline without known paths and hooks. @granted: (nullable): absolute paths without links that the user
 * has granted to the run. Blocks. (transfer full) */
TroupeFolderBaseline *troupe_folder_baseline_new (const char *folder, const char *const *granted);
void troupe_folder_baseline_free (TroupeFolderBaseline *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFolderBaseline, troupe_folder_baseline_free)

/* Adds what is in the folder to the granted paths. @path: absolute */
void troupe_folder_baseline_grant (TroupeFolderBaseline *self, const char *path);

/* Returns TRUE if the folder is still at its path. Blocks. */
gboolean troupe_folder_baseline_is_there (TroupeFolderBaseline *self);

/* Returns the home folder as an absolute path. (transfer full) (nullable) */
char *troupe_folder_baseline_make_hole (TroupeFolderBaseline *self);

/* Adds the hooks of the repositories that were there at the start, and of those above the folder. The others were created
 * by code, which could name files of the user as hooks. Blocks. Returns 0, or an errno if some could not be found. */
int troupe_folder_baseline_find_hooks (TroupeFolderBaseline *self);

G_END_DECLS
