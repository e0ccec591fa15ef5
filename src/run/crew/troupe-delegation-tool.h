/* troupe-delegation-tool.h: asking a coworker
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
 * Lets the coworker do what is asked. Ends @call with its text.
 */
typedef void (*TroupeDelegationFunc) (TroupeToolCall *call,
                                      guint coworker,
                                      const char *task,
                                      const char *context,
                                      gpointer user_data);

/**
 * TroupeDelegationTool:
 *
 * One of the two tools with which an agent of a crew gives work to another (doc/crew-semantics.md §7). What it is
 * called with is read as CrewAI reads it; a coworker that is not there is told to the model.
 */
#define TROUPE_TYPE_DELEGATION_TOOL (troupe_delegation_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeDelegationTool,
                      troupe_delegation_tool,
                      TROUPE,
                      DELEGATION_TOOL,
                      TroupeTool)

/* @roles: of the coworkers, in order; @func: has to work as long as the tool is called. (transfer full) */
TroupeTool *troupe_delegation_tool_new (TroupeDelegationKind kind,
                                        const char *const *roles,
                                        TroupeDelegationFunc func,
                                        gpointer user_data);

/* A role as it is compared, and as a manager is told of it: without case, quotes and more than single blanks.
 * (transfer full) */
char *troupe_delegation_tool_normalise (const char *role);

G_END_DECLS
