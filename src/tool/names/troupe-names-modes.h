/* troupe-names-modes.h: keeps code from making programs of the files that it writes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-names-caller.h"
#include "troupe-names-rules.h"

G_BEGIN_DECLS

/* File managers start an executable file whose name has no known ending, such as `results.dat`, when the user opens it. Unless the user has granted the permission to
 * change programs, files in the folders of the user are therefore not executable. */

/* The number of fchmodat2(), which older headers lack. It is the same on all architectures. */
#define TROUPE_NAMES_FCHMODAT2 452

/* Returns the mode for a new file in the open folder @folder. */
mode_t troupe_names_modes_limit (const TroupeNamesRules *rules, int folder, mode_t mode);

/* Makes the open file not executable before it gets a name in the open folder @folder. */
void troupe_names_modes_clear (const TroupeNamesRules *rules, int folder, int file);

/* Executes chmod() and its variants for the caller. @flags: of fchmodat2(). Returns 0 or an errno. */
int troupe_names_modes_set (const TroupeNamesRules *rules,
                            const TroupeNamesCaller *caller,
                            int folder,
                            guint64 address,
                            mode_t mode,
                            int flags);
/* The same for an open file of the caller. */
int troupe_names_modes_set_open (const TroupeNamesRules *rules,
                                 const TroupeNamesCaller *caller,
                                 int descriptor,
                                 mode_t mode);

G_END_DECLS
