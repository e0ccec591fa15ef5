/* troupe-disk-watch.h: detects that another program has written an open file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_DISK_TOLD,      /* nothing new: the state was already reported */
  TROUPE_DISK_UNCHANGED, /* the content is what the document last read or wrote */
  TROUPE_DISK_CHANGED,   /* the file has other content now */
  TROUPE_DISK_BROKEN,    /* the file cannot be loaded any more */
  TROUPE_DISK_GONE,
} TroupeDiskState;

/* Reports the result of a check. @now: (nullable): the current files if one has other content;
 * @files: the names of the parts whose files have changed, see #TroupeKnownFile; @error: (nullable): set if the files cannot be
 * loaded. The same change is reported only once. */
typedef void (*TroupeDiskFunc) (TroupeDiskState state,
                                TroupeDocument *now,
                                const char *const *files,
                                const GError *error,
                                gpointer user_data);

/**
 * TroupeDiskWatch:
 *
 * Monitors the files of all parts of a document, following symbolic links, and checks them on another thread
 * after each change. Changes written by the document itself are ignored.
 */
typedef struct _TroupeDiskWatch TroupeDiskWatch;

/* Opens a file or folder as a document, even if it has load errors. Called on another thread. Errors and problems: as
 * troupe_document_read_file() */
typedef TroupeDocument *(*TroupeDiskOpenFunc) (const char *path,
                                               GPtrArray **problems,
                                               GError **error);

/* @open: opens the file again; @func: called after each check */
TroupeDiskWatch *troupe_disk_watch_new (TroupeDocument *document,
                                        TroupeDiskOpenFunc open,
                                        TroupeDiskFunc func,
                                        gpointer user_data);
/* @func is not called any more. */
void troupe_disk_watch_free (TroupeDiskWatch *self);

/* Checks the file now. Required for remote files, which are not monitored. */
void troupe_disk_watch_look (TroupeDiskWatch *self);
/* Checks the files now, and reports again what was reported already. */
void troupe_disk_watch_look_again (TroupeDiskWatch *self);
/* Returns TRUE if the file has changed and has not been checked yet; in this case, starts the
 * check. */
gboolean troupe_disk_watch_is_in_doubt (TroupeDiskWatch *self);

G_END_DECLS
