/* troupe-delegation-tool.h: tools with which an agent delegates work or asks a coworker
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_DELEGATION_WORK,     /* `task`, `context`, `coworker` */
  TROUPE_DELEGATION_QUESTION, /* `question`, `context`, `coworker` */
} TroupeDelegationKind;

/**
 * TroupeDelegationFunc:
 * @coworker: index in the list of roles
 *
 * Has the coworker execute the task. Ends @call with the coworker's answer.
 */
typedef void (*TroupeDelegationFunc) (TroupeToolCall *call,
                                      guint coworker,
                                      const char *task,
                                      const char *context,
                                      gpointer user_data);

/**
 * TroupeDelegationTool:
 *
 * One of the two tools with which an agent of a crew delegates work to another agent
 * (doc/crew-semantics.md §7). The tool parses the arguments as CrewAI does. An unknown coworker is
 * reported to the model.
 */
#define TROUPE_TYPE_DELEGATION_TOOL (troupe_delegation_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeDelegationTool,
                      troupe_delegation_tool,
                      TROUPE,
                      DELEGATION_TOOL,
                      TroupeTool)

/* @roles: the roles of the coworkers, in order; @func: must stay valid as long as the tool may
 *   be called. (transfer full) */
TroupeTool *troupe_delegation_tool_new (TroupeDelegationKind kind,
                                        const char *const *roles,
                                        TroupeDelegationFunc func,
                                        gpointer user_data);

/* Normalizes a role for comparison and for the prompt of a manager: folds case, removes quotes
 * and collapses whitespace. (transfer full) */
char *troupe_delegation_tool_normalise (const char *role);

G_END_DECLS
