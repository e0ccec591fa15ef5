/* troupe-window-private.h: private structure of TroupeWindow, shared by its source files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-guide.h"
#include "troupe-heap-trimmer.h"
#include "troupe-messages.h"
#include "troupe-notice-bar.h"
#include "troupe-page.h"
#include "troupe-recovery-bar.h"
#include "troupe-welcome.h"
#include "troupe-window-header.h"
#include "troupe-window-history.h"
#include "troupe-window-sidebars.h"
#include "troupe-window.h"

G_BEGIN_DECLS

struct _TroupeWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts;
  TroupeWindowHeader *header;
  AdwTabBar *tab_bar;
  guint tab_length;         /* number of characters of the titles in @tab_bar */
  gboolean shortens_titles; /* soon */
  GtkStack *stack;
  TroupeWelcome *welcome;
  AdwTabView *tab_view;
  AdwFlap *flap; /* the history next to the documents */

  TroupeWindowSidebars *sides;
  TroupeWindowHistory *history;
  TroupeMessages *messages;
  GtkNativeDialog *file_dialog;
  char *restored_id;           /* (nullable): id of the restored window */
  TroupeRecoveryBar *recovery; /* (nullable): above restored documents */
  TroupeNoticeBar *trouble;    /* (nullable): what cannot be stored */
  char *draft_id;              /* window id in the drafts of its documents */
  guint note_source;
  GPtrArray *closed; /* (element-type utf8): files of closed tabs, the latest last */
  GQueue loads;      /* files waiting to be read */
  gboolean loading;
  GQueue saves; /* documents waiting to be written */
  gboolean is_saving;
  gpointer closes_when_saved; /* (nullable): the window or a page; only compared, not
                                 dereferenced */
  GPtrArray *discarded;       /* (element-type TroupePage): not saved when the window closes */
  TroupeGuide *guide;         /* (nullable) */
  TroupeHeapTrimmer trimmer;
  gboolean may_close;
  gboolean may_leave_runs; /* the user has agreed */
  gboolean shows_welcome;  /* although documents are open */
};

G_END_DECLS
