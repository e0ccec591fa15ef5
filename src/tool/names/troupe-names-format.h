/* troupe-names-format.h: what Troupe and its supervisor of names tell each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The name of the program, its option for a test of the system, and the one with which it waits for the end of bubblewrap. */
#define TROUPE_NAMES_PROGRAM "troupe-sandbox-names"
#define TROUPE_NAMES_PROBE "--probe"
#define TROUPE_NAMES_WATCH "--watch"

/* Exit status if the system does not support a supervisor. */
#define TROUPE_NAMES_STATUS_UNSUPPORTED 125

/* Tags of what the supervisor reads from its first descriptor: strings that end with a zero byte, each tag followed by its values.
 * FREE: the path of a file system of the sandbox itself; HOME: the path of a folder that only the sandbox uses;
 * FOLDER: the path of a folder of the user that is writable; NAMED: a path relative to the last folder that other programs use although it may not exist;
 * GRANTED: the path of a hidden folder or file, which need not exist, that the user has granted; MODULES: a path, relative like that of NAMED, of a folder from which each Python of the user loads modules; VARIABLE: a name and a value for the program
 * only; PROJECT: an empty value: the last folder is in one in which something is developed (troupe_folder_project_is_around()); PROGRAMS: an empty value: the user has granted the permission to change programs, scripts and settings, too. */
#define TROUPE_NAMES_FREE "free"
#define TROUPE_NAMES_HOME "home"
#define TROUPE_NAMES_FOLDER "folder"
#define TROUPE_NAMES_NAMED "named"
#define TROUPE_NAMES_MODULES "modules"
#define TROUPE_NAMES_GRANTED "granted"
#define TROUPE_NAMES_VARIABLE "variable"
#define TROUPE_NAMES_PROJECT "project"
#define TROUPE_NAMES_PROGRAMS "programs"

/* What the supervisor writes into its second descriptor, a file: the number of refused names as a guint32 at the beginning, then at
 * most so many of them, each a reason and a path that ends with a zero byte. */
#define TROUPE_NAMES_MOST_REPORTED 20u

/* The third descriptor is the file with which supervisors lock each other. From the fourth one, the end of a pipe, the supervisor reads a byte
 * before it starts the program. Both can be -1. */

/* Why a name was refused. */
typedef enum
{
  TROUPE_NAMES_ALLOWED = 0,
  TROUPE_NAMES_STARTS = 's',    /* programs execute or read files of this name wherever they are */
  TROUPE_NAMES_IS_NAMED = 'n',  /* a setting of the user names this path */
  TROUPE_NAMES_IS_SHARED = 'h', /* the file has other names, and could not be replaced by a copy */
  TROUPE_NAMES_LEADS_OUT =
      'l', /* a link that leads out of the folders of the user in the sandbox */
  TROUPE_NAMES_IS_PROGRAM = 'p', /* no document or data by its name, or a link that leads to such */
  TROUPE_NAMES_NO_RESULT = 'r',  /* JSON for which a program may look, or instructions */
  TROUPE_NAMES_IN_PROJECT = 'd', /* data, but in a folder in which something is developed */
  TROUPE_NAMES_OUTSIDE_OUTPUT = 'o', /* not in the folder for outputs */
  TROUPE_NAMES_IS_PICKLED = 'k',     /* a database from which programs load code */
} TroupeNamesReason;

G_END_DECLS
