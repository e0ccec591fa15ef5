/* troupe-services.h: interface of the objects that all windows share: store, engine, drafts, month budget, settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-drafts.h"
#include "troupe-engine.h"
#include "troupe-month-budget.h"
#include "troupe-run-spans.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeServices:
 *
 * What pages and dialogs need of the running program. The application implements it, so that they do not depend on the
 * application itself.
 *
 * Signals: `run-left` (the path of the document), see troupe_services_note_left_run().
 *
 * Threads: main thread, unless a function states another thread.
 */
#define TROUPE_TYPE_SERVICES (troupe_services_get_type ())
G_DECLARE_INTERFACE (TroupeServices, troupe_services, TROUPE, SERVICES, GtkApplication)

struct _TroupeServicesInterface
{
  GTypeInterface parent_iface;

  TroupeStore *(*get_store) (TroupeServices *self);
  gboolean (*peek_store) (TroupeServices *self, TroupeStore **store);
  TroupeStore *(*find_store) (TroupeServices *self);
  TroupeDrafts *(*get_drafts) (TroupeServices *self);
  TroupeEngine *(*get_engine) (TroupeServices *self);
  TroupeRunSpans *(*get_spans) (TroupeServices *self);
  TroupeMonthBudget *(*get_month) (TroupeServices *self);
  char *(*get_trouble) (TroupeServices *self);
  void (*note_left_run) (TroupeServices *self, const char *path);
  GSettings *(*get_settings) (TroupeServices *self);
};

/* Returns the services of the running program. (transfer none) (nullable): NULL without an application */
TroupeServices *troupe_services_get (void);

/* Returns the run store. The first call opens the store, which blocks. Returns NULL if the store
 * cannot be opened; then runs work but are not stored, and the windows show the error. Later calls try again.
 * (transfer none) (nullable) */
TroupeStore *troupe_services_get_store (TroupeServices *self);

/* Returns TRUE if it is known without blocking whether a store is available, and sets @store to
 * the store or NULL. Returns FALSE if troupe_services_get_store() would open the store, or
 * would wait for another thread that is opening the store. @store: (out) (transfer none) */
gboolean troupe_services_peek_store (TroupeServices *self, TroupeStore **store);

/* Returns the store only if runs have been stored before, so that reading does not create a
 * file. This function and the two previous functions may be called on any thread. (transfer
 * none) (nullable) */
TroupeStore *troupe_services_find_store (TroupeServices *self);

/* Returns the drafts of unsaved documents. (transfer none) (nullable): NULL once the application
 * shuts down */
TroupeDrafts *troupe_services_get_drafts (TroupeServices *self);
/* Returns the engine of all runs. (transfer none) */
TroupeEngine *troupe_services_get_engine (TroupeServices *self);
/* Returns the span exporter of all runs. (transfer none) */
TroupeRunSpans *troupe_services_get_spans (TroupeServices *self);

/* Returns the cost and budget of all runs of this month. (transfer none) (nullable): NULL before
 * startup and once the application shuts down */
TroupeMonthBudget *troupe_services_get_month (TroupeServices *self);

/* Returns what cannot be stored at present, such as drafts while the disk is full, for the bar of
 * each window. (transfer full) (nullable): NULL if everything can be stored */
char *troupe_services_get_trouble (TroupeServices *self);

/* Emits `run-left` (the path of the document) when a run has ended whose page was closed before. Pages of the
 * same document look for a run to resume then. @path: (nullable) */
void troupe_services_note_left_run (TroupeServices *self, const char *path);

GSettings *troupe_services_get_settings (TroupeServices *self); /* (transfer none) */

G_END_DECLS
