/* troupe-crew-reference.h: validation of external references of a crew: Python, expressions, tools,
 * files, schemas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-private.h"

G_BEGIN_DECLS

/* --- Python references ------------------------------------------------------------------------ */

/* Returns TRUE if @value is a reference to Python, which is a map with `python`. */
gboolean troupe_crew_reference_is (TroupeValue *value);
/* Returns the dotted path without surrounding spaces, or NULL if @value is not a reference.
 * (transfer full) (nullable) */
char *troupe_crew_reference_get_path (TroupeValue *value);
/* Checks the syntax of all references in @map, which is a crew, a task or an agent. */
void troupe_crew_references_check (TroupeCrewReader *reader, TroupeValue *map);
/* Checks that the referenced modules are files of the project. Does nothing if the folder is
 * unknown. */
void troupe_crew_references_find (TroupeCrewReader *reader, TroupeValue *map);

/* --- Hooks ------------------------------------------------------------------------------------ */

typedef enum
{
  TROUPE_CREW_HOOK_IS_CALLBACK,
  TROUPE_CREW_HOOK_IS_GUARDRAIL,
  TROUPE_CREW_HOOK_IS_AGENT_GUARDRAIL,
  TROUPE_CREW_HOOK_IS_CONDITION,
} TroupeCrewHookUse;

void troupe_crew_hook_check (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewHookUse use);
/* Checks a list of hooks. For guardrails, a single string or expression is also accepted. */
void
troupe_crew_hook_check_list (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewHookUse use);
/* Creates a hook from @value, which must have been checked. Returns NULL if @value is not a
 * hook. (transfer full) (nullable) */
TroupeCrewHook *troupe_crew_hook_new (TroupeValue *value, const char *path);
/* Creates all hooks of a list, or of a single value. (transfer full) */
TroupeCrewHook *troupe_crew_hook_new_list (TroupeValue *value, const char *path, guint *n_hooks);

/* --- Tools, files and schemas ----------------------------------------------------------------- */

/* Checks the syntax of tools. Only tools that are files of the project are also checked for
 * existence. */
void troupe_crew_check_tools (TroupeCrewReader *reader, TroupeValue *tools);
/* Checks that all `input_files` are inside the project. */
void troupe_crew_check_input_files (TroupeCrewReader *reader, TroupeValue *files);
/* Checks @value if it is the schema of an answer. */
void troupe_crew_check_schema (TroupeCrewReader *reader, TroupeValue *value);

G_END_DECLS
