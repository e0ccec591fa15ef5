/* test-event.h: creates events for tests without a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"

/* Returns an event of @method (nullable) with the number @sequence. The scope of the event is
 * inside the scope of the method unless the event is about the method itself. @started: number
 * of the start event that this event ends or is a chunk of, or 0. (transfer full) */
static inline TroupeEvent *
test_event_new_at (TroupeEventType type,
                   const char *method,
                   guint64 sequence,
                   guint64 started,
                   TroupeValue *fields)
{
  const TroupeEventTypeInfo *info = troupe_event_type_get_info (type);
  const guint64 id = info->effect == TROUPE_EVENT_OPENS ? sequence : started;
  g_autoptr (TroupeScope) scope = NULL;
  TroupeEvent *event;

  if (method != NULL)
    scope = troupe_scope_new_stored (TROUPE_SCOPE_METHOD, info->kind == TROUPE_SCOPE_METHOD ? id : 0,
                                     NULL, NULL, method);
  if (info->kind != TROUPE_SCOPE_METHOD && info->kind != TROUPE_SCOPE_RUN)
    {
      g_autoptr (TroupeScope) around = g_steal_pointer (&scope);

      scope = troupe_scope_new_stored (info->kind, id, around, NULL, NULL);
    }
  event = troupe_event_new (type, scope, fields);
  event->sequence = sequence;
  return event;
}

static inline TroupeEvent *
test_event_new (TroupeEventType type, const char *method, TroupeValue *fields)
{
  return test_event_new_at (type, method, 0, 0, fields);
}
