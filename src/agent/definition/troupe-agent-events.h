/* troupe-agent-events.h: common fields of agent, model and tool events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"

G_BEGIN_DECLS

/* Threads: the run's thread, on which its bus emits. */

/* Returns TRUE if the bus has listeners. @bus: (nullable) */
gboolean troupe_agent_events_are_watched (TroupeEventBus *bus);

/* Initializes @fields, (out), with the fields that identify the agent of an event (doc/cli.md).
 * @role: role of the agent */
void troupe_agent_events_begin (TroupeMapBuilder *fields, const char *role);
/* Adds a string. @text: (nullable): NULL adds nothing */
void troupe_agent_events_add_text (TroupeMapBuilder *fields, const char *key, const char *text);
/* Adds `error` as {kind, message}. @kind: used unless the error is a cancellation */
void
troupe_agent_events_add_error (TroupeMapBuilder *fields, const char *kind, const GError *error);
/* Adds `verbose` if the crew or agent with @definition, a map, has it set. */
void troupe_agent_events_add_verbose (TroupeMapBuilder *fields, TroupeValue *definition);
/* Emits an event. @scope: (nullable); @fields: (transfer full) */
void troupe_agent_events_emit (TroupeEventBus *bus,
                               TroupeEventType type,
                               TroupeScope *scope,
                               TroupeMapBuilder *fields);

G_END_DECLS
