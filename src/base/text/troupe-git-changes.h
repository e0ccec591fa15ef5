/* troupe-git-changes.h: what was committed and staged while code ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-folder-baseline.h"
#include "troupe-folder-findings.h"

G_BEGIN_DECLS

/**
 * troupe_git_changes_take:
 * @base: what existed before code ran, with its records of troupe_git_state_record(); the folder has been swept
 * @findings: receives the changes
 *
 * Compares what is committed and staged in the repositories of a folder with what was there before code ran, and adds what is new
 * to @findings. A change of a file that code cannot write in the folder, because its name is protected, fixed or hidden,
 * would come into the work tree with the user's next command, such as `git restore .`; so would a link. The references
 * with such a change, and the index, are restored. Objects and logs stay, so that nothing is lost. What cannot be
 * examined is restored, too. Other references stay.
 *
 * Blocks while Git examines commits. Threads: any.
 */
void troupe_git_changes_take (TroupeFolderBaseline *base, TroupeFolderFindings *findings);

G_END_DECLS
