/* troupe-crew-reference.h: what a crew names outside of itself: Python, expressions, tools, files, schemas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-private.h"

G_BEGIN_DECLS

/* --- Python ----------------------------------------------------------------------------------- */

/* Whether @value is meant as a reference to Python: a map with `python`. */
gboolean troupe_crew_reference_is (TroupeValue *value);
/* Its dotted path without blanks; NULL where it is none. (transfer full) (nullable) */
char *troupe_crew_reference_get_path (TroupeValue *value);
/* The form of all references in @map, which is a crew, a task or an agent. */
void troupe_crew_references_check (TroupeCrewReader *reader, TroupeValue *map);
/* Whether their modules are files of the project; only where the folder is known. */
void troupe_crew_references_find (TroupeCrewReader *reader, TroupeValue *map);

/* --- What is asked or told while the crew runs ------------------------------------------------ */

typedef enum
{
  TROUPE_CREW_HOOK_IS_CALLBACK,
  TROUPE_CREW_HOOK_IS_GUARDRAIL,
  TROUPE_CREW_HOOK_IS_AGENT_GUARDRAIL,
  TROUPE_CREW_HOOK_IS_CONDITION,
} TroupeCrewHookUse;

void troupe_crew_hook_check (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewHookUse use);
/* A list of them; of guardrails also a single text or expression. */
void
troupe_crew_hook_check_list (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewHookUse use);
/* @value, which was checked, as a hook; NULL where it is none. (transfer full) (nullable) */
TroupeCrewHook *troupe_crew_hook_new (TroupeValue *value, const char *path);
/* All of a list, or of the one that stands there alone. (transfer full) */
TroupeCrewHook *troupe_crew_hook_new_list (TroupeValue *value, const char *path, guint *n_hooks);

/* --- Others ----------------------------------------------------------------------------------- */

/* The form of tools; whether there is a tool of that name is not looked at, but for files of the project. */
void troupe_crew_check_tools (TroupeCrewReader *reader, TroupeValue *tools);
/* `input_files`: what it names lies in the project. */
void troupe_crew_check_input_files (TroupeCrewReader *reader, TroupeValue *files);
/* A schema of an answer, where it is one. */
void troupe_crew_check_schema (TroupeCrewReader *reader, TroupeValue *value);

G_END_DECLS
