/* troupe-window-private.h: the window itself, for its parts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-guide.h"
#include "troupe-heap-trimmer.h"
#include "troupe-messages.h"
#include "troupe-page.h"
#include "troupe-recovery-bar.h"
#include "troupe-welcome.h"
#include "troupe-window-header.h"
#include "troupe-window-sidebars.h"
#include "troupe-window.h"

G_BEGIN_DECLS

struct _TroupeWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts;
  TroupeWindowHeader *header;
  AdwTabBar *tab_bar;
  GtkStack *stack;
  TroupeWelcome *welcome;
  AdwTabView *tab_view;

  TroupeWindowSidebars *sides;
  TroupeMessages *messages;
  GtkNativeDialog *file_dialog;
  char *restored_id;           /* (nullable): the window that came back in this one */
  TroupeRecoveryBar *recovery; /* (nullable): above the documents that came back */
  char *draft_id;              /* what its documents have in common in their drafts */
  guint note_source;
  GPtrArray *closed; /* (element-type utf8): files whose tabs were closed, the last one last */
  GQueue loads;      /* files that wait to be read */
  gboolean loading;
  GQueue saves; /* documents that wait to be written */
  gboolean is_saving;
  gpointer closes_when_saved; /* (nullable): the window itself or one of its pages; only compared */
  TroupeGuide *guide;         /* (nullable) */
  TroupeHeapTrimmer trimmer;
  gboolean may_close;
  gboolean may_leave_runs; /* a person has agreed to it */
  gboolean shows_welcome;  /* although documents are open */
};

G_END_DECLS
