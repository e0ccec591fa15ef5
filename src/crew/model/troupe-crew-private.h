/* troupe-crew-private.h: private API shared by the files that parse a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"

G_BEGIN_DECLS

/**
 * TroupeCrewSource:
 * @crew: the map of the crew; its `agents` are not read, use @agents instead
 * @agents: (element-type TroupeCrewAgentSource): the agents that `agents` lists, in the order of
 *   the list, and the manager
 * @folder: (nullable): folder of the project, which is used to check whether referenced files
 *   exist; %NULL skips these checks
 * @is_inline: whether the crew is inline in a flow, where null is equivalent to a missing key
 *
 * A crew and its agents, independent of the files from which they were loaded.
 */
typedef struct
{
  TroupeValue *crew;
  GPtrArray *agents;
  const char *folder;
  gboolean is_inline;
} TroupeCrewSource;

/**
 * TroupeCrewAgentSource:
 * @value: (nullable): the map of the agent; %NULL if there is no agent of that name, or if its file
 *   cannot be read
 * @is_told: whether problems of the agent's file are already reported elsewhere
 * @is_listed: whether the agent is listed in `agents`, not only referenced by `manager_agent`
 * @path: path of the map of the agent
 * @listed_at: path of the reference to the agent
 */
typedef struct
{
  char *name;
  TroupeValue *value;
  gboolean is_told;
  gboolean is_listed;
  char *path;
  char *listed_at;
} TroupeCrewAgentSource;

TroupeCrewAgentSource *
troupe_crew_agent_source_new (const char *name, TroupeValue *value, const char *path);
void troupe_crew_agent_source_free (TroupeCrewAgentSource *self);

/* Position of a problem within a value. */
typedef struct
{
  gboolean at_key; /* the problem is about the key, not its value */
  gsize offset;    /* byte offset in the string value */
} TroupeCrewSpot;

/**
 * TroupeCrewReader:
 * @problems: (element-type TroupeProblem): errors in the order in which CrewAI finds them
 * @spots: (element-type TroupeCrewSpot): one for each of @problems
 * @is_relocated: whether references begin with a folder (troupe_crew_relocate())
 *
 * State of the parser of a crew.
 */
typedef struct
{
  GString *path;
  GPtrArray *problems;
  GArray *spots;
  const char *folder;
  gboolean is_inline;
  gboolean is_relocated;
} TroupeCrewReader;

void troupe_crew_reader_init (TroupeCrewReader *self, const char *folder, gboolean is_inline);
void troupe_crew_reader_clear (TroupeCrewReader *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeCrewReader, troupe_crew_reader_clear)

/* Appends a key to the current path. leave() restores the path that was current when the mark
 * was returned. */
gsize troupe_crew_reader_enter (TroupeCrewReader *self, const char *key);
gsize troupe_crew_reader_enter_index (TroupeCrewReader *self, gsize index);
void troupe_crew_reader_leave (TroupeCrewReader *self, gsize mark);

/* Reports a problem at the current path. (transfer none) */
TroupeProblem *troupe_crew_reader_report (TroupeCrewReader *self,
                                          TroupeSeverity severity,
                                          const char *code,
                                          const char *format,
                                          ...) G_GNUC_PRINTF (4, 5);
/* Sets the position of the last reported problem: at its key, or at a byte offset in its string. */
void troupe_crew_reader_set_spot (TroupeCrewReader *self, gboolean at_key, gsize offset);
/* Reports a value of a wrong type. @expected: the expected type (translated). */
void
troupe_crew_reader_wrong_type (TroupeCrewReader *self, TroupeValue *found, const char *expected);
gboolean troupe_crew_reader_has_errors (TroupeCrewReader *self);
/* Sorts warnings after errors, and keeps the order within each group. */
void troupe_crew_reader_sort (TroupeCrewReader *self);

/* Returns TRUE if @map contains @key, even if its value is null. */
gboolean troupe_crew_has (TroupeValue *map, const char *key);

/* --- Parser functions ------------------------------------------------------------------------- */

/* Parses a crew. Returns NULL if there are errors; all problems are added to @reader. (transfer
 * full) (nullable) */
TroupeCrew *troupe_crew_read (TroupeCrewReader *reader, const TroupeCrewSource *source);

/* Parses a crew that contains its agents. @reader must be a reader for an inline crew. */
TroupeCrew *troupe_crew_read_definition (TroupeCrewReader *reader, TroupeValue *definition);

/* Performs the checks of keys, references and tools that CrewAI does before it creates an
 * object.
 * @value: the complete agent. */
void troupe_crew_check_agent (TroupeCrewReader *reader, TroupeValue *value);
/* Parses the values of an agent into @agent. */
void troupe_crew_read_agent (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewAgent *agent);

/* Performs the checks of troupe_crew_check_agent() for a task. @known: (element-type utf8):
 * names of all earlier tasks.
 * @has_agent: whether an agent of that name exists */
void troupe_crew_check_task (TroupeCrewReader *reader,
                             TroupeValue *value,
                             GHashTable *known,
                             gboolean (*has_agent) (const char *name, gpointer user_data),
                             gpointer user_data);
void troupe_crew_read_task (TroupeCrewReader *reader, TroupeValue *value, TroupeCrewTask *task);

/* Checks rules that involve more than one task (doc/crew-semantics.md §4). */
void troupe_crew_check_rules (TroupeCrewReader *reader,
                              const TroupeCrew *crew,
                              const TroupeCrewSource *source);

/* Returns a new, empty crew. */
TroupeCrew *troupe_crew_new_empty (void);
void troupe_crew_hook_free (TroupeCrewHook *self);
void troupe_crew_agent_clear (TroupeCrewAgent *self);

/* Returns the problem of an output file's path, or NULL if the path is valid. CrewAI validates
 * the path before the inputs are inserted (doc/crew-semantics.md §9). (transfer full) (nullable) */
char *troupe_crew_describe_bad_path (const char *path);

/* Parses a definition of troupe_crew_relocate(). (transfer full) (nullable) */
TroupeCrew *troupe_crew_read_relocated (TroupeValue *definition, GError **error);

G_END_DECLS
