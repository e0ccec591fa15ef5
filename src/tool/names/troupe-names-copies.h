/* troupe-names-copies.h: files that have other names outside of the sandbox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeNamesCopies:
 *
 * Knows which hard links code has created itself. Other names of a file may be anywhere, for example in other projects, because package
 * managers link the files of one store into each of them. Such a file is replaced by a copy before code changes it (doc/reliability.md R9).
 */
typedef struct _TroupeNamesCopies TroupeNamesCopies;

/* (transfer full) */
TroupeNamesCopies *troupe_names_copies_new (void);

/* Notes that code is given another name for the open file. Call it before the link exists. */
void troupe_names_copies_add_link (TroupeNamesCopies *self, int file);

/* Returns TRUE if the open file has a name that code has not created. */
gboolean troupe_names_copies_is_shared (TroupeNamesCopies *self, int file);

/* Replaces the name with which @file was opened by a copy of the file, and opens that one. @file: (inout): closed on success; @flags: for the new
 * descriptor, without those that create or empty a file; @is_empty: whether the content is not needed. Returns 0 or an errno. */
int troupe_names_copies_separate (int *file, int flags, gboolean is_empty);

G_END_DECLS
