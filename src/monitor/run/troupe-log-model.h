/* troupe-log-model.h: list model of the events of a run, with filters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-run-model.h"

G_BEGIN_DECLS

/* A list item for an event, created when its row is bound. */
#define TROUPE_TYPE_LOG_ITEM (troupe_log_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLogItem, troupe_log_item, TROUPE, LOG_ITEM, GObject)

/* (transfer none) */
const TroupeEvent *troupe_log_item_get_event (TroupeLogItem *self);

typedef enum
{
  TROUPE_LOG_ALL,
  TROUPE_LOG_METHODS,
  TROUPE_LOG_CALLS,
  TROUPE_LOG_PROBLEMS, /* failures, cancellations and warnings */
  TROUPE_LOG_N_KINDS,
} TroupeLogKind;

/**
 * TroupeLogModel:
 *
 * A list model that does not copy the events. New events are filtered once, when they arrive. After
 * the filter was changed, all events are filtered again.
 */
#define TROUPE_TYPE_LOG_MODEL (troupe_log_model_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLogModel, troupe_log_model, TROUPE, LOG_MODEL, GObject)

TroupeLogModel *troupe_log_model_new (TroupeRunModel *run);
/* Sets whether new events are added, TRUE by default. A list that is not visible creates rows for hundreds of events, so
 * it is not watched. Events that were missed are added afterwards. */
void troupe_log_model_set_watched (TroupeLogModel *self, gboolean is_watched);

/* Sets the filter. It selects the events of @kind that contain @text in their type, their
 * method, or the strings of their own fields. Case is ignored for ASCII letters. @text:
 * (nullable) */
void troupe_log_model_set_filter (TroupeLogModel *self, TroupeLogKind kind, const char *text);
gboolean troupe_log_model_is_filtered (TroupeLogModel *self);

G_END_DECLS
