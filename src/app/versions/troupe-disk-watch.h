/* troupe-disk-watch.h: notices that another program writes an open file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_DISK_TOLD,      /* nothing new: what it is was found before */
  TROUPE_DISK_UNCHANGED, /* the file is what the document knows, again or still */
  TROUPE_DISK_CHANGED,   /* the file is another flow now */
  TROUPE_DISK_BROKEN,    /* it cannot be read any more */
  TROUPE_DISK_GONE,
} TroupeDiskState;

/* What was found, once for each look. @now: (nullable): the file as it is, where it is another flow;
 * @error: (nullable): where it cannot be read. The same change is found once. */
typedef void (*TroupeDiskFunc) (TroupeDiskState state,
                                TroupeDocument *now,
                                const GError *error,
                                gpointer user_data);

/**
 * TroupeDiskWatch:
 *
 * Follows the file of a document, also behind links, and looks at it on another thread whenever
 * something happens to it. What the document writes itself is no change.
 */
typedef struct _TroupeDiskWatch TroupeDiskWatch;

TroupeDiskWatch *
troupe_disk_watch_new (TroupeDocument *document, TroupeDiskFunc func, gpointer user_data);
/* @func is not called any more. */
void troupe_disk_watch_free (TroupeDiskWatch *self);

/* Looks now: the desktop tells nothing of files on other computers. */
void troupe_disk_watch_look (TroupeDiskWatch *self);
/* Whether something happened to the file that was not looked at yet; it is looked at at once then. */
gboolean troupe_disk_watch_is_in_doubt (TroupeDiskWatch *self);

G_END_DECLS
