/* troupe-log-model.h: the events of a run as a list, all or some of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-run-model.h"

G_BEGIN_DECLS

/* A row object around an event, made when the row is looked at. */
#define TROUPE_TYPE_LOG_ITEM (troupe_log_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLogItem, troupe_log_item, TROUPE, LOG_ITEM, GObject)

/* (transfer none) */
const TroupeEvent *troupe_log_item_get_event (TroupeLogItem *self);

typedef enum
{
  TROUPE_LOG_ALL,
  TROUPE_LOG_METHODS,
  TROUPE_LOG_CALLS,
  TROUPE_LOG_PROBLEMS, /* what failed, was cancelled, or is a warning */
  TROUPE_LOG_N_KINDS,
} TroupeLogKind;

/**
 * TroupeLogModel:
 *
 * A list model without a copy of the events. What arrives is looked at once, whatever the filter; a new
 * filter looks at all of them.
 */
#define TROUPE_TYPE_LOG_MODEL (troupe_log_model_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLogModel, troupe_log_model, TROUPE, LOG_MODEL, GObject)

TroupeLogModel *troupe_log_model_new (TroupeRunModel *run);

/* @text: (nullable): shows what has it in its type, its method or the texts of its own fields; ASCII
 * letters count the same in both cases. */
void troupe_log_model_set_filter (TroupeLogModel *self, TroupeLogKind kind, const char *text);
gboolean troupe_log_model_is_filtered (TroupeLogModel *self);

G_END_DECLS
