/* troupe-names-rules-private.h: the parts of the rules for names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-folder-project.h"
#include "troupe-names-rules.h"

G_BEGIN_DECLS

/* A name on the way to paths that settings of the user name. @name: as the setting spells it; @children: (nullable) (element-type utf8 TroupeNamesNode): by folded name;
 * @is_named: whether it ends such a path; @has_modules: whether Python loads modules from it */
typedef struct
{
  char *name;
  GHashTable *children;
  gboolean is_named;
  gboolean has_modules;
} TroupeNamesNode;

/* @mounts: (element-type guint64): of the sandbox itself; @known: (element-type guint64): of the folders of the user; @devices: of the same without folders of the user; @roots: (element-type TroupeNamesNode): of the folders of the user, whose
 * descriptors are in @folders, and paths in @paths; @names: set of all names of nodes; @places:
 * (element-type TroupeNamesPlace GPtrArray): the nodes of a folder; @granted: paths of hidden folders and files that were granted; @judged: (nullable): the path that was judged last, as a folder if it was @judged_as_folder, with the result @judged_as; @may_change_programs: whether
 * the user has granted it; @projects: what is known about folders in which something is developed; @are_inside: (element-type gboolean): which folders of the user
 * are in one */
struct _TroupeNamesRules
{
  GArray *mounts;
  GArray *known;
  GArray *devices;
  GPtrArray *roots;
  GArray *folders;
  GPtrArray *paths;
  GHashTable *names;
  GHashTable *places;
  GPtrArray *granted;
  char *judged;
  gboolean judged_as_folder;
  TroupeNamesReason judged_as;
  gboolean may_change_programs;
  TroupeFolderProjects *projects;
  GArray *are_inside;
};

/* Returns the child of this name, or NULL. @folded: the name. (transfer none) (nullable) */
TroupeNamesNode *troupe_names_node_find (const TroupeNamesNode *self, const char *folded);

/* Returns TRUE if both are the same folder. The mount does not count: a program may see the folder in another one. */
gboolean troupe_names_place_equal (gconstpointer a, gconstpointer b);

/* Finds the folders again, because this sandbox, another one or the user may have created them since. Those that were found before
 * keep their rules. Returns FALSE if some may be unknown. */
gboolean troupe_names_rules_find_places (TroupeNamesRules *self);

/* Returns TRUE if errno, after a path could not be used, says that there is no such folder. Otherwise, for example without free
 * descriptors, it is unknown whether there is one. */
gboolean troupe_names_is_missing (void);

/* Returns the part of a path below the innermost folder of the user. (nullable) */
const char *troupe_names_rules_find_below_root (const TroupeNamesRules *self, const char *path);

G_END_DECLS
