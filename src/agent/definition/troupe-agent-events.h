/* troupe-agent-events.h: what the events of agents, models and tools have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"

G_BEGIN_DECLS

/* Whether anybody listens. @bus: (nullable) */
gboolean troupe_agent_events_are_watched (TroupeEventBus *bus);

/* Begins the fields of an event: each says whose it is (doc/cli.md). */
void troupe_agent_events_begin (TroupeMapBuilder *fields, const char *role);
/* @text: (nullable): then nothing is added */
void troupe_agent_events_add_text (TroupeMapBuilder *fields, const char *key, const char *text);
/* `error` as {kind, message}. @kind: what it is where nobody cancelled */
void
troupe_agent_events_add_error (TroupeMapBuilder *fields, const char *kind, const GError *error);
/* Takes the fields over. */
void troupe_agent_events_emit (TroupeEventBus *bus,
                               TroupeEventType type,
                               TroupeScope *scope,
                               TroupeMapBuilder *fields);

G_END_DECLS
