/* troupe-page-private.h: what the files of the page share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"
#include "troupe-run.h"

G_BEGIN_DECLS

struct _TroupePage
{
  GtkWidget parent_instance;

  TroupeFlowDocument *document;
  GtkWidget *editor;
  GtkWidget *monitor;

  TroupeRun *run;
  TroupeEventBatch *batch;
  TroupeValue *last_inputs;
  GtkWindow *inputs_dialog;
  char *failed_method;
  gint64 started_us;
  gboolean stopping;
  gboolean is_trusted; /* made here, or a person has agreed to what it can do */
};

/* Tells that the run began, is being stopped or has ended. */
void _troupe_page_notify_run (TroupePage *self);
/* Emits `message`. */
void _troupe_page_tell (TroupePage *self, const char *text);

G_END_DECLS
