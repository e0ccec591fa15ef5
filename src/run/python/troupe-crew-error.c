/* troupe-crew-error.c: conversion of errors of agents, tools and files to TROUPE_RUN_ERROR, as
 * described in doc/cli.md
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-error"

#include "config.h"

#include "troupe-agent.h"
#include "troupe-crew-error.h"
#include "troupe-crew.h"
#include "troupe-mcp-error.h"
#include "troupe-python.h"
#include "troupe-schema.h"

static TroupeRunError
get_agent_code (const GError *cause)
{
  g_assert (cause != NULL);

  switch ((TroupeAgentError) cause->code)
    {
    case TROUPE_AGENT_ERROR_DEFINITION:
    case TROUPE_AGENT_ERROR_UNSUPPORTED:
      return TROUPE_RUN_ERROR_DOCUMENT;

    case TROUPE_AGENT_ERROR_INPUT:
      return TROUPE_RUN_ERROR_INPUT;

    case TROUPE_AGENT_ERROR_STUCK:
    case TROUPE_AGENT_ERROR_TOOL:
      return TROUPE_RUN_ERROR_TOOL;

    case TROUPE_AGENT_ERROR_TIMEOUT:
    case TROUPE_AGENT_ERROR_LIMIT:
      return TROUPE_RUN_ERROR_LIMIT;

    case TROUPE_AGENT_ERROR_CALL:
      return TROUPE_RUN_ERROR_OUTPUT;

    case TROUPE_AGENT_ERROR_REFUSED:
      return TROUPE_RUN_ERROR_GUARDRAIL;

    case TROUPE_AGENT_ERROR_EMPTY:
    default:
      return TROUPE_RUN_ERROR_PROVIDER;
    }
}

static TroupeRunError
get_code (const GError *cause)
{
  g_assert (cause != NULL);

  if (cause->domain == TROUPE_AGENT_ERROR)
    return get_agent_code (cause);
  if (cause->domain == TROUPE_TOOL_ERROR)
    {
      if (cause->code == TROUPE_TOOL_ERROR_NOT_PERMITTED)
        return TROUPE_RUN_ERROR_CONSENT;
      return cause->code == TROUPE_TOOL_ERROR_TOO_LARGE ? TROUPE_RUN_ERROR_LIMIT
                                                        : TROUPE_RUN_ERROR_TOOL;
    }
  if (cause->domain == TROUPE_LLM_ERROR)
    return cause->code == TROUPE_LLM_ERROR_INVALID ? TROUPE_RUN_ERROR_OUTPUT
                                                   : TROUPE_RUN_ERROR_PROVIDER;
  if (cause->domain == TROUPE_PYTHON_ERROR)
    switch ((TroupePythonError) cause->code)
      {
      case TROUPE_PYTHON_ERROR_NOT_PERMITTED:
      case TROUPE_PYTHON_ERROR_NO_SANDBOX:
        return TROUPE_RUN_ERROR_CONSENT;

      case TROUPE_PYTHON_ERROR_TOO_LARGE:
        return TROUPE_RUN_ERROR_LIMIT;

      case TROUPE_PYTHON_ERROR_NO_INTERPRETER:
      case TROUPE_PYTHON_ERROR_START:
      case TROUPE_PYTHON_ERROR_ENDED:
      case TROUPE_PYTHON_ERROR_PROTOCOL:
      case TROUPE_PYTHON_ERROR_VALUE:
      default:
        return TROUPE_RUN_ERROR_SCRIPT;
      }
  if (cause->domain == TROUPE_MCP_ERROR)
    return TROUPE_RUN_ERROR_MCP;
  if (cause->domain == TROUPE_SCHEMA_ERROR)
    return TROUPE_RUN_ERROR_OUTPUT;
  if (g_error_matches (cause, TROUPE_CREW_ERROR, TROUPE_CREW_ERROR_INPUT))
    return TROUPE_RUN_ERROR_SCHEMA;
  if (g_error_matches (cause, TROUPE_CREW_ERROR, TROUPE_CREW_ERROR_FILE))
    return TROUPE_RUN_ERROR_FILE;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return TROUPE_RUN_ERROR_LIMIT;
  return TROUPE_RUN_ERROR_DOCUMENT;
}

GError *
troupe_crew_error_take (GError *cause, gboolean *is_temporary)
{
  GError *error = NULL;

  g_return_val_if_fail (cause != NULL, NULL);

  if (is_temporary != NULL)
    *is_temporary = troupe_llm_error_is_temporary (cause) ||
                    g_error_matches (cause, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_TIMEOUT);
  if (cause->domain == TROUPE_RUN_ERROR ||
      g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
      g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PENDING))
    return cause;
  error = g_error_new_literal (TROUPE_RUN_ERROR, (int) get_code (cause), cause->message);
  g_error_free (cause);
  return error;
}
