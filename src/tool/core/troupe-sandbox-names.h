/* troupe-sandbox-names.h: keeps code in a sandbox from creating names that other programs execute
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-sandbox-output.h"

G_BEGIN_DECLS

/**
 * TroupeSandboxNames:
 *
 * The rules for names in the writable folders of one sandbox, and the program that applies them (`troupe-sandbox-names`). The
 * program runs in the sandbox and starts the code; each system call of the code that creates or moves a name waits until that
 * program has executed or refused it (doc/reliability.md R9). A sandbox without writable folders needs none of this.
 *
 * All functions may be called on any thread, one at a time for an object.
 */
typedef struct _TroupeSandboxNames TroupeSandboxNames;

TroupeSandboxNames *troupe_sandbox_names_new (void);
void troupe_sandbox_names_free (TroupeSandboxNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSandboxNames, troupe_sandbox_names_free)

/* Returns the path of the program `troupe-sandbox-names`, which may be missing. (transfer full) */
char *troupe_sandbox_names_find_program (void);

/* Returns NULL if names can be refused, otherwise why not: sandboxes then have no writable folders. Starts the program once in the life of
 * this process; blocks for some milliseconds then. (transfer none) (nullable) */
const char *troupe_sandbox_names_get_problem (void);

/* Notes that code may write in the folder. @source: its real path; @path: its path in the sandbox; @named: (element-type utf8): paths
 * relative to it that settings of the user name (troupe_folder_policy_list_hooks()) */
void troupe_sandbox_names_add_folder (TroupeSandboxNames *self,
                                      const char *source,
                                      const char *path,
                                      GHashTable *named);

/* Notes that the user has granted the hidden folder or file @path in the sandbox, which need not exist, so that code may create it
 * and hidden names below it. To be called after a folder was added. */
void troupe_sandbox_names_grant (TroupeSandboxNames *self, const char *path);

/* Notes that the user has granted the permission to change other files in all of the folders, too, such as programs, scripts and settings, and not only documents and data in `output`. */
void troupe_sandbox_names_allow_programs (TroupeSandboxNames *self);

/* Returns TRUE if code may write only in the folder for outputs of the folder @path in the sandbox, because the user has granted neither the folder itself
 * nor the permission to change other files. To be called after both are known. */
gboolean troupe_sandbox_names_limits_to_output (TroupeSandboxNames *self, const char *path);

/* Keeps the folder until the names are freed or troupe_sandbox_names_steal_outputs() is called. @output: (transfer full) */
void troupe_sandbox_names_take_output (TroupeSandboxNames *self, TroupeSandboxOutput *output);

/* Returns the folders for outputs, which must be kept until the sandbox has ended. (transfer full) (element-type TroupeSandboxOutput) */
GPtrArray *troupe_sandbox_names_steal_outputs (TroupeSandboxNames *self);

/* Notes that a folder is read-only although code was allowed to write, because of troupe_sandbox_names_get_problem(). */
void troupe_sandbox_names_deny (TroupeSandboxNames *self);
gboolean troupe_sandbox_names_is_denied (TroupeSandboxNames *self);

/* Returns TRUE if there is a writable folder, so that the program is started. */
gboolean troupe_sandbox_names_is_needed (TroupeSandboxNames *self);

/* Notes that the folder @path in the sandbox belongs to it alone, so that every name is allowed there. */
void troupe_sandbox_names_add_home (TroupeSandboxNames *self, const char *path);

/* Sets a variable for the code only, because it could make the program load code. Without a writable folder, it is added to @words
 * for bubblewrap. Call it after all folders were added. */
void troupe_sandbox_names_set_variable (TroupeSandboxNames *self,
                                        GPtrArray *words,
                                        const char *name,
                                        const char *value);

/* Adds what the program needs to the arguments of bubblewrap, and stores the rules. Returns FALSE with a %G_IO_ERROR if there is no
 * memory or descriptor for them. */
gboolean troupe_sandbox_names_add (TroupeSandboxNames *self, GPtrArray *words, GError **error);

/* Adds the words that precede the command of the code. @number: the first of four descriptors that the launcher gets. */
void troupe_sandbox_names_add_command (TroupeSandboxNames *self, GPtrArray *words, int number);

/* Passes the descriptors to the launcher. To be called once. @start: (transfer full): the end of a pipe. The supervisor starts the
 * program after it has read a byte, and ends at the end of the pipe. */
void troupe_sandbox_names_give (TroupeSandboxNames *self,
                                int start,
                                GSubprocessLauncher *launcher,
                                int number);

/* Returns the file in memory that receives what is refused, or -1 if there is none. (transfer full) */
int troupe_sandbox_names_dup_report (TroupeSandboxNames *self);

/**
 * TroupeSandboxRefusal:
 * @message: a sentence for people, in one line
 * @file: (nullable): the name of the file or folder, without its folder, as a file name; %NULL if only the number of attempts is known
 * @is_permission: whether the permission to change other files would have allowed it
 *
 * Something that code in a sandbox could not write.
 */
typedef struct
{
  char *message;
  char *file;
  gboolean is_permission;
} TroupeSandboxRefusal;

void troupe_sandbox_refusal_free (TroupeSandboxRefusal *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSandboxRefusal, troupe_sandbox_refusal_free)

/* Adds what was refused according to the file @report, the oldest first, without repetitions. @refusals: (element-type TroupeSandboxRefusal) */
void troupe_sandbox_names_list_refusals (int report, GPtrArray *refusals);

/* Returns a message for people that a folder was read-only for code because of troupe_sandbox_names_get_problem(). (transfer full) */
char *troupe_sandbox_names_describe_problem (const char *problem);

G_END_DECLS
